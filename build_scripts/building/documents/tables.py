"""Write the pages of the reference that come from tables and parsers of the package, and of the build scripts."""

from __future__ import annotations

import argparse
import ast
import importlib
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from setup.project import ROOT, SCRIPTS, SECONDS_TO_ANSWER, run

from building.documents import docstrings, public
from py_url import editions, fix, validate
from py_url.guard import KINDS, Policy
from py_url.programs import arguments
from py_url.standard.infra.error_table import VALIDATION_ERRORS, link
from py_url.standard.infra.showing import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

_WIDTH = 96
_GUARD = "py_url.guard"
_MEMBER_OF_TS = re.compile(
    r"^  (?:/\*\*(?P<comment>(?:(?!\*/).)*)\*/\s+)(?:readonly )?(?P<name>[\w.]+)(?P<rest>[^\n]*);$",
    re.MULTILINE | re.DOTALL,
)
_INTERFACE = re.compile(
    r"/\*\*(?P<comment>(?:(?!\*/).)*)\*/\nexport interface (?P<name>\w+)(?P<bases>[^{]*)\{\n(?P<body>.*?)^\}",
    re.MULTILINE | re.DOTALL,
)


def write(folder: Path, python: Path) -> None:
    """Write the pages to *folder*. *python* has what the engines of columns need."""
    pages = {
        "terms": _terms(),
        "exceptions": _exceptions(),
        "guard": _guard(),
        "command-line": _command_line(),
        "load": _load(),
        "sql": _sql(python),
        "scripts": _scripts(),
    }
    for name, lines in pages.items():
        (folder / f"{name}.rst").write_text("\n".join(lines) + "\n", "utf-8")


def filled(text: str) -> str:
    """Return a document with each list that a comment in it names: of what the code has, the documents have no copy."""
    lists: dict[str, Callable[[], str]] = {
        "validation errors": _errors,
        "changes": lambda: _changes(editions.CHANGES),
        "other changes": lambda: _changes(editions.OTHER_CHANGES),
    }
    return re.sub(r"^<!-- (.*) -->$", lambda named: lists[named[1]](), text, flags=re.MULTILINE)


def _errors() -> str:
    """Return a section for each validation error. Each has the address that messages give, after the "#"."""
    examples = _examples_of_errors()
    sections = []
    for name, message in VALIDATION_ERRORS.items():
        sections += [
            f'<span id="{name}" class="anchor"></span>',
            "",
            f"### `{name}`",
            "",
            f"{message[0].upper()}{message[1:]}.",
            "",
        ]
        if name in examples:
            ends = "sometimes" if len(examples[name]) == 2 else "always" if True in examples[name] else "never"
            sections += [f"In the project's test data, this error {ends} ends the parse. For example:", "", "```python"]
            for string in examples[name].values():
                found = [(error.name, error.fatal) for error in validate(string)]
                sections += [f">>> [(error.name, error.fatal) for error in py_url.validate({string!r})]", repr(found)]
                fixed = fix(string)
                if fixed is not None:
                    sections += [f">>> py_url.fix({string!r}).string", repr(fixed.string)]
            sections += ["```", ""]
        sections += [f"[Definition in the URL Standard]({link(name)})", ""]
    return "\n".join(sections)


def _changes(changes: Iterable[editions.Change]) -> str:
    lines = ["| since | commit | changes | what | for example |", "|---|---|---|---|---|"]
    for change in changes:
        examples = "<br>".join(_example(string, base) for string, base in change.examples)
        cells = (change.date, f"[`{change.commit}`]({change.link})", ", ".join(change.parts), change.title, examples)
        # A vertical bar would end the cell, in code too.
        lines.append("".join(f"| {cell} " for cell in (cell.replace("|", r"\|") for cell in cells)) + "|")
    return "\n".join(lines)


def _example(string: str, base: str | None) -> str:
    shown = f"`{visible(string)}`" if string else "the empty string"
    return shown if base is None else f"{shown} with the base URL `{base}`"


def _examples_of_errors() -> dict[str, dict[bool, str]]:
    """Return for each error the plainest of our own inputs that has it: one in which it is fatal, one in which it is
    not, or only one of these.
    """
    strings = set()
    for file in sorted((ROOT / "tests" / "data" / "parse").glob("*.json")):
        rows = json.loads(file.read_text("utf-8"))
        strings |= {row["input"] for row in rows if isinstance(row, dict) and row.get("base") is None}
    errors = {string: validate(string) for string in strings}

    def plainness(string: str) -> tuple[object, ...]:
        return (
            not string.isprintable(),
            not string.isascii(),
            "://" not in string,
            len(errors[string]),
            len(string),
            string,
        )

    found: dict[str, dict[bool, str]] = {}
    for string in sorted(strings, key=plainness):
        for error in errors[string]:
            found.setdefault(error.name, {}).setdefault(error.fatal, string)
    return {name: dict(sorted(of_one.items())) for name, of_one in found.items()}


