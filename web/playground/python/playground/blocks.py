"""The examples of the documents, run one block at a time, with what they print compared with what the page shows."""

from __future__ import annotations

import doctest
import io
from contextlib import redirect_stderr, redirect_stdout

import py_url

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import TracebackType

    from playground import Json

OUTPUT_SHOWN = 20_000
_FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


class _Runner(doctest.DocTestRunner):
    """Runs examples and keeps what each has printed."""

    def __init__(self) -> None:
        super().__init__(verbose=False, optionflags=_FLAGS)
        self.told: list[tuple[str, str, bool]] = []

    def report_start(self, out: Callable[[str], object], test: doctest.DocTest, example: doctest.Example) -> None:
        """Print nothing."""

    def report_success(
        self, out: Callable[[str], object], test: doctest.DocTest, example: doctest.Example, got: str
    ) -> None:
        """Keep what an example has printed, which is what the page shows."""
        self.told.append((example.source, got, True))

    def report_failure(
        self, out: Callable[[str], object], test: doctest.DocTest, example: doctest.Example, got: str
    ) -> None:
        """Keep what an example has printed instead."""
        self.told.append((example.source, got, False))

    def report_unexpected_exception(
        self,
        out: Callable[[str], object],
        test: doctest.DocTest,
        example: doctest.Example,
        exc_info: tuple[type[BaseException], BaseException, TracebackType] | tuple[None, None, None],
    ) -> None:
        """Keep the last line of a traceback."""
        error = exc_info[1]
        self.told.append((example.source, f"{type(error).__name__}: {error}\n", False))


def run(before: Sequence[str], block: str) -> Json:
    """Run a block after those *before* it, which it continues.

    The result has ``told``, a list of what was typed, what it printed, and whether the page shows the same; and
    ``same``, whether all of it is. Code without a prompt is run as a whole.
    """
    names: dict[str, object] = {name: getattr(py_url, name) for name in py_url.__all__}
    names |= {"__name__": "__main__", "py_url": py_url}
    for text in before:
        _run(text, names)
    if ">>>" not in block:
        return _whole(block, names)
    told = _run(block, names)
    return {
        "told": [[source, got[:OUTPUT_SHOWN], is_same] for source, got, is_same in told],
        "same": all(is_same for _, _, is_same in told),
    }


def _run(text: str, names: dict[str, object]) -> list[tuple[str, str, bool]]:
    runner = _Runner()
    test = doctest.DocTestParser().get_doctest(text if text.endswith("\n") else f"{text}\n", {}, "block", None, 0)
    test.globs = names
    runner.run(test, out=lambda _: None, clear_globs=False)
    return runner.told


def _whole(text: str, names: dict[str, object]) -> Json:
    output = io.StringIO()
    with redirect_stdout(output), redirect_stderr(output):
        exec(compile(text, "<block>", "exec"), names)  # noqa: S102 - it is the reader's own, in the reader's browser
    return {"told": [["", output.getvalue()[:OUTPUT_SHOWN], True]], "same": True}
