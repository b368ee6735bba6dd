"""Change the code in many small ways, and see whether the tests notice each: mutation testing with Cosmic Ray.

    python3 build_scripts/research mutate                                    all of py_url/standard and py_url/fast
    python3 build_scripts/research mutate py_url/standard/hosts/uts46.py     one module, or one folder
    python3 build_scripts/research mutate --minutes 30                       a part: the next run goes on after it
    python3 build_scripts/research mutate --report                           run nothing; print the table

Cosmic Ray works in a copy of the repository, .cache/mutation/copy. Its results are beside it, one file for each content
of a module; delete the folder to begin again. The exit status is 0 if every survivor is listed in
tests/data/mutants.json, with a reason why no test can notice it; 1 if one is not, or if the list is out of date; and 2
if the run could not start or was interrupted.
"""

from __future__ import annotations

import ast
import json
import os
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

from fetching import wpt_url
from setup import choosing, project, venv
from setup.ending import ends
from setup.project import CACHE, ROOT, SetUpError, say

from research import MOST_MINUTES, minutes, parser_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

FOLDER = CACHE / "mutation"
EXPLAINED = ROOT / "tests" / "data" / "mutants.json"
_COPY = FOLDER / "copy"
_FOLDERS = ("py_url/fast", "py_url/standard")
# Tables that a script writes, and a test compares with what the script writes.
_WRITTEN = ("identifiers.py", "unicode_table.py")
# What the tests of the two folders need.
_COPIED = ("py_url", "tests", "build_scripts", "web", "pyproject.toml", "README.md", ".github")
# The operators that are used. The others replace each operator by every other one, which nearly always ends in a
# TypeError, or remove decorators, of which only caches would go unnoticed.
_OPERATORS = re.compile(
    r"core/(ReplaceComparisonOperator_(Eq_NotEq|NotEq_Eq|Lt_LtE|Lt_GtE|LtE_Lt|LtE_Gt|Gt_GtE|Gt_LtE|GtE_Gt|GtE_Lt|Is_IsNot"
    "|IsNot_Is|In_NotIn|NotIn_In)|ReplaceBinaryOperator_(Add_Sub|Sub_Add|Mul_FloorDiv|FloorDiv_Mul|Mod_FloorDiv|Pow_Mul"
    "|RShift_LShift|LShift_RShift|BitOr_BitAnd|BitAnd_BitOr|BitXor_BitAnd)|ReplaceUnaryOperator_(Delete_Not|Delete_USub"
    "|Delete_Invert|USub_UAdd)|AddNot|ReplaceTrueWithFalse|ReplaceFalseWithTrue|ReplaceAndWithOr|ReplaceOrWithAnd"
    "|ReplaceBreakWithContinue|ReplaceContinueWithBreak|ExceptionReplacer|NumberReplacer|ZeroIterationForLoop)"
)
# These measure times, start processes, read the text of the modules, or test other parts of the package.
_NOT = re.compile(
    r"test_(?:api|argument_types|canonical|clients|column|columns|command_line|engines|environment|files|growth|guard"
    r"|guard_\w+|import_maps|opc|package|pydantic|readme|rfc3986|schemes|user_input|file_api|editions|explain|parsers"
    r"|html|websocket|urllib_parse)\.py"
)
# Tests of the whole parser, for modules that everything uses.
_WHOLE = ("tests/wpt/test_urltestdata.py", "tests/wpt/test_setters.py")
# A mutant hangs if its own tests use the processor for longer, or if all tests take longer.
_SECONDS, _SECONDS_FOR_ALL, _KILOBYTES = 120, 1_200, 4 << 20
_PYTEST = [
    "-m",
    "pytest",
    "-x",
    "-q",
    "-p",
    "no:logging",
    "-p",
    "no:faulthandler",
    "-p",
    "tests.support.together",
    "--may-skip",
]

Key = tuple[str, str, str, int]
"""What identifies a mutant, even after other lines of its file have changed: the file, the lines before and after, and
how many such lines there were before.
"""


def all_tests() -> list[str]:
    """Return the files of all tests that try mutants, named from the project's folder."""
    found = [file for folder in ("unit", "wpt") for file in sorted((choosing.TESTS / folder).glob("test_*.py"))]
    return [file.relative_to(ROOT).as_posix() for file in found if not _NOT.fullmatch(file.name)]


