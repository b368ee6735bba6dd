"""Start a command of the laboratory.

    python3 build_scripts/research                       list the commands
    python3 build_scripts/research NAME [options ...]    start one; with --help, it says what it does

They are for those who work on the repository. A source distribution does not have them.
"""

import ast
import difflib
import importlib
import os
import sys

# Python put this folder there.
sys.path[0] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120 - also in old Pythons

import setup  # isort: skip # noqa: F401 - before the others, because it checks which version of Python this is

from collections.abc import Sequence

from setup.ending import ends
from setup.project import SCRIPTS, SetUpError

COMMANDS = {
    "attack_guard": "research.attacking.command",
    "branches": "research.branches",
    "contribute": "research.contributing.command",
    "engines": "research.sqlengines.command",
    "mutate": "research.mutate",
    "suites": "research.suites.command",
}
"""The commands, and the module of each, whose `main` it starts and whose first line says what it does."""


def listed() -> str:
    """Return a line for each command: its name, and one sentence."""
    lines = []
    for name, module in COMMANDS.items():
        text = SCRIPTS.joinpath(*module.split(".")).with_suffix(".py").read_text("utf-8")
        lines.append(f"  {name:<13} {(ast.get_docstring(ast.parse(text)) or '').splitlines()[0]}")
    return "\n".join(lines)


@ends("research")
def main(argv: Sequence[str] | None = None) -> int:
    """Start the command that the arguments name, or list all. Returns the exit status."""
    name, *rest = [*(sys.argv[1:] if argv is None else argv)] or ["--help"]
    if name in ("-h", "--help"):
        print(f"usage: research NAME [options ...]\n\n{listed()}\n\nresearch NAME --help says more.")
        return 0
    if name not in COMMANDS:
        close = difflib.get_close_matches(name, COMMANDS, 1)
        meant = f"did you mean {close[0]}?" if close else "it is one of"
        raise SetUpError(f"there is no command {name!r}; {meant}\n{listed()}")
    status: int = importlib.import_module(COMMANDS[name]).main(rest)
    return status


if __name__ == "__main__":
    sys.exit(main())
