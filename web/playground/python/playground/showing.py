"""The URL as people should see it, and as a file path."""

from __future__ import annotations

from playground.answers import base_of
from py_url import URL, display
from py_url.specs.files import from_file_path, to_file_path
from py_url.standard.hosts.public_suffix import has_list

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from playground import Json
    from py_url.standard import Rendering


def shown(url: str, base: str = "") -> Json:
    """Return forms of `py_url.display`: a list of a name, a call and three parts of text; and whether the Public Suffix
    List is there. Without it, the whole host takes the place of the registrable domain. Raises InvalidURL.
    """
    parsed = URL(url, base_of(base))
    listed = has_list()
    whole = not listed
    forms: dict[str, tuple[str, Callable[[], Rendering]]] = {
        "for people": ("display(url)", lambda: display(parsed, whole_host=whole)),
        "even if it looks like another": (
            "display(url, spoof_check=False)",
            lambda: display(parsed, spoof_check=False, whole_host=whole),
        ),
        "in 40 characters": ("display(url, max_length=40)", lambda: display(parsed, max_length=40, whole_host=whole)),
        "host only": ("display(url, host_only=True)", lambda: display(parsed, host_only=True, whole_host=whole)),
        "registrable domain only": (
            "display(url, registrable_domain_only=True)",
            lambda: display(parsed, registrable_domain_only=True, whole_host=whole),
        ),
        "without www and https": (
            'display(url, omit_www=True, omit_scheme="https")',
            lambda: display(parsed, omit_www=True, omit_scheme="https", whole_host=whole),
        ),
    }
    return {
        "has_list": listed,
        "forms": [{"name": name, "call": call, **_rendered(way)} for name, (call, way) in forms.items()],
    }


def _rendered(way: Callable[[], Rendering]) -> dict[str, Json]:
    try:
        made = way()
    except ValueError as error:
        return {"error": f"{error}".partition("\n")[0], "parts": None}
    return {"error": None, "parts": [made.before, made.domain, made.after]}


def file_paths(url: str, base: str, path: str) -> Json:
    """Return the file paths of *url* and the file URLs of *path*, by the rules of POSIX and of Windows."""
    parsed = URL(url, base_of(base))

    def path_of(windows: bool) -> str:
        return to_file_path(parsed, windows=windows)

    def url_of(windows: bool) -> str:
        return from_file_path(path, windows=windows).href

    urls = [_row(rules, url_of, windows) for rules, windows in _RULES] if path else []
    return {"paths": [_row(rules, path_of, windows) for rules, windows in _RULES], "urls": urls}


_RULES = (("POSIX", False), ("Windows", True))


def _row(rules: str, way: Callable[[bool], str], windows: bool) -> Json:
    try:
        return [rules, way(windows), None]
    except ValueError as error:
        return [rules, None, f"{error}".partition("\n")[0]]
