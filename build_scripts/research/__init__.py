"""The laboratory: what measures or attacks py-url, and what compares it. `__main__` starts its commands."""

from __future__ import annotations

import argparse
import os

from setup.project import ROOT, SCRIPTS

MOST_MINUTES = 60 * 24 * 365


def parser_of(prog: str, about: str | None, usage: str | None = None) -> argparse.ArgumentParser:
    """Return a parser for the options of a command. *about* is the text for ``--help``."""
    raw = argparse.RawDescriptionHelpFormatter
    return argparse.ArgumentParser(prog, usage, about, formatter_class=raw, allow_abbrev=False)


def minutes(text: str) -> float:
    """Return the number of minutes in an option. Raises ArgumentTypeError."""
    try:
        number = float(text)
    except ValueError:
        number = 0
    if not 0 < number <= MOST_MINUTES:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of minutes above 0")
    return number


def variables(**more: str) -> dict[str, str]:
    """Return the environment of a program of these folders: it can import py_url, the tests and the scripts."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(SCRIPTS)]), **more}
