"""Compare the versions that this project is pinned to with the newest ones, and say what to read about the changes.

    python3 build_scripts/upstream.py            print a table
    python3 build_scripts/upstream.py --issue    also open an issue on GitHub if something has a newer version
    python3 build_scripts/upstream.py wpt        find or fetch the Web Platform Tests, and say which they are
    python3 build_scripts/upstream.py idna       fetch Unicode's tests of UTS #46, of three versions of Unicode
    python3 build_scripts/upstream.py unicode    write the tables of Unicode's character data

The exit status is 0 if everything is up to date, 1 if something has a newer version, and 2 if npm, PyPI or GitHub could
not be reached. With --issue, which .github/workflows/upstream.yml uses, it is 0 if there is an issue about the newer
versions; the same versions get one issue. That needs GitHub's program "gh". The newest commit of the URL Standard is
the one that whatwg-url's README names.
"""

import setup  # isort: skip # noqa: F401 - first, because it checks which version of Python this is

import argparse
import json
import re
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import lock
from building import unicode_tables
from fetching import idna_tests, wpt_url, wpt_urlpattern
from setup import npm, project, venv
from setup.ending import ends
from setup.project import SCRIPTS, TEST_PACKAGES, SetUpError, say

from py_url.standard.pins import LATER_CHANGES, URL_STANDARD, unicode_version

_SECONDS = 120
_MIN_COMMIT = 7
_HOW = "`.github/CONTRIBUTING.md` says what to do when the standard changes."
_MODIFICATIONS = (
    "https://www.unicode.org/reports/tr46/#Modifications, as tr46 has another version's tables; when the Web Platform "
    "Tests follow it, raise it in py_url/standard/pins.py and run build_scripts/upstream.py unicode"
)
_TESTED = "raise it in tests/javascript/package.json, run build_scripts/lock.py and run the tests in tests/javascript"


@dataclass(frozen=True)
class Pin:
    """Something that the project is pinned to."""

    name: str
    pinned: str
    newest: str
    moved: bool
    read: str
    """What to read and do if it has moved."""


def pins() -> list[Pin]:
    """Return the pinned and the newest version of everything. Raises SetUpError if npm or PyPI cannot be reached."""
    whatwg_url, tr46, pyodide = (_newest_of_npm(name) for name in ("whatwg-url", "tr46", "pyodide"))
    commit = _commit(_file_of_npm("whatwg-url", whatwg_url, "README.md"))
    unicode_of_tr46 = _unicode(_file_of_npm("tr46", tr46, "package.json"))
    playwright = _newest_of_pypi("playwright")
    tested = json.loads((TEST_PACKAGES / "package-lock.json").read_text("utf-8"))["packages"]
    standard = (URL_STANDARD, *LATER_CHANGES)
    return [
        _pin("npm whatwg-url", tested["node_modules/whatwg-url"]["version"], whatwg_url, _releases("jsdom/whatwg-url")),
        Pin(
            "URL Standard",
            ", ".join(standard),
            commit[:_MIN_COMMIT],
            not commit.startswith(standard),
            f"https://github.com/whatwg/url/compare/{standard[-1]}...{commit}; then change py_url, "
            "py_url/standard/pins.py and the README",
        ),
        _pin("npm tr46", tested["node_modules/tr46"]["version"], tr46, _releases("jsdom/tr46")),
        _pin("Unicode of tr46", unicode_version, unicode_of_tr46, _MODIFICATIONS),
        _pin(
            "npm pyodide",
            json.loads((SCRIPTS / "package.json").read_text("utf-8"))["dependencies"]["pyodide"],
            pyodide,
            "https://pyodide.org/en/stable/project/changelog.html; then raise it in build_scripts/package.json and run "
            "build_scripts/lock.py",
        ),
        _playwright(playwright),
    ]


def _pin(name: str, pinned: str, newest: str, read: str) -> Pin:
    return Pin(name, pinned, newest, pinned != newest, read)


def _releases(repository: str) -> str:
    return f"https://github.com/{repository}/releases; then {_TESTED}"


def _playwright(newest: str) -> Pin:
    """The pin of Playwright, which is a range in pyproject.toml."""
    from packaging.requirements import Requirement

    (asked,) = [asked for asked in map(Requirement, lock.specifiers(lock.PACKAGES)) if asked.name == "playwright"]
    return Pin(
        "PyPI playwright",
        str(asked.specifier),
        newest,
        not asked.specifier.contains(newest),
        "https://github.com/microsoft/playwright-python/releases; then change the range in pyproject.toml and run "
        "build_scripts/lock.py",
    )


def _newest_of_npm(name: str) -> str:
    text = npm.run("view", name, "version", "--json", cwd=SCRIPTS, seconds=_SECONDS)
    try:
        version = json.loads(text)
    except ValueError:
        version = None
    if not isinstance(version, str):
        raise SetUpError(f"npm did not give the newest version of {name} but printed: {text.strip()[:200]}")
    return version


