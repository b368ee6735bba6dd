"""Check py_url against the URL of a real browser: the program is in the folder of the same name."""

import sys

# Of the two that are called crosscheck, Python imports the folder.
from crosscheck.command import main

if __name__ == "__main__":
    sys.exit(main())
