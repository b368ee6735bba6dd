"""trurl's own tests, translated to py-url's command line.

They are ``tests.json`` and ``testfiles/`` of https://github.com/curl/trurl, which are not committed. The folder that
has them is $PY_URL_TRURL, or ``../shared/trurl`` next to this project's folder.
"""

import contextlib
import io
import json
import os
import re
import sys
from hashlib import sha256
from pathlib import Path

from setup import project

from py_url.programs.command_line import main

# trurl's components, as py-url names them.
NAMES = {"url": "href", "user": "username", "host": "hostname"}
DECODED = {"username", "password", "path", "query", "fragment", "hostname"}
PARTS = ("scheme", "user", "password", "host", "port", "path", "query", "fragment")
WITH_VALUE = {
    "-a": "append",
    "-f": "url-file",
    "-g": "get",
    "-s": "set",
    **{f"--{name}": name for name in ("append", "get", "iterate", "qtrim", "query-separator", "redirect", "replace")},
    **{f"--{name}": name for name in ("force-replace", "replace-append", "set", "trim", "url", "url-file")},
}
FLAGS = {
    *("--accept-space", "--as-idn", "--default-port", "--json", "--no-guess-scheme", "--punycode", "--quiet"),
    *("--sort-query", "--urlencode", "--verify"),
}
# What py-url leaves out on purpose, with the reason.
LEFT_OUT = {
    "--curl": "the schemes of one client",
    "--keep-port": "a default port is no part of a URL of the standard",
    "query-separator": "the standard's queries have one separator",
}


class LeftOut(Exception):
    """py-url has no such feature, on purpose. The text says which."""


class Wrong(Exception):
    """The arguments are wrong, for trurl too."""


def folder():
    """Return the folder of trurl's tests, or None if it is not on this machine."""
    named = os.environ.get("PY_URL_TRURL")
    found = Path(named) if named else project.shared("trurl")
    return found if (found / "tests.json").is_file() else None


def cases(found):
    """Return the tests, and the digest of their file."""
    content = (found / "tests.json").read_bytes()
    return json.loads(content), sha256(content).hexdigest()


def run(argv, stdin=""):
    """Run py-url, and return what it prints and its status."""
    out, kept = io.StringIO(), sys.stdin
    sys.stdin = io.StringIO(stdin)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
            try:
                status = main(argv)
            except SystemExit as ended:
                status = ended.code
    finally:
        sys.stdin = kept
    return out.getvalue(), status


def parsed(arguments):
    """Return trurl's options as pairs, and its URLs."""
    options, urls = [], []
    rest = list(arguments)
    while rest:
        argument = rest.pop(0)
        name, equals_sign, value = argument.partition("=")
        if argument == "--":
            urls += rest
            break
        if argument in WITH_VALUE or (equals_sign and name in WITH_VALUE):
            if not equals_sign and not rest:
                raise Wrong(f"{name} without a value")
            options.append((WITH_VALUE[name], value if equals_sign else rest.pop(0)))
        elif argument[:2] in WITH_VALUE and not argument.startswith("--"):
            options.append((WITH_VALUE[argument[:2]], argument[2:]))
        elif argument in FLAGS:
            options.append((argument, ""))
        elif argument in LEFT_OUT:
            raise LeftOut(f"{argument}: {LEFT_OUT[argument]}")
        elif argument.startswith("-"):
            raise Wrong(f"{argument} is unknown")
        else:
            urls.append(argument)
    urls += [value for name, value in options if name == "url"]
    return [(name, value) for name, value in options if name != "url"], urls


def answer(arguments, found):
    """Return what py-url prints for trurl's arguments, or its JSON, and its status. Raises LeftOut."""
    try:
        options, urls = parsed(arguments)
    except Wrong:
        return "", 2
    flags = {name for name, _ in options if name.startswith("--")}
    given = {name: value for name, value in options if name in ("get", "redirect", "url-file")}
    for name, _ in options:
        if name in LEFT_OUT:
            raise LeftOut(f"{name}: {LEFT_OUT[name]}")
    if not urls and "url-file" not in given:
        if any(name == "set" for name, _ in options):
            raise LeftOut("a URL made of --set alone: write the URL")
        return run(["get", "-f", "{href}"])
    once = [name for name, _ in options if name in ("get", "url-file")]
    if len(once) > len({*once}) or ("--json" in flags and "get" in given):
        return "", 2
    changes = [word for name, value in options for word in changed(name, value)]
    if "--sort-query" in flags:
        changes.append("--sort-query")
    common = [] if "--no-guess-scheme" in flags else ["--guess-scheme"]
    errors = ["--errors", "fail" if "--verify" in flags else "skip"]
    inputs = ["--file", str(found / given["url-file"])] if "url-file" in given else ["--", *urls]
    if "redirect" in given:
        base, _ = run(["get", "-f", "{href}", *common, *urls])
        common, inputs = ["--base", base.strip()], ["--", given["redirect"]]
    command = ["edit", *changes] if changes else ["get", "-f", "{href}"]
    out, status = run([*command, *common, *errors, *inputs])
    if not out:
        return out, status
    return finished(out, status, flags, given)


