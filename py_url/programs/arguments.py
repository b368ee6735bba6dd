"""The arguments of the command line: which options each command has, what ``--help`` says of them, and `Options`."""

from __future__ import annotations

import argparse
import os
import sys
from functools import partial

from py_url import __version__
from py_url.standard.pins import URL_STANDARD, URL_STANDARD_DATE, unicode_version

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from py_url.guard import Policy
    from py_url.programs.changes import Changes
    from py_url.programs.template import Template
    from py_url.standard.urls.record import URLRecord

    _Commands: TypeAlias = argparse._SubParsersAction[argparse.ArgumentParser]

_HELP = {
    "parse": "print the components of each URL",
    "check": "print the validation errors of each URL",
    "resolve": "print each URL, serialized and resolved against the base URL",
    "get": "print parts of each URL, as a format says",
    "edit": "print each URL with changes to its parts",
    "params": "print the names and values in the query of each URL, or in an input that starts with '?'",
    "host": "print the kind of each host and its serialized form",
    "explain": "print how different URL parsers read each string, and where they disagree",
    "display": "print each URL in a form that is safe to show to people",
    "guard": "say whether a program may fetch each URL, and why not",
    "column": "add the parts of the URLs in a CSV, JSON lines or Parquet file, as columns",
}
_OVERVIEW = """\
The WHATWG URL Standard on the command line: URLs as browsers understand them.

Look at a URL, to see what it means:
    parse    print its components
    check    print its validation errors, or with --fix a valid URL
    params   print the names and values in its query
    host     print the kind of its host, and what it is mapped to
    explain  print how different URL parsers read it
Edit it, for what another program reads:
    get      print parts of it, as a format says
    edit     print it with changes to its parts
    resolve  print it serialized, and resolved against a base URL
Work on many, in the column of a table (the others take one on each line):
    column   add their parts to a CSV, JSON lines or Parquet file
Protect people and servers, if a stranger wrote it:
    display  print it in a form that is safe to show
    guard    say whether a program may fetch it, and why not

'py-url COMMAND --help' has the options of a command, and examples.
'py-url --version' names the URL Standard and the Unicode that it follows.
"""
_OF_COLUMN = (
    "Add the parts of the URLs in a column to a table, as columns.\n"
    "To continue a run that was killed, start it again with the same options."
)
_MOST_CHARACTERS = 60
_EXAMPLES = {
    "parse": (
        "py-url parse https://example.org/a?b#c",
        "py-url parse --json --base https://example.org/a/ ../b",
    ),
    "check": (
        "py-url check 'https://example.org/a b'",
        "py-url check --fix --file urls.txt > valid.txt",
    ),
    "resolve": (
        "py-url resolve --base https://example.org/a/b ../c?q",
        "py-url resolve --jobs 4 < urls.txt | paste urls.txt -",
    ),
    "get": (
        "py-url get -f '{hostname} {port|default} {query:q}' 'https://example.org/?q=a%20b'",
        "py-url get -f '{hostname}' --file urls.txt",
    ),
    "edit": (
        "py-url edit --set host=example.org --append path=a --remove 'query:utm_*' 'https://h/?utm_a=1&b=2'",
        "py-url edit --set scheme=https --file urls.txt",
    ),
    "params": (
        "py-url params 'https://example.org/?a=1&b=%C3%BC'",
        "py-url params '?a=1&a=2'",
    ),
    "host": (
        "py-url host EXAMPLE.org 0x7f.1 [::1]",
        "py-url host --json https://www.example.co.uk/a",
    ),
    "explain": (
        "py-url explain 'http://0x7f.1\\@example.org/'",
        "py-url explain --parsers all 'http://a|b/'",
    ),
    "display": (
        "py-url display https://examplecorp.com@example.org/",
        "py-url display --max-length 40 --file urls.txt",
    ),
    "guard": (
        "py-url guard 'http://127.0.0.1:6666\\@1.1.1.1'",
        "py-url guard --json --file urls.txt",
    ),
    "column": ("py-url column log.csv --column url --add host,registrable_domain,canonical_crawl -o out.csv",),
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
_WITH_BASE = ("parse", "check", "resolve", "get", "edit", "params", "explain", "display")
_WITH_ENCODING = ("parse", "check", "resolve", "get", "edit", "explain", "display")
_WITH_EDITION = ("parse", "check", "resolve")
_WITH_ONE_LINE = ("check", "resolve", "get", "edit", "display")
# Their modules are loaded if one of them is given.
REWRITING = ("get", "edit")
WITH_PUBLIC_SUFFIXES = ("host", "display")


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


class Options:
    """The options of a command line; each command uses only some of them."""

    __slots__ = (
        "base",
        "base_as_given",
        "changes",
        "edition",
        "editions",
        "encoding",
        "errors",
        "fix",
        "guess_scheme",
        "icann",
        "json",
        "limit",
        "max_length",
        "no_spoof_check",
        "null",
        "opaque",
        "output",
        "parsers",
        "path_as_is",
        "policy",
        "resolve",
        "show_secrets",
        "steps",
        "template",
        "with_runtimes",
    )

    def __init__(self) -> None:
        self.base: URLRecord | None = None
        self.base_as_given: str | None = None
        self.changes: Changes | None = None
        self.edition: str | None = None
        self.editions = False
        self.encoding = "utf-8"
        self.errors = "empty"  # what to print of an input that is refused
        self.fix = False
        self.guess_scheme = False
        self.null = False
        self.no_spoof_check = False
        self.max_length: int | None = None
        self.opaque = False
        self.path_as_is = False
        self.policy: Policy | None = None
        self.parsers: tuple[str, ...] | None = None
        self.resolve = False
        self.icann = False
        self.json = False
        self.limit: int | None = None
        self.show_secrets = False
        self.steps = False
        self.template: Template | None = None
        self.with_runtimes = False
        self.output = "utf-8"  # the encoding of standard output

    @property
    def end(self) -> str:
        """What ends an input and an output."""
        return "\0" if self.null else "\n"


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


class _Parser(argparse.ArgumentParser):
    """The parser of the program. Its help fits on a screen."""

    def format_help(self) -> str:
        return f"{self.format_usage()}\n{_OVERVIEW}"


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
        dest="command", required=True, metavar="COMMAND", prog="py-url", parser_class=argparse.ArgumentParser
    )
    for name in _HELP if only is None else {only} & _HELP.keys():
        help = _HELP[name]
        description = f"{help[0].upper()}{help[1:]}."
        epilog = _with_examples(_EXAMPLES[name])
        command = commands.add_parser(
            name, help=help, description=description, epilog=epilog, formatter_class=formatter
        )
        command.register("action", None, _Once)
        if name == "column":
            from py_url.programs import column

            command.description = _OF_COLUMN
            column.add_arguments(command)
            continue
        command.add_argument("inputs", nargs="*", metavar="INPUT", help="by default, each line of standard input")
        command.add_argument("--file", metavar="FILE", help="read the inputs from the lines of FILE, in UTF-8")
        command.add_argument(
            "--jobs", type=int, default=1, metavar="N", help="use N processes; answers keep their order"
        )
        command.add_argument("--json", action="store_true", help="print one JSON object per line")
        command.add_argument("--show-secrets", action="store_true", help="print usernames and passwords, not '***'")
        _add_options_of(name, command)
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


