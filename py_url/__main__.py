"""The command line: ``py-url parse URL ...`` prints what each URL means, ``--json`` as JSON Lines."""

from __future__ import annotations

import argparse
import json
import os
import sys

from py_url import URL, InvalidURL, __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_COMPONENTS = (
    *("href", "origin", "protocol", "username", "password", "host", "hostname", "port"),
    *("pathname", "search", "hash"),
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line *argv* (``sys.argv[1:]`` where it is None). Gives the exit status: 0, or 1 where a URL did
    not parse.
    """
    parser = argparse.ArgumentParser("py-url", description="The WHATWG URL Standard on the command line.")
    parser.add_argument("--version", action="version", version=f"py-url {__version__}")
    commands = parser.add_subparsers(dest="command", required=True)
    parse = commands.add_parser("parse", help="print the components of each URL")
    parse.add_argument("urls", nargs="*", metavar="URL", help="a URL; without any, one a line from standard input")
    parse.add_argument("--base", help="the base URL that relative ones refer to")
    parse.add_argument("--json", action="store_true", help="print one JSON object a line")
    arguments = parser.parse_args(argv)
    try:
        base = None if arguments.base is None else URL(arguments.base)
    except InvalidURL as error:
        parser.error(f"--base: {error}")
    urls: Iterable[str] = arguments.urls or (line.rstrip("\r\n") for line in sys.stdin)
    try:
        failures = sum(not _print_url(url, base, as_json=arguments.json) for url in urls)
    except BrokenPipeError:
        # The reader went away. What is still buffered has nowhere to go, and Python's last flush must not complain.
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115, PTH123 - it has to stay open until the very end
        return 1
    return 1 if failures else 0


def _print_url(input: str, base: URL | None, *, as_json: bool) -> bool:
    """Print what *input* means; whether it parsed."""
    try:
        url = URL(input, base)
    except InvalidURL as error:
        if as_json:
            errors = [{"name": e.name, "start": e.start, "end": e.end, "message": e.message} for e in error.errors]
            print(json.dumps({"input": input, "failure": True, "errors": errors}))
        else:
            print(f"py-url: {error}", file=sys.stderr)
        return False
    components = {name: getattr(url, name) for name in _COMPONENTS}
    if as_json:
        print(json.dumps({"input": input, **components}))
    else:
        print("\n".join(f"{name:<9} {value}".rstrip() for name, value in components.items()), end="\n\n")
    return True


if __name__ == "__main__":
    sys.exit(main())
