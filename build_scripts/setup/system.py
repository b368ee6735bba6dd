"""The system's package manager and its processes."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress

from setup.once import alone
from setup.project import SECONDS_TO_ANSWER, SetUpError, run, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any


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


@contextmanager
def running(command: list[str], variables: dict[str, str]) -> Iterator[Callable[[float], None]]:
    """Run a browser, or what drives one; the value of the ``with`` is a function that waits while it runs.

    Raises SetUpError if it cannot be run, and when it has ended by itself.
    """
    # A proxy must not be used for this machine's own addresses.
    variables = {**variables, "no_proxy": "127.0.0.1,localhost", "NO_PROXY": "127.0.0.1,localhost"}
    # In a separate session, Ctrl-C does not reach the browser first, and all of its processes can be ended together.
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    try:
        started = subprocess.Popen(command, env=variables, start_new_session=os.name != "nt", **quiet)
    except OSError as error:
        raise SetUpError(f"{command[0]} could not be run: {error.strerror}") from None
    with started as process:

        def wait(milliseconds: float) -> None:
            time.sleep(milliseconds / 1000)
            if process.poll() is not None:
                raise SetUpError(f"{command[0]} exited with status {process.returncode}")

        try:
            yield wait
        finally:
            _end(process, signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                process.wait(10)
            # End any child processes that are left.
            _end(process, signal.SIGKILL if os.name != "nt" else signal.SIGTERM)


def _end(process: subprocess.Popen[bytes], how: int) -> None:
    """Send a signal to a process and its child processes."""
    with suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":
            process.send_signal(how)
        else:
            os.killpg(process.pid, how)
