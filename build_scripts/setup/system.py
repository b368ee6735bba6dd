"""The system's package manager."""

from __future__ import annotations

import os
import re
import shutil
import subprocess

from setup.project import SECONDS_TO_ANSWER, SetUpError, run, say


def apt_install(*packages: str, otherwise: str) -> None:
    """Install packages of Debian, having said what and how much. Raises SetUpError with the sentence *otherwise* if
    the system's package manager is not Debian's or may not be used.
    """
    if shutil.which("apt-get") is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        raise SetUpError(otherwise)
    apt = ["apt-get", "-o", "DPkg::Lock::Timeout=60"]
    install = [*apt, "install", "--no-install-recommends", *packages]
    plain = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C"}
    run([*apt, "update"], env=plain)
    # It says how much it would do, and ends with an error because it may not.
    asked = subprocess.run(
        [*install, "--assume-no"], env=plain, capture_output=True, text=True, check=False, timeout=SECONDS_TO_ANSWER
    )
    sizes = re.findall(r"^(?:Need to get|After this operation).*$", asked.stdout, re.MULTILINE)
    say(f"installing system packages with apt-get: {', '.join(packages)}. {' '.join(sizes)}".rstrip())
    run([*install, "--yes"], env=plain)
