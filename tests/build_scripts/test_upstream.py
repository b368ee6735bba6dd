"""build_scripts/upstream.py on recorded answers of npm and pip; no test uses the network."""

import io
import json
import re
import tarfile
from pathlib import Path

import pytest
import upstream
from fetching import wpt_url, wpt_urlpattern
from setup import npm, project, venv
from setup.project import ROOT, SetUpError

README = "whatwg-url is currently up to date with the URL spec up to commit [{0:.7}](https://github.com/whatwg/url/commit/{0})."
COMMIT = "fde3f74f063341a28d437216f75735b8b40128f5"
VERSIONS = """\
playwright ({0})
Available versions: {0}, 1.64.0, 1.63.0
  INSTALLED: 1.64.1
  LATEST:    {0}
"""


@pytest.fixture
def answers(monkeypatch):
    """The answers of npm and pip: initially, the versions that the project pins."""
    tested = json.loads((ROOT / "tests" / "javascript" / "package-lock.json").read_text("utf-8"))["packages"]
    scripts = json.loads((ROOT / "build_scripts" / "package.json").read_text("utf-8"))
    answers = {name: tested[f"node_modules/{name}"]["version"] for name in ("whatwg-url", "tr46")}
    answers["pyodide"] = scripts["dependencies"]["pyodide"]
    answers |= {
        "playwright": "1.64.1",
        "README.md": README.format(COMMIT),
    }
    answers["package.json"] = '{"name": "tr46", "unicodeVersion": "18.0.0"}'
    monkeypatch.setattr(upstream, "unicode_version", "18.0.0")
    monkeypatch.setattr(venv, "enter", lambda *_: None)

    def run(command, package, *_, cwd, seconds):
        assert seconds < 600
        name, _, version = package.partition("@")
        if command == "view":
            return json.dumps(answers[name]) + "\n"
        assert (command, version) == ("pack", answers[name])
        with tarfile.open(cwd / f"{name}-{version}.tgz", "w:gz") as tar:
            for file in ("README.md", "package.json"):
                content = answers[file].encode()
                member = tarfile.TarInfo(f"package/{file}")
                member.size = len(content)
                tar.addfile(member, io.BytesIO(content))
        return ""

    def pip(command, *arguments, seconds):
        assert seconds < 600
        assert command == "index"
        return VERSIONS.format(answers[arguments[-1]])

    monkeypatch.setattr(npm, "run", run)
    monkeypatch.setattr(venv, "pip", pip)
    return answers


def test_nothing_has_moved(answers, capsys):
    assert upstream.main([]) == 0
    lines = capsys.readouterr().out.splitlines()
    names = ["npm whatwg-url", "URL Standard", "npm tr46", "Unicode of tr46"]
    assert [re.split("  +", line)[0] for line in lines[1:]] == [*names, "npm pyodide", "PyPI playwright"]
    assert lines[0].split() == ["pinned", "newest"]
    assert {line.rpartition(" ")[2] for line in lines[1:]} == {"same"}
    assert re.search(r"^URL Standard +6ae8486, fde3f74 +fde3f74 +same$", "\n".join(lines), re.MULTILINE)


@pytest.mark.parametrize(
    ("changed", "now", "moved"),
    [
        ("whatwg-url", "99.0.0", "npm whatwg-url: read https://github.com/jsdom/whatwg-url/releases"),
        (
            "README.md",
            README.format("ab" * 20),
            f"URL Standard: read https://github.com/whatwg/url/compare/fde3f74...{'ab' * 20}",
        ),
        ("tr46", "99.0.0", "npm tr46: read https://github.com/jsdom/tr46/releases"),
        ("package.json", '{"unicodeVersion": "19.0.0"}', "Unicode of tr46: read https://www.unicode.org/reports/tr46/"),
        ("pyodide", "999.0.0", "npm pyodide: read https://pyodide.org/en/stable/project/changelog.html"),
        ("playwright", "99.0.0", "PyPI playwright: read https://github.com/microsoft/playwright-python/releases"),
    ],
)
def test_what_has_moved(changed, now, moved, answers, capsys):
    answers[changed] = now
    assert upstream.main([]) == 1
    *lines, last = [line for line in capsys.readouterr().out.splitlines() if line]
    assert last.startswith(moved)
    name = moved.partition(":")[0]
    assert [line for line in lines if line.endswith(" moved")] == [
        line for line in lines if line.startswith(f"{name} ")
    ]


