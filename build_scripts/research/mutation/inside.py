"""A pytest plugin that tries mutants: the tests are collected once, and each mutant gets a fork of that process.

A mutant here changes functions: the fork replaces their code, and runs the tests that run the changed lines. Which
tests those are is recorded once for each test file, and kept.
"""

from __future__ import annotations

import functools
import gc
import hashlib
import os
import pickle
import select
import signal
import sys
import time
import traceback
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import pytest
from setup.project import CACHE, ROOT, say

from research.mutation import results
from research.mutation.codes import differences
from research.mutation.tests import named_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PACKAGE = str(ROOT / "py_url") + os.sep
RECORDED = CACHE / "mutation" / "lines.pickle"
SECONDS_WITHOUT_A_RESULT = 6.0
"""A mutant hangs if no test ends in this time. A test that takes a tenth of it or more is left out."""
MEMORY = 4 << 30

# Python 3.11, for which the types are checked, does not have it.
_monitoring: Any = vars(sys)["monitoring"]

Lines = dict[str, int]
"""The lines that ran: for each file, a number with a bit for each line."""


class _Watch:
    """Notes which lines of the package run."""

    def __init__(self) -> None:
        self.lines: Lines = {}
        self._tool = 4
        _monitoring.use_tool_id(self._tool, "mutation")
        _monitoring.register_callback(self._tool, _monitoring.events.LINE, self._line)
        _monitoring.set_events(self._tool, _monitoring.events.LINE)

    def _line(self, code: CodeType, line: int) -> object:
        file = code.co_filename
        if file.startswith(PACKAGE):
            self.lines[file] = self.lines.get(file, 0) | 1 << line
        return _monitoring.DISABLE

    def again(self) -> Lines:
        """Return what ran since the last call."""
        lines, self.lines = self.lines, {}
        _monitoring.restart_events()
        return lines

    def end(self) -> None:
        _monitoring.set_events(self._tool, 0)
        _monitoring.free_tool_id(self._tool)


class _Outcomes:
    """Keeps whether the test that runs has failed."""

    def __init__(self) -> None:
        self.failed = False
        self.ran = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed |= report.failed
        self.ran |= report.when == "call"


_outcomes = _Outcomes()
_watch: _Watch | None = None


def pytest_configure(config: pytest.Config) -> None:
    """Begin to watch before anything imports the package."""
    global _watch  # noqa: PLW0603 - a plugin is a module
    _watch = _Watch()
    config.pluginmanager.register(_outcomes)


def _caches() -> list[Any]:
    """The caches of the package's functions."""
    things = (thing for thing in gc.get_objects() if isinstance(thing, functools._lru_cache_wrapper))
    return [cache for cache in things if (getattr(cache, "__module__", None) or "").startswith("py_url")]


def _forget(caches: list[Any]) -> None:
    for cache in caches:
        cache.cache_clear()


def _run(item: pytest.Item, following: pytest.Item | None) -> bool:
    """Run a test. Returns whether it failed."""
    _outcomes.failed = _outcomes.ran = False
    item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
    return _outcomes.failed


class Ended(NamedTuple):
    """How a fork ended."""

    output: bytes
    """What it wrote: a dot for each test that passed; then ``|`` and the verdict, or ``!`` and a traceback."""
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
    parts, in_time = [], True
    try:
        while True:
            if not select.select([reading], [], [], patience)[0]:
                in_time = False
                break
            part = os.read(reading, 1 << 20)
            if not part:
                break
            parts.append(part)
    finally:
        # A process that ends by itself keeps its status.
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        os.close(reading)
    return Ended(b"".join(parts), in_time, status)


def verdict(ended: Ended) -> tuple[str, str]:
    """Return what became of a mutant: ``survived``, ``killed`` and by what, or ``failed`` and why.

    ``failed`` means that no test noticed it, because mutate.py itself could not go on.
    """
    if not ended.in_time:
        return "killed", "time"
    text = ended.output.decode("utf-8", "replace")
    tests, has_verdict, said = text.partition("|")
    if "!" in tests:
        why = text.strip().rpartition("\n")[2].removeprefix("!")
        # What the mutant has used up is missing wherever it is needed next.
        return "killed" if why.startswith(("MemoryError", "RecursionError")) else "failed", why
    if has_verdict:
        return ("survived", "") if said == "survived" else ("killed", said)
    if os.WIFSIGNALED(ended.status):
        # For example because of a recursion in C.
        return "killed", f"signal {os.WTERMSIG(ended.status)} after {len(tests)} tests"
    return "failed", f"the process ended after {len(tests)} tests"


def _record(items: list[pytest.Item]) -> dict[str, tuple[float, Lines]]:
    """Return for each test the time that it takes and the lines that it runs. Tests that fail are left out."""

    def work(writing: int) -> None:
        assert _watch is not None
        found, caches = {}, _caches()
        for item, following in zip(items, [*items[1:], None], strict=True):
            _forget(caches)
            _watch.again()
            before = time.process_time()
            failed = _run(item, following)
            if not failed and _outcomes.ran:
                found[item.nodeid] = (time.process_time() - before, _watch.again())
            os.write(writing, b".")
        os.write(writing, b"|" + pickle.dumps(found))

    output, in_time, _ = forked(work, 120.0)
    tests, has_result, result = output.partition(b"|")
    if not in_time or not has_result or b"!" in tests:
        raise RuntimeError(f"the tests could not be recorded: {output[-2000:].decode('utf-8', 'replace')}")
    recorded: dict[str, tuple[float, Lines]] = pickle.loads(result)
    return recorded


