"""What web/lib/recognizing.js does with the table of `py_url.fast.automaton`, in Python."""

from pathlib import Path
from urllib.parse import quote

from py_url import URL
from py_url.fast import automaton
from py_url.standard.infra.code_points import scalar_value_string
from py_url.standard.urls.components import SETTABLE
from tests.benchmarks import corpora

TABLE = automaton.table()
_BECOMES = automaton.replacements().split(" ")
_BEYOND_ASCII, _END, _MEMBER = map(ord, (automaton.BEYOND_ASCII, automaton.END, automaton.MEMBER))
_STRIPPED = "".join(map(chr, range(ord(automaton.STRIPPED) + 1)))
_LONG = 4096
START, REFERENCE_START = 1, 2


def read(string: str, state: int = START, before: str = "", *, strict: bool = False) -> tuple[str, str, str]:
    """Read *string*, as a scalar value string, from *state* on; return what the table says of its end, which member
    ends there, and what *before* and the string become. If *strict*, wrong slashes are refused.
    """
    string = scalar_value_string(string)
    most = 1024 if len(string) + len(before) > _LONG else 2048 if strict else 4096
    written, place = before, 0
    while True:
        char = string[place : place + 1]
        column = min(ord(char), _BEYOND_ASCII) if char else _END
        after = ord(TABLE[state * automaton.WIDTH + column])
        if not char and after < 256:
            return chr(after), TABLE[state * automaton.WIDTH + _MEMBER], written
        if after >= most or after == 0:
            return automaton.IS_NO_URL, automaton.NO_MEMBER, written
        state = after % 256
        action = (" " + automaton.ACTIONS)[after // 256 % 8]
        if action == automaton.REPLACED:
            written += _BECOMES[ord(char)] if char.isascii() else quote(char, safe="")
        elif action == automaton.SLASH:
            written += "/"
        elif action in (automaton.CUT, automaton.CUT_PORT):
            end = written.rindex("/" if action == automaton.CUT else ":")
            written = written[:end] if end > written.index("/") + 1 else written
        elif action != automaton.DROPPED:
            written += char
        place += action in (" ", automaton.REPLACED, automaton.DROPPED)


def stripped(string: str) -> str:
    """*string* without what is no part of a URL at its ends."""
    return string.strip(_STRIPPED)


def href_of(string: str, *, strict: bool = False) -> str | None:
    """The serialization of *string*, or None if it is for Python; also with a base URL if *strict*."""
    said, _, written = read(stripped(string), strict=strict)
    hrefs = {automaton.IS_ITS_HREF: written, automaton.LACKS_A_SLASH: f"{written}/"}
    return (hrefs | {automaton.HAS_OPAQUE_ORIGIN: written}).get(said)


def resolved(reference: str, base: str) -> str | None:
    """The serialization of *reference* with *base*, a special href, or None if it is for Python."""
    href = href_of(reference, strict=True)
    if href is not None:
        return href
    if reference[:2] == "//":
        return href_of(base[: base.index(":") + 1] + reference, strict=True)
    reference = stripped(reference)
    before_fragment = base.partition("#")[0]
    page = before_fragment.partition("?")[0]
    origin = page[: page.index("/", page.index("//") + 2)]
    beginnings = {"": before_fragment, "#": before_fragment, "?": page, "/": origin}
    before = beginnings.get(reference[:1], page[: page.rindex("/") + 1])
    said, _, written = read(reference, REFERENCE_START, before)
    return written if said == automaton.IS_ITS_HREF else None


def answer(line: str, *, is_relative: bool) -> str | None:
    """The serialization of a line of a corpus, or None if it is for Python. A relative line ends in its base URL."""
    if not is_relative:
        return href_of(line)
    reference, _, base = line.partition("\t")
    return resolved(reference, URL(base).href)


def with_value(href: str, member: str, value: str) -> str | None:
    """*href* with another value of a member, or None if it is for Python, as `withValue` in web/lib/url.js says."""
    scheme, after_scheme = href.split("//", 1)
    end_of_host = after_scheme.index("/")
    userinfo, at, host = after_scheme[:end_of_host].rpartition("@")
    hostname, colon, port = host.rpartition(":") if host[-1] != "]" and ":" in host else (host, "", "")
    url = URL(href)
    parts = {
        "protocol": scheme,
        "userinfo": f"//{userinfo}{at}",
        "hostname": hostname,
        "port": f"{colon}{port}",
        "pathname": url.pathname,
        "search": url.search,
        "hash": url.hash,
    }
    before, text, after = {
        "protocol": ("", value if value[-1:] == ":" else f"{value}:", "//"),
        "hostname": ("http://", value, ""),
        "port": ("http://h", f":{value}", ""),
        "pathname": ("http://h:1000", value, ""),
        "search": ("http://h/", value if value[:1] == "?" else f"?{value}", ""),
        "hash": ("http://h/", value if value[:1] == "#" else f"#{value}", ""),
    }[member]
    if (member == "protocol" and port) or (member in ("search", "hash") and value == ""):
        return None
    _, ends_in, written = read(f"{before}{text}{after}", strict=True)
    if ends_in != str(SETTABLE[1:].index(member)):
        return None
    return "".join((parts | {member: written[len(before) : len(written) - len(after)]}).values())


def answers(name: str, folder: Path = corpora.FOLDER) -> list[str | None]:
    """What `answer` returns for each line of a corpus."""
    return [answer(line, is_relative=name == "relative") for line in corpora.read(name, folder)]


if __name__ == "__main__":
    # python -m tests.support.recognizer: the share of each corpus that JavaScript answers without a call of Python.
    for corpus in ("real", *corpora.MADE):
        found = answers(corpus)
        print(f"{corpus}: {1 - found.count(None) / len(found):.1%}")
