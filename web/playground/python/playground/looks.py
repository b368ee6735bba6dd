"""What a URL looks like: which text of it a person takes for the host, and which host it goes to."""

from __future__ import annotations

import re

from playground.answers import base_of
from playground.pieces import code_piece, host_piece, in_a_row, odd_piece, said, username_piece
from py_url import InvalidURL
from py_url.api.url import URL
from py_url.explain import parts
from py_url.standard import Domain, IPv4Address, IPv6Address, domain_to_unicode, percent_decode, serialize_host
from py_url.standard.hosts.identifiers import script_of
from py_url.standard.hosts.spoofing import is_safe_label, looks_like_itself
from py_url.standard.hosts.unicode_data import category
from py_url.standard.urls.special_schemes import SPECIAL_SCHEMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from playground import Json
    from playground.pieces import Piece, Said
    from py_url.standard import Host, URLRecord

_NAME = r"[^\s/\\?#@:.]{1,63}"
_END = r"[^\W\d_]{2,24}"
_ADDRESS = r"(?:[0-9]{1,3}\.){3}[0-9]{1,3}"
_LIKE_A_HOST = re.compile(rf"(?:{_NAME}\.)+{_END}|{_ADDRESS}")
# What looks like a slash may follow, as U+2215 does.
_HOST_IN_A_USERNAME = re.compile(rf"((?:{_NAME}\.)+?{_END}|{_ADDRESS})(?:(?:/|(?!\w)[^\0-\x7f]).*)?", re.DOTALL)
# Behind what ends a host for a browser, and not for everybody. With a "=", it is a query, as in "?email=a@b.example".
_BEHIND_AN_END = re.compile(rf"([\\?#])(?:[^/\\?#=]*@|\.)({_LIKE_A_HOST.pattern})(?=[/\\?#:]|\Z)")
_ENDS = {
    "\\": "a browser reads \\ as /",
    "?": "a ? ends the host",
    "#": "a # ends the host",
}
# A name like example.com at the start of a longer one; "www.net" is no name, and a province may have its gov.bc.ca.
_INSIDE = re.compile(
    r"((?:[^.]+\.)*?(?!www\d*\.)[^.]+\."
    r"(?:com(?=(?:\.[^.]+){3})|(?:com|org|net|(?:gov|edu)(?!\.[a-z]{2}\.[a-z]{2}\Z))(?=\.[^.]+\.[^.]+\Z)))\..+",
    re.IGNORECASE,
)
# The same, where the name does not end at a dot: at a hyphen, or at what only looks like an end.
_INSIDE_A_LABEL = re.compile(
    r"((?:[^.]+\.)*?(?!www\d*\.)[^.]+\.(?:com(?=-)|(?:com|org|net|gov|edu)(?=--|[^\0-\x7f])))(.)[^.]*\..+",
    re.IGNORECASE,
)
# The page in which a link without a scheme may be.
_PAGE = "https://site.example/"
# Controls that turn the direction of text.
_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# What U+202E shows in reverse, to the end or to the next control. Brackets would be mirrored, so they are left out.
_REVERSED = re.compile("\u202e([A-Za-z0-9._~%-]{1,40})(?:\u202c|\\Z)")
# What the standard reads as the dot of a domain.
_DOTS = re.compile("[.\u3002\uff0e\uff61]")
_HOST_AND_PORT = re.compile(r"\s*[\w.-]+:[0-9]{1,5}(?:[/?#\s]|\Z)")
_URL_INSIDE = re.compile(r"https?://[^\s/?#&\\]+", re.IGNORECASE)
_FILLERS = frozenset("\u115f\u1160\u3164\uffa0")
# What a data URL can hold that is no page.
_NO_PAGE = re.compile(r"\s*(?:image/(?!svg)|audio/|video/|font/)", re.IGNORECASE)
# Letters that look like Latin ones in most fonts: those of rule 10 in `py_url.standard.hosts.spoofing`, and a few more.
_LATIN = {
    **dict(zip("асԁеёһіїјӏкмнопԛрѕтѵԝхугьшцгвъы", "acdeehiijlkmhonqpstvwxyrbwurbbb", strict=True)),
    **dict(zip("αβγεηικνορτυχω", "abyeniknoptuxw", strict=True)),
    **dict(zip("աոսօցզքհյ", "wnuogqphj", strict=True)),
    **dict(zip("ɑɡıłøđħŧ", "agilodht", strict=True)),
}
_MISLEADING = "Misleading"
_REVERSES = "It contains U+202E, which reverses what follows: "
_WITHOUT_HOST = {
    "mailto": ("none", "No host", ["It begins an e-mail and opens no page."]),
    "tel": ("none", "No host", ["It calls a number and opens no page."]),
    "data": ("none", "No host", ["It opens no site: what it shows is in the URL itself."]),
    "blob": ("none", "No host", ["It names something in the memory of this browser."]),
    "about": ("none", "No host", ["It is a page of the browser itself."]),
}


