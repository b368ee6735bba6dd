"""Part names by ECMA-376 part 2 (Open Packaging Conventions): §8.1.1 Part Names, §8.3 Relationships, and Annex A.3.

`part_name` takes a Unicode string, as it stands in a document, and the name of the part that contains it, and returns
the name of the part that it refers to. The rules are numbered as in the first edition (M1.1 and so on), because that is
how they are known. As in that edition, a part name is a URI; later editions also allow IRIs, which `part_name`
converts. See https://ecma-international.org/publications-and-standards/standards/ecma-376/.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from py_url.specs.grammar import InvalidSyntax, Run
from py_url.specs.rfc3986.characters import PCHAR, RESERVED, UNRESERVED, decode_unreserved, percent_encode
from py_url.specs.rfc3986.reference import Split, split
from py_url.specs.rfc3986.resolution import resolve
from py_url.standard.infra.arguments import SCHEME, expect_str, expect_strs
from py_url.standard.infra.code_points import replaced
from py_url.standard.infra.showing import quoted

_PCHARS = Run("an ASCII letter, a digit, one of -._~!$&'()*+,;=:@ or a percent-encoded octet", PCHAR)
_ENCODED_SOLIDUS = re.compile("%(?:2[Ff]|5[Cc])")
_ENCODED_UNRESERVED = re.compile("%(?:2[DdEe]|3[0-9]|4[1-9A-Fa-f]|5[0-9AaFf]|6[1-9A-Fa-f]|7[0-9AaEe])")
_LONE_PERCENT = re.compile("%(?![0-9A-Fa-f]{2})")
_SCHEME = re.compile(f"{SCHEME}:")
_TRAILING_DOTS = re.compile(r"(?<=[^./])\.+(?=/|\Z)")
_SOLIDI = re.compile("/{2,}")
_RELATIONSHIPS = re.compile(r"(.*/)_rels/([^/]*)\.rels", re.DOTALL)


class InvalidPartNameError(InvalidSyntax):
    """Raised for a string that is not a part name.

    *input* is the string, *rule* the number of the first rule that it breaks, *offset* the code-point offset at which
    it does, and *expected* a sentence that states the rule.
    """

    __module__ = "py_url.specs.opc"

    def _what(self) -> str:
        return f"part name ({self.rule})"


class Problem(NamedTuple):
    """A rule of §8.1.1.1 that a string breaks: its number (*rule*), the code-point *offset* and a *message*."""

    rule: str
    offset: int
    message: str


def part_name_problems(name: str) -> list[Problem]:
    """List all rules that *name* breaks (§8.1.1.1), in the order of their numbers; the list of a part name is empty.

    Raises:
        TypeError: If *name* is not a str.

    >>> [problem.rule for problem in part_name_problems("/a//b")]
    ['M1.3']
    """
    name = expect_str(name, "the part name")
    if not name:
        return [Problem("M1.1", 0, "a part name must not be empty")]
    problems = []
    if not name.startswith("/"):
        problems.append(Problem("M1.4", 0, "a part name must start with '/'"))
    if name.endswith("/"):
        problems.append(Problem("M1.5", len(name) - 1, "a part name must not end with '/'"))
    empty = name.find("//")
    if empty >= 0:
        problems.append(Problem("M1.3", empty + 1, "a part name must not have empty segments"))
    place = int(name.startswith("/"))
    for segment in name[place:].split("/"):
        problems.extend(problem._replace(offset=problem.offset + place) for problem in _segment_problems(segment))
        place += len(segment) + 1
    return sorted(problems, key=lambda problem: (int(problem.rule[3:]), problem.offset))


def _segment_problems(segment: str) -> list[Problem]:
    problems = []
    end = _PCHARS.end(segment)
    if end < len(segment):
        problems.append(Problem("M1.6", end, f"each character of a segment must be {_PCHARS.expected}"))
    encoded = _ENCODED_SOLIDUS.search(segment)
    if encoded:
        problems.append(Problem("M1.7", encoded.start(), "a segment must not have a percent-encoded '/' or '\\'"))
    encoded = _ENCODED_UNRESERVED.search(segment)
    if encoded:
        message = "a letter, a digit and one of -._~ must not be percent-encoded; write the character itself"
        problems.append(Problem("M1.8", encoded.start(), message))
    if segment.endswith("."):
        problems.append(Problem("M1.9", len(segment) - 1, "a segment must not end with '.'"))
        if not segment.strip("."):
            problems.append(Problem("M1.10", 0, "a segment must have a character other than '.'"))
    return problems


def check_part_name(name: str) -> str:
    """Return *name* if it is a part name (§8.1.1.1).

    Raises:
        InvalidPartNameError: For the first rule that it breaks.
        TypeError: If it is not a str.

    >>> check_part_name("/a/b.xml")
    '/a/b.xml'
    """
    name = expect_str(name, "the part name")
    for problem in part_name_problems(name):
        raise InvalidPartNameError(name, problem.rule, problem.offset, problem.message)
    return name


def is_part_name(name: str) -> bool:
    """Return whether *name* is a part name (§8.1.1.1).

    Raises:
        TypeError: If it is not a str.

    >>> is_part_name("/a/")
    False
    """
    return not part_name_problems(name)


def string_to_iri(string: str) -> str:
    """Convert a Unicode string to an IRI (Annex A.1).

    This percent-encodes ASCII characters that RFC 3986 lists neither as reserved nor as unreserved, except for ``%``.

    Raises:
        TypeError: If *string* is not a str.

    >>> string_to_iri("/a b")
    '/a%20b'
    """
    non_ascii = "".join(char for char in set(expect_str(string, "the reference")) if char > "\x7f")
    return percent_encode(string, RESERVED + UNRESERVED + "%" + non_ascii)


def iri_to_uri(iri: str) -> str:
    """Convert an IRI to a URI: percent-encode non-ASCII characters as UTF-8 (Annex A.2).

    Raises:
        TypeError: If *iri* is not a str.
        ValueError: For a lone surrogate.

    >>> iri_to_uri("/ü")
    '/%C3%BC'
    """
    return percent_encode(iri, "".join(map(chr, range(0x80))))


def part_name(string: str, source: str = "/") -> str:
    """Return the name of the part that *string* refers to in the part *source* (Annex A).

    The string is converted to an IRI, a URI and, in the ten steps of A.3, a part name. *source* is a part name, or "/"
    for the package. A query and a fragment are left out.

    Raises:
        TypeError: If an argument is not a str.
        InvalidPartNameError: If *source* or the result is not a part name.
        ValueError: For a lone surrogate, for a reference with a scheme, which leads out of the package, and for a
            reference from the package to itself. (From a part, "/" refers to that part: the eighth step makes it
            empty.)

    >>> part_name("../b.xml", "/a/c.xml")
    '/b.xml'
    """
    if source != "/":
        check_part_name(source)
    reference = iri_to_uri(string_to_iri(string))
    if _SCHEME.match(reference):
        raise ValueError(f"{quoted(string)} has a scheme, so it does not refer to a part of the package")
    path = re.split("[?#]", reference, maxsplit=1)[0]
    if source == "/" and not path.strip("/."):
        raise ValueError(f"{quoted(string)} refers to the package itself, not to a part of it")
    return check_part_name(
        split(resolve(Split(None, None, _prepared(path), None, None), f"pack://package{source}")).path
    )


def _prepared(path: str) -> str:
    """Do steps 1 to 9 of A.3."""
    path = path.replace("[", "%5B").replace("]", "%5D")
    path = replaced(_LONE_PERCENT, lambda _: "%25", path)
    path = decode_unreserved(path)
    path = replaced(_ENCODED_SOLIDUS, lambda _: "/", path)
    path = path.replace("\\", "/")
    path = replaced(_TRAILING_DOTS, lambda _: "", path)
    path = replaced(_SOLIDI, lambda _: "/", path)
    path = path.removesuffix("/")
    return "/".join(segment for segment in path.split("/") if len(segment) < 3 or segment.strip("."))


def equivalent(a: str, b: str) -> bool:
    """Return whether the part names *a* and *b* differ only in the case of ASCII letters (§8.1.1.2, M1.12).

    Raises:
        InvalidPartNameError: If one of them is not a part name.
        TypeError: If it is not a str.

    >>> equivalent("/a.xml", "/A.xml")
    True
    """
    return check_part_name(a).lower() == check_part_name(b).lower()


def conflicts(names: Iterable[str]) -> list[tuple[str, str]]:
    """Return the pairs of part names that must not be in the same package (§8.1.1).

    Those are equivalent names (M1.12), and a name together with one that adds segments to it (M1.11), which comes
    second. Raises the errors of `equivalent`, and TypeError if *names* is a single str.

    >>> conflicts(["/a", "/A", "/a/b"])
    [('/a', '/A'), ('/a', '/a/b'), ('/A', '/a/b')]
    """
    checked = map(check_part_name, expect_strs(names, "the names"))
    pairs: list[tuple[str, str]] = []
    ancestors: list[str] = []
    # In this order, the names that start with all segments of a name come right after it.
    for name in sorted(checked, key=lambda name: name.lower().replace("/", "\0")):
        key = name.lower()
        while ancestors and key != ancestors[-1].lower() and not key.startswith(f"{ancestors[-1].lower()}/"):
            ancestors.pop()
        pairs.extend((ancestor, name) for ancestor in ancestors)
        ancestors.append(name)
    return pairs


def relationships_part_name(source: str) -> str:
    """Return the name of the part that holds the relationships of *source*, a part or "/" for the package (§8.3.4).

    Raises:
        InvalidPartNameError: If *source* is not a part name.
        TypeError: If it is not a str.
        ValueError: If it is a relationships part, which cannot have relationships itself (M1.25).

    >>> relationships_part_name("/a/b.xml"), relationships_part_name("/")
    ('/a/_rels/b.xml.rels', '/_rels/.rels')
    """
    if source == "/":
        return "/_rels/.rels"
    if is_relationships_part_name(source):
        raise ValueError(f"{quoted(source)} is a relationships part, which cannot have relationships itself (M1.25)")
    folder, _, name = source.rpartition("/")
    return f"{folder}/_rels/{name}.rels"


def is_relationships_part_name(name: str) -> bool:
    """Return whether *name* is the name of a relationships part (§8.3.4, M1.30).

    Raises the errors of `equivalent`.

    >>> is_relationships_part_name("/_rels/.rels")
    True
    """
    return _RELATIONSHIPS.fullmatch(check_part_name(name).lower()) is not None


def source_of_relationships(name: str) -> str:
    """Return the part whose relationships the part *name* holds, or "/" for the package (§8.3.4).

    This is the inverse of `relationships_part_name` and raises its errors, and ValueError if *name* is not the name of
    a relationships part.

    >>> source_of_relationships("/a/_rels/b.xml.rels")
    '/a/b.xml'
    """
    match = _RELATIONSHIPS.fullmatch(check_part_name(name).lower())
    if match is None:
        raise ValueError(f"{quoted(name)} is not a relationships part; its name must end with '/_rels/NAME.rels'")
    folder, source = name[: match.end(1)], name[match.start(2) : match.end(2)]
    if source and is_relationships_part_name(folder + source):
        raise ValueError(f"{quoted(name)} names the relationships of a relationships part, which has none (M1.25)")
    if not source:
        if folder == "/":
            return "/"
        raise ValueError(f"{quoted(name)} holds the relationships of no part; it needs a name before '.rels'")
    return folder + source