def tests_of(module: str) -> list[str]:
    """Return the files of the tests for one module: those that are named for it, and those of the whole parser."""
    own = choosing.tests_of(module)
    return list(dict.fromkeys([*(test for test in all_tests() if test in own), *_WHOLE]))


def modules(paths: Iterable[str]) -> list[str]:
    """Return the modules that the arguments name, relative to the project's folder. Raises SetUpError."""
    found = []
    for name in paths:
        path = Path(name).resolve() if Path(name).exists() else ROOT / name
        if not path.exists() or not any(path.is_relative_to(ROOT / folder) for folder in _FOLDERS):
            raise SetUpError(f"{name} is not a module or folder in {' or '.join(_FOLDERS)}")
        files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
        found += [file.relative_to(ROOT).as_posix() for file in files if file.name not in _WRITTEN]
    return list(dict.fromkeys(found))


def unseen(source: str) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield the start and the end of what no test sees: annotations, assertions, and what only type checkers read."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case (
                ast.Assert()
                | ast.If(test=ast.Name("TYPE_CHECKING"))
                | ast.Assign(targets=[ast.Name("TYPE_CHECKING" | "__slots__")])
            ):
                part: ast.stmt | ast.expr | None = node
            case ast.arg() | ast.AnnAssign():
                part = node.annotation
            case ast.FunctionDef():
                part = node.returns
            case _:
                part = None
        if part is not None:
            yield (part.lineno, part.col_offset), (part.end_lineno or 0, part.end_col_offset or 0)


def _cosmic_ray() -> str:
    return str(venv.python("mutation").with_name("cosmic-ray"))


def _copy() -> None:
    """Copy what the tests need, and run those tests there. Raises SetUpError if they fail without a change."""
    shutil.rmtree(_COPY, ignore_errors=True)
    for name in _COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, _COPY / name, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
        else:
            shutil.copy(ROOT / name, _COPY / name)
    (_COPY / ".cache").symlink_to(CACHE)
    say("running the tests without a change ...")
    # Bytecode would hide a change that is as long as what it replaces.
    environ = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    project.run([sys.executable, *_PYTEST, *all_tests()], cwd=_COPY, env=environ, seconds=_SECONDS_FOR_ALL)


def _session(module: str) -> Path:
    """Cosmic Ray's file for the content of a module, with its configuration beside it. Made if it is missing."""
    file = FOLDER / f"{project.digest(ROOT / module, Path(__file__))}.sqlite"
    if not file.is_file():
        FOLDER.mkdir(parents=True, exist_ok=True)
        pytest, own, everything = (
            shlex.join(part) for part in ([sys.executable, *_PYTEST], tests_of(module), all_tests())
        )
        command = f"ulimit -v {_KILOBYTES}; (ulimit -t {_SECONDS}; {pytest} {own}) && {pytest} {everything}"
        file.with_suffix(".toml").write_text(
            f"[cosmic-ray]\nmodule-path = {json.dumps(module)}\ntimeout = {_SECONDS_FOR_ALL}\nexcluded-modules = []\n"
            f"distributor.name = 'local'\ntest-command = {json.dumps(shlex.join(['sh', '-c', command]))}\n",
            "utf-8",
        )
        new = file.with_suffix(".new")
        new.unlink(missing_ok=True)
        project.run([_cosmic_ray(), "init", str(file.with_suffix(".toml")), str(new)])
        _leave_out(new, (ROOT / module).read_text("utf-8"))
        new.rename(file)
    return file


def _leave_out(file: Path, source: str) -> None:
    """Remove the mutants of other operators, and those that no test can see."""
    hidden = [*unseen(source)]
    with closing(sqlite3.connect(file)) as database, database:
        query = "SELECT job_id, operator_name, start_pos_row, start_pos_col FROM mutation_specs"
        for job, operator, row, column in database.execute(query).fetchall():
            if not _OPERATORS.fullmatch(operator) or any(start <= (row, column) < end for start, end in hidden):
                for table in ("work_items", "mutation_specs"):
                    database.execute(f"DELETE FROM {table} WHERE job_id = ?", [job])


def _try(file: Path, until: float) -> None:
    """Try the mutants of a session until the time is over."""
    process = subprocess.Popen([_cosmic_ray(), "exec", str(file.with_suffix(".toml")), str(file)], cwd=_COPY)
    try:
        if process.wait(max(0, until - time.time())) != 0:
            raise SetUpError(f"Cosmic Ray failed; see above (status {process.returncode})")
    except subprocess.TimeoutExpired:
        say("the time is over; the next run goes on from here")
    finally:
        process.kill()
        process.wait(_SECONDS)


