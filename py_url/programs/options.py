"""The options of each command: what ``--help`` says of them, and `Options`, which the commands read.

The options of one command alone that has a module of its own are there: `rewriting`, `column`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from py_url.guard import Policy
    from py_url.programs.changes import Changes
    from py_url.programs.template import Template
    from py_url.standard.urls.record import URLRecord

_WITH_BASE = ("parse", "check", "resolve", "get", "edit", "params", "explain", "display")
_WITH_ENCODING = ("parse", "check", "resolve", "get", "edit", "explain", "display")
_WITH_EDITION = ("parse", "check", "resolve")
_WITH_GUESS = ("resolve", "get", "edit")
_WITH_ONE_LINE = ("check", "resolve", "get", "edit", "display")
WITH_PUBLIC_SUFFIXES = ("host", "display")


class Options:
    """The options of a command line, by their names; each command uses only some of them."""

    base: URLRecord | None = None
    base_as_given: str | None = None
    changes: Changes | None = None
    edition: str | None = None
    editions: bool = False
    encoding: str = "utf-8"
    errors: str = "empty"  # what to print of an input that is refused
    fix: bool = False
    guess_scheme: bool | None = None  # False if it could be given
    icann: bool = False
    json: bool = False
    limit: int | None = None
    max_length: int | None = None
    no_spoof_check: bool = False
    null: bool = False
    opaque: bool = False
    output: str = "utf-8"  # the encoding of standard output
    parsers: tuple[str, ...] | None = None
    path_as_is: bool = False
    policy: Policy | None = None
    request_target: bool = False
    resolve: bool = False
    show_secrets: bool = False
    steps: bool = False
    template: Template | None = None
    with_runtimes: bool = False

    @property
    def end(self) -> str:
        """What ends an input and an output."""
        return "\0" if self.null else "\n"


def add_options(name: str, command: argparse.ArgumentParser) -> None:
    """Add the options of the command of this name. Each is a field of `Options`."""
    command.add_argument("--json", action="store_true", help="print one JSON object per line")
    command.add_argument("--show-secrets", action="store_true", help="print usernames and passwords, not '***'")
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
    if name in _WITH_GUESS:
        guess = "for an input without a scheme, do as the address bar of a browser does: https, or a file path"
        command.add_argument("--guess-scheme", action="store_true", help=guess)
    if name == "resolve":
        as_is = "keep the segments '.' and '..' in the path, as the option of that name in curl does"
        command.add_argument("--path-as-is", action="store_true", help=as_is)
        line = "the inputs are targets of requests to the server --base, or request lines"
        command.add_argument("--request-target", action="store_true", help=line)
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
    if name in WITH_PUBLIC_SUFFIXES:
        command.add_argument("--icann", action="store_true", help="ignore private suffixes such as github.io")
