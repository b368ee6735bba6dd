"""URL patterns from a grammar, with inputs that they match and near misses."""

from __future__ import annotations

import json

from crosscheck.inputs import own_files

from py_url.pattern.canonicalization import COMPONENTS
from research.fuzzing.generation import Generator, pieces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from typing import Any

    from crosscheck.summary import Case

    from research.fuzzing.generation import Rows


Piece = tuple[str, str]
"""A pattern, and a text that it should match."""
INPUTS = 8
"""How many inputs a pattern has."""

_NAMES = pieces("a b c id name _ $x a1 Z é 名 \U0001d4b3 café 0 1")
# What custom groups have, with texts that they match, behind a "~".
_REGEXPS: list[Piece] = [
    (regexp, sample)
    for regexp, _, sample in (
        each.partition("~")
        for each in pieces(
            r".*~x/y "
            r"[^/]+?~x [^\/]+?~x [^\.]+?~x .~x a|b~b ab?c*~acc \d+~42 \w+~a_1 \D~d [a-z]+~abc [A-Z]~Q [^a-c]{2}~de "
            r"[a-z&&[^b]]~c [\w--[a-f]]~z [\d[x-z]]+~1x (?:ab)+~abab (?=x)x~x (?!a).~b (?<=a)b~b (?<n>a)~a "
            r"(?<n>a)\k<n>~aa (?i:a)B~AB \x61~a \u0061+~aa \u{62}~b a{2,3}?~aa (?:a|b)*?c~abc \/x~/x \.~. https?~http "
            r"foo|~ \d{1,3}(?:,\d{3})*~1,234 [\-\.]~- ^a$~a \bx~x \p{L}~a [\q{ab|c}]~ab (?:a*)*~aa [^]~x []~ \cA~ "
            r"a\|b~a|b (?~ ?x~ [~ a)~a) (a)~a é~é \~ ~ *~ {~ a{2,1}~ \k<m>~ \1~ [z-a]~ [a--b&&c]~ \-~- [(]~ x(?-i:Y)~xY"
        )
    )
]
_REGEXPS.append((r"\s", " "))
_MODIFIERS = ("?", "*", "+")
_FIXED = {
    "protocol": pieces("http https s ht tp data file wss foo a1 + - . H é : 1"),
    "username": pieces("u a b@ %41 é / : \\ ü @ . user"),
    "password": pieces("p b %zz ' é # ? p: [ 1"),
    "hostname": [
        *pieces(
            "example com . .com www. a EXAMPLE 127.0.0.1 1 0x7f [::1] [ ] :: ::1 [2001:DB8:: é ü. xn--zca ß - _ %41"
        ),
        *pieces("x:8080 *. ab/c a#b \\ @ 日本 \xad h\t \u3002"),
        " ",
    ],
    "port": ["8\t0", " ", *pieces("80 443 8080 0 1 08 a 8a 65536 21 é 80x")],
    "pathname": [
        *pieces("/ /a /b/ a b . .. /. ./ /../ %20 %2e é 名 \\ ; = @ /a:b //x ^ | ' /index.html c ~ % \t \ud800 ? #"),
        " ",
    ],
    "search": [" ", "\t", *pieces("q a=b & = ? é ' %20 + # \" q=1")],
    "hash": [" ", *pieces('f a # é ` %20 ? " x=1')],
}
_DELIMITERS = pieces(r"{ } ( ) * + ? : / \ \\ {} ** ?? *? :a (.*) [^/]+ . # @ [ ] // \: {a} {/:b}? é")
_BASES = [
    *pieces("https://example.com/a/b?q#f http://u:p@h:8080/x/ data:text/plain,x foo:/a/b file:///C:/x foo://h?q"),
    *pieces("https://example.com nope https://[::1]:80/a*b about:blank http://é.example/(x) foo:bar/baz"),
    "",
]


