"""Fuzz with Atheris, which looks for inputs that reach new lines of the package.

    python3 build_scripts/research fuzz_guided                           each target of tests/fuzz for a minute
    python3 build_scripts/research fuzz_guided parse guard --minutes 10  some of them, for longer

Inputs that reach new lines are kept in .cache/atheris, and the next run goes on from there. libFuzzer, which Atheris
uses, says how far it is. It prints an input that breaks a fact, and keeps it in .cache/atheris/TARGET/findings. Atheris
has wheels for Linux only, for Python 3.12 and 3.13.

The exit status is 0 if no input breaks a fact, 1 if one does, and 2 if the run could not start or was interrupted.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from setup import project, venv
from setup.ending import ends
from setup.project import CACHE, ROOT, SetUpError, say

from research import minutes, parser_of

TARGETS = ROOT / "tests" / "fuzz"
FOLDER = CACHE / "atheris"
# libFuzzer ends by itself; a target that hangs is a finding.
_SECONDS_FOR_AN_INPUT = 20
_SECONDS_TO_END = 300
_MAX_LENGTH = 4_096


def _python() -> Path:
    if sys.platform != "linux":
        raise SetUpError("Atheris runs only on Linux; run this in a container")
    return venv.python("fuzz", below=(3, 14))


def fuzz(target: str, seconds: int, python: Path) -> int:
    """Fuzz one target for a number of *seconds*.

    Returns libFuzzer's exit status: 0, or another if an input breaks a fact. Raises SetUpError.
    """
    seeds, corpus, findings = (FOLDER / target / name for name in ("seeds", "corpus", "findings"))
    for folder in (corpus, findings):
        folder.mkdir(parents=True, exist_ok=True)
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    project.run([str(python), "-m", "tests.fuzz.corpus", target, str(seeds)], env=environ)
    command = [
        *(str(python), str(TARGETS / "fuzz_target.py"), target),
        *(f"-max_total_time={seconds}", f"-timeout={_SECONDS_FOR_AN_INPUT}", f"-max_len={_MAX_LENGTH}"),
        *(f"-artifact_prefix={findings}{os.sep}", "-print_final_stats=1", str(corpus), str(seeds)),
    ]
    limit = seconds + _SECONDS_TO_END
    try:
        return subprocess.run(command, cwd=ROOT, env=environ, check=False, timeout=limit).returncode
    except subprocess.TimeoutExpired:
        raise SetUpError(f"Atheris did not end after {limit:,} seconds") from None


@ends("research fuzz_guided")
def main(argv: Sequence[str] | None = None) -> int:
    """Fuzz the targets that the command line names. Returns 1 if an input breaks a fact."""
    parser = parser_of("research fuzz_guided", __doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="the name of a target (default: all of them)")
    parser.add_argument(
        "--minutes", type=minutes, default=1.0, metavar="N", help="how long to run each (default: %(default)g)"
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
        # To libFuzzer, 0 seconds means no limit.
        status = 1 if fuzz(name, max(1, round(60 * arguments.minutes)), python) else status
    return status
