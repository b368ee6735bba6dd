"""Engines for large data, in environments of their own: Spark, which needs Java; Ray, Daft and Dask."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

from setup import system, venv
from setup.project import SECONDS_TO_ANSWER, SetUpError, say

_MIN_JAVA = 17


def spark(*, install: bool = True) -> Path:
    """Return the Python of the environment with PySpark, after looking for Java. Raises SetUpError."""
    java(install=install)
    if install and not venv.folder_of("spark").exists():
        say("downloading PySpark, with Spark in it (456 MB) ...")
    return venv.python("spark", install=install)


def distributed(*, install: bool = True) -> Path:
    """Return the Python of the environment with Ray, Daft and Dask. Raises SetUpError."""
    return venv.python("distributed", install=install)


def java(*, install: bool = True) -> str:
    """Return the path of Java 17 or later: in JAVA_HOME, on PATH, or the system's package. Raises SetUpError."""
    home = os.environ.get("JAVA_HOME")
    program = shutil.which("java", path=str(Path(home, "bin"))) if home else shutil.which("java")
    wanted = f"Java {_MIN_JAVA} or later is needed; install it, or set the environment variable JAVA_HOME"
    if program is None and not home and install:
        system.apt_install("default-jre-headless", otherwise=wanted)
        program = shutil.which("java")
    if program is None:
        raise SetUpError(f"{wanted}; {f'JAVA_HOME is set to {home!r}, which has none' if home else 'it was not found'}")
    version = _version_of(program)
    if version < _MIN_JAVA:
        raise SetUpError(f"{wanted}; {program} {f'is version {version}' if version else 'does not say its version'}")
    return program


def _version_of(java: str) -> int:
    """The version of a Java; 0 if it does not run."""
    try:
        said = subprocess.run(
            [java, "-version"], capture_output=True, text=True, check=False, timeout=SECONDS_TO_ANSWER
        ).stderr
    except (OSError, subprocess.TimeoutExpired):
        return 0
    # Java 8 calls itself 1.8.
    found = re.search(r'version "(?:1\.)?(\d+)', said)
    return int(found[1]) if found else 0
