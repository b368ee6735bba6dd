"""Run the cross-check's cases in a parser that is a program: it reads a JSON object a line and writes one a line.

``web/docs/evidence/crosscheck.md`` describes the lines. The program is asked one line at a time, so that it is known at
which line it ends, hangs, or writes something else. It is then started again, and the input counts as one without an
answer. The outcome is that of `crosscheck.run`, except that py_url's answers come from this process.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import zlib
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, Queue

from setup.project import SetUpError, say

import py_url
from crosscheck import own_answers, run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType
    from typing import IO, Any, Self

    from crosscheck.summary import Case

SECONDS_TO_ANSWER = 20
SECONDS_TO_START = 120
"""For the first answer: a program may be compiled first."""
SECONDS_TO_END = 10
"""After it has closed its output."""
_LONGEST_LINE = 50_000_000
# What is shown of a line.
_SHOWN = 120
_MOST_FAULTS_IN_A_ROW = 20
# What an answer may have in place of members.
_SAYS = ("failure", "unsupported", "error")
_STRINGS = ("input", "base", "href", "value")


@dataclass(frozen=True)
class Parser:
    """A parser: its name and version, the command that starts its program, and whether it claims the URL Standard."""

    name: str
    command: list[str]
    environment: dict[str, str] = field(default_factory=dict)
    standard: bool = True
    folder: Path | None = None


def of_command(words: list[str]) -> Parser:
    """Return the parser that a command line of the user's starts."""
    return Parser(" ".join(re.sub(r".*[/\\](?=.)", "", word) for word in words)[:60], words)


class WrongAnswerError(Exception):
    """The program gave no answer, or none that can be read. The text is a sentence with the line."""


class NoAnswerError(WrongAnswerError):
    """The program hung."""


def outcome(parser: Parser, cases: list[Case]) -> run.Outcome:
    """Run *cases* in the parser's program. Raises SetUpError if it never works."""
    news: run.News = Queue()
    results: list[dict[str, Any]] = []
    progress = run.Progress(len(cases))
    differ = in_a_row = 0
    given: set[str] = set()
    say(f"checking {parser.name} ...")
    with run.signals_as_news(news), _Program(parser, news) as program:
        for number, case in enumerate(cases, 1):
            try:
                answer = program.answer(number, _asked(number, case))
                in_a_row = 0
            except WrongAnswerError as error:
                if isinstance(error, NoAnswerError):
                    if not given:
                        raise SetUpError(f"{parser.name}: {error}; each answer must be flushed") from None
                    say(f"{parser.name}: {error}")
                answer = {"error": str(error)}
                in_a_row += 1
                if in_a_row == len(results) + 1 == _MOST_FAULTS_IN_A_ROW or in_a_row == 10 * _MOST_FAULTS_IN_A_ROW:
                    raise SetUpError(
                        f"{parser.name} failed {in_a_row} times in a row; the last time: {error}"
                    ) from None
            if in_a_row == 0:
                given.update(answer)
            result = _result(case, answer)
            results.append(result)
            differ += not result["agree"] and result["native"] != "absent"
            if number % 100 == 0 or number == len(cases):
                progress.show(number, differ)
        if results and all(result["native"] == "absent" for result in results):
            raise SetUpError(f"{parser.name} supports none of the inputs")
        if in_a_row == len(results) > 0:
            raise SetUpError(
                f"{parser.name} gave no answer; the last time: {results[-1]['answers']['native']['error']}"
            )
    engine = {
        "version": py_url.__version__,
        "pyodide": None,
        "python": sys.version.split()[0],
        "unicode": py_url.unicode_version,
        "browser": parser.name,
        "parser": {"standard": parser.standard, "gives": [name for name in own_answers.NAMES if name in given]},
    }
    return {"engine": engine, "results": results}


