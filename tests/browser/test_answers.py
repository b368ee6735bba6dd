"""Each file that `load` fetches, answered in each wrong way: it resolves, or rejects with a sentence, and never hangs.

At each push, this tries one file in each wrong way; if ``PY_URL_ALL_ANSWERS`` is set, all of them.
"""

import os
import time

import build_wheel
import pytest

from tests.browser.conftest import run

START_PAGE = b"<!doctype html>\n<title>The start page of an application</title>\n"
SLOW = 3


def kinds(body, content_type):
    """The answers, by what is wrong with them."""
    right = {"status": 200, "body": body, "content_type": content_type}
    return {
        "404": {"status": 404, "body": START_PAGE, "content_type": "text/html"},
        "HTML": {**right, "body": START_PAGE, "content_type": "text/html"},
        "empty": {**right, "body": b""},
        "half": {**right, "body": body[: len(body) // 2]},
        "wrong type": {**right, "content_type": "application/octet-stream"},
        "slow": right,
    }


KINDS = [*kinds(b"", "")]
# The files by how Pyodide starts. From a snapshot, it does not need the shorter forms: it has others to use instead.
PYODIDE = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide-lock.json"]
FILES = {
    "plain": [*PYODIDE, "pyodide.asm.wasm", "python_stdlib.zip", "py_url.whl"],
    "short": ["pyodide.asm.wasm.zst", "python_stdlib.zip.zst", "core.zst"],
    "snapshot": [*PYODIDE, "pyodide.asm.wasm.zst", "fzstd.mjs", ".bin"],
    "cached": PYODIDE,
}
OPTIONS = {
    "plain": "{indexURL: '/pyodide-npm/', wheels: [argument]}",
    "short": "{indexURL: '/pyodide/', snapshot: false}",
    "snapshot": "{indexURL: '/pyodide/'}",
    "cached": "{indexURL: '/pyodide/'}",
}
# Without these, Pyodide cannot start, whatever is wrong with them. Engines do not run a module of another type.
NEEDED = [*PYODIDE, "pyodide.asm.wasm", "python_stdlib.zip", "py_url.whl"]
MODULES = ("pyodide.mjs", "pyodide.asm.mjs")
AT_EACH_PUSH = [
    ("plain", "pyodide.asm.wasm", "HTML"),
    ("plain", "pyodide.asm.wasm", "half"),
    ("plain", "pyodide.asm.wasm", "wrong type"),
    ("snapshot", "pyodide.asm.wasm.zst", "empty"),
    ("snapshot", ".bin", "slow"),
    ("cached", "pyodide-lock.json", "404"),
]
ALL = [(way, file, kind) for way, files in FILES.items() for file in files for kind in KINDS]


def test_each_wrong_way_is_tried_at_each_push():
    assert {kind for *_, kind in AT_EACH_PUSH} == {*KINDS}
    assert {*AT_EACH_PUSH} <= {*ALL}


@pytest.fixture
def visited(noisy_page):
    """A page that has kept the start of Pyodide."""
    run(
        noisy_page,
        """
        await load({indexURL: "/pyodide/"});
        const cache = await caches.open("py-url: Pyodide's start");
        while ((await cache.keys()).length < 2) await new Promise((begins) => setTimeout(begins, 50));
        """,
    )
    noisy_page.reload()
    return noisy_page


@pytest.mark.parametrize(("way", "file", "kind"), ALL if os.environ.get("PY_URL_ALL_ANSWERS") else AT_EACH_PUSH)
def test_a_wrong_answer(way, file, kind, request):
    page = request.getfixturevalue("visited" if way == "cached" else "noisy_page")
    asked, uncaught = [], []
    page.on("pageerror", lambda error: uncaught.append(str(error)))

    def fulfil(route):
        asked.append(route.request.url)
        if kind == "slow":
            time.sleep(SLOW)
        answer = route.fetch()
        route.fulfill(**kinds(answer.body(), answer.headers["content-type"])[kind])

    wheel = f"/dist/{build_wheel.build().name}"
    page.route(f"**/*{'.whl' if file == 'py_url.whl' else file}*", fulfil)
    script = f"return load({OPTIONS[way]}).then(({{URL}}) => new URL('http://\u00fc').href, (error) => error.message);"
    said = run(page, script, wheel)
    assert asked
    # Pyodide itself awaits its library late.
    assert uncaught == [] or file == "python_stdlib.zip"
    if file in NEEDED and kind not in {"slow", *(() if file in MODULES else ("wrong type",))}:
        assert said.startswith(("Pyodide could not be loaded from http://", "the wheel http://", "py_url could not"))
        assert file in said or file == "py_url.whl", said
    else:
        assert said == "http://xn--tda/"