class PatternGenerator(Generator):
    """Makes cases of patterns. Two generators with the same seed and the same rows make the same ones."""

    def __init__(self, seed: str, rows: Rows, tests: Sequence[Case]) -> None:
        super().__init__(seed, rows)
        self._tests = tests

    def case(self) -> Case:
        """Make one case."""
        chance = self._random.random()
        if chance < 0.2 and self._tests:
            test = self._one(self._tests)
            arguments, inputs = test["pattern"], test["inputs"]
            if chance < 0.15:
                arguments = [self._mutated_value(value) for value in arguments]
            inputs = [*inputs, *(self._near(self._one(inputs) if inputs else [self.url()]) for _ in range(INPUTS))]
        elif chance < 0.55:
            arguments, inputs = self._constructor_string()
        else:
            arguments, inputs = self._init()
        if self._random.random() < 0.15 and not (len(arguments) > 1 and isinstance(arguments[-1], dict)):
            arguments = [*arguments, {"ignoreCase": True}]
            inputs = [[_upper(value) for value in given] if self._random.random() < 0.4 else given for given in inputs]
        return {"kind": "pattern", "pattern": arguments, "inputs": inputs[:INPUTS]}

    def _constructor_string(self) -> tuple[list[Any], list[list[Any]]]:
        parts = {name: self._component(name) for name in COMPONENTS}
        chance = self._random.random()
        texts = []
        for side in (0, 1):
            part = {name: piece[side] for name, piece in parts.items()}
            protocol = part["protocol"] if chance < 0.4 else "https" if chance < 0.8 else "foo"
            slashes = "//" if chance < 0.85 else ("" if chance < 0.95 else "/")
            user = f"{part['username']}:{part['password']}@" if 0.1 < chance < 0.18 else ""
            port = f":{part['port']}" if 0.15 < chance < 0.35 else ""
            text = f"{protocol}:{slashes}{user}{part['hostname'] if slashes == '//' else ''}{port}"
            if chance > 0.97:
                text = ""
            path = part["pathname"]
            text += path if path[:1] in "/{:(*" or chance > 0.9 else f"/{path}"
            mark = "\\?" if side == 0 and chance < 0.5 else "?"
            text += f"{mark}{part['search']}" if 0.3 < chance < 0.6 else ""
            text += f"#{part['hash']}" if 0.5 < chance < 0.8 else ""
            texts.append(text)
        pattern, sample = texts
        if self._random.random() < 0.1:
            pattern = self._mutated_pattern(pattern)
        if chance > 0.93 or self._random.random() < 0.05:
            base = self._one(_BASES)
            return [pattern, base], self._inputs([[sample, base], [sample]])
        return [pattern], self._inputs([[sample]])

    def _init(self) -> tuple[list[Any], list[list[Any]]]:
        names = [name for name in COMPONENTS if self._random.random() < (0.65 if name == "pathname" else 0.22)]
        parts = {name: self._component(name) for name in names or ["pathname"]}
        init = {name: piece[0] for name, piece in parts.items()}
        sample = {name: piece[1] for name, piece in parts.items()}
        if self._random.random() < 0.1:
            name = self._one([*init])
            init[name] = self._mutated_pattern(init[name])
        if self._random.random() < 0.1:
            init["baseURL"] = self._one(_BASES)
            if self._random.random() < 0.5:
                sample["baseURL"] = init["baseURL"]
        return [init], self._inputs([[sample], [_url_of(sample)]])

    def _inputs(self, samples: list[list[Any]]) -> list[list[Any]]:
        """The samples, near misses of them, and others."""
        others: list[list[Any]] = [
            [self.url()],
            [self._one(_BASES)],
            [{self._one(COMPONENTS): self._one(_FIXED["pathname"])}],
        ]
        near = [self._near(self._one(samples)) for _ in range(INPUTS - len(samples) - 2)]
        return [*samples, *near, self._one(others), self._one(others)]

    def _near(self, given: list[Any]) -> list[Any]:
        return [self._mutated_value(value) for value in given]

    def _mutated_value(self, value: Any) -> Any:  # noqa: ANN401 - JSON
        if isinstance(value, str):
            return self._mutated_pattern(value) if self._random.random() < 0.5 else self.mutated(value)
        if isinstance(value, dict) and value:
            name = self._one([*value])
            if isinstance(value[name], str):
                return {**value, name: self._mutated_value(value[name])}
        return value

    def _mutated_pattern(self, text: str) -> str:
        start = self._random.randint(0, len(text))
        end = min(len(text), start + self._one((0, 0, 1, 2)))
        return text[:start] + self._one(_DELIMITERS) + text[end:]

    def _component(self, name: str) -> Piece:
        """A pattern of a component, and a text that it should match."""
        parts = [self._piece(name, 1) for _ in range(self._one((0, 1, 1, 2, 2, 3, 4)))]
        start = "/" if name == "pathname" and self._random.random() < 0.7 else ""
        return start + "".join(part[0] for part in parts), start + "".join(part[1] for part in parts)

    def _piece(self, name: str, depth: int) -> Piece:
        chance = self._random.random()
        if chance < 0.4:
            text = self._one(_FIXED[name])
            escaped = "".join(f"\\{char}" if char in "*+?:{}()\\" and chance < 0.38 else char for char in text)
            return escaped, text
        if chance < 0.55:
            pattern, sample = f":{self._one(_NAMES)}", self._one(("x", "a1", "foo", "7", "x-y"))
        elif chance < 0.67:
            pattern, sample = "*", self._one(("", "x", "a/b", "a.b"))
        elif chance < 0.82 or depth == 0:
            regexp, sample = self._one(_REGEXPS)
            pattern = f"{f':{self._one(_NAMES)}' if chance < 0.73 else ''}({regexp})"
        else:
            inside = [self._piece(name, 0) for _ in range(self._one((0, 1, 1, 2, 3)))]
            pattern, sample = f"{{{''.join(piece[0] for piece in inside)}}}", "".join(piece[1] for piece in inside)
        if name == "pathname" and self._random.random() < 0.4 and pattern[0] != "{":
            pattern, sample = f"/{pattern}", f"/{sample}"
        if self._random.random() < 0.35:
            modifier = self._one(_MODIFIERS)
            times = self._one((0, 1) if modifier == "?" else (0, 1, 2) if modifier == "*" else (1, 2))
            return pattern + modifier, sample * times
        return pattern, sample


def _url_of(sample: dict[str, str]) -> str:
    """A URL that has these components, if they can be those of one."""
    part = {name: sample.get(name, "") for name in COMPONENTS}
    host = part["hostname"] or "example.com"
    user = f"{part['username']}:{part['password']}@" if part["username"] or part["password"] else ""
    port = f":{part['port']}" if part["port"] else ""
    search = f"?{part['search']}" if "search" in sample else ""
    hash = f"#{part['hash']}" if "hash" in sample else ""
    return f"{part['protocol'] or 'https'}://{user}{host}{port}{part['pathname']}{search}{hash}"


def _upper(value: Any) -> Any:  # noqa: ANN401 - JSON
    if isinstance(value, dict):
        return {name: _upper(each) if name != "baseURL" else each for name, each in value.items()}
    return value.upper() if isinstance(value, str) else value


def tests(files: Sequence[Path]) -> list[Case]:
    """Return the patterns and inputs of upstream's *files* and of the project's own rows."""
    rows = [row for file in [*files, *own_files("pattern")] for row in json.loads(file.read_text("utf-8"))]
    return [
        {"kind": "pattern", "pattern": row["pattern"], "inputs": [row["inputs"]] if row.get("inputs") else []}
        for row in rows
        if "pattern" in row
    ]