def _file_of_npm(name: str, version: str, file: str) -> str:
    """The text of a file in a package. Reads the package, because a registry may not have the README separately."""
    with tempfile.TemporaryDirectory() as folder:
        npm.run("pack", f"{name}@{version}", "--ignore-scripts", cwd=Path(folder), seconds=_SECONDS)
        for archive in Path(folder).glob("*.tgz"):
            with tarfile.open(archive) as tar:
                for member in tar:
                    content = tar.extractfile(member) if member.name.partition("/")[2] == file else None
                    if content is not None:
                        return content.read().decode()
    raise SetUpError(f"the npm package {name} {version} does not contain {file}")


def _commit(readme: str) -> str:
    found = re.search(r"up to date with the URL spec up to commit \[[0-9a-f]+\]\(\S*/commit/([0-9a-f]{7,40})\)", readme)
    if found is None:
        raise SetUpError("whatwg-url's README does not name the commit of the URL Standard that it follows")
    return found[1]


def _unicode(package: str) -> str:
    version = json.loads(package).get("unicodeVersion")
    if not isinstance(version, str):
        raise SetUpError("tr46's package.json does not name the version of Unicode that it follows")
    return version


def _newest_of_pypi(name: str) -> str:
    text = venv.pip("index", "versions", name, seconds=_SECONDS)
    found = re.match(rf"{re.escape(name)} \(([^)]+)\)", text)
    if found is None:
        raise SetUpError(f"pip did not give the newest version of {name} but printed: {text.strip()[:200]}")
    return found[1]


def table(found: Sequence[Pin]) -> str:
    """Return a table of all pins, followed by a line for each one that has moved."""
    rows = [(pin.name, pin.pinned, pin.newest, "moved" if pin.moved else "same") for pin in found]
    rows.insert(0, ("", "pinned", "newest", ""))
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
    return "\n".join(lines + [f"\n{pin.name}: read {pin.read}" for pin in found if pin.moved])


def open_issue(found: Sequence[Pin]) -> None:
    """Open an issue about the pins that have moved, unless there is one, even a closed one. Raises SetUpError."""
    title = f"Newer: {', '.join(f'{pin.name} {pin.newest}' for pin in found if pin.moved)}"
    listed = project.run(["gh", "issue", "list", "--state=all", "--limit=1000", "--json=title"], seconds=_SECONDS)
    if title in (issue["title"] for issue in json.loads(listed)):
        say("there is an issue about this")
        return
    body = f"`build_scripts/upstream.py` says:\n\n```\n{table(found)}\n```\n\n{_HOW}"
    say(project.run(["gh", "issue", "create", f"--title={title}", f"--body={body}"], seconds=_SECONDS).strip())


def _compare(arguments: argparse.Namespace) -> int:
    venv.enter("build")
    say("looking up the newest versions on npm and PyPI ...")
    found = pins()
    print(table(found))
    if not any(pin.moved for pin in found):
        return 0
    if arguments.issue:
        open_issue(found)
    return 0 if arguments.issue else 1


def _wpt(_: argparse.Namespace) -> int:
    found = wpt_url.find()
    print(f"URL, data: {found.which}", *(f"  {file}" for file in found.files.values()), sep="\n")
    print(f"URL, JavaScript: {wpt_url.find_scripts().which}")
    print("more, not verified:", *(f"  {file}" for file in wpt_url.find_more().values()), sep="\n")
    for what, find in {"data": wpt_urlpattern.find, "JavaScript": wpt_urlpattern.find_scripts}.items():
        print(f"URLPattern, {what}:", *(f"  {file}" for file in find().values()), sep="\n")
    return 0


def _idna(_: argparse.Namespace) -> int:
    problems = idna_tests.fetch_missing()
    for problem in problems:
        say(problem)
    return 1 if problems else 0


def _unicode_tables(arguments: argparse.Namespace) -> int:
    venv.enter("build")
    return unicode_tables.write(identifiers=arguments.identifiers, only_check=arguments.check)


def _parser() -> argparse.ArgumentParser:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("--issue", action="store_true", help="open an issue on GitHub if something has a newer version")
    parser.set_defaults(act=_compare)
    steps = parser.add_subparsers(metavar="{wpt,idna,unicode}", help="what to fetch or write; nothing: print the table")
    for name, act, about in (("wpt", _wpt, wpt_url.__doc__), ("idna", _idna, idna_tests.__doc__)):
        steps.add_parser(name, description=about, formatter_class=raw).set_defaults(act=act)
    unicode = steps.add_parser("unicode", description=unicode_tables.__doc__, formatter_class=raw)
    unicode.add_argument("--check", action="store_true", help="only report whether the table is up to date")
    unicode.add_argument(
        "--identifiers", type=Path, metavar="FOLDER", help="the table of identifiers, from these files"
    )
    unicode.set_defaults(act=_unicode_tables)
    return parser


@ends("upstream.py")
def main(argv: Sequence[str] | None = None) -> int:
    """Compare the versions, or do the step that the command line names. Returns the exit status."""
    arguments = _parser().parse_args(argv)
    status: int = arguments.act(arguments)
    return status


if __name__ == "__main__":
    sys.exit(main())
