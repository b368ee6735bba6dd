"""Inputs from a grammar: URLs of every form that the states of the parser tell apart, and near misses.

Hypothesis makes such inputs for the tests of properties, but takes a hundred times as long for each. A generator needs
a few microseconds, and the same seed gives the same cases.
"""

from __future__ import annotations

import json
from random import Random
from typing import NamedTuple

from crosscheck.inputs import own_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeVar

    from crosscheck.summary import Case
    from fetching.wpt_url import Tests

    T = TypeVar("T")

QUERY_OPERATIONS = ("append", "delete", "set", "sort")
MEMBERS = ("protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash", "href")


def pieces(text: str) -> list[str]:
    """Return the pieces that have spaces between them in *text*."""
    return text.split(" ")


_SPECIAL = pieces("http http https https ws wss ftp")
_OTHERS = pieces("foo a git+ssh a1.- urn data javascript mailto blob about view-source h filesystem jar tel xmpp")
_SLASHES = ["", "\t//", "/\n/", *pieces(r"// // // // // // / \ \\ /\ ///")]
_PORTS = [
    *("", "", "", "", ": 8", ":8\t0"),
    *pieces(": :80 :443 :21 :8080 :0 :00080 :65535 :65536 :1a :a :-1 :99999999999 :\u0661"),
]
_USER_INFO = [" ", "\t", *pieces(r"u a 1 : @ % ; = / ? # [ ] \ | ^ %41 %zz é :p ' "), "\U0001f4a9", "\ud800"]
_SEGMENTS = [
    *("", "a b", "\t", "\x7f", "\x01", "\ufffe", "\xa0", "\ud800"),
    *pieces(r"a b . .. %2e %2E%2e .%2E ... .a C: C| c:x C|x %2F % %zz %41 é 日本 ~ ^ | `{} '"),
    *pieces(r"""\ \.. ; @ : [ * &= %00 + !$ "<> 😀"""),
]
_QUERIES = [
    *(" ", "\t", "\n", "\ud800", "\x7f", "\x00"),
    *pieces(r"""a a=b & = + %20 % %zz ' " < > ` ^ { | é 💩 ? / %27 && a=1&a=2 \ ~ * ; [ @ :"""),
]
_FRAGMENTS = [*_QUERIES, "#", "..", "%23"]
_ENDS = ["", "", "", "", "", " ", "\x00", "\n", "\x1f ", "\t"]

