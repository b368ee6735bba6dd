"""What checks, describes and uploads the packages, in environments of their own: nothing else needs it."""

from __future__ import annotations

from pathlib import Path

from setup import npm, venv
from setup.project import PUBLISHING


def program(name: str, *, install: bool = True) -> Path:
    """Return the path of a Python program: twine, zizmor, pipx, cyclonedx-py, pypi-attestations. Raises SetUpError."""
    python = venv.python("release", install=install)
    return python.with_name(f"{name}{python.suffix}")


def npm_program(name: str, *, install: bool = True) -> Path:
    """Return the path of a program of npm's packages, for Node: publint, attw. Raises SetUpError."""
    packages = npm.packages(PUBLISHING, install=install)
    return packages / {"publint": "publint/src/cli.js", "attw": "@arethetypeswrong/cli/dist/index.js"}[name]
