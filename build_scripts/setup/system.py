"""The system's package manager."""

from __future__ import annotations

import os
import re
import shutil
import subprocess

from setup.once import alone
from setup.project import SECONDS_TO_ANSWER, SetUpError, run, say


def apt_install(*packages: str, otherwise: str) -> None:
    """Install Debian packages; first print which packages and how much will be downloaded.

    Raises SetUpError with the sentence *otherwise* if there is no apt-get or this process is not root.
    """
    if shutil.which("apt-get") is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        raise SetUpError(otherwise)
    apt = ["apt-get", "-o", "DPkg::Lock::Timeout=60"]
    install = [*apt, "install", "--no-install-recommends", *packages]
    plain = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C"}
    # apt-get does not wait for another one that updates its lists.
    with alone("system packages"):
        run([*apt, "update"], env=plain)
        # With --assume-no, apt-get prints the sizes and then exits with an error without installing anything.
        asked = subprocess.run(
            [*install, "--assume-no"], env=plain, capture_output=True, text=True, check=False, timeout=SECONDS_TO_ANSWER
        )
        sizes = re.findall(r"^(?:Need to get|After this operation).*$", asked.stdout, re.MULTILINE)
        say(f"installing system packages with apt-get: {', '.join(packages)}. {' '.join(sizes)}".rstrip())
        run([*install, "--yes"], env=plain)