# Labels of hosts, by type.
_PLAIN = pieces("a example EXAMPLE x-1 _dmarc -a a- ab--c localhost com test a1 www")
_NUMBERS = [
    *pieces("0 1 127 255 256 0x7f 0X7F 017 09 0x 08 0xg 1e3 0b1 -1 1_0 65536 00000000001 \uff11 \u0661"),
    *pieces("4294967295 4294967296 0xffffffff 999999999999999999999"),
]
_LETTERS = pieces("äöüßé абвгд αβγσς 日本語中 한국어 กขค अआइ 😀💩 ǆǅ ჄႤ ᏣᎣ")
_MAPPED = [
    # Full-width and other forms of ASCII, ligatures, sharp s, and letters whose other case has another length.
    *pieces("\uff21\uff22 \ufb01 \u2177 \u00df \u1e9e \u212b \u212a \u017f \u2121 \u2460 \u337f \u00aa \u2167 \u01c5"),
    *pieces("\u0130 \u0131 \u03c2 \u03a3 \uff05 \uff0541 \uff0f \uff1a \u2488 \ufdfa \U0002f868 \u0344 \u3002a \u2024"),
]
_IGNORED = pieces("\u00ad \u200b \u2060 \ufe0f \u034f \U000e0100 \u180e \u3164 \uffa0 \u115f")
_JOINERS = [
    *pieces("\u200d \u200c \u0915\u094d\u200d \u0915\u094d\u200c\u0915 \u0628\u200c\u0628 a\u200db"),
    *pieces("\u1820\u200c\u1820 \u200c\u0628 \u0644\u064e\u200c\u0628 \u00ad\u200d"),
]
_BIDI = pieces(
    "\u05d0 \u05d0\u05d1 \u0627\u0628 \u05d01 1\u05d0 \u05d0a \u0660 \u0628\u0660 \u05d0- \u0661 \u05d0\u0300"
)
_MARKS = pieces("\u0301 \u0301a a\u0301 \u093e \u0338 <\u0338 >\u0338 =\u0338 \u0345 a\u0315\u0300 \u3099")
_PUNYCODE = [
    *pieces("xn-- xn--a xn--zca xn--fa-hia xn--0 xn--a- xn--xn--a XN--ZCA xn--1-0hc xn--4db xn--ls8h xn--a-\u00e4"),
    *pieces("xn--\u00fc xn--pokxncvks xn--ASCII- xn--- xn--8i7caa xn--9999999999 xn--a.xn--b xn--bb-eka xn--ab-\u00df"),
]
_FORBIDDEN = [
    *(" ", "\x00", "\t", "\n", "\r", "\x7f", "\x01"),
    *pieces(r"""# % / : < > ? @ [ \ ] ^ | %00 %20 %2F %3A %5B %7C %25 %4 * ! $&'() " `{}~ ,;=+"""),
]
_DOTS = [*[".."], *["."] * 5, "\u3002", "\uff0e", "\uff61", "%2e", "%E3%80%82"]
_IPV6 = [
    "",
    *pieces(
        ":: ::1 1:: 1:2:3:4:5:6:7:8 1:2:3:4:5:6:7 ::1.2.3.4 ::ffff:1.2.3.4 1::2::3 2001:DB8::1 g:: :1 1: ::: v1.x 1"
    ),
    *pieces("1:2:3:4:5:6:1.2.3.4 ::01.2.3.4 ::256.1.1.1 ::1.2.3 1:0:0:2:0:0:0:3 0:0::0:0 00001:: fe80::1%25eth0"),
    *pieces("::1%eth0 1:2:3:4:5:6:7:: ::2:3:4:5:6:7:8 1::3:4:5:6:7:8 ::0x1.2.3.4 ::1.2.3.4.5 ::1. ::.1 ::1..2"),
    *pieces("\uff11:: 1:2:3:4::5:1.2.3.4"),
]
_OPAQUE = [
    *pieces(r"""! $ & ' ( ) * + , ; = a B 9 - . _ ~ %41 %2e %c3%a9 %ff %25 % " ` { é 日"""),
    *("\x01", "\x7f", "\ud800"),
]

_BASES = [
    *("", " http://h/a ", "http://a b/", "data:text/plain,a b#f", "data:a ?q"),
    *pieces("http://h/a/b?q#f http://u:p@h:8080/a/b/?q#f https://h http://h ws://h/../a//b/ ftp://h/%2e%2E/b"),
    *pieces("file:///C:/a/b file:///a/b file://h/C|/x file: file:/// file:C|/a file://localhost/a file:///C: file://h"),
    *pieces("foo:x foo: foo:/a/b foo://h/a/b?q#f foo://h foo:///a foo:/.//a foo://h?q foo:// foo:/..//b foo:/?#"),
    *pieces("mailto:a@b javascript:x() about:blank blob:http://h/x urn:a:b?c http:a h //h foo:/a/../.. foo://h/C|/"),
    *pieces(r"http://[::1]:80/a http://0x7f.1/ http://é.example/ü HTTP:\\h\a https://h/?a'b https://h/#"),
    *pieces("foo://u@h:0/a/.. non-special://h:99/x"),
]
_STARTS_OF_REFERENCES = [
    *("", "", "", " ", "\t/"),
    *pieces(r"/ // /// \ \\ /\ ? # ./ ../ ../../ .. . C| C:/ /C|/ //C: http: http:/ https: file: file:/ foo:"),
    *pieces("foo:/ data: : ?# @ //u@ /..// /.// %2e/"),
]
_PROTOCOLS = [
    *("", "a\tb", "http:\n", "h "),
    *pieces("http https: ws wss: ftp: file foo data: 1 HTTPS javascript: é https://x blob foo+:"),
]
_CHARS = [*map(chr, range(128)), *"éß\u1e9e\xad\u200c\u200d\u0301\u05d0\u0628\u3002\uff0e\ufffd\ufffe\ufeff\U0001f4a9"]
_CHARS += [*"\ud800\udfff\uff0f\uff1a\uff20"]
_DELIMITERS = [
    *("\t", "\n", " ", "\x00"),
    *pieces(r"/ \ ? # : @ [ ] . | % // .. %2e :// [::1] xn-- C| C: ?a=b #f 0x :80"),
]
# The longest string that a mutation makes: differences in longer ones show in shorter ones too.
_LONGEST = 2_000


