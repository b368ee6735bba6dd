"""The engines that answer the cases: packages in this process, Node, whatwg-url and web/py_url.js in Node, browsers."""

from __future__ import annotations

import importlib
import json
import subprocess
import threading
import time
from contextlib import ExitStack, contextmanager, suppress
from importlib.metadata import version
from itertools import zip_longest
from pathlib import Path
from queue import Empty, Queue
from typing import NamedTuple

import build_wheel
from building import serving
from building.micropython import transformation
from crosscheck import run
from crosscheck.inputs import MEMBERS
from setup import browsers, npm, project
from setup.project import ROOT, SetUpError, say

from py_url.standard.infra.code_points import scalar_value_string
from research.fuzzing import calls
from research.fuzzing.answers import FAILURE, answer_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from crosscheck.summary import Case

    from research.fuzzing.answers import Answer

_HERE = Path(__file__).parent
_SECONDS = 120
"""An engine that says nothing for this long has failed."""
_AHEAD = 20
"""How many cases MicroPython has besides the one that is compared. Their lines have room in a pipe."""
_PACKAGES = {"ada-url": "ada_url", "upa-url": "upa_url"}
OWN = "py_url.js"
"""The project's own JavaScript classes: no difference is explained there."""
MICROPYTHON = "micropython"
"""py_url in MicroPython: what it says to `calls`, compared with what it says in this Python."""
NAMES = ("whatwg-url", *_PACKAGES, "node", *browsers.ENGINES, OWN, MICROPYTHON)
WITH_PATTERNS = ("node", *browsers.ENGINES)
"""The engines that can have URLPattern."""
IN_PROCESS = tuple(_PACKAGES)
"""The engines that need no other process."""


class Engine(NamedTuple):
    """An engine that is ready. *ask* returns an answer for each case."""

    name: str
    """As the user chose it."""
    version: str
    """Its name and version, for people."""
    ask: Callable[[list[Case]], list[Answer]]
    has_query_objects: bool = True
    """Whether it answers cases of steps."""


@contextmanager
def opened(name: str, *, install: bool = True) -> Iterator[Engine]:
    """Start an engine; end it with the ``with``. Raises SetUpError with what to do if it is missing."""
    if name in _PACKAGES:
        yield _package(name)
    elif name in browsers.ENGINES:
        with _browser(name, install=install) as engine:
            yield engine
    else:
        with _node(name, install=install) as engine:
            yield engine


def _package(name: str) -> Engine:
    try:
        url_class = importlib.import_module(_PACKAGES[name]).URL
    except ImportError:
        raise SetUpError(
            f"{name} is not installed in this environment; start fuzz.py without --no-install, or leave it out of "
            "--against"
        ) from None

    def answer(case: Case) -> Answer:
        def text(member: str) -> str | None:
            # These packages take no lone surrogates.
            return None if case[member] is None else scalar_value_string(case[member])

        try:
            if case["kind"] == "set":
                url = url_class(text("href"))
            else:
                url = url_class(*[text(member) for member in ("input", "base") if case[member] is not None])
        except (ValueError, RuntimeError):
            return FAILURE
        if case["kind"] == "set":
            # Where the standard changes nothing, ada-url raises ValueError.
            with suppress(ValueError, RuntimeError):
                setattr(url, case["member"], text("value"))
        return {member: getattr(url, member) for member in MEMBERS[:-1]}

    return Engine(name, f"{name} {version(name)}", lambda cases: [answer(case) for case in cases], False)


def _read(given: object, name: str) -> Answer:
    """An answer that `answer.mjs` gives."""
    if given is None:
        return FAILURE
    if isinstance(given, dict):
        if "missing" in given:
            raise SetUpError(f"{name} has no URLPattern; Node.js has it since version 24")
        if "urls" in given:
            # JSON has several ways to write a string, and py_url asks with scalar values.
            given["urls"] = {
                json.dumps([*map(scalar_value_string, json.loads(asked))]): url for asked, url in given["urls"].items()
            }
        return given
    if not isinstance(given, list):
        raise SetUpError(f"an engine gave {given!r:.80}, which is not an answer")
    answer: Answer = dict(zip(MEMBERS, given, strict=False))
    return answer if len(given) == len(MEMBERS) else {**answer, "trace": given[-1]}


def _calls(case: Case) -> list[Any]:
    """The arguments of `calls.said` for a case: scalar values, as JavaScript makes them before they cross."""
    steps = [[case["member"], case["value"]]] if case["kind"] == "set" else case.get("steps", ())
    given = [case.get("href", case.get("input")), case.get("base")]
    given += [text for name, *words in steps for text in (name, str(len(words)), *words)]
    return [None if each is None else scalar_value_string(each) for each in given]


def _compared(case: Case, asked: list[Any], theirs: str) -> Answer:
    """The answer to a case of py_url in MicroPython: an error if one of the calls says something else there."""
    ours = "\n".join(calls.said(*asked))
    if theirs == ours:
        return answer_of(case)
    lines = zip(theirs.split("\n"), ours.split("\n"), strict=False)
    found = next((f"{one!a}, not {other!a}" for one, other in lines if one != other), "other lines")
    return {"error": found, "said": f"{theirs}{ours}{' '.join(map(str, asked))}"}


