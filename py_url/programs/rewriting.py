"""The commands ``py-url get`` and ``py-url edit``: their options, and what they answer about one input."""

from __future__ import annotations

import argparse

from py_url.programs.answers import Answer, Style, as_shown, href_of, pair_as_shown, refusal
from py_url.programs.changes import BadChange, Changes, Refused
from py_url.programs.template import QUERY, QUERY_ALL, BadFormat, Template
from py_url.standard.infra.showing import hide_secrets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from py_url.programs.options import Options
    from py_url.programs.template import Field, Value

NAMES = ("get", "edit")


class _Change(argparse.Action):
    """Add an option and its value to the changes, in the order of the command line."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[object] | None,
        option_string: str | None = None,
    ) -> None:
        del parser, option_string
        value = values if isinstance(values, str) else ""
        setattr(namespace, self.dest, [*(getattr(namespace, self.dest) or ()), (self.option_strings[0], value)])


def add_options(name: str, command: argparse.ArgumentParser) -> None:
    """Add the options of a command that no other command has."""
    command.add_argument(
        "-z", "--null", action="store_true", help="inputs and outputs end in a NUL character, not in a line break"
    )
    if name == "get":
        parts = "what to print: text with names in braces, such as '{hostname} {port|default} {query:q}'"
        command.add_argument("-f", "--format", required=True, metavar="FORMAT", help=parts)
        return
    members = "set a part, or a parameter of the query: port=8080, path=/a/b, fragment=, query:page=2"
    more = "append a segment to the path (path=a), or a parameter to the query (query:b=2)"
    less = "remove the parameters with this name, in which '*' stands for any characters: 'query:utm_*'"
    each = "print one line for each of the values: hostname='a.example b.example'"
    for option, metavar, help in (
        ("--set", "NAME=VALUE", members),
        ("--append", "NAME=VALUE", more),
        ("--remove", f"{QUERY}PATTERN", less),
        ("--each", "NAME=VALUES", each),
    ):
        command.add_argument(option, action=_Change, dest="changes", metavar=metavar, help=help)
    in_order = "sort the parameters of the query by their names; only this serializes the whole query anew"
    command.add_argument("--sort-query", action=_Change, dest="changes", nargs=0, help=in_order)


def prepare(parser: argparse.ArgumentParser, arguments: argparse.Namespace, options: Options) -> None:
    """Add what is read once to the options; exit with status 2 if one of them cannot be used."""
    try:
        if arguments.command == "get":
            options.template = Template(arguments.format)
        elif arguments.changes is None:
            parser.error(
                "there is no change; write --set, --append, --remove, --sort-query or --each, or 'resolve' for 'edit'"
            )
        else:
            options.changes = Changes(arguments.changes)
    except BadFormat as error:
        parser.error(f"--format: {error}")
    except BadChange as error:
        parser.error(str(error))


def get(input: str, options: Options, _style: Style) -> Answer:
    """Answer with the parts of a URL that the format names."""
    assert options.template is not None, "the option is required"
    template = options.template
    href = href_of(input, options)
    if not options.json:
        text = template(href)
        return Answer({"failure": False}, lambda: text)
    values = template.values(href)
    shown = {field.name: _value_as_shown(field, values[field.name], options) for field in template.fields}
    return Answer({"failure": False, "values": shown}, str)


def _value_as_shown(field: Field, value: Value, options: Options) -> Value:
    if options.show_secrets or not value:
        return value
    name = field.part
    if name in ("username", "password"):
        return "***"
    if name.startswith((QUERY, QUERY_ALL)):
        parameter = name.partition(":")[2]
        return (
            [pair_as_shown(parameter, one, options)[1] for one in value]
            if isinstance(value, list)
            else (pair_as_shown(parameter, value, options)[1])
        )
    return as_shown(value, options) if isinstance(value, str) else value


def edit(input: str, options: Options, _style: Style) -> Answer:
    """Answer with the changed URL, or with one for each value of ``--each``. As text, it is whole."""
    assert options.changes is not None, "there is at least one"
    href = href_of(input, options)
    try:
        hrefs = options.changes(href)
    except Refused as refused:
        return _unchanged(refused, href, options)
    data: dict[str, object] = {"failure": False, "href": as_shown(hrefs[0], options)}
    if len(hrefs) > 1:
        data = {"failure": False, "hrefs": [as_shown(one, options) for one in hrefs]}
    return Answer(data, lambda: options.end.join(hrefs))


def _unchanged(refused: Refused, href: str, options: Options) -> Answer:
    """Return the answer for a URL that a change does not go with."""
    answer = refusal(refused.error, options)
    shown = hide_secrets(href)
    why = f"{refused.option}: {refused.error}"
    if options.json:
        answer.data["message"] = f"{refused.option}: {refused.error.on_one_line()}"
    return Answer(answer.data, lambda: why if shown in why else f"{why}\n    {shown}", refused=True)
