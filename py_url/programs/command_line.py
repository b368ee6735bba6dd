"""The command line: ``py-url COMMAND [options] [INPUT ...]``.

Inputs are arguments (put ``--`` before any that start with ``-``) or lines of standard input, read one at a time. Each
input is answered on standard output, or with ``--json`` as one line of JSON.

The exit status is one of these:

- 0: success.
- 1: an input did not parse, ``check`` found a validation error (or, with ``--fix``, one that it could not fix),
  ``explain`` found readers that disagree, or the program that reads the output closed it.
- 2: a usage error, or standard input or output cannot be used.
- 130: interrupted by Ctrl-C.
"""

from __future__ import annotations

import argparse
import json
import os
import sys

from py_url import InvalidURL, __version__
from py_url.pins import URL_STANDARD, URL_STANDARD_DATE, unicode_version
from py_url.programs.commands import COMMANDS, Options, Style, input_without_secrets, refusal
from py_url.standard.hosts.public_suffix import has_list
from py_url.standard.infra.code_points import scalar_value_string
from py_url.standard.infra.encodings import get_an_output_encoding
from py_url.standard.urls.parser import basic_parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import TextIO

    from py_url.standard.urls.record import URLRecord

_HELP = {
    "parse": "print the components of each URL",
    "check": "print the validation errors of each URL",
    "resolve": "print each URL, serialized and resolved against the base URL",
    "params": "print the names and values in the query of each URL, or in an input that starts with '?'",
    "host": "print the kind of each host and its serialized form",
    "explain": "print how different URL parsers read each string, and where they disagree",
    "display": "print each URL in a form that is safe to show to people",
}
_EPILOG = """Exit status: 0 for success; 1 if an input does not parse, 'check' finds a validation error or 'explain'
finds URL parsers that disagree; 2 for a usage error. Output is coloured on a terminal unless NO_COLOR is set."""
_WITH_BASE = ("parse", "check", "resolve", "params", "explain", "display")
_WITH_ENCODING = ("parse", "check", "resolve", "explain", "display")
_WITH_EDITION = ("parse", "check", "resolve")
_WITH_PUBLIC_SUFFIXES = ("host", "display")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line *argv* (``sys.argv[1:]`` if it is None) and return its exit status."""
    arguments, parser = _arguments(argv)
    options = _options(parser, arguments)
    _prepare_streams()
    options.output = getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        return _run(arguments, options)
    except BrokenPipeError:
        _write_no_more()
        return 1
    except OSError as error:
        _write_no_more()
        _complain(f"py-url: {error.strerror}")
        return 2
    except KeyboardInterrupt:
        return 130


def _arguments(argv: Sequence[str] | None) -> tuple[argparse.Namespace, argparse.ArgumentParser]:
    """Parse *argv*; return the arguments and the command's own parser, which reports usage errors."""
    parser = argparse.ArgumentParser(
        "py-url", description="The WHATWG URL Standard on the command line.", epilog=_EPILOG
    )
    version = f"py-url {__version__} (URL Standard {URL_STANDARD}, {URL_STANDARD_DATE}; Unicode {unicode_version})"
    help_of_version = (
        "print the version, the URL Standard's commit and the version of Unicode that it follows, and exit"
    )
    parser.add_argument("--version", action="version", version=version, help=help_of_version)
    commands = parser.add_subparsers(dest="command", required=True)
    for name in COMMANDS:
        description = f"{_HELP[name][0].upper()}{_HELP[name][1:]}."
        command = commands.add_parser(name, help=_HELP[name], description=description, epilog=_EPILOG)
        command.add_argument("inputs", nargs="*", metavar="INPUT", help="by default, each line of standard input")
        command.add_argument("--json", action="store_true", help="print one JSON object per line")
        command.add_argument("--show-secrets", action="store_true", help="print usernames and passwords, not '***'")
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
        if name == "host":
            command.add_argument("--opaque", action="store_true", help="parse as in URLs that are not special")
        if name == "display":
            command.add_argument("--max-length", type=int, metavar="N", help="shorten URLs to N characters if possible")
            command.add_argument("--guard", action="store_true", help="show domains that may imitate others in ASCII")
        if name in _WITH_PUBLIC_SUFFIXES:
            command.add_argument("--icann", action="store_true", help="ignore private suffixes such as github.io")
    # argparse reports inputs after an option that itself follows inputs as unknown arguments.
    arguments, more = parser.parse_known_args(argv)
    command = commands.choices[arguments.command]
    end = more.index("--") if "--" in more else len(more)
    unknown = [argument for argument in more[:end] if argument.startswith("-") and argument != "-"]
    if unknown:
        given = sys.argv[1:] if argv is None else argv
        before = unknown[0] in given[: given.index(arguments.command)]
        hint = "; put options after the command" if before else ""
        command.error(f"unrecognized arguments: {' '.join(unknown)}{hint}")
    arguments.inputs += more[:end] + more[end + 1 :]
    return arguments, command