def outcomes(file: Path, module: str, source: str) -> Iterator[tuple[Key | None, str, int]]:
    """Yield the key of each mutant in a session, what became of it, and its line. One that was not tried has no key."""
    lines = [line.strip() for line in source.split("\n")]
    with closing(sqlite3.connect(file)) as database:
        query = (
            "SELECT start_pos_row, lower(test_outcome), diff FROM mutation_specs LEFT JOIN work_results USING (job_id)"
        )
        for row, outcome, diff in database.execute(query):
            changed = [
                line for line in (diff or "").split("\n") if line[:1] in ("-", "+") and line[:3] not in ("---", "+++")
            ]
            was, becomes = ("\n".join(line[1:] for line in changed if line[0] == sign).strip() for sign in "-+")
            first = was.partition("\n")[0].strip()
            key = (module, was, becomes, lines[:row].count(first)) if diff else None
            yield key, outcome or "not tried", row


def explained() -> dict[Key, str]:
    """Return the reasons why no test can notice a mutant, for those that are listed."""
    return {
        (entry["file"], entry["was"], entry["becomes"], number): entry["reason"]
        for entry in json.loads(EXPLAINED.read_text("utf-8"))
        for number in entry.get("numbers", [1])
    }


def report(found: Mapping[str, Sequence[tuple[Key | None, str, int]]], reasons: Mapping[Key, str]) -> tuple[str, int]:
    """Return the table of all modules, with what is wrong, and the exit status."""
    rows: dict[str, Counter[str]] = {}
    wrong = []
    for module, mutants in found.items():
        survived = {key: line for key, outcome, line in mutants if key and outcome == "survived"}
        for key, outcome, _ in mutants:
            what = "explained" if outcome == "survived" and key in reasons else outcome
            for name in (module, "all"):
                rows.setdefault(name, Counter())[what] += 1
        wrong += [f"{module}:{line}\n- {key[1]}\n+ {key[2]}" for key, line in survived.items() if key not in reasons]
        if all(key for key, _, _ in mutants):
            stale = [key for key in reasons if key[0] == module and key not in survived]
            wrong += [f"{EXPLAINED.name}: out of date: {module}, {key[3]}\n- {key[1]}\n+ {key[2]}" for key in stale]
    lines = ["| module | mutants | tried | killed | explained | survived | score |", "|---|--:|--:|--:|--:|--:|--:|"]
    for name, counts in sorted(rows.items(), key=lambda row: (row[0] == "all", row[0])):
        tried = counts.total() - counts["not tried"]
        can_be_killed = tried - counts["explained"]
        killed = can_be_killed - counts["survived"]
        score = f"{100 * killed / can_be_killed:.1f} %" if can_be_killed else ""
        cells = [counts.total(), tried, killed, counts["explained"], counts["survived"]]
        shown = name if name == "all" else f"`{name.removeprefix('py_url/')}`"
        lines.append(f"| {shown} | {' | '.join(f'{cell:,}' for cell in cells)} | {score} |")
    return "\n\n".join(["\n".join(lines), *wrong]), int(bool(wrong))


@ends("research mutate")
def main(argv: Sequence[str] | None = None) -> int:
    """Make and try the mutants, and print what became of them. Returns the exit status."""
    parser = parser_of("research mutate", __doc__)
    parser.add_argument(
        "paths", nargs="*", metavar="PATH", default=_FOLDERS, help=f"modules or folders (default: {' '.join(_FOLDERS)})"
    )
    parser.add_argument(
        "--minutes", type=minutes, default=MOST_MINUTES, metavar="N", help="stop after this time (default: no limit)"
    )
    parser.add_argument("--report", action="store_true", help="run nothing; print the table and the survivors")
    arguments = parser.parse_args(argv)
    chosen = modules(arguments.paths)
    venv.enter()
    until = time.time() + 60 * arguments.minutes
    sessions = {module: _session(module) for module in chosen}
    if not arguments.report:
        wpt_url.find()
        _copy()
        for module, file in sessions.items():
            if time.time() < until:
                say(f"trying the mutants of {module} ...")
                _try(file, until)
    found = {module: [*outcomes(file, module, (ROOT / module).read_text("utf-8"))] for module, file in sessions.items()}
    text, status = report(found, explained())
    print(text)
    return status
