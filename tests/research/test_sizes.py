"""build_scripts/research sizes and its table in .github/CONTRIBUTING.md: what each command sets up."""

import ast
import re
import tarfile
import zipfile

import pytest
from research import sizes
from setup import choosing, npm, venv
from setup.project import ROOT, SCRIPTS, SetUpError

MODULES = {
    "bench.py": "research/bench/command.py",
    "crosscheck.py": "crosscheck/command.py",
    "fuzz.py": "research/fuzzing/command.py",
    "site.py": "building/site.py",
}
"""Where the scripts are that only start another module."""


def rows():
    """The cells of the table in the document, by the command."""
    table = sizes.DOCUMENT.read_text("utf-8").partition(sizes.HEAD)[2].partition("\n\n")[0]
    return {
        row[0]: row[1:]
        for row in re.findall(r"^\| `(.*)` \| (.*) \| ([\d,]+) MB \| ([\d,]+) MB \|$", table, re.MULTILINE)
    }


def entered(script):
    """The groups with which a script enters its environment."""
    tree = ast.parse((SCRIPTS / MODULES.get(script, script)).read_text("utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == "venv.enter"]
    return {ast.literal_eval(call.args[0]) if call.args else venv.WHOLE for call in calls}


def test_the_table_has_a_row_for_each_command():
    assert list(rows()) == list(sizes.COMMANDS)
    scripts = {file.name for file in SCRIPTS.glob("*.py")}
    assert scripts == {command.split()[0] for command in rows()}


@pytest.mark.parametrize("command", sizes.COMMANDS)
def test_the_group_of_a_row_is_the_one_that_the_command_enters(command, monkeypatch):
    group, further = sizes.COMMANDS[command]
    assert rows()[command][0].split(", ") == [group, *(part for part in further if isinstance(part, str))]
    script, *arguments = command.split()
    monkeypatch.chdir(ROOT)
    if script == "test.py":
        wanted = {"test"} if "--quick" in arguments else choosing.groups_for(arguments)
        assert venv.asked_for(group) >= frozenset().union(*map(venv.asked_for, wanted))
    else:
        assert group in entered(script)


def test_what_is_most_often_set_up_is_small():
    measured = {command: int(size.replace(",", "")) for command, (_, size, _) in rows().items()}
    assert measured["test.py tests/unit/test_hosts.py"] <= 40
    assert measured["test.py --quick"] <= 50
    assert measured["build_wheel.py"] <= 120
    assert measured["crosscheck.py"] <= 280
    assert measured["test.py"] > 800


def test_what_is_measured(monkeypatch, tmp_path):
    """What was downloaded, and what it takes unpacked. Another group's packages in the same folder do not count."""

    def download(asked, folder):
        folder.mkdir()
        for name in ("pluggy-1.6.0-py3-none-any.whl", "other-1-py3-none-any.whl"):
            with zipfile.ZipFile(folder / name, "w", zipfile.ZIP_DEFLATED) as wheel:
                wheel.writestr("x.py", "x" * 1000)
        (tmp_path / "x").write_bytes(b"y" * 500)
        with tarfile.open(folder / "iniconfig-2.0.0.tar.gz", "w:gz") as archive:
            archive.add(tmp_path / "x", "x")
        return [("pluggy", "1.6.0"), ("iniconfig", "2.0.0"), ("none", "1")]

    def packages(wanted):
        content = npm.CACHE / npm.DOWNLOADS / "_cacache" / "content-v2"
        content.mkdir(parents=True)
        (content / wanted.name).write_bytes(b"12")
        (npm.CACHE / "x.js").write_bytes(b"1234")
        return npm.CACHE / "node_modules"

    monkeypatch.setattr(venv, "download", download)
    size, downloaded = sizes._of_group("test", tmp_path / "wheels")
    assert size == 1500
    assert 200 < downloaded < 600
    monkeypatch.setattr(npm, "packages", packages)
    before = npm.CACHE
    assert sizes._of_npm(SCRIPTS) == (4, 2)
    assert before == npm.CACHE


def test_writing_the_table(monkeypatch, tmp_path):
    monkeypatch.setattr(sizes, "_of_nothing", lambda: 400_000)
    monkeypatch.setattr(sizes, "_of_group", lambda group, wheels: (20_000_000, 1_000_000))
    monkeypatch.setattr(sizes, "_of_npm", lambda folder: (1_000_000_000, 0))
    monkeypatch.setattr(venv, "enter", lambda *_: None)
    monkeypatch.setattr(sizes, "DOCUMENT", tmp_path / "x.md")
    (tmp_path / "x.md").write_text(f"before\n\n{sizes.HEAD}| `old` | x | 1 MB | 2 MB |\n\nafter\n", "utf-8")
    assert sizes.main([]) == 0
    text = (tmp_path / "x.md").read_text("utf-8")
    assert text.startswith(f"before\n\n{sizes.HEAD}| `test.py tests/unit/test_hosts.py` | test | 20 MB | 1 MB |\n")
    assert "| `build_wheel.py` | build | 1,040 MB | 2 MB |\n" in text
    assert "| `site.py` | build, docs | 1,060 MB | 3 MB |\n" in text
    assert text.endswith("|\n\nafter\n")
    with pytest.raises(SetUpError, match="has no table with the head of this one"):
        sizes.written("nothing", "table")
