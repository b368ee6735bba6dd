"""What web/docs/project/releases.md says may be shared between threads."""

import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from py_url import URL, FrozenURL, InvalidURL, guard, validate

pytestmark = pytest.mark.skipif(sys.platform == "emscripten", reason="Pyodide has no threads")

THREADS = 4
SECONDS = 600
ROUNDS = 150
TEXT = "https://user:secret@fa\u00df.example:8080/a/../b c?x=1&y=%C3%BC#top"


@pytest.fixture
def together():
    """Call a function in several threads at once, and return the results."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    with ThreadPoolExecutor(THREADS) as pool:

        def call(function):
            barrier = Barrier(THREADS)

            def in_thread():
                barrier.wait(SECONDS)
                return function()

            return [future.result() for future in [pool.submit(in_thread) for _ in range(THREADS)]]

        yield call
    sys.setswitchinterval(before)


def members(url):
    return url.protocol, url.host, url.port, url.pathname, url.search, url.hash, str(url), hash(str(url))


def raised(text):
    with pytest.raises(InvalidURL) as caught:
        URL(text)
    return caught.value


def test_values_that_cannot_change(together):
    expected = members(URL(TEXT))
    errors = list(validate("https://a b:7z/"))
    policy = guard.Policy()
    verdict = guard.check_fetch("http://0x7f.1/", policy)
    for _ in range(ROUNDS):
        frozen, error = FrozenURL(TEXT), raised("https://a b:7z/")
        assert together(lambda frozen=frozen: members(frozen)) == [expected] * THREADS
        assert together(lambda error=error: ([*error.errors], str(error))) == [(errors, str(error))] * THREADS
        assert together(lambda: guard.check_fetch("http://0x7f.1/", policy)) == [verdict] * THREADS


def test_a_url_that_is_only_read(together):
    expected = members(URL(TEXT))
    for _ in range(ROUNDS):
        url = URL(TEXT)
        found = together(lambda url=url: (members(url), url.search_params))
        assert [read for read, _ in found] == [expected] * THREADS
        assert all(params is url.search_params for _, params in found)


def test_a_url_whose_query_was_changed_before(together):
    for number in range(ROUNDS):
        url = URL(TEXT)
        url.search_params.append("z", str(number))
        assert (
            together(lambda url=url: url.href) == [URL(f"{URL(TEXT).replace(hash='')}&z={number}#top").href] * THREADS
        )


def test_functions(together):
    texts = [TEXT, "//", "http://\u00fc/", "http://0x7f.1\\@example.org/", "data:,x"]
    expected = [[(error.name, error.start) for error in validate(text)] for text in texts]
    for _ in range(ROUNDS // 10):
        found = together(lambda: [[(error.name, error.start) for error in validate(text)] for text in texts])
        assert found == [expected] * THREADS
