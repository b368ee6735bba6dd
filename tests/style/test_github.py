"""The GitHub workflows: they only call the project's own commands, and never publish a compiled wheel."""

import re
from pathlib import Path

import pytest

import py_url

ROOT = Path(__file__).parent.parent.parent
GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
# The files that may go to PyPI.
PUBLISHED = {"dist/wheel/*-py3-none-any.whl", "dist/sdist/*.tar.gz"}
UPLOADED = {
    "pages.yml": {"dist/site"},
    "publish.yml": PUBLISHED,
    "suites.yml": set(),
    "test.yml": {"report/index.html"},
}


def steps_of(text):
    """Return the steps of a workflow, each as a list of its lines."""
    return re.split(r"^      - ", text, flags=re.MULTILINE)[1:]


def without_comments(text):
    return re.sub(r"^ *#.*\n", "", text, flags=re.MULTILINE)


def paths_of(step):
    """Return the value of *path* in a step; it is on one line, or a list after a bar."""
    value = re.search(r"^ +path: (.*(?:\n {12,}.*)*)$", step, re.MULTILINE)
    return {line.strip() for line in value[1].removeprefix("|").splitlines() if line.strip()} if value else set()


def test_there_are_workflows():
    assert [file.name for file in WORKFLOWS] == [*UPLOADED]


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_no_upload_can_take_a_compiled_wheel(file):
    text = without_comments(file.read_text("utf-8"))
    uploads = [step for step in steps_of(text) if re.search("upload-(?:pages-)?artifact", step)]
    taken = {path for step in uploads for path in paths_of(step)}
    assert taken == UPLOADED[file.name]
    assert "pyodide" not in text
    # The publishing jobs get their files only from those uploads.
    publishing = [step for step in steps_of(text) if "pypi-publish" in step]
    assert len(publishing) == (file.name == "publish.yml")
    for step in publishing:
        (folder,) = re.findall(r"packages-dir: (.*)", step)
        downloads = [paths_of(step) for step in steps_of(text) if "download-artifact" in step]
        assert downloads == [{folder}, {folder}]
    assert not re.search(r"twine|uv publish|hatch publish|npm publish", text)


def test_a_compiled_wheel_has_another_name(tmp_path):
    names = ["wheel/a-1-py3-none-any.whl", "sdist/a-1.tar.gz"]
    compiled = ["pyodide/a-1-cp314-none-any.whl", "wheel/a-1-cp314-none-any.whl", "pyodide/a-1-py3-none-any.whl"]
    for name in [*names, *compiled]:
        file = tmp_path / "dist" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    taken = {file.relative_to(tmp_path / "dist").as_posix() for pattern in PUBLISHED for file in tmp_path.glob(pattern)}
    assert taken == {*names}


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_workflows_only_call_the_projects_commands(file):
    commands = re.findall(r"^ +(?:- )?run: (.*)$", file.read_text("utf-8"), re.MULTILINE)
    # What the image of the runner lacks, or forbids.
    set_up = (
        "sudo npx --yes playwright install-deps",
        "sudo sysctl --write kernel.apparmor_restrict_unprivileged_userns=0",
    )
    own = [command for command in commands if not command.startswith(set_up)]
    expected = {
        "pages.yml": ["crosscheck.py --browser all", "site.py"],
        "publish.yml": ["build_wheel.py"],
        "suites.yml": ["suites.py", "attack_guard.py --required", "attack_guard.py --required --oldest"],
        "test.yml": ["crosscheck.py", "test.py"],
    }[file.name]
    assert own == [f"python build_scripts/{name}" for name in expected]
    assert all((ROOT / "build_scripts" / command.split()[0]).is_file() for command in expected)


def test_the_version_that_is_cited():
    assert f"version: {py_url.__version__}\n" in (GITHUB / "CITATION.cff").read_text("utf-8")
    assert f"Version {py_url.__version__}" in (ROOT / "web" / "docs" / "changelog.md").read_text("utf-8")