def seen(url: str, base: str = "") -> Said:
    """Say which host a person sees in *url*, relative to *base*, and where it goes. Raises InvalidURL for the base.

    If there is a host, the result also has ``odd``: where *url* has letters that look like others. If *url* has no
    scheme, it may have ``repair``: the URL that was meant.
    """
    base_url = base_of(base)
    try:
        record = URL(url, base_url).to_record()
    except InvalidURL as error:
        is_relative = error.errors[-1].name == "missing-scheme-non-relative-URL"
        return _without_scheme(url, "") if is_relative and base_url is None and url.strip() else _goes_nowhere(url)
    if _HOST_AND_PORT.match(url) and isinstance(record.path, str):
        return _without_scheme(url, record.scheme)
    written = {name: "".join(url[a:b] for part, a, b in parts(url, base_url) if part == name) for name in _PARTS}
    if record.scheme == "javascript":
        return _script(url, written["host"], written["path"])
    if record.host is None or record.host == "":
        return _without_host(record)
    told = _with_host(url, record, written, base_url)
    return {**told, "odd": _odd_in(url, base_url, record.host)}


_PARTS = ("scheme", "username", "password", "host", "path", "query", "fragment")


def _goes_nowhere(url: str) -> Said:
    found = re.match(r"[A-Za-z][A-Za-z0-9+.-]*:[/\\]*(?:[^/\\?#@]*@)?([^/\\?#@:]+)", url.strip())
    nowhere = "It does not parse, so no browser opens it."
    if found is None or not _LIKE_A_HOST.fullmatch(found[1]):
        return said("none", "Goes nowhere", [nowhere])
    return said(
        "none",
        "Goes nowhere",
        ["It looks like ", host_piece(found[1]), ", but does not parse."],
        ["No browser opens it."],
    )


def _without_scheme(url: str, scheme: str) -> Said:
    """Say where an input leads that has no scheme, or a host that is read as the *scheme*: it depends on the place."""
    # Few inputs need it, so nobody else waits for it.
    from py_url.specs.schemes.user_input import from_user_input

    try:
        typed = from_user_input(url).url
    except ValueError:
        typed = None
    if scheme and (typed is None or typed.protocol == f"{scheme}:"):
        return _without_host(URL(url).to_record())
    sentence: list[Piece] = ["It has no scheme, so on its own it is no URL. "]
    if scheme:
        sentence = ["The URL Standard takes ", code_piece(f"{scheme}:"), " for its scheme. "]
    led = URL.parse(url, _PAGE)
    leaves = led is not None and led.hostname != "" and led.origin != URL(_PAGE).origin
    places = [*_in_an_address_bar(typed), f"A link in a page at {_PAGE} ", *_in_a_page(led, leaves=leaves)]
    if typed is None:
        return said("none", "It depends", sentence, places)
    # As it was written, so that it still looks the same.
    repair = f"{typed.protocol}//{url.removeprefix('//')}"
    if URL.parse(repair) != typed:
        repair = str(typed)
    shown = seen(repair)
    odd: Any = shown.get("odd", [])
    shift = len(repair) - len(url) if repair.endswith(url) else len(repair)
    more: Said = {"repair": repair, "odd": [[start - shift, end - shift] for start, end in odd if start >= shift]}
    if shown["tone"] in ("warn", "bad"):
        warning: Any = shown
        reason = [*warning["reason"], *([] if str(warning["reason"][-1]).endswith(" ") else [" "]), *sentence, *places]
        return {**said(warning["tone"], warning["word"], warning["sentence"], reason), **more}
    tone, word = ("warn", "Look twice") if leaves else ("none", "It depends")
    return {**said(tone, word, sentence, places), **more}


