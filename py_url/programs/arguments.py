"""The arguments of the command line: its commands, their inputs, and what ``--help`` says of them."""

from __future__ import annotations

import argparse
import os
import sys
from functools import partial

from py_url import __version__
from py_url.programs.options import add_options
from py_url.standard.pins import URL_STANDARD, URL_STANDARD_DATE, unicode_version

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn, TypeAlias

    _Commands: TypeAlias = "argparse._SubParsersAction[_Command]"

_HELP = {
    "parse": "print the components of each URL",
    "check": "print the validation errors of each URL, or with --fix a valid one",
    "resolve": "print each URL, serialized and resolved against a base URL",
    "get": "print parts of each URL, as a format says",
    "edit": "print each URL with changes to its parts",
    "params": "print the names and values in the query of each URL, or in '?a=b'",
    "host": "print the kind of each host, and what it is mapped to",
    "explain": "print how different URL parsers read each string",
    "display": "print each URL in a form that is safe to show to people",
    "guard": "say whether a program may fetch each URL, and why not",
    "column": "add the parts of URLs to a CSV, JSON lines or Parquet file",
}
_GROUPS = {
    "Look at a URL, to see what it means": "parse check params host explain",
    "Edit it, for what another program reads": "get edit resolve",
    "Work on many, in the column of a table (the others take one on each line)": "column",
    "Protect people and servers, if a stranger wrote it": "display guard",
}
_MOST_CHARACTERS = 60
_EXAMPLES = {
    "parse": (
        "https://example.org/a?b#c",
        "--json --base https://example.org/a/ ../b",
    ),
    "check": (
        "'https://example.org/a b'",
        "--fix --file urls.txt > valid.txt",
    ),
    "resolve": (
        "--base https://example.org/a/b ../c?q",
        "--jobs 4 < urls.txt | paste urls.txt -",
    ),
    "get": (
        "-f '{hostname} {port|default} {query:q}' 'https://example.org/?q=a%20b'",
        "-f '{hostname}' --file urls.txt",
    ),
    "edit": (
        "--set host=example.org --append path=a --remove 'query:utm_*' 'https://h/?utm_a=1&b=2'",
        "--set scheme=https --file urls.txt",
    ),
    "params": (
        "'https://example.org/?a=1&b=%C3%BC'",
        "'?a=1&a=2'",
    ),
    "host": (
        "EXAMPLE.org 0x7f.1 [::1]",
        "--json https://www.example.co.uk/a",
    ),
    "explain": (
        "'http://0x7f.1\\@example.org/'",
        "--parsers all 'http://a|b/'",
    ),
    "display": (
        "https://examplecorp.com@example.org/",
        "--max-length 40 --file urls.txt",
    ),
    "guard": (
        "'http://127.0.0.1:6666\\@1.1.1.1'",
        "--json --file urls.txt",
    ),
    "column": ("log.csv --column url --add host,registrable_domain,canonical_crawl -o out.csv",),
}
_EPILOG = """Exit status:
  0    success
  1    an input does not parse (except for 'column'), 'check' finds a
       validation error (with --fix, one that it cannot fix), 'get' cannot
       decode a part, 'edit' cannot make a change, 'explain' finds URL parsers
       that disagree, or 'guard' refuses a URL
  2    a usage error, or an input or output that cannot be used
  130  interrupted by Ctrl-C
  141  the program that reads the output has closed it

Output is coloured on a terminal unless NO_COLOR is set."""
# Their module is loaded if one of them is given.
REWRITING = ("get", "edit")


class _Once(argparse.Action):
    """Store the value of an option. Otherwise, a second one would replace the first without a word."""

    given = False

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        if self.given and option_string is not None:
            raise argparse.ArgumentError(self, "it is given twice; write it once")
        self.given = True
        setattr(namespace, self.dest, values)


def arguments_of(argv: Sequence[str] | None) -> tuple[argparse.Namespace, argparse.ArgumentParser]:
    """Parse *argv*; return the arguments and the command's own parser, which reports usage errors."""
    given = sys.argv[1:] if argv is None else argv
    parser, commands = whole_parser(_command_in(given))
    if not given and sys.stderr is not None and sys.stderr.isatty():
        parser.exit(2, parser.format_help())
    # argparse reports inputs after an option that itself follows inputs as unknown arguments.
    arguments, more = parser.parse_known_args(given)
    command = commands.choices[arguments.command]
    end = more.index("--") if "--" in more else len(more)
    unknown = [argument for argument in more[:end] if argument.startswith("-") and argument != "-"]
    if unknown:
        before = unknown[0] in given[: given.index(arguments.command)]
        hint = "; put options after the command" if before else ""
        command.error(f"unrecognized arguments: {' '.join(unknown)}{hint}")
    if arguments.command == "column":
        if more:
            command.error(f"one FILE is enough; not {' '.join(map(shell_quoted, more))}")
    else:
        arguments.inputs += more[:end] + more[end + 1 :]
    return arguments, command


