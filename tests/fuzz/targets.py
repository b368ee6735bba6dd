"""What a fuzzer calls with octets. A target raises AssertionError if a fact does not hold.

Any other exception that leaves a target is a finding too, because the targets catch the errors that are documented. The
octets are one string or more in UTF-8, with the octet 0xFF between them. Invalid UTF-8 becomes lone surrogates.
"""

import json
from pathlib import Path

from py_url import URL, InvalidURL, URLSearchParams, guard, is_valid_url_string, validate
from py_url.specs import rfc3986
from py_url.specs.grammar import InvalidSyntax
from py_url.specs.html import import_maps
from py_url.specs.schemes import data
from py_url.standard import SETTERS, basic_parse, serialize

_DATA = Path(__file__).parent.parent / "data"
_BETWEEN = b"\xff"


def packed(*strings):
    """Return the octets of strings."""
    return _BETWEEN.join(string.encode("utf-8", "surrogatepass") for string in strings)


def _unpacked(octets, count):
    """Return the strings in octets; those that are missing are empty."""
    parts = [part.decode("utf-8", "surrogateescape") for part in octets.split(_BETWEEN, count - 1)]
    return parts + [""] * (count - len(parts))


def _href_by_the_standard(string, base=None):
    try:
        return serialize(basic_parse(string, None if base is None else basic_parse(base)))
    except InvalidURL:
        return None


def parse(octets):
    """A string, and a base URL if it is not empty: the fast path, the standard's parser and `URL` give one answer."""
    string, base = _unpacked(octets, 2)
    base = base or None
    expected = _href_by_the_standard(string, base)
    url = URL.parse(string, base)
    assert URL.can_parse(string, base) == (url is not None)
    assert (None if url is None else url.href) == expected
    if url is not None:
        assert URL(url.href).href == url.href
        assert url.href.isascii()
        assert str(URLSearchParams(url.search)) == str(url.search_params)
        url.search_params.sort()
        assert URL(url.href).href == url.href


def setters(octets):
    """A URL, the number of a member, and a value: the fast path and the standard's setters give one answer."""
    string, number, value = _unpacked(octets, 3)
    url = URL.parse(string)
    if url is None:
        return
    member = [*SETTERS][sum(map(ord, number)) % len(SETTERS)]
    record = basic_parse(url.href)
    # The API's strings are scalar value strings, and so are those of `SETTERS`.
    SETTERS[member](record, value)
    setattr(url, member, value)
    assert url.href == serialize(record), member
    # The standard's own exceptions: https://url.spec.whatwg.org/#dom-url-protocol
    if not (member == "protocol" and url.protocol == "file:"):
        assert URL(url.href).href == url.href, member


def errors(octets):
    """The target `validate`: validation errors are in the string, and a valid URL string is one without any."""
    string, base = _unpacked(octets, 2)
    base = base if base and URL.can_parse(base) else None
    found = validate(string, base)
    assert all(0 <= error.start <= error.end <= len(string) for error in found)
    assert [error.fatal for error in found[:-1]] == [False] * len(found[:-1])
    assert (bool(found) and found[-1].fatal) == (not URL.can_parse(string, base))
    assert is_valid_url_string(string, base) == (not found)
    assert validate(string, base, limit=1) == ([found[-1]] if found and found[-1].fatal else found[:1])


def generic_syntax(octets):
    """The target `rfc3986`: the parser and the automaton take the same strings, and no component becomes another."""
    string, base = _unpacked(octets, 2)
    assert str(rfc3986.split(string)) == string
    for rule in rfc3986.RULES:
        assert rfc3986.matches(string, rule) == (rfc3986.fails_at(string, rule) is None), rule
        try:
            reference = rfc3986.parse(string, rule)
        except InvalidSyntax as error:
            assert not rfc3986.matches(string, rule), rule
            assert 0 <= error.offset <= len(string)
        else:
            assert str(reference) == string
            assert reference.split() == rfc3986.split(string)
    if rfc3986.matches(string, "URI-reference"):
        normal = rfc3986.normalize(string)
        assert rfc3986.normalize(normal) == normal
        if rfc3986.matches(base, "URI"):
            target = rfc3986.resolve(string, base)
            assert rfc3986.resolve(rfc3986.relativize(target, base), base) == rfc3986.resolve(target, base)


