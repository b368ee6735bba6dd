"""The command line: ``py-url COMMAND [options] [INPUT ...]``.

Inputs are arguments or lines of standard input, read one at a time. ``py-url COMMAND --help`` has the exit statuses.
"""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import suppress

from py_url import InvalidURL
from py_url.programs.answers import Style
from py_url.programs.arguments import REWRITING, arguments_of, shell_quoted
from py_url.programs.options import WITH_PUBLIC_SUFFIXES, Options
from py_url.programs.runner import Input, Runner, outcomes, why_not, why_not_jobs
from py_url.standard.urls.parser import basic_parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TextIO

    from py_url.guard import Policy
    from py_url.standard.urls.record import URLRecord


# What a shell says of a program that SIGPIPE has ended.
_CLOSED = 128 + 13


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line *argv* (``sys.argv[1:]`` if it is None) and return its exit status."""
    try:
        try:
            return _answer(argv)
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()
    except BrokenPipeError:
        return _CLOSED
    except OSError as error:
        with suppress(OSError):  # standard error may be what failed
            _complain(f"py-url: {error.strerror}")
        return 2
    except KeyboardInterrupt:
        return 130
    finally:
        _give_up_what_cannot_be_written()


def _answer(argv: Sequence[str] | None) -> int:
    arguments, parser = arguments_of(argv)
    if arguments.command == "column":
        _prepare_streams()
        return _column(parser, arguments)
    options = _options(parser, arguments)
    if arguments.command in REWRITING:
        from py_url.programs import rewriting

        rewriting.prepare(parser, arguments, options)
    _prepare_streams()
    options.output = getattr(sys.stdout, "encoding", None) or "utf-8"
    file = None if arguments.file is None else _opened(parser, arguments.file)
    if file is None:
        return _run(arguments, options, sys.stdin)
    with file:
        return _run(arguments, options, file)


def _column(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> int:
    from zlib import error as damaged

    from py_url.programs import column

    try:
        return column.run(arguments)
    except BrokenPipeError:  # nobody reads what it says
        raise
    except (ValueError, ModuleNotFoundError, EOFError, damaged) as error:  # the last two of a file of gzip
        parser.error(str(error))
    except OSError as error:
        # An error of another package may have nothing but a text.
        parser.error(f"{shell_quoted(str(error.filename or arguments.input))}: {error.strerror or error}")


def _options(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> Options:
    options = Options()
    # The base URL, the policy and the parsers are more than what was given.
    for name in Options.__annotations__.keys() - {"base", "changes", "policy", "parsers"}:
        if getattr(arguments, name, None) is not None:
            setattr(options, name, getattr(arguments, name))
    for name, number in (("--max-length", options.max_length), ("--limit", options.limit)):
        if number is not None and (why := why_not(number)) is not None:
            parser.error(f"{name}: {why}")
    if (why := why_not_jobs(arguments.jobs)) is not None:
        parser.error(f"--jobs: {why}")
    if arguments.command == "explain" and not options.steps:
        for name in ("encoding", "limit"):
            if getattr(arguments, name) is not None:
                parser.error(f"--{name} goes with --steps")
    if options.steps and options.with_runtimes:
        parser.error("--with-runtimes does not go with --steps")
    options.parsers = _parsers(parser, arguments)
    if options.edition is not None:
        from py_url.editions.changes import edition_named

        try:
            edition_named(options.edition)
        except ValueError as error:
            parser.error(f"--edition: {error}")
    if arguments.command == "check" and arguments.errors is not None and not options.fix:
        parser.error("--errors: 'check' prints the errors of each input; with --fix, it prints one line for each")
    if arguments.inputs and arguments.file is not None:
        parser.error("--file does not go with inputs as arguments")
    others = {
        "fix": ("edition", "encoding", "limit"),
        "guess_scheme": ("base", "edition", "encoding", "path_as_is"),
        "path_as_is": ("edition",),
    }
    for option, names in others.items():
        for name in names:
            if getattr(options, option) and getattr(arguments, name, None):
                parser.error(f"--{option} does not go with --{name}".replace("_", "-"))
    if getattr(arguments, "policy", None) is not None:
        try:
            options.policy = _policy(arguments.policy)
        except (OSError, ValueError, TypeError) as error:
            problem = error.strerror if isinstance(error, OSError) else error
            parser.error(f"--policy: {shell_quoted(arguments.policy)}: {problem}")
    try:
        if options.encoding != "utf-8":
            from py_url.standard.infra.encodings import get_an_output_encoding

            get_an_output_encoding(options.encoding)
        if getattr(arguments, "base", None) is not None:
            options.base = _base(arguments.base, options.edition)
            options.base_as_given = arguments.base
    except InvalidURL as error:
        parser.error(f"--base: {error}")
    except (LookupError, ModuleNotFoundError) as error:
        parser.error(f"--encoding: {error.args[0]}")
    if arguments.command == "resolve":
        _check_resolve(parser, options)
    if sys.stdout is None or (sys.stdin is None and not arguments.inputs and arguments.file is None):
        parser.error("standard output is closed" if sys.stdout is None else "standard input is closed")
    if arguments.command in WITH_PUBLIC_SUFFIXES:
        _look_for_list()
    return options


def _check_resolve(parser: argparse.ArgumentParser, options: Options) -> None:
    """Exit with status 2 if one of the options does not go with another."""
    site = options.base
    is_plain = options.edition is None and options.encoding == "utf-8"
    if options.request_target and (
        site is None or site.scheme not in ("http", "https") or options.path_as_is or not is_plain
    ):
        parser.error("--request-target needs --base, the URL of the server, and no --edition, --encoding, --path-as-is")


def _look_for_list() -> None:
    from py_url.standard.hosts.public_suffix import has_list

    if not has_list():
        from py_url.standard.infra.extras import how_to_install

        command = how_to_install("psl", "publicsuffixlist")
        _complain(f"py-url: install the Public Suffix List to see registrable domains: {command}")


def _parsers(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> tuple[str, ...] | None:
    """Return the names of the parsers to ask, the URL Standard first, or None. Exit with status 2 for a wrong one."""
    names = getattr(arguments, "parsers", None)
    if names is None:
        return None
    if arguments.steps:
        parser.error("--parsers does not go with --steps")
    from py_url.parsers.reading import parser_names, read

    try:
        parsers = parser_names(["whatwg", *filter(None, map(str.strip, names.split(",")))])
        read("", parsers=parsers)
    except (ValueError, ModuleNotFoundError) as error:
        parser.error(f"--parsers: {error}")
    return parsers


def _policy(file: str) -> Policy:
    """Read a policy from a file. Raises OSError, and ValueError or TypeError if its fields are none of a policy."""
    import json

    from py_url.guard import Policy
    from py_url.specs.html.import_maps.parsing import is_deep

    with open(file, encoding="utf-8") as opened:  # noqa: PTH123 - for Path, '' is the current folder
        text = opened.read()
    if is_deep(text):
        raise ValueError("the JSON has too many levels")
    fields = json.loads(text)
    if not isinstance(fields, dict):
        raise TypeError("the file must have a JSON object with the fields of a policy")
    return Policy(**fields)


def _base(url: str, edition: str | None) -> URLRecord:
    if edition is None:
        return basic_parse(url)
    from py_url import editions

    return editions.parse(url, edition=edition)


def _opened(parser: argparse.ArgumentParser, name: str) -> TextIO:
    try:
        # Not Path, for which '' is the current folder.
        return open(name, encoding="utf-8", errors="surrogateescape", newline="\n")  # noqa: PTH123 - see above
    except OSError as error:
        parser.error(f"--file: {shell_quoted(name)}: {error.strerror}")


def _prepare_streams() -> None:
    """Keep bytes that cannot be decoded, and escape characters that cannot be encoded, instead of stopping.

    A carriage return ends no line of the input, as for `paste`: a parser of URLs removes it.
    """
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="surrogateescape", newline="\n")
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _give_up_what_cannot_be_written() -> None:
    # Python flushes both streams when it exits. If that failed, its exit status would be 120.
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        try:
            if stream is not None:
                stream.flush()
        except OSError:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115, PTH123 - it has to stay open until Python exits


def _complain(text: str) -> None:
    if sys.stderr is not None:  # otherwise print would write to standard output
        print(text, file=sys.stderr)


def _style(stream: TextIO) -> Style:
    colours = stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Style(plain=not colours)


def _lines(stream: TextIO) -> Iterator[Input]:
    """Yield the lines of *stream*, without a byte order mark at the start of the first."""
    for number, line in enumerate(stream, 1):
        text = line.rstrip("\r\n")
        yield Input(text if number > 1 else text.removeprefix("\ufeff"), number)


def _is_file(name: str) -> bool:
    return os.path.isfile(name)  # noqa: PTH113 - Path.is_file raises OSError for a name that is too long


def _run(arguments: argparse.Namespace, options: Options, stream: TextIO) -> int:
    encoding = sys.getfilesystemencoding() if arguments.inputs else getattr(stream, "encoding", None) or "utf-8"
    runner = Runner(arguments.command, options, _style(sys.stdout), encoding)
    inputs = [Input(text, None) for text in arguments.inputs] if arguments.inputs else _lines(stream)
    all_pass = True
    if not arguments.inputs and stream.isatty():
        _complain(
            "py-url: write one input on each line, and end with Ctrl-Z and Enter"
            if os.name == "nt"
            else "py-url: write one input on each line, and end with Ctrl-D"
        )
    if arguments.command in REWRITING and not arguments.inputs:
        from py_url.programs import streams

        found = streams.outcomes(runner, stream, arguments.jobs)
    else:
        found = outcomes(runner, inputs, arguments.jobs)
    for place, outcome in enumerate(found):
        all_pass = all_pass and outcome.passes
        if outcome.complaint is not None:
            _complain(outcome.complaint)
        if outcome.text is not None:
            print(outcome.text, end=options.end)
        if arguments.inputs and outcome.failed and _is_file(arguments.inputs[place]):
            name = shell_quoted(arguments.inputs[place])
            _complain(f"py-url: {name} is a file; to read its lines, write '--file {name}' or '< {name}'")
        if outcome.failed and options.errors == "fail":
            break
    return 0 if all_pass else 1