def _in_an_address_bar(typed: URL | None) -> list[Piece]:
    """Say where an address bar goes, if it makes the URL *typed* of its input."""
    if typed is None:
        return ["An address bar most likely searches for it. "]
    if typed.protocol not in ("http:", "https:"):
        return ["An address bar makes ", code_piece(str(typed)), " of it. "]
    is_word = not re.search(r"[.:]|\Alocalhost\Z", typed.hostname)
    return [f"An address bar {'searches for it, or ' if is_word else ''}goes to ", host_piece(typed.hostname), ". "]


def _in_a_page(led: URL | None, *, leaves: bool) -> list[Piece]:
    """Say where a link of a page leads, to the URL *led*, which perhaps *leaves* the site of the page."""
    if led is None:
        return ["goes nowhere."]
    if leaves:
        return ["leaves it for ", host_piece(led.hostname), "."]
    if led.hostname == "":
        return ["needs a program that opens ", code_piece(led.protocol), " URLs."]
    return ["stays at ", host_piece(led.hostname), "."]


def _script(url: str, host: str, path: str) -> Said:
    """Say that a URL runs a script. A person may take its *host*, or what is in the *path*, for where it leads."""
    found = _LIKE_A_HOST.search(host or path)
    word = "Runs a script"
    sentence: list[Piece] = ["Opening it runs ", code_piece(path.strip()), " and goes to no host."]
    if found is not None and (host or "//" in path):
        word = _MISLEADING
        sentence = ["It looks like ", host_piece(found[0]), ", but opening it runs a script."]
    hidden = _unseen_in(url)
    return said(
        "bad",
        word,
        sentence,
        [*hidden, " " if hidden else "", "The script can do whatever the page with the link can."],
    )


def _without_host(record: URLRecord) -> Said:
    path = record.path if isinstance(record.path, str) else "/" + "/".join(record.path)
    if record.scheme == "file":
        return said("none", "No host", ["It is a file on the computer that opens it: ", code_piece(path), "."])
    if record.scheme == "tel" and (dialled := percent_decode(path).decode("utf-8", "replace")).startswith(("*", "#")):
        return said("warn", "No host", ["It dials ", code_piece(dialled), ", which a phone can take for a command."])
    if record.scheme == "data" and not _NO_PAGE.match(path):
        return said("warn", "No host", ["It opens no site: the page is in the URL itself, and can look like any site."])
    opener: list[Piece] = ["Whichever program opens ", code_piece(f"{record.scheme}:"), " URLs decides where it leads."]
    tone, word, sentence = _WITHOUT_HOST.get(record.scheme, ("none", "No host", opener))
    return said(tone, word, sentence)


def _with_host(url: str, record: URLRecord, written: dict[str, str], base: URL | None) -> Said:
    """Say what a URL with a host looks like: the worst first."""
    host = record.host
    assert host is not None, "it has one"
    actual = serialize_host(host)
    special = record.scheme in SPECIAL_SCHEMES
    typed = "".join(char for char in written["host"] if char not in "\t\n\r")
    shown = percent_decode(typed).decode("utf-8", "replace") if special else typed
    apparent, why = _look_alike(host) if isinstance(host, Domain) else ("", [])
    if apparent and shown.isascii():
        in_unicode: list[Piece] = ["Written in Unicode, it only looks like ", host_piece(apparent), "."]
        return said(
            "warn",
            "Look twice",
            ["It goes to ", host_piece(actual), ", which is not in Latin letters."],
            in_unicode,
        )
    if (user := _host_in(written["username"], actual)) is not None:
        why += ["; " if why else "", username_piece(user), " is only a username"]
        apparent = apparent or user
    end_of_host = max((end for name, _, end in parts(url, base) if name in ("host", "port")), default=len(url))
    if not apparent and (behind := _BEHIND_AN_END.match(url, end_of_host)) is not None:
        end, name = behind[1], behind[2]
        if name != actual:
            apparent, why = name, [_ENDS[end]]
    if not apparent and base is not None and not written["scheme"] and typed and actual != base.hostname:
        return said(
            "warn", "Leaves the base", ["It looks like a path, but goes to ", host_piece(actual), "."],
            ["Two slashes, or backslashes, begin a host."],
        )  # fmt: skip
    if not apparent and (inside := _inside(host, actual)):
        apparent, why = inside, ["the end of a host name decides who owns it"]
    unseen = _unseen_in(url)
    if apparent:
        if isinstance(host, IPv4Address) and shown != actual:
            why += ["; ", host_piece(shown), " is ", host_piece(actual)]
        reason: list[Piece] = [_capital(why[0]), *why[1:], ". ", *unseen]
        misleading: list[Piece] = ["It looks like ", host_piece(apparent), ", but goes to ", host_piece(actual), "."]
        return said("bad", _MISLEADING, misleading, reason)
    if why:
        odd: list[Piece] = [*why, ". ", *unseen]
        return said("warn", "Look twice", ["It goes to ", host_piece(actual), "."], odd)
    seen_text = without_the_unseen(shown)
    if (spelling := _spelling(seen_text, actual, host)) is not None:
        sentence: list[Piece] = ["It says ", host_piece(seen_text), ", and goes to ", host_piece(actual), "."]
        return said("warn", "Look twice", sentence, [*spelling, *unseen])
    return _plain(record, actual, shown, unseen)


