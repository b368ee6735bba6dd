"""Change the code in many small ways, and see whether the tests notice each: mutation testing.

    python3 build_scripts/research mutate                                    all of py_url/standard and py_url/fast
    python3 build_scripts/research mutate py_url/standard/hosts/uts46.py     one module, or one folder
    python3 build_scripts/research mutate --minutes 30 --shard 1/4           a part: the next run goes on after it
    python3 build_scripts/research mutate --again                            try those again that have a result
    python3 build_scripts/research mutate --report                           run nothing; print the table

Results are kept in .cache/mutation, so a run that was interrupted goes on where it was. The exit status is 0 if every
survivor is listed in tests/data/mutants.json, with a reason why no test can notice it; 1 if one is not, if a change
could not be tried, or if the list is out of date; and 2 if the run could not start or was interrupted.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from fetching import wpt_url
from setup import project, venv
from setup.ending import ends
from setup.project import CACHE, ROOT, SCRIPTS, SetUpError, say

from research import MOST_MINUTES, minutes, parser_of, variables
from research.mutation import results

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

_FOLDERS = ("py_url/fast", "py_url/standard")
# Tables that a script writes, and a test compares with what the script writes.
_WRITTEN = ("identifiers.py", "unicode_table.py")
# What the mutants depend on besides the module.
_MAKERS = (SCRIPTS / "research" / "mutation" / "making.py", venv.folder_of("mutation") / venv.ASKED)
_SECONDS_TO_END = 1_500


def _shard(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d+)/(\d+)", text)
    if not found or not 1 <= int(found[1]) <= int(found[2]):
        raise argparse.ArgumentTypeError(f"{text!r} is not a part such as 1/4")
    return int(found[1]), int(found[2])


def _modules(paths: Iterable[str]) -> list[str]:
    """The modules that the arguments name, relative to the project's folder. Raises SetUpError."""
    found = []
    for name in paths:
        path = Path(name).resolve() if Path(name).exists() else ROOT / name
        if not path.exists() or not any(path.is_relative_to(ROOT / folder) for folder in _FOLDERS):
            raise SetUpError(f"{name} is not a module or folder in {' or '.join(_FOLDERS)}")
        files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
        found += [file.relative_to(ROOT).as_posix() for file in files if file.name not in _WRITTEN]
    return list(dict.fromkeys(found))


def _mutants(modules: list[str]) -> list[dict[str, Any]]:
    """The mutants of modules, in their order. Those of a module are made again when it has changed."""
    python = venv.python("mutation")
    folder = CACHE / "mutation" / "mutants"
    folder.mkdir(parents=True, exist_ok=True)
    found: list[dict[str, Any]] = []
    for module in modules:
        made = folder / f"{project.digest(ROOT / module, *_MAKERS)}.json"
        if not made.is_file():
            say(f"making the mutants of {module} ...")
            made.write_text(
                project.run([str(python), "-m", "research.mutation.making", module], env=variables()), "utf-8"
            )
        found += json.loads(made.read_text("utf-8"))
    return found


def _try(mutants: list[dict[str, Any]], until: float) -> None:
    """Try mutants in another process, which keeps their results."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as todo:
        todo.writelines(json.dumps(mutant) + "\n" for mutant in mutants)
        todo.flush()
        environ = variables(PYTEST_DISABLE_PLUGIN_AUTOLOAD="1", PYTHONNOUSERSITE="1")
        environ |= {results.TODO: todo.name, results.UNTIL: str(until)}
        limit = until - time.time() + _SECONDS_TO_END
        try:
            command = [sys.executable, "-m", "research.mutation.running"]
            done = subprocess.run(command, cwd=ROOT, env=environ, check=False, timeout=limit)
        except subprocess.TimeoutExpired:
            raise SetUpError(f"the tests did not end {_SECONDS_TO_END} seconds after the time for them") from None
    if done.returncode != 0:
        raise SetUpError(f"the tests could not be run; see above (status {done.returncode})")


def _parser() -> argparse.ArgumentParser:
    parser = parser_of("research mutate", __doc__)
    parser.add_argument(
        "paths", nargs="*", metavar="PATH", default=_FOLDERS, help=f"modules or folders (default: {' '.join(_FOLDERS)})"
    )
    parser.add_argument(
        "--minutes", type=minutes, default=MOST_MINUTES, metavar="N", help="stop after this time (default: no limit)"
    )
    parser.add_argument("--shard", type=_shard, default=(1, 1), metavar="K/N", help="every Nth mutant, from the Kth on")
    parser.add_argument("--again", action="store_true", help="retry those that have a result")
    parser.add_argument("--report", action="store_true", help="run nothing; print the table and the survivors")
    return parser


@ends("research mutate")
def main(argv: Sequence[str] | None = None) -> int:
    """Make and try the mutants. Returns 1 if one survived without a reason or could not be tried, or if a reason is out
    of date.
    """
    arguments = _parser().parse_args(argv)
    modules = _modules(arguments.paths)
    venv.enter()
    until = time.time() + 60 * arguments.minutes
    mutants = _mutants(modules)
    if not arguments.report:
        wpt_url.find()
        known = results.known()

        def is_wanted(mutant: dict[str, Any]) -> bool:
            return arguments.again or known.get(results.key_of(mutant), {}).get("outcome") in (None, "failed")

        part, parts = arguments.shard
        chosen = [mutant for mutant in mutants[part - 1 :: parts] if is_wanted(mutant)]
        say(f"{len(mutants):,} mutants of {len(modules)} modules, {len(chosen):,} to try")
        if chosen:
            _try(chosen, until)
    return _report(mutants)


def _report(mutants: list[dict[str, Any]]) -> int:
    found, reasons = results.known(), results.explained()
    print(results.table(mutants, found, reasons))
    keys = {results.key_of(mutant): mutant for mutant in mutants}
    survived = [
        mutant for key, mutant in keys.items() if key not in reasons and found.get(key, {}).get("outcome") == "survived"
    ]
    for mutant in survived:
        print(f"\n{mutant['file']}:{mutant['line']} {mutant['operator']}\n- {mutant['was']}\n+ {mutant['becomes']}")
    failed = [mutant for key, mutant in keys.items() if found.get(key, {}).get("outcome") == "failed"]
    for mutant in failed:
        by = found[results.key_of(mutant)]["by"]
        print(f"\n{mutant['file']}:{mutant['line']} could not be tried: {by}\n- {mutant['was']}\n+ {mutant['becomes']}")
    files = {mutant["file"] for mutant in mutants}
    stale = [key for key in reasons if key[0] in files and (key not in keys or _is_killed(found.get(key)))]
    for file, was, becomes, number in stale:
        print(f"\n{results.EXPLAINED.name}: out of date: {file}, {number}\n- {was}\n+ {becomes}")
    return 1 if survived or failed or stale else 0


def _is_killed(result: dict[str, Any] | None) -> bool:
    return result is not None and result["outcome"] == "killed"
