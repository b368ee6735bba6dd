"""Measure py-url beside its peers: the program is in the folder of the same name."""

import sys

# Of the two that are called bench, Python imports the folder.
from bench.command import main

if __name__ == "__main__":
    sys.exit(main())
