"""Fuzz with Atheris, which looks for inputs that reach new lines of the package.

    python3 build_scripts/fuzz_guided.py                           each target of tests/fuzz for a minute
    python3 build_scripts/fuzz_guided.py parse guard --minutes 10  some of them, for longer

Inputs that reach new lines are kept in .cache/atheris, and the next run goes on from there. libFuzzer, which Atheris
uses, says how far it is. It prints an input that breaks a fact, and keeps it in .cache/atheris/TARGET/findings. Atheris
has wheels for Linux only, for Python 3.12 and 3.13.

The exit status is 0 if no input breaks a fact, 1 if one does, and 2 if the run could not start or was interrupted.
"""

import setup  # isort: skip # noqa: F401 - first, because it checks which version of Python this is

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from setup import project, venv
from setup.ending import ends
from setup.project import CACHE, REQUIREMENTS, ROOT, SetUpError, say

TARGETS = ROOT / "tests" / "fuzz"
FOLDER = CACHE / "atheris"
# libFuzzer ends by itself; a target that hangs is a finding.
_SECONDS_FOR_AN_INPUT = 20
_SECONDS_TO_END = 300
_MAX_LENGTH = 4_096
_MOST_MINUTES = 60 * 24 * 365


def _python() -> Path:
    if sys.platform != "linux":
        raise SetUpError("Atheris runs only on Linux; run this in a container")
    return venv.make_venv(CACHE / "venv-fuzz", REQUIREMENTS / "fuzz.txt", (3, 12), (3, 14))


def _minutes(text: str) -> float:
    try:
        minutes = float(text)
    except ValueError:
        minutes = 0
    # To libFuzzer, 0 seconds means no limit.
    if not 1 / 60 <= minutes <= _MOST_MINUTES:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of minutes; the shortest run is 0.02, a second")
    return minutes


def fuzz(target: str, minutes: float, python: Path) -> int:
    """Fuzz one target. Returns libFuzzer's exit status: 0, or another if an input breaks a fact. Raises SetUpError."""
    seeds, corpus, findings = (FOLDER / target / name for name in ("seeds", "corpus", "findings"))
    for folder in (corpus, findings):
        folder.mkdir(parents=True, exist_ok=True)
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    project.run([str(python), "-m", "tests.fuzz.corpus", target, str(seeds)], env=environ)
    command = [
        *(str(python), str(TARGETS / "fuzz_target.py"), target),
        *(f"-max_total_time={round(60 * minutes)}", f"-timeout={_SECONDS_FOR_AN_INPUT}", f"-max_len={_MAX_LENGTH}"),
        *(f"-artifact_prefix={findings}{os.sep}", "-print_final_stats=1", str(corpus), str(seeds)),
    ]
    seconds = 60 * minutes + _SECONDS_TO_END
    try:
        return subprocess.run(command, cwd=ROOT, env=environ, check=False, timeout=seconds).returncode
    except subprocess.TimeoutExpired:
        raise SetUpError(f"Atheris did not end after {seconds:,.0f} seconds") from None


@ends("fuzz_guided.py")
def main(argv: Sequence[str] | None = None) -> int:
    """Fuzz the targets that the command line names. Returns 1 if an input breaks a fact."""
    parser = argparse.ArgumentParser(
        prog="fuzz_guided.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="the name of a target (default: all of them)")
    parser.add_argument(
        "--minutes", type=_minutes, default=1.0, metavar="N", help="how long to run each (default: %(default)g)"
    )
    arguments = parser.parse_args(argv)
    python = _python()
    names = project.run([str(python), "-m", "tests.fuzz.corpus"], env={**os.environ, "PYTHONPATH": str(ROOT)}).split()
    for name in arguments.targets:
        if name not in names:
            raise SetUpError(f"there is no target {name}; the targets are {', '.join(names)}")
    status = 0
    for name in arguments.targets or names:
        say(f"fuzzing {name} ...")
        status = 1 if fuzz(name, arguments.minutes, python) else status
    return status


if __name__ == "__main__":
    sys.exit(main())
