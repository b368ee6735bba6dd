"""The GitHub workflows: they only call the project's own commands, never publish a compiled wheel, and run no code that
somebody else could replace.
"""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from setup import publishing

import py_url
from tests.support.needs import needs

ROOT = Path(__file__).parent.parent.parent
GITHUB = ROOT / ".github"
SECONDS = 600
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
# The files that may go to PyPI.
PUBLISHED = {"dist/wheel/*-py3-none-any.whl", "dist/sdist/*.tar.gz"}
UPLOADED = {
    "browsers.yml": {"web/crosscheck/history/*.json"},
    "loading.yml": set(),
    "pages.yml": {"dist/site"},
    "publish.yml": {*PUBLISHED, "dist/npm/*.tgz", "dist/sbom/*.json"},
    "research.yml": set(),
    "test.yml": {"report/index.html"},
    "upstream.yml": set(),
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
    assert not re.search(r"twine|uv publish|hatch publish|npm publish|pypi-publish", text), "release.py does it"


def test_the_publishing_jobs_get_their_files_only_from_those_uploads():
    """release.py refuses a folder with any other file in it."""
    text = without_comments((GITHUB / "workflows" / "publish.yml").read_text("utf-8"))
    jobs = dict(re.findall(r"^  (\w+):\n((?: {4}.*\n|\n)+)", text.partition("\njobs:\n")[2], re.MULTILINE))
    uploads = {
        name: paths_of(step)
        for step in steps_of(jobs["build"])
        for name in re.findall(r"^ +name: (\w+)$", step, re.MULTILINE)
    }
    assert uploads["wheel"] | uploads["sdist"] == PUBLISHED
    for job, names in {"pypi": ["wheel", "sdist"], "npm": ["npm"]}.items():
        downloads = [step for step in steps_of(jobs[job]) if "download-artifact" in step]
        assert [re.findall(r"^ +name: (\w+)$", step, re.MULTILINE) for step in downloads] == [[name] for name in names]
        for step, name in zip(downloads, names, strict=True):
            (folder,) = paths_of(step)
            assert {path.rpartition("/")[0] for path in uploads[name]} == {folder}
        assert f"release.py {job}\n" in jobs[job]
    # Whoever can change another job cannot publish.
    assert [name for name, job in jobs.items() if "\n    environment: " in job] == ["pypi", "npm"]


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_actions_are_pinned(file):
    """A tag can be moved; a digest cannot. The same action has one digest in all workflows."""
    uses = re.findall(r"^ +(?:- )?uses: (.*)$", file.read_text("utf-8"), re.MULTILINE)
    assert [line for line in uses if not re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line)] == []
    everywhere = {
        line for other in WORKFLOWS for line in re.findall(r"uses: (.*)$", other.read_text("utf-8"), re.MULTILINE)
    }
    assert len(everywhere) == len({line.partition("@")[0] for line in everywhere})


def zizmor(path):
    command = [publishing.program("zizmor", install=False), "--offline", "--quiet", "--strict-collection", path]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False, timeout=SECONDS)


@needs("publishing")
def test_zizmor_finds_nothing(tmp_path):
    found = zizmor(GITHUB / "workflows")
    assert found.returncode == 0, found.stdout + found.stderr
    text = (GITHUB / "workflows" / "publish.yml").read_text("utf-8")
    (tmp_path / "publish.yml").write_text(re.sub(r"@[0-9a-f]{40}", "@v4", text))
    assert "unpinned-uses" in zizmor(tmp_path / "publish.yml").stdout
    # Not on PyPI, so only some machines have it.
    if shutil.which("actionlint"):
        subprocess.run(["actionlint", *map(str, WORKFLOWS)], check=True, timeout=SECONDS)


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
        "sudo safaridriver --enable",
        "sudo sysctl --write kernel.apparmor_restrict_unprivileged_userns=0",
    )
    own = [command for command in commands if not command.startswith(set_up)]
    expected = {
        "browsers.yml": ["crosscheck.py --record --browser ${{ matrix.browser }}"],
        "loading.yml": [
            "test.py tests/browser/test_answers.py tests/browser/test_missing.py tests/javascript/test_runners.py"
        ],
        "pages.yml": ["crosscheck.py --browser all", "site.py --releases"],
        "publish.yml": ["release.py check", "release.py describe", "release.py pypi", "release.py npm"],
        "research.yml": [
            *("test.py tests/properties", "test.py --research", "research suites"),
            *("research attack_guard --required", "research attack_guard --required --oldest"),
        ],
        "test.yml": ["crosscheck.py", "test.py", "test.py tests/unit/test_threads.py"],
        "upstream.yml": ["upstream.py --issue"],
    }[file.name]
    assert own == [f"python build_scripts/{name}" for name in expected]
    assert all((ROOT / "build_scripts" / command.split()[0]).exists() for command in expected)


def test_the_version_that_is_cited():
    assert f"version: {py_url.__version__}\n" in (GITHUB / "CITATION.cff").read_text("utf-8")
    assert f"\n## [{py_url.__version__}] - " in (ROOT / "web" / "docs" / "project" / "changelog.md").read_text("utf-8")
