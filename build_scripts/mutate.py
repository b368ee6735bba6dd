"""Mutation testing: change the code in many small ways, and see whether the tests notice each.

    python3 build_scripts/mutate.py                                    all of py_url/standard and py_url/fast
    python3 build_scripts/mutate.py py_url/standard/hosts/uts46.py     one module, or one folder
    python3 build_scripts/mutate.py --minutes 30 --shard 1/4           a part: the next run goes on after it
    python3 build_scripts/mutate.py --again                            try those again that have a result
    python3 build_scripts/mutate.py --report                           run nothing; print the table

Results are kept in .cache/mutation, so a run that was interrupted goes on where it was. tests/data/mutants.json lists
the mutants that no test can kill, with a reason for each. The code is in the folder research/mutation.
"""

import setup  # isort: skip # noqa: F401 - first, because it checks which version of Python this is

import sys

from research.mutation.command import main

if __name__ == "__main__":
    sys.exit(main())