@contextmanager
def _node(name: str, *, install: bool) -> Iterator[Engine]:
    command = [npm.node(), str(_HERE / "in_node.mjs")]
    if name == OWN:
        build_wheel.build(install=install)
        command += [str(npm.packages(install=install) / "pyodide"), str(build_wheel.PYODIDE)]
    elif name == MICROPYTHON:
        source = Path(calls.__file__)
        code = transformation.transform_shim(source.read_text("utf-8"), source.name)
        command += [*run.in_node_with_micropython(install=install), code]
    elif name != "node":
        command.append(str(npm.packages(project.TEST_PACKAGES, install=install) / name))
    node = _Node(name, command)

    def ask(cases: list[Case]) -> list[Answer]:
        nonlocal node
        try:
            if name == MICROPYTHON:
                # One by one: MicroPython is slow, and a long silence would be a failure. It goes on with the next ones
                # while this Python makes the same calls.
                asked = [*map(_calls, cases)]
                for each in asked[:_AHEAD]:
                    node.send([each])
                said = []
                for case, given, following in zip_longest(cases, asked, asked[_AHEAD:]):
                    if following is not None:
                        node.send([following])
                    said.append(_compared(case, given, *node.answers()))
                return said
            return [_read(given, name) for given in node.ask(cases)]
        except _Ended as ended:
            if not any(case["kind"] == "pattern" for case in cases):
                raise SetUpError(f"{name} in Node ended with status {ended.status}") from None
            # Node.js 24 ends at some patterns. Find out which.
            node = _Node(name, command)
            if len(cases) == 1:
                return [{"error": f"the process ended with status {ended.status}"}]
        half = len(cases) // 2
        return ask(cases[:half]) + ask(cases[half:])

    try:
        its_version = node.version.removeprefix("v")
        yield Engine(name, f"{'Node' if name == 'node' else name} {its_version}", ask)
    finally:
        node.end()


class _Ended(Exception):
    """Raised if Node ended instead of answering."""

    def __init__(self, status: int) -> None:
        super().__init__()
        self.status = status


class _Node:
    """A process of Node that answers. Raises SetUpError if it does not start."""

    def __init__(self, name: str, command: list[str]) -> None:
        self._name = name
        self._lines: Queue[str] = Queue()
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, encoding="utf-8")
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        try:
            self.version = str(self._next_line())
        except _Ended as ended:
            self.end()
            raise SetUpError(f"{name} in Node ended with status {ended.status}") from None
        except SetUpError:
            self.end()
            raise

    def _read(self) -> None:
        for line in self._process.stdout or ():
            self._lines.put(line)
        self._lines.put("")

    def _next_line(self) -> Any:  # noqa: ANN401 - JSON
        try:
            line = self._lines.get(timeout=_SECONDS)
        except Empty:
            raise SetUpError(f"{self._name} in Node said nothing for {_SECONDS} seconds") from None
        if not line:
            raise _Ended(self._process.wait(_SECONDS))
        return json.loads(line)

    def ask(self, cases: list[Any]) -> list[Any]:
        """Raises _Ended, and SetUpError."""
        self.send(cases)
        return self.answers()

    def send(self, cases: list[Any]) -> None:
        """Send cases, for which `answers` then has the answers."""
        stdin = self._process.stdin
        assert stdin is not None
        with suppress(BrokenPipeError):
            stdin.write(json.dumps(cases) + "\n")
            stdin.flush()

    def answers(self) -> list[Any]:
        """Raises _Ended, and SetUpError."""
        try:
            answers: list[Any] = self._next_line()
        except _Ended:
            self.end()
            raise
        return answers

    def end(self) -> None:
        """End the process."""
        self._process.kill()
        # What could not be sent is still in the pipe's buffer.
        with suppress(BrokenPipeError):
            if self._process.stdin:
                self._process.stdin.close()
        self._process.wait(_SECONDS)
        # The thread must end before the pipe that it reads is closed.
        self._reader.join(_SECONDS)
        if self._process.stdout:
            self._process.stdout.close()


@contextmanager
def _browser(name: str, *, install: bool) -> Iterator[Engine]:
    news: Queue[dict[str, Any]] = Queue()
    asked: dict[str, Any] = {"number": 0, "cases": []}

    def failed(message: str) -> None:
        news.put({"message": message})

    with ExitStack() as stack:
        gets = {"/fuzz/cases.json": lambda: asked}
        posts: dict[str, Callable[[Any], None]] = {"/fuzz/answers": news.put, "/fuzz/failed": news.put}
        folders = {"/fuzz/": [_HERE], "/web/crosscheck/": [ROOT / "web" / "crosscheck"]}
        server = stack.enter_context(serving.Server(folders, gets, posts))
        address = f"{server.origin}/fuzz/page.html"
        page = stack.enter_context(browsers.opened(name, address, failed, install=install))

        def ask(cases: list[Case]) -> list[Answer]:
            nonlocal asked
            number = asked["number"] + 1
            asked = {"number": number, "cases": cases}
            end = time.monotonic() + _SECONDS
            while time.monotonic() < end:
                page.wait(5)
                with suppress(Empty):
                    body = news.get_nowait()
                    if "message" in body:
                        raise SetUpError(f"the page in {page.version} failed: {body['message']}")
                    if body.get("number") == number:
                        # Nothing has to be sent until the next question.
                        asked = {"number": number, "cases": []}
                        return [_read(given, page.version) for given in body["answers"]]
            raise SetUpError(f"the page in {page.version} said nothing for {_SECONDS} seconds")

        yield Engine(name, page.version, ask)


@contextmanager
def all_opened(names: list[str], *, install: bool = True) -> Iterator[list[Engine]]:
    """Start several engines, and end them with the ``with``. Raises SetUpError."""
    with ExitStack() as stack:
        engines = []
        for name in names:
            engines.append(stack.enter_context(opened(name, install=install)))
            say(f"against {engines[-1].version}")
        yield engines
