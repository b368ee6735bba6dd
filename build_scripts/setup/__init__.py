"""What the scripts share: the environment that they run in, which is made on first use, and how they end.

It is kept in the git-ignored ``.cache``: a virtual environment, the npm packages, and the wheels that Pyodide needs.
Nothing is written outside the project's folder, except by the system's package manager, which is announced first.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - to say so, where the scripts would fail with a traceback
    print("Python 3.12 or later is needed", file=sys.stderr)
    sys.exit(2)