def _plain(record: URLRecord, actual: str, shown: str, unseen: list[Piece]) -> Said:
    """Say where a URL goes that shows it, and what else a person should see. Nobody knows whether that is right."""
    if _REVERSES in unseen:
        return said(
            "bad", _MISLEADING, ["It goes to ", host_piece(actual), ", but part of it reads backwards."], unseen
        )
    if unseen:
        return said(
            "warn", "Look twice", ["It goes to ", host_piece(actual), ", but some of it cannot be seen."], unseen
        )
    if record.username or record.password:
        return _carrying(actual, bool(record.username), bool(record.password))
    other_form: list[Piece] = []
    if not shown.isascii():
        other_form = ["In ASCII, its name is ", host_piece(actual), ". "]
    elif isinstance(record.host, Domain) and (unicode := domain_to_unicode(record.host)) != actual:
        other_form = ["In Unicode, its name is ", host_piece(unicode), ". "]
    inside, is_address = _named_inside(record, actual)
    if is_address:
        return said("warn", "Look twice", ["It goes to ", host_piece(actual), "."], inside)
    name = actual if shown.isascii() else shown.lower()
    unknown = "Read it letter by letter: nothing here knows whom you mean, or whether it sends you on."
    if isinstance(record.host, IPv4Address | IPv6Address):
        unknown = "Nothing here knows whose address this is."
    return said(
        "neutral", "Goes to", [host_piece(name), "" if name.endswith(".") else "."], [*other_form, *inside, unknown]
    )


def _named_inside(record: URLRecord, actual: str) -> tuple[list[Piece], bool]:
    """A sentence about the host of another URL that stands in this one, if one does; and whether it is an address."""
    path = record.path if isinstance(record.path, str) else "/".join(record.path)
    rest = f"{path}?{record.query or ''}#{record.fragment or ''}"
    found = _URL_INSIDE.search(percent_decode(rest).decode("utf-8", "replace"))
    inner = URL.parse(found[0]) if found is not None else None
    if inner is None or inner.hostname == actual:
        return [], False
    is_address = isinstance(inner.to_record().host, IPv4Address | IPv6Address)
    return [
        f"It names {'the address ' * is_address}",
        host_piece(inner.hostname),
        ", and may send you there. ",
    ], is_address


def _carrying(actual: str, username: bool, password: bool) -> Said:
    """Say what a URL with a username or a password hands out."""
    carried = in_a_row(["a username"] * username + ["a password"] * password)
    why = "What stands before the @ is sent to the host, and is not where the URL goes."
    if password:
        why = f"The host gets {'both' if username else 'it'}, and whoever sees the link can read the password."
    return said("warn", "Look twice", ["It goes to ", host_piece(actual), f", and carries {carried}."], [why])


def _host_in(user: str, actual: str) -> str | None:
    """The start of the username, if a person could take it for the host."""
    found = _HOST_IN_A_USERNAME.fullmatch(percent_decode(user).decode("utf-8", "replace"))
    return found[1] if found is not None and found[1].lower() != actual else None


def _inside(host: Host, actual: str) -> str:
    """The name at the start of a longer one that a person could take for all of it, or an empty string."""
    if (found := _INSIDE.fullmatch(actual)) is not None:
        return found[1]
    found = _INSIDE_A_LABEL.fullmatch(domain_to_unicode(host)) if isinstance(host, Domain) else None
    return found[1] if found is not None and script_of(found[2]) != "LATIN" else ""


