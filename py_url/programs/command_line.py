"""The command line: ``py-url COMMAND [options] [INPUT ...]``.

In: inputs as arguments, or a line each from standard input, which is never held as a whole. Out: for each what the
command says of it, with ``--json`` as a JSON object a line. Exit status: 0; 1 where an input does not parse, for
``check`` is not valid, and for ``explain`` is read in different ways, or where the reader of the output went away; 2
for wrong use, and where there is nowhere to read from or write to; 130 where it was interrupted.
"""

from __future__ import annotations

import argparse
import json
import os
import sys

from py_url import InvalidURL, __version__
from py_url.programs.commands import COMMANDS, Options, Style, refusal
from py_url.standard.hosts.public_suffix import has_list
from py_url.standard.infra.code_points import scalar_value_string
from py_url.standard.infra.encodings import get_an_output_encoding
from py_url.standard.urls.parser import basic_parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import TextIO

_HELP = {
    "parse": "print the components of each URL",
    "check": "print each URL's validation errors, and where they are",
    "resolve": "print each URL as it is serialized",
    "params": "print the names and values of each URL's query, or of a query that begins with '?'",
    "host": "print what kind of host each host is, and what it is mapped to",
    "explain": "print how other readers of URLs understand each string, and where they differ",
    "display": "print each URL as people should see it",
}
_WITH_BASE = ("parse", "check", "resolve", "params", "display")
_WITH_ENCODING = ("parse", "check", "resolve", "display")
_WITH_PUBLIC_SUFFIXES = ("host", "display")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line *argv* (``sys.argv[1:]`` where it is None) and give its exit status."""
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
    """The command line's arguments, and the command's own parser, to complain with."""
    parser = argparse.ArgumentParser("py-url", description="The WHATWG URL Standard on the command line.")
    parser.add_argument("--version", action="version", version=f"py-url {__version__}")
    commands = parser.add_subparsers(dest="command", required=True)
    for name in COMMANDS:
        command = commands.add_parser(name, help=_HELP[name], description=_HELP[name])
        command.add_argument("inputs", nargs="*", metavar="INPUT", help="without any, one a line from standard input")
        command.add_argument("--json", action="store_true", help="print one JSON object a line")
        if name in _WITH_BASE:
            command.add_argument("--base", metavar="URL", help="the base URL that relative ones refer to")
        if name in _WITH_ENCODING:
            command.add_argument("--encoding", metavar="LABEL", help="the encoding of queries, as an HTML document's")
        if name == "host":
            command.add_argument("--opaque", action="store_true", help="hosts of URLs that are not special")
        if name == "display":
            command.add_argument("--max-length", type=int, metavar="N", help="leave out what N characters cannot hold")
            command.add_argument("--guard", action="store_true", help="domains that look like others stay in ASCII")
        if name in _WITH_PUBLIC_SUFFIXES:
            command.add_argument("--icann", action="store_true", help="without the list's private suffixes: github.io")
    # argparse takes what follows an option behind the inputs for something it does not know.
    arguments, more = parser.parse_known_args(argv)
    command = commands.choices[arguments.command]
    end = more.index("--") if "--" in more else len(more)
    unknown = [argument for argument in more[:end] if argument.startswith("-") and argument != "-"]
    if unknown:
        command.error(f"unrecognized arguments: {' '.join(unknown)}")
    arguments.inputs += more[:end] + more[end + 1 :]
    return arguments, command


def _options(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> Options:
    """The options of *arguments*; one that cannot be used ends the program."""
    options = Options()
    for name in ("encoding", "guard", "icann", "max_length", "opaque"):
        if getattr(arguments, name, None) is not None:
            setattr(options, name, getattr(arguments, name))
    if options.max_length is not None and options.max_length < 1:
        parser.error(f"--max-length: {options.max_length} is not above 0")
    try:
        get_an_output_encoding(options.encoding)
        if getattr(arguments, "base", None) is not None:
            options.base = basic_parse(arguments.base)
    except InvalidURL as error:
        parser.error(f"--base: {error}")
    except (LookupError, ModuleNotFoundError) as error:
        parser.error(f"--encoding: {error.args[0]}")
    if sys.stdout is None or (sys.stdin is None and not arguments.inputs):
        parser.error("standard output is closed" if sys.stdout is None else "standard input is closed")
    if arguments.command in _WITH_PUBLIC_SUFFIXES and not has_list():
        _complain("py-url: no registrable domains without publicsuffixlist: pip install 'py-url-whatwg[psl]'")
    return options


def _prepare_streams() -> None:
    """Let no byte of the input, and no character of the output, be a reason to stop."""
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace"), (sys.stderr, "backslashreplace")):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=errors)


def _write_no_more() -> None:
    # What is still buffered has nowhere to go, and Python's last flush must not complain.
    sys.stdout = open(os.devnull, "w")  # noqa: SIM115, PTH123 - it has to stay open until the very end


def _complain(text: str) -> None:
    if sys.stderr is not None:  # print would take standard output for it
        print(text, file=sys.stderr)


def _style(stream: TextIO) -> Style:
    colours = stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Style(plain=not colours)


def _lines(stream: TextIO) -> Iterator[str]:
    """The lines of *stream*, without a byte order mark before the first."""
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
            answer = refusal(error)
        all_pass = all_pass and answer.passes
        if arguments.json:
            print(json.dumps({"input": input, **answer.data}))
        elif answer.refused:
            _complain(f"py-url: {answer.text()}")
        elif text := answer.text():
            print(text)
    sys.stdout.flush()
    return 0 if all_pass else 1
