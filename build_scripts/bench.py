"""Measure py-url against its peers. The code is in the folder of the same name."""

import setup  # isort: skip # noqa: F401 - first, because it checks which version of Python this is

import sys

# A file and a folder are called bench: Python imports the folder.
from bench.command import main

if __name__ == "__main__":
    sys.exit(main())