@pytest.mark.parametrize(
    ("changed", "now", "sentence"),
    [
        ("whatwg-url", None, "npm did not give the newest version of whatwg-url but printed: null"),
        ("README.md", "a README", "whatwg-url's README does not name the commit of the URL Standard that it follows"),
        ("package.json", "{}", "tr46's package.json does not name the version of Unicode that it follows"),
    ],
)
def test_answers_that_are_none(changed, now, sentence, answers, capsys):
    answers[changed] = now
    assert upstream.main([]) == 2
    assert capsys.readouterr().err == f"looking up the newest versions on npm and PyPI ...\nupstream.py: {sentence}\n"


def test_without_a_network(answers, monkeypatch, capsys):
    def fail(*_, **__):
        raise SetUpError("this command failed with status 1: npm view\nno network")

    monkeypatch.setattr(npm, "run", fail)
    assert upstream.main([]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "upstream.py: this command failed with status 1" in captured.err


def test_the_document_on_releases_names_every_commit():
    document = (ROOT / "web" / "docs" / "project" / "releases.md").read_text("utf-8")
    for commit in (upstream.URL_STANDARD, *upstream.LATER_CHANGES):
        assert f"`{commit}`" in document


def test_newer_versions_get_one_issue(answers, monkeypatch, capsys):
    """The issue has a title of its own for each set of newer versions, so a closed one is not opened again."""
    answers["pyodide"] = "999.0.0"
    issues, commands = [], []

    def run(command, **_):
        commands.append(command)
        if command[2] == "list":
            return json.dumps(issues)
        issues.append({"title": command[3].removeprefix("--title=")})
        return "https://github.com/o/n/issues/1\n"

    monkeypatch.setattr(project, "run", run)
    for _ in range(2):
        assert upstream.main(["--issue"]) == 0
    assert issues == [{"title": "Newer: npm pyodide 999.0.0"}]
    assert [command[:3] for command in commands] == [["gh", "issue", what] for what in ("list", "create", "list")]
    assert "999.0.0  moved\n" in commands[1][4]
    assert "there is an issue about this" in capsys.readouterr().err
    answers["tr46"] = "99.0.0"
    assert upstream.main(["--issue"]) == 0
    assert [issue["title"] for issue in issues[1:]] == ["Newer: npm tr46 99.0.0, npm pyodide 999.0.0"]


def test_without_newer_versions_there_is_no_issue(answers, monkeypatch):
    monkeypatch.setattr(project, "run", lambda command, **_: pytest.fail(command))
    assert upstream.main(["--issue"]) == 0


def test_which_web_platform_tests_there_are(monkeypatch, capsys):
    monkeypatch.setattr(wpt_url, "find", lambda: wpt_url.Tests("pin", "the data", {"a.json": Path("a.json")}))
    monkeypatch.setattr(wpt_url, "find_scripts", lambda: wpt_url.Scripts("pin", "the scripts", {}))
    monkeypatch.setattr(wpt_url, "find_more", lambda: {"d.json": Path("d.json")})
    monkeypatch.setattr(wpt_urlpattern, "find", lambda: {"b.json": Path("b.json")})
    monkeypatch.setattr(wpt_urlpattern, "find_scripts", lambda: {"c.js": Path("c.js")})
    assert upstream.main(["wpt"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        *("URL, data: the data", "  a.json", "URL, JavaScript: the scripts"),
        *("more, not verified:", "  d.json"),
        *("URLPattern, data:", "  b.json", "URLPattern, JavaScript:", "  c.js"),
    ]
