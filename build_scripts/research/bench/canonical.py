"""Compare canonical forms: which packages merge URLs of which a browser sees different hosts. Prints JSON.

Takes a JSON file of URLs. Two URLs are *merged* if a package gives both one form; the browser's host is the one that
py_url gives, which the Web Platform Tests confirm. A form is *idempotent* if its own form is itself.
"""

from __future__ import annotations

import json
import platform
import re
import statistics
import sys
import time
from collections import defaultdict
from importlib import metadata
from pathlib import Path

from research.bench.peers import US, of_string

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

# For each form: the package, an import, and an expression of the string `s`. An exception or None refuses the string.
FORMS = {
    **{
        f"py-url, {profile}": (US, "from py_url.canonical import canonicalize", f"canonicalize(s, profile={profile!r})")
        for profile in ("browser", "rfc3986", "crawl", "dedup")
    },
    "py-url, surt": (US, "from py_url.canonical import surt", "surt(s)"),
    "surt": ("surt", "import surt", "surt.surt(s)"),
    "w3lib": ("w3lib", "from w3lib.url import canonicalize_url", "canonicalize_url(s)"),
    "url-normalize": ("url-normalize", "from url_normalize import url_normalize", "url_normalize(s)"),
    "courlan": ("courlan", "from courlan import clean_url", "clean_url(s)"),
}
# Keys are no URLs, so nothing is to be said about the key of a key.
KEYS = frozenset({"py-url, surt", "surt"})


def _form(form_of: Callable[[str], str | None], string: str) -> str | None:
    try:
        return form_of(string) or None
    except Exception:  # packages raise different exceptions for strings that they refuse
        return None


def judge(form_of: Callable[[str], str | None], hosts: Iterable[tuple[str, str]], *, is_key: bool) -> dict[str, Any]:
    """Count what a package does with strings, each with the host that a browser sees.

    `refused` are the strings without a form. `merged` are the forms that stand for more than one host, and `folded`
    those whose hosts differ only by "www." and the like. `unstable` are the forms whose own form is another one.
    `examples` has the first ten of `merged`.
    """
    of_form: dict[str, dict[str, str]] = defaultdict(dict)
    refused = unstable = 0
    for string, host in hosts:
        form = _form(form_of, string)
        if form is None:
            refused += 1
            continue
        of_form[form].setdefault(host, string)
        unstable += not is_key and _form(form_of, form) != form
    many = [strings for strings in of_form.values() if len(strings) > 1]
    folded = [strings for strings in many if len({_without_www(host) for host in strings}) == 1]
    merged = [[*strings.items()] for strings in many if strings not in folded]
    return {
        "refused": refused,
        "merged": len(merged),
        "folded": len(folded),
        "unstable": None if is_key else unstable,
        "examples": merged[:10],
    }


def _without_www(host: str) -> str:
    return re.sub(r"\A(?:www[0-9]*\.)+(?=[^.]+\.)", "", host)


def measure(form_of: Callable[[str], str | None], urls: list[str], rounds: int) -> float:
    """Return the median time for a URL, in nanoseconds."""
    times = []
    for _ in range(rounds):
        started = time.perf_counter_ns()
        for url in urls:
            _form(form_of, url)
        times.append((time.perf_counter_ns() - started) / len(urls))
    return statistics.median(times)


def main() -> None:
    """Read the URLs from the file and print the counts and times of every package."""
    import logging
    import warnings

    from py_url import URL

    warnings.simplefilter("ignore")
    logging.disable()
    given = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    pairs = [(string, url.hostname) for string in given["judged"] if (url := URL.parse(string)) is not None]
    forms = {}
    for name, (package, imports, expression) in FORMS.items():
        form_of = of_string(imports, expression)
        forms[name] = {
            "version": "" if package == US else metadata.version(package),
            **judge(form_of, pairs, is_key=name in KEYS),
            "nanoseconds": measure(form_of, given["timed"], int(sys.argv[2])),
        }
    print(json.dumps({"python": platform.python_version(), "urls": len(pairs), "forms": forms}))


if __name__ == "__main__":
    main()
