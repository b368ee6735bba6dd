"""What the scripts share: how they set up their environment on first use, and how they exit.

The environment is in the git-ignored ``.cache``: a virtual environment, the npm packages, and the wheels that Pyodide
needs. The scripts write nothing outside the project's folder, except if they run the system's package manager, and
they say so before they do.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - a message instead of a traceback
    print("Python 3.12 or later is needed", file=sys.stderr)
    sys.exit(2)
