"""What holds of `py_url.fix` for every input."""

import re

from py_url import URL, fix, is_valid_url_string, validate
from py_url.standard import Fixed, is_special, why_not_fixed

_IGNORED = re.compile(r"\A[\x00-\x20]+|[\x00-\x20]+\Z|[\t\n\r]+")
_HOST = re.compile(r"[^/\\?#@]*")


def places_of_errors(string, base):
    """Yield the spans of the validation errors. Some errors stand for others of the same kind, which have the same
    remedy: of what the parser ignores, and of a host, it reports the first.
    """
    special = is_special(URL(string, base).to_record())
    for error in validate(string, base):
        yield error.start, error.end
        if "remove them" in error.message and error.name == "invalid-URL-unit":
            yield from (found.span() for found in _IGNORED.finditer(string))
        if error.name == "special-scheme-missing-following-solidus" and base is not None:
            yield 0, error.end  # the scheme that the relative URL repeats
        if error.name.startswith(("domain", "IPv4")) or (not special and error.name == "invalid-URL-unit"):
            for found in _HOST.finditer(string):
                if found.start() <= error.start < found.end():
                    yield found.span()


def check(string, base):
    """Check what `fix` returns for a string that parses, and return it."""
    url, fixed = URL(string, base), fix(string, base)
    has_a_valid_string = is_valid_url_string(url.href)
    if fixed is None:
        assert base is not None or not has_a_valid_string
        assert not has_a_valid_string
        assert why_not_fixed(string, base).message.endswith(("which makes it another URL", "spelling is another host"))
        return None
    assert base is not None or has_a_valid_string
    assert is_valid_url_string(fixed.string, base)
    assert URL(fixed.string, base).href == url.href
    assert (fixed.changes == ()) == is_valid_url_string(string, base)
    assert fix(fixed.string, base) == Fixed(fixed.string, ())
    assert why_not_fixed(string, base) is None
    spans = [*places_of_errors(string, base)] if fixed.changes else []
    names = {error.name for error in validate(string, base)}
    rebuilt, place = "", 0
    for change in fixed.changes:
        assert place <= change.start <= change.end
        assert string[change.start : change.end] == change.old != change.new
        assert change.name in names
        assert any(start <= change.start and change.end <= end for start, end in spans), change
        rebuilt += string[place : change.start] + change.new
        place = change.end
    assert rebuilt + string[place:] == fixed.string
    return fixed
