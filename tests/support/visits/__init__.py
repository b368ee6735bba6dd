"""Visit a page that starts Python, in a browser that has nothing in a cache, and then a second time."""

from __future__ import annotations

from pathlib import Path
from queue import Empty, Queue

import build_wheel
from building import serving
from setup import browsers, npm, project
from setup.project import SetUpError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

HERE = Path(__file__).parent
SECONDS = 300
# As many static hosts say it.
CACHED = {"Cache-Control": "max-age=600"}
COMPRESSED = (".js", ".mjs", ".json")
"""What every static host compresses."""
USUAL = (*COMPRESSED, ".wasm")
"""What most of them compress."""


def folders_of_this() -> dict[str, list[Path]]:
    """Return the folders that a server of this build needs."""
    build_wheel.build()
    served = serving.folders()
    return of_micropython() | {path: served[path] for path in ("/pyodide/", "/")}


def of_micropython() -> dict[str, list[Path]]:
    """Return the folder of MicroPython and py_url's archive for it."""
    folder = npm.packages(project.TEST_PACKAGES) / "@micropython" / "micropython-webassembly-pyscript"
    return {"/micropython/": [folder, build_wheel.build_for_micropython().parent]}


def visits(
    engine: str,
    folders: Mapping[str, list[Path]],
    way: str,
    *,
    network: tuple[float, int] | None = None,
    gzipped: tuple[str, ...] = (),
) -> tuple[str, list[dict[str, Any]]]:
    """Return a browser's name, and what a page in it says at its first visit and at its second: `milliseconds`, and the
    `bytes` by path.

    *folders* and *gzipped* are those of `serving.Server`, and *network* is that of `browsers.opened`. Raises SetUpError
    if the page fails, or if Pyodide was not started in that way.
    """
    said: Queue[dict[str, Any]] = Queue()
    answers: list[dict[str, Any]] = []
    lengths: dict[str, int] = {}

    def sent(path: str, length: int) -> None:
        lengths[path] = lengths.get(path, 0) + length

    def posted(answer: dict[str, Any]) -> None:
        said.put(answer | {"bytes": {**lengths}})
        lengths.clear()

    paths = {"/bench/": [HERE], **folders}
    with serving.Server(paths, posts={"/bench/said": posted}, headers=CACHED, gzipped=gzipped, sent=sent) as server:
        # The guide says what a page for MicroPython asks for in its HTML.
        name = "micropython" if way == "micropython" else "start"
        address = f"{server.origin}/bench/{name}.html?{way}"
        with browsers.opened(engine, address, lambda text: posted({"error": text}), network=network) as page:
            for _ in range(SECONDS * 100):
                page.wait(10)
                try:
                    answers.append(said.get_nowait())
                except Empty:
                    continue
                if "error" in answers[-1]:
                    raise SetUpError(f"the page failed: {answers[-1]['error']}")
                checked(answers[-1], way)
                if len(answers) == 2:
                    return page.version, answers
    raise SetUpError(f"the page did not answer twice in {SECONDS} seconds")


def checked(answer: dict[str, Any], way: str) -> float:
    """The milliseconds of an answer. Raises SetUpError if Pyodide was not started in that way."""
    if answer["fromSnapshot"] != (way == "snapshot"):
        raise SetUpError(f"Pyodide was not started in this way: {way}")
    milliseconds: float = answer["milliseconds"]
    return milliseconds
