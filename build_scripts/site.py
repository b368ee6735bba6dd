"""Build the site, static files in ``dist/site/``. The code is in ``building/site.py``."""

import setup  # isort: skip # noqa: F401 - first, because it checks which version of Python this is

import sys

# This file has the name of a module of Python, which is frozen: so even on PYTHONPATH, this one does not hide it.
from building import site

if __name__ == "__main__":
    sys.exit(site.main())