def _asked(number: int, case: Case) -> dict[str, Any]:
    """The request for a case. As in Web IDL, the program gets no unpaired surrogate."""
    case = {**case, **{name: _scalar(case[name]) for name in _STRINGS if isinstance(case.get(name), str)}}
    if case["kind"] == "params":
        return {"id": number, "pairs": json.loads(case["input"])}
    if case["kind"] == "set":
        return {"id": number, "href": case["href"], "set": case["member"], "value": case["value"]}
    return {"id": number, "input": case["input"], "base": case["base"]}


def _scalar(text: str) -> str:
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _result(case: Case, answer: dict[str, Any]) -> dict[str, Any]:
    """Compare an answer with py_url's, in the members that it has."""
    whole = own_answers.answer(case)
    digest = zlib.crc32(json.dumps(whole).encode())
    result = {"digest": digest, "ours": own_answers.as_expected(whole, case["expected"])}
    if "unsupported" in answer:
        return {**result, "agree": True, "native": "absent"}
    ours = whole
    if not {"failure", "error"} & {*answer, *whole}:
        ours = {name: value for name, value in whole.items() if name in answer}
    result |= {"agree": ours == answer, "native": own_answers.as_expected(answer, case["expected"])}
    if result["agree"] and result["ours"] != "no":
        return result
    return {**result, "answers": {"ours": ours, "native": answer}, "whole": whole}


