"""The standard's tables of special schemes and percent-encode sets are written once.

Each test changes one of them in a copy of the package. Everything that recognizes a URL then follows the parser.
"""

import ast
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import py_url
from py_url import URL, fast
from py_url.api import many
from py_url.columns import patterns
from py_url.fast.canonical import match_canonical
from py_url.guard import Policy, check_fetch
from py_url.specs.rfc3986 import normalize
from py_url.standard import basic_parse, default_port, serialize
from py_url.standard.urls import sites
from py_url.standard.urls.setters import UNCHECKED_SETTERS
from py_url.standard.urls.special_schemes import SPECIAL_SCHEMES
from tests.support import recognizer

PACKAGE, ROOT = Path(py_url.__file__).parent, Path(__file__).parents[2]
SCHEMES, SETS = "standard/urls/special_schemes.py", "standard/infra/percent_encoding.py"
CHANGES = {
    "no change": (SCHEMES, "SPECIAL_SCHEMES", lambda schemes: schemes),
    "a default port of four digits": (SCHEMES, "SPECIAL_SCHEMES", lambda schemes: {**schemes, "ws": 8080}),
    "one of the scheme that the guard takes at once": (
        *(SCHEMES, "SPECIAL_SCHEMES"),
        lambda schemes: {**schemes, "http": 8080},
    ),
    "a default port of one digit": (SCHEMES, "SPECIAL_SCHEMES", lambda schemes: {**schemes, "ftp": 7}),
    "another special scheme": (SCHEMES, "SPECIAL_SCHEMES", lambda schemes: {**schemes, "gemini": 1965}),
    "one with a secure form": (
        *(SCHEMES, "SPECIAL_SCHEMES"),
        lambda schemes: {**schemes, "coap": 5683, "coaps": 5684, "co.ap+x": 99},
    ),
    "one without a port": (SCHEMES, "SPECIAL_SCHEMES", lambda schemes: {**schemes, "nex": None}),
    "one less": (
        SCHEMES,
        "SPECIAL_SCHEMES",
        lambda schemes: {one: schemes[one] for one in schemes if one != "ftp"},
    ),
    "more in the path's set": (SETS, "PATH_PERCENT_ENCODE_SET", lambda chars: chars + "';~"),
    "less in the path's set": (SETS, "PATH_PERCENT_ENCODE_SET", lambda chars: re.sub("[\\^`]", "", chars)),
    "more in the special-query set": (SETS, "SPECIAL_QUERY_PERCENT_ENCODE_SET", lambda chars: chars + "`|,"),
    "more in the fragment's set": (SETS, "FRAGMENT_PERCENT_ENCODE_SET", lambda chars: chars + "|!'"),
}


def changed(text, name, change):
    """Return the text of a module in which the literal of a table is changed: a dict, or what a set adds to another."""
    tree = ast.parse(text)
    [table] = [
        node
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        and name in [ast.unparse(target) for target in getattr(node, "targets", [getattr(node, "target", None)])]
    ]
    literal = table.value.args[1] if isinstance(table.value, ast.Call) else table.value
    new = ast.parse(repr(change(ast.literal_eval(literal))), mode="eval").body
    if literal is table.value:
        table.value = new
    else:
        table.value.args[1] = new
    return ast.unparse(tree)


@pytest.mark.skipif(sys.platform == "emscripten", reason="Pyodide has no processes")
@pytest.mark.parametrize("change", CHANGES)
def test_everything_follows_the_tables(change, tmp_path):
    file_name, name, to_new = CHANGES[change]
    shutil.copytree(PACKAGE, tmp_path / "py_url", ignore=shutil.ignore_patterns("__pycache__"))
    file = tmp_path / "py_url" / file_name
    file.write_text(changed(file.read_text("utf-8"), name, to_new), "utf-8")
    result = subprocess.run(
        [sys.executable, "-X", "utf8", __file__],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"},
    )
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout) == {"package": str(tmp_path / "py_url"), "wrong": []}


# The rest runs in that process.

# Of the letters and digits, three are enough.
PRINTABLE = ["a", "Z", "0", *filter(re.compile("[^A-Za-z0-9]").match, map(chr, range(0x21, 0x7F)))]
DEFAULT_PORTS = {port for port in SPECIAL_SCHEMES.values() if port is not None}
PORTS = ["", *(f":{port}" for port in sorted({1, 7, 21, 80, 99, 443, 1965, 2121, 5683, 8080, 65535} | DEFAULT_PORTS))]
RE2 = re.compile(patterns.CANONICAL)
BEGINS_WITH_HOST, PARTS = re.compile(patterns.BEGINS_WITH_HOST), re.compile(patterns.parts("scheme", "host"))


def complete(string, base=None):
    return serialize(basic_parse(string, None if base is None else basic_parse(base)))


def set_by_standard(href, member, value):
    record = basic_parse(href)
    UNCHECKED_SETTERS[member](record, value)
    return serialize(record)


