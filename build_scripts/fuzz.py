"""Attack py_url with generated inputs, and compare it with other engines. The code is in the folder research/fuzzing.

python3 build_scripts/fuzz.py --minutes 10
python3 build_scripts/fuzz.py --minutes 60 --seed 7 --against whatwg-url,chromium,firefox,webkit
"""

import setup  # isort: skip # noqa: F401 - first, because it checks which version of Python this is

import sys

from research.fuzzing.command import main

if __name__ == "__main__":
    sys.exit(main())
