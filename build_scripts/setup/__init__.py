"""What the scripts share: how they set up their environment on first use, and how they exit.

The environment is in the git-ignored ``.cache``: a virtual environment, the npm packages, and wheels for Pyodide.
The scripts write nothing outside the project's folder, except if they run the system's package manager, and they say
so before they do.
"""

import sys

# Each script imports this first, and uses no syntax that older versions do not know until then: so that someone whose
# Python is too old gets a message instead of a traceback.
if sys.version_info < (3, 11):  # noqa: UP036 - see above
    this = f"Python {sys.version_info[0]}.{sys.version_info[1]} ({sys.executable})"
    print(f"Python 3.12 or later is needed, and this is {this}", file=sys.stderr)
    sys.exit(2)