def by_pattern(string):
    """Return what the pattern of `fast.canonical` says that a string parses to."""
    match = match_canonical(string)
    return match and (string if match.lastindex is None else f"{string}/")


def by_arrow(string):
    """Return what the pattern for Arrow says that a string parses to."""
    return string if RE2.match(string) else None


RECOGNIZERS = {"fast.canonical": by_pattern, "fast.automaton": recognizer.href_of, "columns.patterns": by_arrow}


def strings_of(scheme):
    """Return URLs of a scheme: with every port, and with every printable character in every part."""
    yield f"{scheme}://example.org"
    yield from (f"{scheme}://example.org{port}/" for port in PORTS)
    yield from (f"{scheme}://example.org/{part}a{char}b" for part in ("", "?", "#") for char in PRINTABLE)


def wrong_about(string, scheme):
    """Return what answers otherwise than the parser, each with both answers."""
    href = complete(string)
    record = basic_parse(string)
    parts = re.search("[/?#].*", string.partition("://")[2])
    answers = {
        "URL": (str(URL(string)), href),
        "URL.port": (URL(string).port, "" if record.port is None else str(record.port)),
        "URL.replace": (str(URL(string).replace(hash="")), set_by_standard(href, "hash", "")),
        "parse_many": ([str(url) for url in many.parse_many([string])], [href]),
        "sites": (sites._host_of(string), record.host),
    }
    for name, recognize in RECOGNIZERS.items():
        answers[name] = (recognize(string) or href, href)
    if parts:
        base = f"{scheme}://example.org/c/d?e"
        answers["fast.relative"] = (str(URL(parts[0], base)), complete(parts[0], base))
        for member in ("pathname", "search", "hash"):
            by_fast = fast.href_after(href, member, parts[0])
            answers[f"fast.setters, {member}"] = (
                by_fast or href,
                set_by_standard(href, member, parts[0]) if by_fast else href,
            )
    if default_port(scheme) is not None:
        verdict = check_fetch(string, Policy(schemes=[scheme], ports=None, parsers_agree=False))
        answers["guard"] = (verdict.url if verdict.allowed else href, href)
        allowed = check_fetch(string, Policy(schemes=[scheme], ports=[default_port(scheme)], parsers_agree=False))
        answers["guard, ports"] = (not allowed.allowed or record.port is None, True)
    if scheme != "file" and scheme in SPECIAL_SCHEMES:
        shouted = string.replace(scheme, scheme.upper(), 1)
        answers["columns.patterns, host"] = (bool(BEGINS_WITH_HOST.match(shouted)), True)
        match = PARTS.match(re.split("[?#]", href)[0])
        answers["columns.patterns, parts"] = (match and match.groups(), (scheme, "example.org"))
    return [
        f"{name} of {string}: {ours!r}, not {theirs!r}" for name, (ours, theirs) in answers.items() if ours != theirs
    ]


def wrong_about_ports(scheme, port):
    """Yield what answers otherwise than the standard about a scheme and a port."""
    href = f"{scheme}://example.org/"
    by_fast = fast.href_after(href, "port", port)
    if by_fast not in (None, set_by_standard(href, "port", port)):
        yield f"the port setter of {href}: {by_fast}"
    for other in SPECIAL_SCHEMES:
        before = complete(f"{scheme}://example.org:{port}/")
        by_fast = fast.href_after(before, "protocol", other)
        if by_fast not in (None, set_by_standard(before, "protocol", other)):
            yield f"the protocol setter of {before}: {by_fast}"
    if normalize(f"{scheme}://example.org:{port}/") != complete(f"{scheme}://example.org:{port}/"):
        yield f"rfc3986.normalize of {scheme} and {port}"


def wrong():
    """Return what does not follow the parser, as sentences."""
    found = []
    for scheme in (*SPECIAL_SCHEMES, "foo"):
        strings = [string for string in strings_of(scheme) if scheme != "file" or ".org:" not in string]
        found += itertools.chain.from_iterable(wrong_about(string, scheme) for string in strings)
        if scheme != "file":
            found += [one for port in PORTS[1:] for one in wrong_about_ports(scheme, port[1:])]
        # Something is recognized: refusing everything would never be wrong.
        for name, recognize in RECOGNIZERS.items():
            recognized = [string for string in strings if recognize(string) in (string, f"{string}/")]
            kept = [string for string in strings if complete(string) == string]
            expected = 0 if scheme in ("file", "foo") else len(kept) - len(PORTS)
            if not expected <= len(recognized) <= len(kept) + 1:
                found.append(f"{name} recognizes {len(recognized)} of {len(kept)} {scheme} URLs")
        if scheme not in ("file", "foo") and not any(
            recognize(f"{scheme}://example.org:{port}/") for port in (1, 1965, 8080)
        ):
            found.append(f"no port of {scheme} is recognized")
    return found


if __name__ == "__main__":
    print(json.dumps({"package": str(PACKAGE), "wrong": wrong()[:20]}))
