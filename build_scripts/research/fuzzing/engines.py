"""The engines that answer the cases: packages in this process, Node, whatwg-url in Node, and browsers."""

from __future__ import annotations

import importlib
import json
import subprocess
import threading
import time
from contextlib import ExitStack, contextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from queue import Empty, Queue
from typing import NamedTuple

import serve
from crosscheck.inputs import MEMBERS
from setup import browsers, npm, project
from setup.project import SetUpError, say

from py_url.standard.infra.code_points import scalar_value_string
from research.fuzzing.answers import FAILURE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from crosscheck.summary import Case

    from research.fuzzing.answers import Answer

_HERE = Path(__file__).parent
_SECONDS = 120
"""An engine that says nothing for this long has failed."""
_PACKAGES = {"ada-url": "ada_url", "upa-url": "upa_url"}
NAMES = ("whatwg-url", *_PACKAGES, "node", *browsers.ENGINES)
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


def _read(given: object) -> Answer:
    """An answer that `answer.mjs` gives."""
    if given is None:
        return FAILURE
    if isinstance(given, dict):
        return given
    if not isinstance(given, list):
        raise SetUpError(f"an engine gave {given!r:.80}, which is not an answer")
    answer: Answer = dict(zip(MEMBERS, given, strict=False))
    return answer if len(given) == len(MEMBERS) else {**answer, "trace": given[-1]}


@contextmanager
def _node(name: str, *, install: bool) -> Iterator[Engine]:
    command = [npm.node(), str(_HERE / "in_node.mjs")]
    if name == "whatwg-url":
        command.append(str(npm.packages(project.TEST_PACKAGES, install=install) / "whatwg-url"))
    lines: Queue[str] = Queue()
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, encoding="utf-8") as process:
        stdin = process.stdin
        assert stdin is not None

        def read() -> None:
            for line in process.stdout or ():
                lines.put(line)
            lines.put("")

        def next_line() -> Any:  # noqa: ANN401 - JSON
            try:
                line = lines.get(timeout=_SECONDS)
            except Empty:
                raise SetUpError(f"{name} in Node said nothing for {_SECONDS} seconds") from None
            if not line:
                raise SetUpError(f"{name} in Node ended with status {process.wait(_SECONDS)}")
            return json.loads(line)

        def ask(cases: list[Case]) -> list[Answer]:
            with suppress(BrokenPipeError):
                stdin.write(json.dumps(cases) + "\n")
                stdin.flush()
            return [_read(given) for given in next_line()]

        reader = threading.Thread(target=read, daemon=True)
        reader.start()
        try:
            its_version = str(next_line()).removeprefix("v")
            yield Engine(name, f"{'Node' if name == 'node' else name} {its_version}", ask)
        finally:
            process.kill()
            # What could not be sent is still in the pipe's buffer.
            with suppress(BrokenPipeError):
                stdin.close()
            # The thread must end before the pipe that it reads is closed.
            reader.join(_SECONDS)


@contextmanager
def _browser(name: str, *, install: bool) -> Iterator[Engine]:
    news: Queue[dict[str, Any]] = Queue()
    asked: dict[str, Any] = {"number": 0, "cases": []}

    def failed(message: str) -> None:
        news.put({"message": message})

    with ExitStack() as stack:
        gets = {"/fuzz/cases.json": lambda: asked}
        posts: dict[str, Callable[[Any], None]] = {"/fuzz/answers": news.put, "/fuzz/failed": news.put}
        server = stack.enter_context(serve.Server({"/fuzz/": [_HERE]}, gets, posts))
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
                        return [_read(given) for given in body["answers"]]
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