class _Program:
    """The program, which is started when it is asked, and again after a fault."""

    def __init__(self, parser: Parser, news: run.News) -> None:
        self._parser, self._news = parser, news
        self._process: subprocess.Popen[str] | None = None
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - `__exit__` closes it
        self._started = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self._end()
        self._errors.close()

    def answer(self, number: int, asked: dict[str, Any]) -> dict[str, Any]:
        """Ask, and return the answer. Raises WrongAnswerError, and SetUpError if the command cannot be run."""
        fresh = self._process is None
        process = self._process = self._process or self._start()
        assert process.stdin is not None, "it is a pipe"
        line = json.dumps(asked)
        with suppress(OSError):  # if it has ended, that is seen below
            process.stdin.write(f"{line}\n")
            process.stdin.flush()
        try:
            return _read(self._heard(SECONDS_TO_START if fresh else SECONDS_TO_ANSWER), number)
        except WrongAnswerError as error:
            self._end()
            raise type(error)(f"{error}; it had read {_shown(line)}") from None

    def _start(self) -> subprocess.Popen[str]:
        self._started += 1
        self._errors.seek(0)
        self._errors.truncate()
        try:
            process = subprocess.Popen(
                self._parser.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                encoding="utf-8",
                errors="surrogateescape",
                env={**os.environ, **self._parser.environment},
                cwd=self._parser.folder,
                start_new_session=os.name != "nt",
            )
        except OSError as error:
            raise SetUpError(f"{self._parser.command[0]} could not be run: {error.strerror}") from None
        threading.Thread(target=self._listen, args=(process, self._started), daemon=True).start()
        return process

    def _listen(self, process: subprocess.Popen[str], started: int) -> None:
        assert process.stdout is not None, "it is a pipe"
        with process.stdout as lines, suppress(ValueError, OSError):
            while line := lines.readline(_LONGEST_LINE):
                self._news.put(("line", (started, line)))
        self._news.put(("line", (started, "")))

    def _heard(self, seconds: float) -> str:
        """The next line. Raises WrongAnswerError if there is none."""
        while True:
            try:
                name, body = self._news.get(timeout=seconds)
            except Empty:
                raise NoAnswerError(f"the program hung: it wrote nothing for {seconds:g} seconds") from None
            if name == "stopped":
                raise SetUpError(f"stopped by {body}")
            started, line = body
            if started != self._started:
                continue  # from a process that was ended
            if line == "":
                raise WrongAnswerError(self._ended())
            return str(line)

    def _ended(self) -> str:
        assert self._process is not None, "it was asked"
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(SECONDS_TO_END)
        status = self._process.returncode
        how = "its output, but not itself" if status is None else f"with status {status}"
        if status is not None and status < 0:
            # Real-time signals have no names.
            how = f"by {signal.Signals(-status).name}" if -status in {*signal.Signals} else f"by signal {-status}"
        self._errors.seek(0)
        said = self._errors.read().decode("utf-8", "replace").strip().splitlines()
        # Some runtimes write more after the error.
        told = [line for line in said if "rror" in line][-1:] or said[-1:]
        return f"the program ended {how}" + "".join(f": {_shown(line)}" for line in told)

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        # It may have started others.
        end_all = getattr(os, "killpg", os.kill)
        with suppress(OSError):
            end_all(process.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
        process.wait(SECONDS_TO_START)
        if process.stdin:
            with suppress(OSError):
                process.stdin.close()


def _read(line: str, number: int) -> dict[str, Any]:
    """The answer in a line. Raises WrongAnswerError."""
    try:
        line.encode()  # fails if the line was not UTF-8
        answer = json.loads(line)
    except (ValueError, RecursionError):
        raise WrongAnswerError(f"the program wrote no JSON: {_shown(line)}") from None
    if not isinstance(answer, dict) or "id" not in answer:
        raise WrongAnswerError(f"the program wrote no object with an id: {_shown(line)}")
    if (id := answer.pop("id")) != number:
        told = f"its id is {_shown(json.dumps(id))}, not {number}"
        raise WrongAnswerError(f"the program answered out of order: {told}: {_shown(line)}")
    return {**_checked(answer, line)}


def _checked(answer: dict[str, Any], line: str) -> dict[str, Any]:
    for name in ("failure", "unsupported"):
        if answer.get(name) is True:
            return {name: True}
    if isinstance(answer.get("error"), str):
        return {"error": f"the program raised an error: {_shown(answer['error'])}"}
    answer = {name: value for name, value in answer.items() if name not in _SAYS or value not in (False, None)}
    members = {name: answer[name] for name in own_answers.NAMES if name in answer}
    for name in answer:
        if name not in members:
            raise WrongAnswerError(f"the program wrote {_shown(name)}, which no URL has: {_shown(line)}")
    if not members:
        raise WrongAnswerError(f"the program wrote no member of the URL: {_shown(line)}")
    if "pairs" in members:
        pairs = members["pairs"]
        # A string would have characters for pairs, or for the parts of one.
        if not isinstance(pairs, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in pairs):
            raise WrongAnswerError(f"the program wrote no pairs: {_shown(line)}")
        if not all(isinstance(part, str) for pair in pairs for part in pair):
            raise WrongAnswerError(f"the program wrote pairs of something else than strings: {_shown(line)}")
        members["pairs"] = own_answers.written(pairs)
    for name, value in members.items():
        if not isinstance(value, str):
            raise WrongAnswerError(f"the program wrote {name}, but not as a string: {_shown(line)}")
    return members


def _shown(text: str) -> str:
    """A text that a program wrote, short and in printable ASCII."""
    shown = json.dumps(text.rstrip("\n"))[1:-1].replace('\\"', '"')
    return shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}..."


def cases_of(cases: list[Case]) -> list[Case]:
    """Return the cases that parsers are asked: those of URLs, and for the query of each, its pairs to be written.

    If the tests expect a URL's ``searchParams``, they expect the same of its pairs.
    """
    urls = [case for case in cases if case["kind"] in ("parse", "set")]
    return [*urls, *_params(urls)]


def _params(cases: list[Case]) -> Iterator[Case]:
    seen: set[str] = set()
    for case in cases:
        url = py_url.URL.parse(case["input"], case["base"]) if case["kind"] == "parse" else None
        pairs = own_answers.written(url.search_params) if url is not None and url.search else "[]"
        if pairs not in seen and pairs != "[]":
            seen.add(pairs)
            expected = (case["expected"] or {}).get("searchParams")
            yield {
                **{name: value for name, value in case.items() if name in ("source", "file", "line")},
                "kind": "params",
                "input": pairs,
                "base": None,
                "expected": None if expected is None else {"searchParams": expected},
            }
