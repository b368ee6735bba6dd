"""Try mutants: each gets a fork of a process that has imported pytest and what it needs, and nothing of the package.

python -m research.mutation.running
"""

from __future__ import annotations

import importlib.util
import os
import select
import signal
import sys
import time
import traceback
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import NamedTuple

import pytest
from setup.project import ROOT

from research.mutation import results
from research.mutation.tests import files, tests_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import ModuleType
    from typing import Any

SECONDS, SECONDS_FOR_ALL = 120.0, 1_200.0
"""A mutant hangs if its tests take longer. Usually they take a few seconds, and all tests two minutes."""
MEMORY = 4 << 30


class _Mutated(MetaPathFinder, Loader):
    """Imports one module from another text."""

    def __init__(self, name: str, file: Path, source: str) -> None:
        self._name, self._file, self._source = name, file, source

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self._name:
            return None
        is_package = self._file.name == "__init__.py"
        spec = ModuleSpec(fullname, self, origin=str(self._file), is_package=is_package)
        spec.has_location = True
        if is_package:
            spec.submodule_search_locations = [str(self._file.parent)]
        return spec

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self._source, str(self._file), "exec", dont_inherit=True), vars(module))


class _FirstFailure:
    def __init__(self) -> None:
        self.nodeid = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.nodeid:
            self.nodeid = report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and not self.nodeid:
            self.nodeid = f"{report.nodeid} (collection)"


class Ended(NamedTuple):
    """How a fork ended."""

    output: bytes
    """What it wrote: ``|`` and the verdict, or ``!`` and a traceback."""
    in_time: bool
    status: int
    """As `os.waitpid` gives it."""


def forked(work: Callable[[int], None], patience: float) -> Ended:
    """Run *work* in a fork, with a pipe to write to."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            import resource

            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            work(writing)
        except BaseException:
            os.write(writing, b"!" + traceback.format_exc().encode("utf-8", "replace")[-3000:])
        finally:
            os._exit(0)
    os.close(writing)
    try:
        in_time = bool(select.select([reading], [], [], patience)[0])
        output = os.read(reading, 1 << 16) if in_time else b""
    finally:
        # A process that ends by itself keeps its status.
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        os.close(reading)
    return Ended(output, in_time, status)


def verdict(ended: Ended) -> tuple[str, str]:
    """Return what became of a mutant: ``survived``, ``killed`` and by what, or ``failed`` and why.

    ``failed`` means that no test noticed it, because the command itself could not go on.
    """
    if not ended.in_time:
        return "killed", "time"
    text = ended.output.decode("utf-8", "replace")
    if text.startswith("|"):
        return ("survived", "") if text == "|survived" else ("killed", text[1:])
    if text.startswith("!"):
        why = text.strip().rpartition("\n")[2]
        # What the mutant has used up is missing wherever it is needed next.
        return "killed" if why.startswith(("MemoryError", "RecursionError")) else "failed", why
    if os.WIFSIGNALED(ended.status):
        # For example because of a recursion in C.
        return "killed", f"signal {os.WTERMSIG(ended.status)}"
    return "failed", "the process ended without a verdict"


def _run(mutant: dict[str, Any], tests: list[str], writing: int) -> None:
    file = ROOT / mutant["file"]
    source = file.read_text("utf-8")
    start, end, text = mutant["edit"]
    parts = Path(mutant["file"]).with_suffix("").parts
    name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    sys.meta_path.insert(0, _Mutated(name, file, source[:start] + text + source[end:]))
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    first = _FirstFailure()
    options = ["-x", "-q", "-p", "no:logging", "-p", "no:faulthandler", "-p", "tests.support.together", "--may-skip"]
    try:
        importlib.import_module(name)
    except Exception as error:
        os.write(writing, f"|{type(error).__name__} at the import".encode())
        return
    status = pytest.main([*options, *tests], plugins=[first])
    said = "survived" if status == pytest.ExitCode.OK else first.nodeid
    if not said:
        raise RuntimeError(f"pytest ended with status {status:d}, and no test failed")
    os.write(writing, f"|{said}".encode())


def tried(mutant: dict[str, Any], tests: list[str], seconds: float) -> tuple[str, str]:
    """Run the tests with a mutant in a fork. Returns the verdict."""
    return verdict(forked(lambda writing: _run(mutant, tests, writing), seconds))


def main() -> None:
    """Try the mutants that the command asks for, until its time is over. Exits with a message if tests always fail."""
    # What the tests import, apart from the package and themselves.
    for name in ("hypothesis", "asyncio", "json", "unicodedata", "ipaddress", "urllib.request", "subprocess", "psutil"):
        if importlib.util.find_spec(name) is not None:
            importlib.import_module(name)
    os.chdir(ROOT)
    until = float(os.environ[results.UNTIL])
    explained = results.explained()
    checked: list[list[str]] = []

    def outcome_of(mutant: dict[str, Any], tests: list[str], seconds: float) -> tuple[str, str]:
        # If tests fail for another reason, all mutants would seem to be killed.
        if tests not in checked:
            outcome, by = tried({**mutant, "edit": [0, 0, ""]}, tests, seconds)
            if outcome != "survived":
                sys.exit(f"{mutant['file']} was not changed, and yet its tests fail: {by}")
            checked.append(tests)
        return tried(mutant, tests, seconds)

    for mutant in results.read(Path(os.environ[results.TODO])):
        if time.time() > until:
            return
        began = time.monotonic()
        outcome, by = outcome_of(mutant, tests_of(mutant["file"]), SECONDS)
        if outcome == "survived" and results.key_of(mutant) not in explained:
            outcome, by = outcome_of(mutant, files(), SECONDS_FOR_ALL)
        result = {"seconds": round(time.monotonic() - began, 2)}
        results.add({**mutant, "outcome": outcome, **({"by": by} if by else {}), **result})


if __name__ == "__main__":
    main()
