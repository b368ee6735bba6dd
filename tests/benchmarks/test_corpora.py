"""The corpora are what their README says, and the same on every machine."""

import hashlib
import re
import unicodedata
from collections import Counter

import pytest

from py_url import URL
from tests.benchmarks import corpora

HOST = re.compile(r"(?i)https?://([^/?#]*)")
BARE = re.compile(r"(?i)https?://[^/?#]*/?")
# If you change corpora.py or the collected files, update these digests, and measure the times in
# web/docs/evidence/speed.md again.
DIGESTS = {
    "messy": "90eee62d0aa1c7e4fa7f862c2fe397e76a5d41170eec827b95735d0637dba5d1",
    "international": "b41bbc96c6db748744858af2894c6637833ee1dc8571ff85462434bb6fbae12a",
    "queries": "8adce6e3d8347cf763101c8bc64d6fab62bd85d5bc92d590fe91f743062ce7a9",
    "relative": "9789b5413dbb827a85914c030acef35374a11d9d8090050a9f4fea968db791bf",
}
NOT_WANTED = re.compile(
    # package registries and their mirrors
    r"pypi|pythonhosted|npmjs|registry|(?<!code)mirror|conda\b|crates|rubygems|maven|docker|nuget|cpan|cran\b"
    r"|jsdelivr|unpkg|cdnjs|(deb|security|snapshot|ftp)\.debian|archive\.ubuntu"
    # personal data
    r"|token|api_?key|secret|passw|credential|[\w.]@[\w-]+\.[a-z]|\.(local|internal|corp|lan)\b"
    r"|//(10|192\.168|172\.(1[6-9]|2\d|3[01]))\.\d",
    re.IGNORECASE,
)


def share(urls, has):
    return sum(bool(has(url)) for url in urls) / len(urls)


def fails(text, base=None):
    return URL.parse(text, base) is None


def test_gathered():
    real, bases = corpora.read("real"), corpora.read("bases")
    assert len(real) >= 2_000
    assert len(bases) == 200
    assert len({*real, *bases}) == len(real) + len(bases)
    for url in [*real, *bases]:
        assert HOST.match(url)
        assert not NOT_WANTED.search(url)
        assert "@" not in HOST.match(url)[1]
        assert url == url.strip().rstrip(".,;:!?'\"")
        assert re.match(r"\[|a\b|h\b|foo\b|host\b|example\b|localhost\b|.*\.", HOST.match(url)[1])
    assert max(Counter(HOST.match(url)[1].lower() for url in real).values()) <= 14
    assert share(real, BARE.fullmatch) == 0.2
    assert not share(bases, BARE.fullmatch)
    assert share(real, lambda url: not fails(url) and URL(url).href == url) > 0.85
    assert share(real, fails) < 0.01
    assert not share(bases, fails)


@pytest.mark.parametrize("name", corpora.MADE)
def test_made_ones_are_always_the_same(name):
    lines = "".join(f"{line}\n" for line in corpora.read(name))
    assert hashlib.sha256(lines.encode()).hexdigest() == DIGESTS[name]


def test_messy():
    urls = corpora.read("messy")
    assert len(urls) == 2_000
    assert 0.02 < share(urls, fails) < 0.04
    assert {url for url in urls if fails(url)} <= {*corpora._FAILURES}
    schemes = {URL(url).protocol for url in urls if not fails(url)}
    assert schemes == {*("http:", "https:", "ws:", "wss:", "ftp:", "file:", "data:", "mailto:", "custom:", "urn:")}
    hosts = [URL(url).hostname for url in urls if not fails(url)]
    assert share(hosts, re.compile(r"[\d.]+").fullmatch) > 0.05
    assert share(hosts, lambda host: host.startswith("[")) > 0.02
    for pattern in (
        r"(?i)[/\\](\.|%2e){1,2}([/\\?#]|$)",
        r"\\",
        r"[\t\n\r]",
        r"^\s|\s$",
        r"\S \S",
        r"%",
        r"[^\x00-\x7f]",
        r"^\s*\w+:[/\\]*[^/\\?#]*@",
        r"^\s*\w+:[/\\]*[^/\\?#]*[A-Z]",
        r"(?i)^\s*(http:.*:80|https:.*:443)\b",
        r"//0x",
    ):
        found = share(urls, re.compile(pattern).search)
        assert 0.005 < found < 0.75, pattern


def test_international():
    urls = corpora.read("international")
    assert len(urls) == 1_000
    assert not share(urls, fails)
    letters = [character for url in urls for character in {*url} if character.isalpha()]
    names = Counter(unicodedata.name(letter).split()[0] for letter in letters)
    scripts = {"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "GEORGIAN", "HEBREW", "ARABIC", "DEVANAGARI", "BENGALI"}
    scripts |= {"TAMIL", "TELUGU", "THAI", "KHMER", "ETHIOPIC", "HANGUL", "HIRAGANA", "KATAKANA", "CJK"}
    assert len(scripts) == len(corpora._SCRIPTS) == 18
    assert {*names} - {"FULLWIDTH", "MODIFIER", "KATAKANA-HIRAGANA"} == scripts
    assert min(names[script] for script in scripts) > 50
    for has in (
        lambda url: unicodedata.normalize("NFC", url) != url,
        lambda url: "xn--" in url,
        re.compile("[\uff01-\uff5e\u3002\uff61]").search,
        lambda url: url.isascii(),
        lambda url: url != url.lower(),
        re.compile("[☃💩😀★⌘]").search,
    ):
        assert 0.01 < share(urls, has) < 0.5
    hosts = {re.match(r"\w+://[^/?#]*", url)[0] for url in urls}
    assert len(hosts) > 900


def test_queries():
    queries = [url.partition("?")[2] for url in corpora.read("queries")]
    counts = [query.count("&") + 1 for query in queries]
    assert len(queries) == 1_000
    assert (min(counts), max(counts)) == (5, 200)
    assert sum(counts) / len(counts) < 50
    pairs = "&".join(queries).split("&")
    for pattern in (r"\+", "%", "^[^=]*$", "=$", "[^\x00-\x7f]", "[<>' ]", r"=\d+$", "=.*="):
        assert 0.003 < share(pairs, re.compile(pattern).search) < 0.6, pattern


def test_relative():
    lines = [tuple(line.split("\t")) for line in corpora.read("relative")]
    assert len(lines) == 2_000
    assert {base for _, base in lines} <= {*corpora.read("bases")}
    assert not [line for line in lines if fails(*line)]
    references = [reference for reference, _ in lines]
    for start in (r"\w+(/|$)", r"/\w", r"\.\./", r"\./", r"\?", "#", "//", "https?://", r"https:\w"):
        assert 0.03 < share(references, re.compile(start).match) < 0.5, start


def test_another_folder(tmp_path):
    for name in corpora.GATHERED:
        (tmp_path / f"{name}.txt").write_text("https://one.example/a\n\nhttp://[::1]:80/b", "utf-8")
    (tmp_path / "messy.txt").write_text("http:x\n", "utf-8")
    assert corpora.read("real", tmp_path) == ["https://one.example/a", "http://[::1]:80/b"]
    assert corpora.read("messy", tmp_path) == ["http:x"]
    assert {URL(url).hostname for url in corpora.read("queries", tmp_path)} == {"one.example", "[::1]"}
    (tmp_path / "bases.txt").unlink()
    with pytest.raises(FileNotFoundError):
        corpora.read("relative", tmp_path)