def _recorded(items: list[pytest.Item]) -> dict[str, tuple[float, Lines]]:
    """Return for each test the time that it takes and the lines that it runs, from the last run if nothing changed."""
    package = hashlib.sha256(b"\0".join(file.read_bytes() for file in sorted(Path(PACKAGE).rglob("*.py"))))
    by_file: dict[Path, list[pytest.Item]] = {}
    for item in items:
        by_file.setdefault(item.path, []).append(item)
    try:
        known = pickle.loads(RECORDED.read_bytes())
    except (OSError, ValueError, EOFError, pickle.UnpicklingError):
        known = {}
    found: dict[str, tuple[float, Lines]] = {}
    for path, its in by_file.items():
        digest = hashlib.sha256(package.digest() + path.read_bytes())
        digest.update("\0".join(item.nodeid for item in its).encode())
        key = digest.hexdigest()
        if key not in known:
            say(f"recording {path.relative_to(ROOT).as_posix()} ...")
            known[key] = _record(its)
            RECORDED.parent.mkdir(parents=True, exist_ok=True)
            RECORDED.write_bytes(pickle.dumps(known))
        found |= known[key]
    return found


def _bits(first: int, last: int) -> int:
    return (1 << last + 1) - (1 << first)


class _Trial:
    """Tries mutants on the collected tests."""

    def __init__(self, items: list[pytest.Item], at_import: Lines) -> None:
        recorded = _recorded(items)
        longest = SECONDS_WITHOUT_A_RESULT / 10
        self._at_import = at_import
        self._items = [item for item in items if item.nodeid in recorded and recorded[item.nodeid][0] < longest]
        self._recorded = recorded
        self._seconds = float(os.environ[results.SECONDS])
        self._kills: dict[str, int] = {}
        self._caches = _caches()
        self._functions: dict[tuple[str, str, int], list[FunctionType]] = {}
        for thing in gc.get_objects():
            if isinstance(thing, FunctionType) and thing.__code__.co_filename.startswith(PACKAGE):
                self._functions.setdefault(_place(thing.__code__), []).append(thing)

    def _tests_of(self, file: str, lines: int) -> list[pytest.Item]:
        chosen = [item for item in self._items if self._recorded[item.nodeid][1].get(file, 0) & lines]
        own = {ROOT / name for name in named_for(Path(file).relative_to(ROOT).as_posix())}
        # What killed mutants before comes first; then what belongs to the module; then the quickest.
        chosen.sort(
            key=lambda item: (
                -self._kills.get(item.nodeid, 0),
                item.path not in own,
                self._recorded[item.nodeid][0],
            )
        )
        total = 0.0
        for number, item in enumerate(chosen):
            total += self._recorded[item.nodeid][0]
            if total > self._seconds:
                # Thousands of rows run the lines that every URL needs, so a sample of the others is enough.
                rest = chosen[number:]
                return chosen[:number] + rest[:: 1 + len(rest) // 50]
        return chosen

    def try_it(self, mutant: dict[str, Any]) -> dict[str, Any]:
        """Return the outcome of a mutant: that of `verdict`, or later if it needs a new process."""
        file = str(ROOT / mutant["file"])
        source = Path(file).read_text("utf-8")
        start, end, text = mutant["edit"]
        before = compile(source, file, "exec", dont_inherit=True)
        pairs = differences(before, compile(source[:start] + text + source[end:], file, "exec", dont_inherit=True))
        swaps = [(function, new) for old, new in pairs or () for function in self._functions.get(_place(old), ())]
        if not swaps or any(len(f.__code__.co_freevars) != len(new.co_freevars) for f, new in swaps):
            return {"outcome": "later"}
        tests = self._tests_of(file, _bits(mutant["line"], mutant["last"]))
        if not tests:
            # A statement of several lines may be recorded under its first line.
            outermost = max((old for old, _ in pairs or ()), key=lambda code: len(list(code.co_lines())))
            lines = [line for _, _, line in outermost.co_lines() if line]
            tests = self._tests_of(file, _bits(min(lines), max(lines)))
        if not tests:
            # It ran when the module was imported, if at all.
            return {"outcome": "later"}
        began = time.monotonic()

        def work(writing: int) -> None:
            for function, new in swaps:
                function.__code__ = new
            _forget(self._caches)
            for number, (item, following) in enumerate(zip(tests, [*tests[1:], None], strict=True)):
                if _run(item, following):
                    os.write(writing, f"|{number}".encode())
                    return
                os.write(writing, b".")
            os.write(writing, b"|survived")

        outcome, by = verdict(forked(work, SECONDS_WITHOUT_A_RESULT))
        result = {"tests": len(tests), "seconds": round(time.monotonic() - began, 2)}
        if outcome == "survived":
            if self._at_import.get(file, 0) & _bits(mutant["line"], mutant["last"]):
                return {"outcome": "later"}
            return {"outcome": outcome, **result}
        if by.isdigit():
            by = tests[int(by)].nodeid
            self._kills[by] = self._kills.get(by, 0) + 1
        return {"outcome": outcome, "by": by, **result}


def _place(code: CodeType) -> tuple[str, str, int]:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def _chosen() -> Iterator[dict[str, Any]]:
    """Yield the mutants that the command asks for, until its time is over."""
    until = float(os.environ[results.UNTIL])
    for mutant in results.read(Path(os.environ[results.TODO])):
        if time.time() > until:
            return
        yield mutant


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Try the mutants instead of running the tests."""
    assert _watch is not None
    at_import = _watch.again()
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    session.config.pluginmanager.unregister(reporter)
    trial = _Trial(session.items, at_import)
    _watch.end()
    gc.freeze()
    for mutant in _chosen():
        results.add({**mutant, **trial.try_it(mutant)})
    return True
