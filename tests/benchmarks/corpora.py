"""The URLs that the benchmark and some tests run over.

``real.txt`` and ``bases.txt`` in ``tests/data/corpora`` were collected; the README there says how. The other corpora
are generated from these two on demand. A fixed seed makes them the same on every machine and under every Python.
"""

import random
import re
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

FOLDER = Path(__file__).parents[1] / "data" / "corpora"

_T = TypeVar("_T")


def read(name: str, folder: Path = FOLDER) -> list[str]:
    """Return the lines of one corpus: from the file of that name in *folder*, or generated from the files there.

    Raises OSError or UnicodeDecodeError if a file is missing or is not UTF-8.
    """
    file = folder / f"{name}.txt"
    if name in MADE and not file.exists():
        return MADE[name](read("real", folder), read("bases", folder))
    return lines(file)


def lines(file: Path) -> list[str]:
    """Return the lines of a file that are not empty. Raises OSError or UnicodeDecodeError."""
    return [line for line in file.read_text("utf-8").split("\n") if line]


class _Draw:
    """Random choices that never change: Python guarantees a stable sequence per seed only for ``random()``."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed).random

    def one(self, of: Sequence[_T]) -> _T:
        return of[int(self.random() * len(of))]

    def many(self, of: Sequence[_T], least: int, most: int) -> list[_T]:
        return [self.one(of) for _ in range(self.number(least, most))]

    def number(self, least: int, most: int) -> int:
        return least + int(self.random() * (most - least + 1))

    def chance(self, share: float) -> bool:
        return self.random() < share

    def mixed_case(self, text: str) -> str:
        return "".join(character.upper() if self.chance(0.5) else character for character in text)


_WORDS = [
    *("docs", "api", "images", "archive", "index.html", "style.css", "app.js", "blog", "en", "data.json", "user_name"),
    *("Report", "README", "a-b", "v1.2", "2025", "tags", "wiki", "Download", "x", "static", "page", "search", "News"),
]
_ODD_WORDS = [
    *("a b", "100%", "%7Euser", "%zz", "%c3%a9", "naïve", "日本", "<b>", "{0}", "x|y", "it's", 'say"hi"', "a`b", "~^~"),
    *("a:b", ";v=1", "@me", "$1", "c++", "(1)", "a=b", "[0]", "50%25", "*", "!", "caf%E9", "über"),
]
_QUERIES = [
    *("q=1", "a=1&b=2", "q=hello world", "tag=<b>", "name='x'", 'say="hi"', "q=naïve", "k%5B%5D=1", "a=b=c&&d", ""),
    *("next=http://example.com/?x", "%zz", "x=y#", "a+b", "日=本"),
]
_FRAGMENTS = ["top", "", "sec-1", "a b", "x#y", "`x`", "<b>", "naïve", "L10-L20", "!/home"]
_PORTS = {"http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21"}
_DOTS = [".", "..", "..", "..", "%2e", ".%2E", "%2E%2e"]
# The URL parser fails on each of these.
_FAILURES = [
    *("http://", "http://[::1", "http://x:99999/", "http://x:8a/", "http://a b/", "http://1.2.3.256/", "https://<x>/"),
    *("http://a%zz/", "ftp://u@/", "//no.base/", "no-base", "http://1.2.3.4.5/", "http://[1::2::3]/", "https://x:-1/"),
]


def _host_of(url: str) -> str:
    match = re.match(r"\w+://(\[[^]]*\]|[^/?#:]*)", url)
    assert match is not None, url
    return match[1]


def _messy(real: list[str], _bases: list[str]) -> list[str]:
    """Mixed case, default ports, dot segments, spaces, backslashes, tabs, escapes, IPv4 in unusual radixes, IPv6,
    userinfo and other schemes. About 3 in 100 are failures.
    """
    draw = _Draw(1)
    hosts = [_host_of(url) for url in real]
    return [_messy_one(draw, hosts) for _ in range(2000)]


def _messy_one(draw: _Draw, hosts: list[str]) -> str:
    if draw.chance(0.03):
        return draw.one(_FAILURES)
    if draw.chance(0.03):
        return _other_scheme(draw)
    scheme = draw.one(["http", "http", "http", "https", "https", "https", "ws", "wss", "ftp"])
    default = _PORTS[scheme]
    port = draw.one(["", "", "", ":", f":{default}", f":00{default}", ":443", ":80", ":21", ":8080", ":0"])
    if draw.chance(0.25):
        scheme = draw.mixed_case(scheme)
    slashes = draw.one([*["//"] * 12, "", "/", "///", "\\\\", "/\\"])
    userinfo = draw.one(["user", "user:", "us er:pa:ss", "u%40x:p", "a;b=1", ":x"]) + "@" if draw.chance(0.1) else ""
    text = f"{scheme}:{slashes}{userinfo}{_messy_host(draw, hosts)}{port}{_messy_path(draw)}"
    if draw.chance(0.4):
        text += "?" + draw.one(_QUERIES)
    if draw.chance(0.2):
        text += "#" + draw.one(_FRAGMENTS)
    if draw.chance(0.05):
        place = draw.number(1, len(text) - 1)
        text = text[:place] + draw.one(["\t", "\n", "\r"]) + text[place:]
    if draw.chance(0.06):
        text = draw.one(["", " ", "\x0b\x01"]) + text + draw.one(["  ", " ", "\x1f"])
    return text


def _other_scheme(draw: _Draw) -> str:
    start = draw.one(["file:///", "file:", "file:\\\\C|/", "data:text/plain,", "mailto:", "custom://h/", "urn:x:"])
    return start + "/".join(draw.many(_WORDS + _ODD_WORDS, 1, 4))


def _messy_host(draw: _Draw, hosts: list[str]) -> str:
    if draw.chance(0.08):
        parts = [draw.number(1, 255) for _ in range(4)]
        number = int.from_bytes(parts, "big")
        dotted = ".".join(map(str, parts))
        return draw.one([dotted, dotted, hex(number), str(number), f"{parts[0]:#x}.0{parts[1]:o}.{number % 65536}"])
    if draw.chance(0.05):
        some = ":".join(f"{draw.number(0, 65535):x}" for _ in range(4))
        return draw.one([f"[{some}:{some}]", f"[::{some.upper()}]", f"[{some}::1]", "[::ffff:1.2.3.4]"])
    host = draw.one(hosts)
    if draw.chance(0.3):
        host = draw.mixed_case(host)
    return host.replace(".", "%2E", 1) if draw.chance(0.06) else host


def _messy_path(draw: _Draw) -> str:
    segments = draw.many(_WORDS, 0, 4)
    for words, share in ((_ODD_WORDS, 0.45), (_DOTS, 0.6)):
        while draw.chance(share) and len(segments) < 9:
            segments.insert(draw.number(0, len(segments)), draw.one(words))
    separator = "\\" if draw.chance(0.15) else "/"
    return "".join(separator + segment for segment in segments) or draw.one(["", "/"])


# For each script: words for labels, path and query, and a top-level domain if one exists in that script.
_SCRIPTS = {
    "Latin": (["straße", "größe", "côté", "žluť", "señor", "đường", "ışık", "þór", "łódź", "århus"], ""),
    "Greek": (["δοκιμή", "βιβλίο", "λόγος", "πόλη"], "ελ"),
    "Cyrillic": (["проверка", "книга", "новости", "їжак", "ћирилица"], "рф"),
    "Armenian": (["փորձ", "գիրք", "լուր"], "հայ"),
    "Georgian": (["ცდა", "წიგნი", "ამბავი"], "გე"),
    "Hebrew": (["ניסיון", "ספר", "חדשות"], "ישראל"),
    "Arabic": (["اختبار", "كتاب", "خبر"], "مصر"),
    "Devanagari": (["परीक्षण", "किताब", "समाचार"], "भारत"),
    "Bengali": (["পরীক্ষা", "বই", "খবর"], "বাংলা"),
    "Tamil": (["சோதனை", "நூல்", "செய்தி"], "இந்தியா"),
    "Telugu": (["పరీక్ష", "పుస్తకం", "వార్త"], "భారత్"),
    "Thai": (["ทดสอบ", "หนังสือ", "ข่าว"], "ไทย"),
    "Khmer": (["តេស្ត", "សៀវភៅ", "ដំណឹង"], ""),
    "Ethiopic": (["ሙከራ", "መጽሐፍ", "ዜና"], ""),
    "Hangul": (["시험", "도서관", "소식"], "한국"),
    "Hiragana": (["てすと", "ほん", "にゅーす"], "みんな"),
    "Katakana": (["テスト", "ブック", "ニュース"], "コム"),
    "Han": (["测试", "測試", "圖書", "新闻", "例子"], "中国"),
}
_SYMBOLS = ["☃", "💩", "😀", "★", "⌘"]
_FULL_WIDTH = {code: code + 0xFEE0 for code in range(ord("!"), ord("~") + 1)}


def _international(_real: list[str], _bases: list[str]) -> list[str]:
    """Hosts, paths and queries in 18 scripts, some in NFD, full-width, upper case or as ``xn--``. None is a failure."""
    draw = _Draw(2)
    return [_international_one(draw) for _ in range(1000)]


def _international_one(draw: _Draw) -> str:
    script = draw.one([*_SCRIPTS])
    words, domain = _SCRIPTS[script]
    labels = [draw.one(words) + draw.one(["", "", str(draw.number(2, 999))]) for _ in range(draw.number(1, 2))]
    if draw.chance(0.2):
        labels[-1] += draw.one(["-", ""]) + draw.one(words)
    if script in ("Latin", "Han") and draw.chance(0.3):
        labels[0] += draw.one(_SYMBOLS)
    labels = [*(["www"] if draw.chance(0.25) else []), *labels, draw.one([domain or "org", "com", "net", "org", "de"])]
    how = draw.one(["", "", "", "", "", "xn--", "NFD", "wide", "upper"])
    host = ".".join(labels)
    if how == "xn--":
        host = ".".join(label if label.isascii() else "xn--" + label.encode("punycode").decode() for label in labels)
    elif how == "NFD":
        host = unicodedata.normalize("NFD", host)
    elif how == "wide":
        host = draw.one([host.translate(_FULL_WIDTH), *(host.replace(".", dot) for dot in "。．｡")])
    elif how == "upper":
        host = host.upper()
    text = draw.one(["http://", "https://"]) + host
    text += "".join(f"/{segment}" for segment in draw.many(words + draw.many(_WORDS, 3, 3), 0, 4)) or "/"
    if draw.chance(0.33):
        text += f"?q={draw.one(words)}&page={draw.number(1, 9)}"
    if draw.chance(0.15):
        text += f"#{draw.one(words)}"
    return unicodedata.normalize("NFD", text) if how == "NFD" and draw.chance(0.3) else text


_NAMES = [
    *("q", "id", "page", "lang", "sort", "from", "to", "limit", "offset", "utm_source", "utm_medium", "callback"),
    *("filter[]", "ref", "x", "y", "date", "user", "format", "_"),
]
_VALUES = [
    *("2025-01-31", "en-US", "a b", "a=b", "<b>", "it's", "100%", "%zz", "naïve", "%C3%A9t%C3%A9", "", "asc", "json"),
    *("C%2B%2B", "rock+%26+roll", "https%3A%2F%2Fexample.com%2Fa%3Fb", "a/b:c", "%F0%9F%98%80"),
]


def _queries(real: list[str], _bases: list[str]) -> list[str]:
    """URLs whose queries have 5 to 200 pairs, most of them few."""
    draw = _Draw(3)
    urls = []
    for _ in range(1000):
        few = draw.random()
        pairs = [_pair(draw) for _ in range(5 + int(196 * few * few * few * few * few))]
        urls.append(f"https://{_host_of(draw.one(real))}/{draw.one(_WORDS)}?{'&'.join(pairs)}")
    return urls


def _pair(draw: _Draw) -> str:
    name = draw.one(_NAMES)
    if draw.chance(0.03):
        return name
    if draw.chance(0.45):
        return f"{name}={int(draw.random() * 10 ** draw.number(1, 8))}"
    words = _WORDS if draw.chance(0.6) else _VALUES
    return f"{name}={draw.one(['+', '%20', '%2F', '_']).join(draw.many(words, 1, 2))}"


def _relative(_real: list[str], bases: list[str]) -> list[str]:
    """References, each followed by a tab and its base URL. None is a failure."""
    draw = _Draw(4)
    return [f"{_reference(draw)}\t{draw.one(bases)}" for _ in range(2000)]


def _reference(draw: _Draw) -> str:
    segments = draw.many(_WORDS, 1, 4)
    if draw.chance(0.06):
        segments[-1] = draw.one(["a b", "naïve", "%2e%2e", "%7Euser", "日本", "x|y"])
    path = "/".join(segments)
    start = draw.one([*[""] * 7, *["/"] * 4, "../", "../", "../../", "./", "http", "//", "https:", "?", "#"])
    if start == "http":
        return f"{draw.one(['http', 'https'])}://other.example/{path}"
    if start == "//":
        return f"//{draw.one(['cdn.example', 'CDN.Example', '127.1'])}/{path}"
    if start in ("?", "#"):
        return start + draw.one(["", "page=2", "id=7", "top", "L10-L20", "section 2"])
    # If the base has a different scheme, a host follows, and "v1.2" would be a failure.
    return f"https:page/{path}" if start == "https:" else start + path


GATHERED = ("real", "bases")
"""The corpora that must exist as files."""

MADE: dict[str, Callable[[list[str], list[str]], list[str]]] = {
    "messy": _messy,
    "international": _international,
    "queries": _queries,
    "relative": _relative,
}
"""The functions that generate the other corpora from the lines of ``real.txt`` and ``bases.txt``."""