def _add_options_of(name: str, command: argparse.ArgumentParser) -> None:
    if name in _WITH_ONE_LINE:
        refused = (
            "for an input that does not parse, print an empty line (empty, the default) or nothing (skip), or end "
            "there (fail)"
        )
        command.add_argument("--errors", choices=("empty", "skip", "fail"), help=refused)
    if name in _WITH_BASE:
        command.add_argument("--base", metavar="URL", help="the base URL for relative inputs")
    if name in _WITH_ENCODING:
        command.add_argument("--encoding", metavar="LABEL", help="the encoding of queries, as in an HTML document")
    if name == "resolve":
        as_is = "keep the segments '.' and '..' in the path, as the option of that name in curl does"
        command.add_argument("--path-as-is", action="store_true", help=as_is)
    if name == "check":
        limit = "list at most N errors of each input; otherwise 20, or all of them with --json"
        command.add_argument("--limit", type=int, metavar="N", help=limit)
        nearest = "print the nearest valid URL string that means the same instead"
        command.add_argument("--fix", action="store_true", help=nearest)
    if name in _WITH_EDITION:
        command.add_argument("--edition", metavar="MONTH", help="an older URL Standard, such as 2020-11")
    if name == "explain":
        steps = "print what each state of the URL Standard's parser does instead"
        command.add_argument("--steps", action="store_true", help=steps)
        most = "with --steps, print at most N steps; otherwise 100, or all of them with --json"
        command.add_argument("--limit", type=int, metavar="N", help=most)
        command.add_argument("--editions", action="store_true", help="show older URL Standards too")
        names = "the URL parsers to ask, separated by commas, such as whatwg,urllib3; 'all' for all that are installed"
        command.add_argument("--parsers", metavar="NAMES", help=names)
        runtimes = "ask curl, Node, Go and Java too, if they are on PATH; they send nothing"
        command.add_argument("--with-runtimes", action="store_true", help=runtimes)
    if name == "host":
        command.add_argument("--opaque", action="store_true", help="parse as in URLs that are not special")
    if name == "display":
        command.add_argument("--max-length", type=int, metavar="N", help="shorten URLs to N characters if possible")
        look_alikes = "show domains that may imitate others in Unicode too"
        command.add_argument("--no-spoof-check", action="store_true", help=look_alikes)
    if name == "guard":
        fields = "a file with the fields of the policy as a JSON object; otherwise, the policy for the public web"
        command.add_argument("--policy", metavar="FILE", help=fields)
        asks = "resolve the host of each URL, and check its addresses; nothing else uses the network"
        command.add_argument("--resolve", action="store_true", help=asks)
    if name in REWRITING:
        from py_url.programs import rewriting

        rewriting.add_options(name, command)
    if name in WITH_PUBLIC_SUFFIXES:
        command.add_argument("--icann", action="store_true", help="ignore private suffixes such as github.io")


def _with_examples(examples: Sequence[str]) -> str:
    return "Examples:\n" + "".join(f"  {example}\n" for example in examples) + f"\n{_EPILOG}"


def shell_quoted(name: str) -> str:
    """Return *name* as one writes it in a shell."""
    from shlex import quote

    return quote(name)