def data_urls(octets):
    """The target `data`: what is decoded can be built, and decoded again."""
    (string,) = _unpacked(octets, 1)
    try:
        mime_type, body = data.process(f"data:{string}")
    except ValueError:
        return
    try:
        url = data.build(body, str(mime_type))
    except ValueError:
        # Not every MIME type fits into a data: URL.
        return
    assert data.process(url) == (mime_type, body)


def module_specifiers(octets):
    """The target `import_maps`: an import map, a specifier and a base URL end in a URL or in a documented error."""
    text, specifier, base = _unpacked(octets, 3)
    if not URL.can_parse(base):
        base = "https://h/a/"
    try:
        import_map = import_maps.parse_import_map(text, base)
    except (import_maps.InvalidImportMapError, TypeError) as error:
        assert str(error)
        return
    for addresses in (import_map.imports, *import_map.scopes.values()):
        assert all(address is None or _href_by_the_standard(address) == address for address in addresses.values())
    try:
        record = import_maps.resolve_module_specifier(specifier, base, import_map)
    except import_maps.ModuleResolutionError as error:
        assert str(error)
        return
    assert _href_by_the_standard(serialize(record)) == serialize(record)


def fetches(octets):
    """The target `guard`: what is allowed has one meaning, and a redirect stays on its host."""
    string, target = _unpacked(octets, 2)
    verdict = guard.check_fetch(string)
    if verdict.allowed:
        assert verdict.url == URL(string).href
        assert guard.check_fetch(verdict.url).allowed
    else:
        assert verdict.reasons
        assert all(0 <= reason.start <= reason.end <= len(string) for reason in verdict.reasons)
    base = "https://shop.example/login"
    verdict = guard.check_redirect(target, base)
    if verdict.allowed:
        there = URL(verdict.url, base)
        assert there.href == URL(target, base).href
        assert (there.protocol, there.host.removesuffix(".")) == ("https:", "shop.example")
        assert (there.username, there.password) == ("", "")


TARGETS = {
    "parse": parse,
    "setters": setters,
    "validate": errors,
    "rfc3986": generic_syntax,
    "data": data_urls,
    "import_maps": module_specifiers,
    "guard": fetches,
}


def _rows(folder):
    for file in sorted((_DATA / folder).glob("*.json")):
        content = json.loads(file.read_text("utf-8"))
        for member, rows in content.items() if isinstance(content, dict) else [("", content)]:
            yield from ((member, row) for row in rows if isinstance(row, dict))


def _strings():
    for _, row in _rows("parse"):
        yield row["input"], row["base"] or ""


def _maps():
    for string, base in _strings():
        imports = {"a": string, "b/": f"{string}/", string: "/x"}
        text = json.dumps({"imports": imports, "scopes": {base: imports}, "integrity": {string: "sha256-x"}})
        yield text, "b/c", base


def seeds(name):
    """Yield the octets from which a fuzzer of a target starts, made from the rows of ``tests/data``."""
    members = {member: index for index, member in enumerate(SETTERS)}
    inputs = {
        "setters": ((row["href"], chr(members.get(member, 0)), row["new_value"]) for member, row in _rows("setters")),
        "data": ((string.removeprefix("data:"),) for string, _ in _strings()),
        "import_maps": _maps(),
        "guard": ((string, string) for string, _ in _strings()),
    }.get(name) or _strings()
    seen = set()
    for strings in inputs:
        octets = packed(*strings)
        if octets not in seen:
            seen.add(octets)
            yield octets
