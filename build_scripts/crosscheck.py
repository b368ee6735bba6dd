"""Check py_url against a real browser's URL. The code is in the folder of the same name."""

import setup  # isort: skip # noqa: F401 - first, because it checks which version of Python this is

import sys

# A file and a folder are called crosscheck: Python imports the folder.
from crosscheck.command import main

if __name__ == "__main__":
    sys.exit(main())
