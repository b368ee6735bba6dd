"""ECMA-376 part 2 (Open Packaging Conventions) §8.1.1 Part Names, §8.3 Relationships, Annex A.3: part names.

In: a Unicode string, as it stands in a document, and the name of the part that holds it. Out: the name of the part that
it refers to. The rules have the numbers of the first edition, M1.1 and on, by which they are known, and a part name is
a URI as there; of the IRIs that later editions have as well, `part_name` makes such.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from py_url.grammar import SCHEME, InvalidSyntax, Run, expect_str
from py_url.rfc3986.characters import PCHAR, RESERVED, UNRESERVED, decode_unreserved, percent_encode
from py_url.rfc3986.reference import Split, split
from py_url.rfc3986.resolution import resolve
from py_url.standard.infra.showing import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_PCHARS = Run("a pchar", PCHAR)
_ENCODED_SOLIDUS = re.compile("%(?:2[Ff]|5[Cc])")
_ENCODED_UNRESERVED = re.compile("%(?:2[DdEe]|3[0-9]|4[1-9A-Fa-f]|5[0-9AaFf]|6[1-9A-Fa-f]|7[0-9AaEe])")
_LONE_PERCENT = re.compile("%(?![0-9A-Fa-f]{2})")
_SCHEME = re.compile(f"{SCHEME}:")
_TRAILING_DOTS = re.compile(r"(?<=[^./])\.+(?=/|\Z)")
_SOLIDI = re.compile("/{2,}")
_RELATIONSHIPS = re.compile(r"(.*/)_rels/([^/]*)\.rels", re.DOTALL)


class InvalidPartNameError(InvalidSyntax):
    """Raised for a string that is no part name: ``rule`` is the number of the first rule that it breaks, ``offset``
    the code-point offset at which it does, ``input`` the string, and ``expected`` says what the rule is.
    """

    __module__ = "py_url.opc"

    def _what(self) -> str:
        return f"part name by {self.rule}"


class Problem(NamedTuple):
    """A rule of §8.1.1.1 that a string breaks: its number, the code-point offset, and a sentence."""

    rule: str
    offset: int
    message: str


def part_name_problems(name: str) -> list[Problem]:
    """§8.1.1.1 All rules that *name* breaks, in the order of their numbers; an empty list for a part name.

    Raises TypeError for what is no str.
    """
    expect_str(name, "a part name")
    if not name:
        return [Problem("M1.1", 0, "a part name is not empty")]
    problems = []
    if not name.startswith("/"):
        problems.append(Problem("M1.4", 0, "it begins with '/'"))
    if name.endswith("/"):
        problems.append(Problem("M1.5", len(name) - 1, "it does not end with '/'"))
    empty = name.find("//")
    if empty >= 0:
        problems.append(Problem("M1.3", empty + 1, "it has no empty segments"))
    place = int(name.startswith("/"))
    for segment in name[place:].split("/"):
        problems.extend(problem._replace(offset=problem.offset + place) for problem in _segment_problems(segment))
        place += len(segment) + 1
    return sorted(problems, key=lambda problem: (int(problem.rule[3:]), problem.offset))


def _segment_problems(segment: str) -> list[Problem]:
    problems = []
    end = _PCHARS.end(segment)
    if end < len(segment):
        problems.append(Problem("M1.6", end, "a segment holds pchar characters alone"))
    encoded = _ENCODED_SOLIDUS.search(segment)
    if encoded:
        problems.append(Problem("M1.7", encoded.start(), "a segment holds no percent-encoded '/' or '\\'"))
    encoded = _ENCODED_UNRESERVED.search(segment)
    if encoded:
        problems.append(Problem("M1.8", encoded.start(), "a segment holds no percent-encoded unreserved characters"))
    if segment.endswith("."):
        problems.append(Problem("M1.9", len(segment) - 1, "a segment does not end with '.'"))
        if not segment.strip("."):
            problems.append(Problem("M1.10", 0, "a segment has a character other than '.'"))
    return problems


def check_part_name(name: str) -> str:
    """§8.1.1.1 *name*, which is a part name. Raises InvalidPartNameError for the first rule that it breaks otherwise,
    TypeError for what is no str.
    """
    for problem in part_name_problems(name):
        raise InvalidPartNameError(name, problem.rule, problem.offset, problem.message)
    return name


def is_part_name(name: str) -> bool:
    """§8.1.1.1 Whether *name* is a part name. Raises TypeError for what is no str."""
    return not part_name_problems(name)


def string_to_iri(string: str) -> str:
    """Annex A.1 The IRI of a Unicode string: ASCII that RFC 3986 neither reserves nor leaves unreserved is
    percent-encoded, but for ``%``. Raises TypeError for what is no str.
    """
    kept = (
        RESERVED + UNRESERVED + "%" + "".join(char for char in set(expect_str(string, "a reference")) if char > "\x7f")
    )
    return percent_encode(string, kept)


def iri_to_uri(iri: str) -> str:
    """Annex A.2 The URI of an IRI: what is not ASCII is percent-encoded, in UTF-8.

    Raises TypeError for what is no str, ValueError for a lone surrogate.
    """
    return percent_encode(iri, "".join(map(chr, range(0x80))))


def part_name(string: str, source: str = "/") -> str:
    """Annex A: the name of the part to which *string* refers where the part *source* has it: ``part_name("../b.xml",
    "/a/c.xml") == "/b.xml"``.

    The string becomes an IRI, a URI and, in the ten steps of A.3, a part name. *source* is a part name, or "/" for the
    package. What follows a "?" or "#" does not name a part, and is left out.

    Raises TypeError for what is no str, InvalidPartNameError for a *source*, or for a result, that is no part name, and
    ValueError for a lone surrogate, for a reference with a scheme, which leads out of the package, and for one to the
    package itself.
    """
    if source != "/":
        check_part_name(source)
    reference = iri_to_uri(string_to_iri(string))
    if _SCHEME.match(reference):
        raise ValueError(f"{quoted(string)} has a scheme, so it refers to no part of the package")
    path = re.split("[?#]", reference, maxsplit=1)[0]
    if source == "/" and not path.strip("/."):
        raise ValueError(f"{quoted(string)} refers to the package, and to no part of it")
    return check_part_name(
        split(resolve(Split(None, None, _prepared(path), None, None), f"pack://package{source}")).path
    )


def _prepared(path: str) -> str:
    """Steps 1 to 9 of A.3."""
    path = path.replace("[", "%5B").replace("]", "%5D")
    path = _LONE_PERCENT.sub("%25", path)
    path = decode_unreserved(path)
    path = _ENCODED_SOLIDUS.sub("/", path)
    path = path.replace("\\", "/")
    path = _TRAILING_DOTS.sub("", path)
    path = _SOLIDI.sub("/", path)
    path = path.removesuffix("/")
    return "/".join(segment for segment in path.split("/") if len(segment) < 3 or segment.strip("."))


def equivalent(a: str, b: str) -> bool:
    """§8.1.1.2 Whether two part names are equivalent: the same but for the case of ASCII letters (M1.12).

    Raises InvalidPartNameError for what is no part name, TypeError for what is no str.
    """
    return check_part_name(a).lower() == check_part_name(b).lower()


def conflicts(names: Iterable[str]) -> list[tuple[str, str]]:
    """§8.1.1 The pairs of part names that no package has both of: equivalent ones (M1.12), and one that is another with
    segments appended to it (M1.11), which is the first of its pair. Raises as `equivalent`.
    """
    if isinstance(names, str):
        raise TypeError("names are part names, of which a str is one")
    pairs: list[tuple[str, str]] = []
    ancestors: list[str] = []
    # Sorted so, a name is followed by those that begin with its segments.
    for name in sorted(map(check_part_name, names), key=lambda name: name.lower().replace("/", "\0")):
        key = name.lower()
        while ancestors and key != ancestors[-1].lower() and not key.startswith(f"{ancestors[-1].lower()}/"):
            ancestors.pop()
        pairs.extend((ancestor, name) for ancestor in ancestors)
        ancestors.append(name)
    return pairs


def relationships_part_name(source: str) -> str:
    """§8.3.4 The name of the part that has the relationships of *source*: ``/a/_rels/b.xml.rels`` for ``/a/b.xml``, and
    ``/_rels/.rels`` for "/", the package.

    Raises InvalidPartNameError for what is no part name, TypeError for what is no str, and ValueError for a
    relationships part, which has no relationships itself (M1.25).
    """
    if source == "/":
        return "/_rels/.rels"
    if is_relationships_part_name(source):
        raise ValueError(f"{quoted(source)} is a relationships part, which has no relationships (M1.25)")
    folder, _, name = source.rpartition("/")
    return f"{folder}/_rels/{name}.rels"


def is_relationships_part_name(name: str) -> bool:
    """§8.3.4 Whether a part of that name has relationships, by its name (M1.30). Raises as `equivalent`."""
    return _RELATIONSHIPS.fullmatch(check_part_name(name).lower()) is not None


def source_of_relationships(name: str) -> str:
    """§8.3.4 The part, or "/" for the package, whose relationships a part of that name has: the inverse of
    `relationships_part_name`. Raises as that, and ValueError for the name of another part.
    """
    match = _RELATIONSHIPS.fullmatch(check_part_name(name).lower())
    if match is None:
        raise ValueError(f"{quoted(name)} is no relationships part: '/_rels/' and '.rels' are expected at its end")
    folder, source = name[: match.end(1)], name[match.start(2) : match.end(2)]
    if source and is_relationships_part_name(folder + source):
        raise ValueError(f"{quoted(name)} has the relationships of a relationships part, which has none (M1.25)")
    if not source:
        if folder == "/":
            return "/"
        raise ValueError(f"{quoted(name)} has the relationships of no part")
    return folder + source