def _options(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> Options:
    """Return the options in *arguments*; exit with status 2 if one of them cannot be used."""
    options = Options()
    names = (
        *("encoding", "fix", "guard", "icann", "json", "limit", "max_length", "opaque", "path_as_is", "show_secrets"),
        "steps",
    )
    for name in ("edition", "editions", *names):
        if getattr(arguments, name, None) is not None:
            setattr(options, name, getattr(arguments, name))
    for name, number in (("--max-length", options.max_length), ("--limit", options.limit)):
        if number is not None and number < 1:
            parser.error(f"{name}: {number} is too small; the least is 1")
    if arguments.command == "explain" and not options.steps:
        for name in ("encoding", "limit"):
            if getattr(arguments, name) is not None:
                parser.error(f"--{name} goes with --steps")
    if options.edition is not None:
        from py_url.editions.changes import edition_named

        try:
            edition_named(options.edition)
        except ValueError as error:
            parser.error(f"--edition: {error}")
        if options.path_as_is:
            parser.error("--path-as-is does not go with --edition")
    if options.fix:
        for name in ("edition", "encoding", "limit"):
            if getattr(arguments, name) is not None:
                parser.error(f"--fix does not go with --{name}")
    try:
        get_an_output_encoding(options.encoding)
        if getattr(arguments, "base", None) is not None:
            options.base = _base(arguments.base, options.edition)
            options.base_as_given = arguments.base
    except InvalidURL as error:
        parser.error(f"--base: {error}")
    except (LookupError, ModuleNotFoundError) as error:
        parser.error(f"--encoding: {error.args[0]}")
    if sys.stdout is None or (sys.stdin is None and not arguments.inputs):
        parser.error("standard output is closed" if sys.stdout is None else "standard input is closed")
    if arguments.command in _WITH_PUBLIC_SUFFIXES and not has_list():
        _complain("py-url: install the Public Suffix List to see registrable domains: pip install 'py-url-whatwg[psl]'")
    return options


def _base(url: str, edition: str | None) -> URLRecord:
    """Parse the base URL. Raises InvalidURL."""
    if edition is None:
        return basic_parse(url)
    from py_url import editions

    return editions.parse(url, edition=edition)


def _prepare_streams() -> None:
    """Replace or escape bytes that cannot be decoded and characters that cannot be encoded, instead of stopping."""
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace"), (sys.stderr, "backslashreplace")):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=errors)


def _write_no_more() -> None:
    # Python flushes standard output once more when it exits, and would report the failure again.
    sys.stdout = open(os.devnull, "w")  # noqa: SIM115, PTH123 - it has to stay open until Python exits


def _complain(text: str) -> None:
    if sys.stderr is not None:  # otherwise print would write to standard output
        print(text, file=sys.stderr)


def _style(stream: TextIO) -> Style:
    colours = stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Style(plain=not colours)


def _lines(stream: TextIO) -> Iterator[str]:
    """Yield the lines of *stream*, without a byte order mark at the start of the first."""
    for number, line in enumerate(stream):
        text = line.rstrip("\r\n")
        yield text if number else text.removeprefix("\ufeff")


def _run(arguments: argparse.Namespace, options: Options) -> int:
    command, style = COMMANDS[arguments.command], _style(sys.stdout)
    inputs: Iterable[str] = arguments.inputs or _lines(sys.stdin)
    all_pass = True
    for given in inputs:
        input = scalar_value_string(given)
        try:
            answer = command(input, options, style)
        except InvalidURL as error:
            answer = refusal(error, options)
        all_pass = all_pass and answer.passes
        if arguments.json:
            if not options.show_secrets:
                parses = answer.data["failure"] is False
                input = input_without_secrets(input, arguments.command, options, parses=parses)
            print(json.dumps({"input": input, **answer.data}))
        elif answer.refused:
            _complain(f"py-url: {answer.text()}")
        elif text := answer.text():
            print(text)
    sys.stdout.flush()
    return 0 if all_pass else 1
