"""Try the mutants that change what happens when a module is imported: each gets a process that has imported nothing.

    python -m research.mutation.fresh

The process that forks has only imported pytest and what it needs.
"""

from __future__ import annotations

import functools
import importlib.util
import os
import sys
import time
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest
from setup.project import ROOT

from research.mutation import results
from research.mutation.tests import tests_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType
    from typing import Any

SECONDS = 120.0
"""A mutant hangs if its tests take longer. Usually they take a few seconds."""


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


def _run(mutant: dict[str, Any], writing: int) -> None:
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
    options = ["-x", "-q", "-p", "no:logging", "-p", "no:faulthandler", "--may-skip"]
    try:
        importlib.import_module(name)
    except Exception as error:
        os.write(writing, f"|{type(error).__name__} at the import".encode())
        return
    status = pytest.main([*options, *tests_of(mutant["file"])], plugins=[first])
    said = "survived" if status == pytest.ExitCode.OK else first.nodeid
    if not said:
        raise RuntimeError(f"pytest ended with status {status:d}, and no test failed")
    os.write(writing, f"|{said}".encode())


def _tried(mutant: dict[str, Any]) -> tuple[str, str]:
    """Run the tests of a mutant in a fork. Returns the verdict."""
    from research.mutation.inside import forked, verdict

    return verdict(forked(functools.partial(_run, mutant), SECONDS))


def main() -> None:
    """Try the mutants that the command asks for, until its time is over. Exits with a message if tests always fail."""
    # What the tests import, apart from the package and themselves.
    for name in ("hypothesis", "asyncio", "json", "unicodedata", "ipaddress", "urllib.request", "subprocess", "psutil"):
        if importlib.util.find_spec(name) is not None:
            importlib.import_module(name)
    os.chdir(ROOT)
    until = float(os.environ[results.UNTIL])
    unchanged: set[str] = set()
    for mutant in results.read(Path(os.environ[results.TODO])):
        if time.time() > until:
            return
        # If tests fail for another reason, all mutants would seem to be killed.
        if mutant["file"] not in unchanged:
            outcome, by = _tried({**mutant, "edit": [0, 0, ""]})
            if outcome != "survived":
                sys.exit(f"{mutant['file']} was not changed, and yet its tests fail: {by}")
            unchanged.add(mutant["file"])
        began = time.monotonic()
        outcome, by = _tried(mutant)
        result = {"seconds": round(time.monotonic() - began, 2)}
        results.add({**mutant, "outcome": outcome, **({"by": by} if by else {}), **result})


if __name__ == "__main__":
    main()