class _Command(argparse.ArgumentParser):
    """The parser of a command."""

    def error(self, message: str) -> NoReturn:
        try:
            super().error(message)
        finally:
            # In Python 3.11 there is another exception if nobody reads standard error.
            sys.exit(2)


class _Parser(_Command):
    """The parser of the program. Its help fits on a screen."""

    def format_help(self) -> str:
        lines = [
            f"{group}:\n" + "".join(f"    {name:<8} {_HELP[name]}\n" for name in names.split())
            for group, names in _GROUPS.items()
        ]
        return (
            f"{self.format_usage()}\n{self.description}\n\n{''.join(lines)}\n"
            "'py-url COMMAND --help' has the options of a command, and examples.\n"
            "'py-url --version' names the URL Standard and the Unicode that it follows.\n"
        )


def _command_in(given: Sequence[str]) -> str:
    """Return the first argument that is not an option, or an empty string."""
    return next((argument for argument in given if not argument.startswith("-")), "")


def whole_parser(only: str | None = None) -> tuple[argparse.ArgumentParser, _Commands]:
    """Return the parser of the program, and its commands, or only the one of this name: what is not needed takes time.

    Exits with status 2 if there is no command of this name.
    """
    formatter = partial(argparse.RawDescriptionHelpFormatter, width=_width())
    parser = _Parser("py-url", description="The WHATWG URL Standard on the command line.", formatter_class=formatter)
    version = f"py-url {__version__} (URL Standard {URL_STANDARD}, {URL_STANDARD_DATE}; Unicode {unicode_version})"
    help_of_version = (
        "print the version, the URL Standard's commit and the version of Unicode that it follows, and exit"
    )
    parser.add_argument("--version", action="version", version=version, help=help_of_version)
    commands = parser.add_subparsers(
        dest="command", required=True, metavar="COMMAND", prog="py-url", parser_class=_Command
    )
    for name in _HELP if only is None else {only} & _HELP.keys():
        help = _HELP[name]
        description = f"{help[0].upper()}{help[1:]}."
        epilog = _with_examples(name)
        command = commands.add_parser(
            name, help=help, description=description, epilog=epilog, formatter_class=formatter
        )
        command.register("action", None, _Once)
        if name == "column":
            from py_url.programs import column

            command.description = (
                f"{description}\nTo continue a run that was killed, start it again with the same options."
            )
            column.add_arguments(command)
            continue
        command.add_argument("inputs", nargs="*", metavar="INPUT", help="by default, each line of standard input")
        command.add_argument("--file", metavar="FILE", help="read the inputs from the lines of FILE, in UTF-8")
        command.add_argument(
            "--jobs", type=int, default=1, metavar="N", help="use N processes; answers keep their order"
        )
        add_options(name, command)
        if name in REWRITING:
            from py_url.programs import rewriting

            rewriting.add_options(name, command)
    if only and only not in _HELP:
        from py_url.standard.infra.showing import visible, without_secrets

        shown = visible(without_secrets(only))[:_MOST_CHARACTERS]
        instead = f"; write 'py-url parse {shown}'" if set(shown) & {*":/."} else ""
        parser.error(f"there is no command {shown!r}{instead}; the commands are {', '.join(_HELP)}")
    return parser, commands


def _width() -> int:
    """Return the width of a help text. What argparse does takes longer, and it does it even if nothing is printed."""
    try:
        columns = int(os.environ.get("COLUMNS") or 0) or os.get_terminal_size().columns
    except (AttributeError, ValueError, OSError):  # the output is not a terminal, or this is Pyodide
        columns = 80
    return max(columns - 2, 20)


def _with_examples(name: str) -> str:
    return "Examples:\n" + "".join(f"  py-url {name} {example}\n" for example in _EXAMPLES[name]) + f"\n{_EPILOG}"


def shell_quoted(name: str) -> str:
    """Return *name* as one writes it in a shell."""
    from shlex import quote

    return quote(name)
