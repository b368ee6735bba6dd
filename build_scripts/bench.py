"""Measure py-url against its peers. The code is in the folder research/bench."""

import setup  # isort: skip # noqa: F401 - first, because it checks which version of Python this is

import sys

from research.bench.command import main

if __name__ == "__main__":
    sys.exit(main())