class Rows(NamedTuple):
    """Inputs of tests: what the generator changes a little."""

    parses: Sequence[tuple[str, str | None]]
    sets: Sequence[tuple[str, str, str]]


def rows(wpt: Tests | None) -> Rows:
    """Return the inputs of the Web Platform Tests, if there are any, and of the project's own data."""
    parses: list[tuple[str, str | None]] = []
    sets: list[tuple[str, str, str]] = []
    contents = [json.loads(file.read_text("utf-8")) for kind in ("parse", "setters") for file in own_files(kind)]
    if wpt is not None:
        contents += [wpt.load(name) for name in ("urltestdata.json", "setters_tests.json") if name in wpt.files]
    for content in contents:
        if isinstance(content, dict):
            for member, tests in content.items():
                sets += [(row["href"], member, row["new_value"]) for row in tests if member != "comment"]
        else:
            parses += [(row["input"], row["base"]) for row in content if isinstance(row, dict)]
    return Rows(parses, sets)


class Generator:
    """Makes cases. Two generators with the same seed and the same rows make the same ones."""

    def __init__(self, seed: str, rows: Rows) -> None:
        self._random = Random(seed)
        self._rows = rows
        self._labels: tuple[Callable[[], str], ...] = (
            lambda: self._one(_PLAIN),
            lambda: self._one(_PLAIN),
            lambda: self._one(_NUMBERS),
            lambda: self._some(self._one(_LETTERS), 1, 5),
            lambda: self._one(_MAPPED),
            lambda: self._one(_IGNORED) + self._one(_PLAIN),
            lambda: self._one(_JOINERS),
            lambda: self._one(_BIDI),
            lambda: self._one(_MARKS),
            lambda: self._one(_PUNYCODE),
            lambda: self._one(_PLAIN) + self._one(_FORBIDDEN),
            self._punycode,
            self._any_code_points,
            self._percent_encoded,
        )
        self._hosts: tuple[Callable[[], str], ...] = (
            lambda: self._one(_PLAIN),
            self._domain,
            self._domain,
            self._ipv4,
            self._ipv6,
            self._opaque_host,
        )
        self._values: dict[str, Callable[[], str]] = {
            "protocol": lambda: self._one(_PROTOCOLS),
            "username": lambda: self._some(_USER_INFO, 0, 3),
            "password": lambda: self._some(_USER_INFO, 0, 3),
            "host": lambda: self._host() + self._one(_PORTS) + self._one(("", "", "", "/x", "?q", "#f", "\\x", "@h")),
            "hostname": lambda: self._host() + self._one(("", "", "", "", ":80", "/x", "?", "#", "@h")),
            "port": lambda: self._one(_PORTS).removeprefix(":") + self._one(("", "", "", "/x", "x", "?", "\t")),
            "pathname": self.path,
            "search": lambda: self._one(("", "?", "", "?", "\t?", "#")) + self._some(_QUERIES, 0, 4),
            "hash": lambda: self._one(("", "#", "", "#", "\n#", "?")) + self._some(_FRAGMENTS, 0, 4),
            "href": self.url,
        }

    # Cases.

    def cases(self, count: int) -> list[Case]:
        """Make *count* cases. Most of them parse; the others set members or change the query object."""
        return [self.case() for _ in range(count)]

    def case(self) -> Case:
        """Make one case."""
        chance = self._random.random()
        if chance < 0.72:
            return self.parse_case()
        return self.set_case() if chance < 0.92 else self.steps_case()

    def parse_case(self) -> Case:
        """Make a case that parses."""
        chance = self._random.random()
        base: str | None
        if chance < 0.2 and self._rows.parses:
            input, base = self._random.choice(self._rows.parses)
            if chance < 0.17:
                input = self.mutated(input)
            if chance < 0.03:
                base = self.base()
        elif chance < 0.5:
            input, base = self.reference(), self.base()
        else:
            input, base = self.url(), None if chance < 0.9 else self.base()
            if chance < 0.65:
                input = self.mutated(input)
        return {"kind": "parse", "input": input, "base": base}

    def set_case(self) -> Case:
        """Make a case that sets a member once."""
        chance = self._random.random()
        if chance < 0.3 and self._rows.sets:
            href, member, value = self._random.choice(self._rows.sets)
            if chance < 0.12:
                href = self.url()
            if chance > 0.06:
                value = self.mutated(value)
        else:
            href, member, value = self._url_to_change(), *self.change()
        return {"kind": "set", "href": href, "member": member, "value": value}

    def steps_case(self) -> Case:
        """Make a case with several setters and operations of the query object."""
        steps = [
            self.query_operation() if self._random.random() < 0.4 else [*self.change()]
            for _ in range(self._random.randint(2, 6))
        ]
        return {"kind": "steps", "input": self._url_to_change(), "base": None, "steps": steps}

    def _url_to_change(self) -> str:
        # A setter needs a URL that parses, and a third of the generated ones do not.
        return self._one(_BASES) if self._random.random() < 0.6 else self.url()

    def change(self) -> tuple[str, str]:
        """Return a member and a value for it."""
        member = self._one(MEMBERS)
        value = self._values[member]()
        return member, value if self._random.random() < 0.75 else self.mutated(value)

    def query_operation(self) -> list[str]:
        """Return an operation of the query object and its arguments."""
        name = self._one(QUERY_OPERATIONS)
        if name == "sort":
            return [name]
        pair = [self._one(_QUERIES), self._some(_QUERIES, 0, 3)]
        return [name, *(pair[:1] if name == "delete" and self._random.random() < 0.5 else pair)]

    # URLs.

    def url(self) -> str:
        """Return an absolute URL, which often parses."""
        chance = self._random.random()
        if chance < 0.5:
            scheme, rest = self._one(_SPECIAL), self._one(_SLASHES) + self._authority() + self.path_with_slash()
        elif chance < 0.65:
            scheme = "file"
            rest = self._one(("", "/", "//", "///", "////", "\\", "/\\", "//localhost")) + self._file_rest()
        elif chance < 0.8:
            scheme, rest = self._one(_OTHERS), "//" + self._authority() + self.path_with_slash()
        else:
            scheme, rest = self._one(_OTHERS), self.path()
        chance = self._random.random()
        if chance < 0.05:
            scheme = scheme.upper()
        start = self._one(_ENDS) if chance > 0.9 else ""
        return f"{start}{scheme}:{rest}{self.query_and_fragment()}"

    def base(self) -> str | None:
        """Return a base URL, or None."""
        chance = self._random.random()
        return self._one(_BASES) if chance < 0.75 else self.url() if chance < 0.95 else None

    def reference(self) -> str:
        """Return a string that may need a base URL."""
        return self._one(_STARTS_OF_REFERENCES) + self.path() + self.query_and_fragment()

    def path(self) -> str:
        """Return a path, with or without a slash at its start."""
        slash = "/" if self._random.random() < 0.9 else "\\"
        return slash.join([self._one(_SEGMENTS) for _ in range(self._random.randint(0, 4))])

    def path_with_slash(self) -> str:
        """Return the path of a URL that has an authority, perhaps an empty one."""
        chance = self._random.random()
        return "" if chance < 0.2 else ("/" if chance < 0.95 else "\\") + self.path()

    def query_and_fragment(self) -> str:
        """Return the end of a URL; both may be missing."""
        chance = self._random.random()
        query = f"?{self._some(_QUERIES, 0, 4)}" if chance < 0.35 else ""
        fragment = f"#{self._some(_FRAGMENTS, 0, 3)}" if 0.25 < chance < 0.5 else ""
        return query + fragment + self._one(_ENDS)

    def _authority(self) -> str:
        chance = self._random.random()
        user_info = self._some(_USER_INFO, 0, 3) + "@" if chance < 0.15 else ""
        return user_info + self._host() + self._one(_PORTS)

    def _file_rest(self) -> str:
        chance = self._random.random()
        host = "" if chance < 0.5 else self._host()
        return host + self.path_with_slash() if chance < 0.9 else self._one(_SEGMENTS) + self.path_with_slash()

    # Hosts.

    def _host(self) -> str:
        return self._one(self._hosts)() if self._random.random() < 0.95 else ""

    def _domain(self) -> str:
        labels = [self._one(self._labels)() for _ in range(self._random.randint(1, 3))]
        domain = labels[0]
        for label in labels[1:]:
            domain += self._one(_DOTS) + label
        chance = self._random.random()
        if chance < 0.02:
            domain = domain + "a" * self._random.choice((62, 63, 64, 253, 254, 255))
        return domain + "." if chance > 0.93 else domain

    def _punycode(self) -> str:
        label = self._some(self._one(_LETTERS), 1, 4) + self._one(("", "", "a", *_MAPPED, *_IGNORED, *_MARKS))
        try:
            return f"xn--{label.encode('punycode').decode()}"
        except UnicodeError:
            return label

    def _any_code_points(self) -> str:
        return "".join([self._code_point() for _ in range(self._random.randint(1, 3))])

    def _percent_encoded(self) -> str:
        label = self._one(self._labels[:-1])()
        place = self._random.randrange(len(label) + 1)
        encoded = "".join(f"%{byte:02X}" for byte in label[place : place + 1].encode("utf-8", "replace"))
        return label[:place] + encoded + label[place + 1 :]

    def _ipv4(self) -> str:
        return ".".join([self._one(_NUMBERS) for _ in range(self._random.randint(1, 5))]) + self._one(
            ("", "", "", ".", "..")
        )

    def _ipv6(self) -> str:
        address = self._one(_IPV6)
        if self._random.random() < 0.3:
            address = self.mutated(address)
        return f"[{address}]" if self._random.random() < 0.97 else f"[{address}"

    def _opaque_host(self) -> str:
        return self._some(_OPAQUE, 1, 4)

    # Strings.

    def mutated(self, text: str) -> str:
        """Return *text* with one to three small changes."""
        for _ in range(self._random.choice((1, 1, 1, 2, 3))):
            start = self._random.randint(0, len(text))
            end = min(len(text), start + self._random.choice((0, 0, 1, 1, 2, 5)))
            chance = self._random.random()
            if chance < 0.35:
                new = self._one(_DELIMITERS)
            elif chance < 0.6:
                new = self._random.choice(_CHARS)
            elif chance < 0.7:
                new = self._code_point()
            elif chance < 0.85:
                new = ""
            else:  # a piece of the text again
                new = text[start : start + self._random.randint(1, 8)] * 2
            text = (text[:start] + new + text[end:])[:_LONGEST]
        return text

    def _code_point(self) -> str:
        chance = self._random.random()
        if chance < 0.4:
            return chr(self._random.randrange(0x80, 0x3100))
        return chr(self._random.randrange(0x110000) if chance < 0.6 else self._random.randrange(0xA000, 0x20000))

    def _one(self, choices: Sequence[T]) -> T:
        # Random.choice takes three times as long.
        return choices[int(self._random.random() * len(choices))]

    def _some(self, choices: Sequence[str], least: int, most: int) -> str:
        return "".join([self._one(choices) for _ in range(self._random.randint(least, most))])