def _titled(title: str, *text: str, under: str = "=") -> list[str]:
    return [title, under * len(title), "", *(line for paragraph in text for line in (paragraph, ""))]


def _section(title: str, *text: str) -> list[str]:
    return _titled(title, *text, under="-")


def _as_it_is(text: str) -> list[str]:
    return ["::", "", *(f"   {line}" if line else "" for line in text.splitlines()), ""]


def _plain(text: str) -> str:
    return _escaped(" ".join(text.split()))


def _escaped(text: str) -> str:
    return docstrings.escaped(text).replace("*", "\\*").replace("`", "\\`")


def _terms() -> list[str]:
    rows = sorted(public.terms(), key=lambda row: (row[1] != "URL Standard", row[1], _number(row[2]), row[0]))
    text = "If you know a term of a specification, find it here: each term with its section and its name in py-url."
    cells = [
        [f"*{term}*", f"`{standard} {section} <{address}>`__", f":py:obj:`{whole}`"]
        for term, standard, section, address, whole in rows
    ]
    return [*_titled("From the specification's terms", text), *docstrings.table(["term", "section", "name"], cells)]


def _number(section: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", section)]


def _exceptions() -> list[str]:
    rows = []
    for name in public.homes().values():
        if public.is_exception(name):
            bases = ", ".join(f"``{base}``" for base in public.shown_bases(name))
            said = docstrings.first_sentence(public.docstring_of(name.where, name.node))
            [line] = docstrings.to_rst(said, lambda reference, of=name.module: public.resolve(reference, of))[:1]  # type: ignore[misc]  # mypy cannot infer the lambda
            rows.append([f":py:exc:`{name.whole}`", bases, line])
    text = "Besides these, TypeError and ValueError are raised for arguments of a wrong type or value."
    return [*_titled("Exceptions", text), *docstrings.table(["exception", "is a", "raised"], sorted(rows))]


def _guard() -> list[str]:
    verdicts: Any = importlib.import_module("py_url.guard.verdicts")
    other: str = verdicts.Reason("", "", 0, 0).public_message
    said: dict[str, str] = {**dict.fromkeys(reasons(), other), **verdicts._PUBLIC}
    policy = Policy()
    fields = {f":py:attr:`{name} <py_url.guard.Policy.{name}>`": getattr(policy, name) for name in policy._fields}
    text = f":py:mod:`{_GUARD}` refuses with reasons that programs can compare, and knows what each address is."
    return [
        *_titled("Reasons, kinds and policy of the guard", text),
        *_section("Reasons", "The ``name`` of a :py:class:`py_url.guard.Reason`, and its ``public_message``:"),
        *docstrings.table(["name", "message for users"], [[f"``{name}``", said[name]] for name in sorted(said)]),
        *_section("Kinds of address", "Those of :py:data:`py_url.guard.KINDS`. A policy names those that it allows."),
        *docstrings.table(["kind", "what it is"], [[f"``{kind}``", what] for kind, what in KINDS.items()]),
        *_section("Policy", "The fields of :py:class:`py_url.guard.Policy` and what they are for the public web:"),
        *docstrings.table(
            ["field", "for the public web"], [[name, f"``{_shown(value)}``"] for name, value in fields.items()]
        ),
    ]


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _WIDTH else f"{text[:_WIDTH]}…"


def reasons() -> set[str]:
    """Return the names of the reasons in the guard's code: the first argument of each call that makes one."""
    found = set()
    for file in (ROOT / "py_url" / "guard").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                called = ast.unparse(node.func).rpartition(".")[2]
                if called in ("Reason", "_reason", "reason") and isinstance(node.args[0].value, str):
                    found.add(node.args[0].value)
    # An address that is not allowed is refused for its kind.
    return {name for name in found if name} | (KINDS.keys() - {"global"})


def _command_line() -> list[str]:
    os.environ["COLUMNS"] = str(_WIDTH)
    _, commands = arguments.whole_parser()
    text = "``py-url COMMAND [options] [INPUT ...]``. :doc:`../howto/shell` has examples of each."
    lines = _titled("Command line", text)
    for name, parser in commands.choices.items():
        examples, _, of_all = str(parser.epilog or "").partition("\n\n")
        lines += [f".. _py-url {name}:", "", *_section(f"py-url {name}", _plain(parser.description or ""))]
        lines += [*_options(parser), *_as_it_is(examples.partition("\n")[2])]
    return [*lines, *_section("Exit status"), *_as_it_is(of_all)]


def _options(parser: argparse.ArgumentParser) -> list[str]:
    rows = []
    for action in parser._actions:
        names = ", ".join(f"``{option}``" for option in action.option_strings) or f"``{action.metavar or action.dest}``"
        value = "" if action.nargs == 0 or not action.option_strings else f" ``{action.metavar or _choices(action)}``"
        rows.append([f"{names}{value}", _plain(str(action.help or "")).replace("%(default)s", str(action.default))])
    return docstrings.table(["option", "what it does"], rows)


def _choices(action: argparse.Action) -> str:
    return "{" + ",".join(map(str, action.choices)) + "}" if action.choices else action.dest.upper()


def _load() -> list[str]:
    text = (ROOT / "web" / "py_url.d.ts").read_text("utf-8")
    [(comment, signatures)] = re.findall(
        r"/\*\*((?:(?!\*/).)*)\*/\n((?:export function load[^\n]*\n)+)", text, re.DOTALL
    )
    about = '``import { load } from "py-url";`` in JavaScript. :doc:`../howto/javascript` says how to use it.'
    lines = _titled("load", about, _comment(comment))
    lines += [".. code-block:: typescript", "", *(f"   {line}" for line in signatures.splitlines()), ""]
    for interface in _INTERFACE.finditer(text):
        lines += _section(interface["name"], _comment(interface["comment"]))
        rows = [
            [f"``{member['name']}{_type(member['rest'])}``", _comment(member["comment"])]
            for member in _MEMBER_OF_TS.finditer(interface["body"])
        ]
        lines += docstrings.table(["member", "what it is"], rows) if rows else []
    return lines


def _type(rest: str) -> str:
    return rest if len(rest) <= _WIDTH else f"{rest[:_WIDTH]}…"


def _comment(comment: str) -> str:
    text = re.sub(r"\s*\n\s*\* ?", " ", comment).strip(" *")
    text = re.sub(r"@see\s+(\S+)", r"\1", re.sub(r"@throws \{(\w+)\}", r"Throws \1:", text))
    parts = re.split(r"(`[^`]+`)", " ".join(text.split()))
    return "".join(f"`{part}`" if part.startswith("`") else _escaped(part) for part in parts)


def _sql(python: Path) -> list[str]:
    text = "The SQL functions of DuckDB, Spark and other engines. :doc:`../howto/columns` says how they are registered."
    lines = _titled(
        "SQL functions",
        text,
        "All but ``url_parse``, ``url_is_valid`` and ``url_error`` give NULL for a row that does not parse.",
    )
    for name, count, result, field in json.loads(run([str(python), "-c", _FUNCTIONS], cwd=ROOT)):
        takes = ", ".join(_SQL_ARGUMENTS.get(name, ("url", "name"))[:count])
        more = [f"It is the field ``{field}`` of :py:func:`py_url.columns.parse`."] if field else []
        lines += [f".. _sql-{name}:", "", *_section(name, f"``{name}({takes})`` returns ``{result}``.", *more)]
    return lines


_SQL_ARGUMENTS = {
    "url_canonical": ("url", "profile"),
    "url_key": ("url", "profile"),
    "url_resolve": ("url", "base"),
}
# Prints the name of each function, how many arguments it has, what it returns and which field that is.
_FUNCTIONS = """\
import json
import sys

sys.path.insert(0, ".")

from py_url.columns.compute import ONE_FIELD
from py_url.columns.sql import FUNCTIONS


def shown(kind):
    text = str(kind)
    return f"struct of {', '.join(field.name for field in kind)}" if text.startswith("struct") else text


print(json.dumps([[one.name, one.arguments, shown(one.output), ONE_FIELD.get(one.name, "")] for one in FUNCTIONS]))
"""


def _scripts() -> list[str]:
    files = [file for file in sorted(SCRIPTS.glob("*.py")) if '"__main__"' in file.read_text("utf-8")]
    with ThreadPoolExecutor(2) as pool:
        helps = [*pool.map(_help_of, files)]
    text = "What ``python3 build_scripts/NAME.py --help`` prints. Each command sets up what it needs on first use."
    lines = _titled("Options of the build scripts", text)
    for file, said in zip(files, helps, strict=True):
        lines += [*_section(file.name), *_as_it_is(said)] if said else []
    return lines


def _help_of(file: Path) -> str:
    """Return what a script prints for ``--help``; "" if it is none."""
    command = [sys.executable, str(file), "--help"]
    environment = {**os.environ, "COLUMNS": str(_WIDTH), "NO_COLOR": "1", "PYTHON_COLORS": "0"}
    result = subprocess.run(
        command, capture_output=True, encoding="utf-8", check=False, timeout=10 * SECONDS_TO_ANSWER, env=environment
    )
    return result.stdout if result.stdout.startswith("usage:") else ""