def _look_alike(host: Domain) -> tuple[str, list[Piece]]:
    """What a domain could be mistaken for, and the reason. Both are empty if nothing in it is odd.

    Symbols alone make it odd, but like no other name.
    """
    name = domain_to_unicode(host)
    labels = name.split(".")
    odd = next((one for one in labels if _is_odd(one, labels[-1])), None)
    if odd is None:
        return "", []
    alike = ".".join(map(_in_latin, labels))
    scripts = sorted({(script_of(char) or "").title() for char in odd if not char.isascii()} - {"", "Common", "Latin"})
    is_mixed = any(char.isascii() and char.isalpha() for char in odd)
    what = " has symbols that do not belong in names"
    if scripts:
        what = f" mixes Latin with {in_a_row(scripts)}" if is_mixed else f" is in {in_a_row(scripts)}"
    elif not alike.isascii():
        return "", [odd_piece(odd), what]
    return (alike if alike.isascii() else name), [odd_piece(odd), what]


def _is_odd(label: str, last: str) -> bool:
    return not (is_safe_label(label) and looks_like_itself(label, last))


def _odd_in(url: str, base: URL | None, host: Host) -> list[Json]:
    """Where *url* has the letters of a label that looks like another one: a list of starts and ends."""
    labels = domain_to_unicode(host).split(".") if isinstance(host, Domain) else []
    span = next(((start, end) for name, start, end in parts(url, base) if name == "host"), None)
    if span is None:
        return []
    written = _DOTS.split(url[slice(*span)])
    if len(written) != len(labels):
        return []
    found: list[list[int]] = []
    place = span[0]
    for shown, label in zip(written, labels, strict=True):
        odd = set(label) if _is_odd(label, labels[-1]) else set()
        for char in shown:
            if not char.isascii() and char.lower() in odd:
                if found and found[-1][1] == place:
                    found[-1][1] += 1
                else:
                    found.append([place, place + 1])
            place += 1
        place += 1
    return [[start, end] for start, end in found]


def _in_latin(label: str) -> str:
    return "".join(_LATIN.get(char, char) for char in label)


def _spelling(shown: str, actual: str, host: Host) -> list[Piece] | None:
    """Say why a host that is written in one way is read in another; None if it is not, or only in other capitals."""
    if isinstance(host, Domain) and re.search("[a-z]I", shown):
        return ["A capital I looks like a small l. "]
    lower = shown.lower()
    if not shown or lower == actual:
        return None
    if isinstance(host, IPv4Address):
        return ["Browsers read this as an IPv4 address. "]
    if isinstance(host, IPv6Address):
        inside = _ipv4_in(host)
        if not inside:
            return ["It is the same IPv6 address. "]
        return ["It is ", host_piece(inside), " in the form of IPv6, which a list of blocked IPv4 addresses can miss. "]
    if not isinstance(host, Domain) or domain_to_unicode(host) == lower:
        return None
    return ["Browsers replace characters of the host by others. "]


def _ipv4_in(host: IPv6Address) -> str:
    """The IPv4 address that an IPv6 address stands for; an empty string if there is none."""
    return str(IPv4Address(host[6] << 16 | host[7])) if host[:6] == (0, 0, 0, 0, 0, 0xFFFF) else ""


def without_the_unseen(text: str) -> str:
    """Return a text without the characters that nobody sees."""
    return "".join(char for char in text if not _is_unseen(char))


def _is_unseen(char: str) -> bool:
    return char in _FILLERS or category(char) in ("Cc", "Cf", "Zl", "Zp")


def _unseen_in(url: str) -> list[Piece]:
    """A sentence about the characters that nobody sees, if there are some."""
    found = list(dict.fromkeys(char for char in url if _is_unseen(char)))
    if not found:
        return []
    turning = [char for char in found if char in _TURNING]
    if len(turning) < 3 and (backwards := _REVERSED.search(url)) is not None:
        text = backwards[1]
        shown: list[Piece] = [code_piece(text), " shows as ", code_piece(text[::-1]), "."]
        return [_REVERSES, *shown]
    names = in_a_row([f"U+{ord(char):04X}" for char in (turning or found)[:3]])
    return [f"It contains {names}, which {'can reverse the direction of text' if turning else 'cannot be seen'}."]


def _capital(piece: Piece) -> Piece:
    return f"{piece[:1].upper()}{piece[1:]}" if isinstance(piece, str) else piece