def finished(out, status, flags, given):
    """Return what is printed about the changed URLs."""
    decoded = "--urlencode" not in flags
    if "--json" in flags:
        return [as_json(href, decoded=decoded) for href in out.splitlines()], status
    if "get" in given:
        formatted, status = run(["get", "-f", format_of(given["get"], flags, decoded=decoded)], out)
        return formatted, status
    if "--default-port" in flags:
        raise LeftOut("--default-port in a URL: a default port is no part of a URL of the standard")
    if "--as-idn" in flags:
        return run(["get", "-f", "{href|idn}"], out)
    return out, status


def changed(name, value):
    """Return an option of trurl as options of py-url."""
    if name in ("qtrim", "trim"):
        return ["--remove", f"query:{value.removeprefix('query=') if name == 'trim' else value}"]
    if name in ("replace", "force-replace", "replace-append"):
        return ["--set", f"query:{value}" if "=" in value else f"query:{value}="]
    if name not in ("append", "set", "iterate"):
        return []
    component, _, data = value.partition("=")
    if component.endswith(("?", "?:")):
        raise LeftOut("?=: a value only if there is none")
    if component.rstrip(":") in ("options", "zoneid"):
        raise LeftOut(f"{component}: the standard has no such part")
    component = NAMES.get(component.rstrip(":"), component.rstrip(":"))
    if name == "append" and component == "query" and "=" in data:
        return ["--append", f"query:{data}"]
    return [{"append": "--append", "set": "--set", "iterate": "--each"}[name], f"{component}={data}"]


def format_of(format, flags, *, decoded):
    """Return a format of trurl as one of py-url."""
    opening, closing = ("[", "]") if "[" in format and "{" not in format else ("{", "}")
    token = re.compile(rf"\\.|{re.escape(opening)}([^{re.escape(closing)}]*){re.escape(closing)}|[{{}}]")

    def translated(match):
        if match[0][0] == "\\":
            return {"\\{": "{{", "\\[": "[", "\\r": "\r"}.get(match[0], match[0])
        if match[1] is None:
            return match[0] * 2
        return field_of(match[1], flags, decoded=decoded)

    return token.sub(translated, format)


def field_of(text, flags, *, decoded):
    *prefixes, name = text.split(":") if not text.startswith(("query:", "query-all:")) else [text]
    while prefixes and ":".join((prefixes[-1], name)).startswith(("query:", "query-all:")):
        name = f"{prefixes.pop()}:{name}"
    for prefix in prefixes:
        if prefix in ("must", "strict"):
            raise LeftOut(f"{prefix}: an error for a part that is missing or not UTF-8")
    if name.startswith(("query:", "query-all:")) and (prefixes or not decoded):
        raise LeftOut("the value of a parameter as it stands: {query} has it")
    if name in ("options", "zoneid"):
        raise LeftOut(f"{name}: the standard has no such part")
    named = NAMES.get(name, name)
    filters = ""
    if "default" in prefixes or "--default-port" in flags:
        if named == "href":
            raise LeftOut("default:url: a default port is no part of a URL of the standard")
        filters += "|default" if named == "port" else ""
    if "idn" in prefixes or "--as-idn" in flags:
        filters += "|idn" if named in ("href", "hostname") else ""
    if decoded and named in DECODED and not {"", "url"} & {*prefixes}:
        filters += "|decoded"
    return f"{{{named}{filters}}}"


def as_json(href, *, decoded):
    """Return trurl's object for a URL, from what two commands of py-url print."""
    names = [NAMES.get(part, part) for part in PARTS]
    fields = "".join(f"{{{name}|decoded}}" if decoded and name in DECODED else f"{{{name}}}" for name in names)
    out, _ = run(["get", "--json", "--show-secrets", "-f", fields, href])
    values = json.loads(out)["values"].values()
    parts = {part: value for part, value in zip(PARTS, values, strict=True) if value}
    found = {"url": href, "parts": parts}
    out, _ = run(["params", "--json", "--show-secrets", href])
    if "query" in parts:
        found["params"] = [{"key": name, "value": value} for name, value in json.loads(out)["params"]]
    return found


def outcome(case, found):
    """Return "same", "different", or why py-url has no such feature."""
    expected, arguments = case["expected"], case["input"]["arguments"]
    try:
        out, status = answer(arguments, found)
    except LeftOut as reason:
        return str(reason)
    # A status says something of its own if nothing is printed.
    is_same = out == expected["stdout"] and (bool(out) or bool(status) == bool(expected["returncode"]))
    return "same" if is_same else "different"
