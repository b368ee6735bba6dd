"""build_scripts/fetching/wpt_url.py: which edition of the tests it uses, and what it reports about it."""

import hashlib
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace

import pytest
from fetching import wpt_url
from setup import project
from setup.project import SetUpError

RESOURCES = "url/resources"
ROWS = [{"input": f"http://h/{i}", "base": None, "failure": True} for i in range(10)]
CONTENTS = {
    "urltestdata.json": ["a comment", *ROWS],
    "setters_tests.json": {"comment": ["x"], "host": [{"href": "http://h/", "new_value": "g", "expected": {}}] * 10},
    "toascii.json": [{"input": "a", "output": "a"}] * 10,
    "IdnaTestV2.json": [{"input": "a", "output": "a"}] * 10,
}


def write(folder, contents):
    (folder / RESOURCES).mkdir(parents=True, exist_ok=True)
    for name, content in contents.items():
        (folder / RESOURCES / name).write_text(json.dumps(content))


def facts_of(contents):
    return {
        name: {
            "sha256": hashlib.sha256(json.dumps(content).encode()).hexdigest(),
        }
        for name, content in contents.items()
    }


@pytest.fixture
def places(tmp_path, monkeypatch):
    """Empty folders to search, and made-up facts about a pin. Neither upstream nor Debian can be reached."""
    monkeypatch.setattr(wpt_url, "_DIGESTS", {"date": "2026-07-05", "files": facts_of(CONTENTS)})
    folders = {name: tmp_path / name for name in ("named", "shared/wpt", "cache", "2024")}
    monkeypatch.setattr(wpt_url, "CACHE", tmp_path)
    monkeypatch.setattr(wpt_url, "CACHED", folders["cache"])
    monkeypatch.setattr(wpt_url, "_OF_2024", folders["2024"])
    monkeypatch.setattr(wpt_url, "_UPSTREAM", "http://127.0.0.1:9")
    monkeypatch.setattr(wpt_url, "_SECONDS_BETWEEN_TRIES", 0)
    wpt_url._try.cache_clear()
    monkeypatch.setattr(project, "ROOT", tmp_path / "project")
    monkeypatch.setattr(wpt_url.shutil, "which", lambda _: None)
    monkeypatch.delenv("PY_URL_WPT", raising=False)
    monkeypatch.delenv("CI", raising=False)
    return folders


@pytest.fixture
def upstream(monkeypatch):
    """A server that answers like upstream: `answers` holds the statuses, and `asked` the paths that were requested."""

    answers, asked = {}, []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            name = self.path.partition(f"/{wpt_url.WEB_PLATFORM_TESTS}/")[2]
            asked.append(name)
            answer = answers.get(name, b"// a test")
            self.send_response(answer if isinstance(answer, int) else 200)
            self.end_headers()
            if not isinstance(answer, int):
                self.wfile.write(answer)

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        monkeypatch.setattr(wpt_url, "_UPSTREAM", f"http://127.0.0.1:{server.server_port}")
        yield SimpleNamespace(answers=answers, asked=asked)
        server.shutdown()


def served(contents):
    return {f"{RESOURCES}/{name}": json.dumps(content).encode() for name, content in contents.items()}


def test_the_order(places, monkeypatch):
    assert wpt_url.find(fetch=False).edition == "none"
    write(places["cache"], CONTENTS)
    assert wpt_url.find(fetch=False).files["toascii.json"].is_relative_to(places["cache"])
    write(places["shared/wpt"], CONTENTS)
    assert wpt_url.find(fetch=False).files["toascii.json"].is_relative_to(places["shared/wpt"])
    write(places["named"], CONTENTS)
    monkeypatch.setenv("PY_URL_WPT", str(places["named"]))
    found = wpt_url.find(fetch=False)
    assert found.edition == "pin"
    assert found.files["toascii.json"].is_relative_to(places["named"])
    assert wpt_url.WEB_PLATFORM_TESTS[:9] in found.which


def test_only_the_pins_files_are_called_so(places, monkeypatch):
    write(places["named"], {**CONTENTS, "urltestdata.json": [*ROWS, {"input": "x", "base": None, "failure": True}]})
    monkeypatch.setenv("PY_URL_WPT", str(places["named"]))
    found = wpt_url.find()
    assert found.edition == "other"
    assert found.which.endswith("(different or missing: urltestdata.json)")
    with pytest.raises(SetUpError, match="are required"):
        wpt_url.find(required=True)
    monkeypatch.setenv("CI", "1")
    with pytest.raises(SetUpError, match="are required"):
        wpt_url.find()


def test_a_folder_that_is_not_a_checkout(places, monkeypatch):
    monkeypatch.setenv("PY_URL_WPT", str(places["named"]))
    with pytest.raises(
        SetUpError, match=r"PY_URL_WPT is set to '.*named', which does not contain url/resources/urltestdata"
    ):
        wpt_url.find()


def test_fetching(places, upstream):
    upstream.answers |= served(CONTENTS)
    assert wpt_url.find().edition == "pin"
    assert len(upstream.asked) == len(CONTENTS)
    # Now it is cached.
    assert wpt_url.find().edition == "pin"
    assert len(upstream.asked) == len(CONTENTS)


def test_what_upstream_has_must_be_the_pinned_file(places, upstream, capsys):
    upstream.answers |= served(CONTENTS) | {f"{RESOURCES}/toascii.json": b"[]"}
    assert wpt_url.find().edition == "none"
    assert "toascii.json at 181476aa1 does not have the pinned SHA-256 hash" in capsys.readouterr().err
    assert not places["cache"].exists()


def test_a_failure_is_remembered_by_the_process(places, upstream, capsys):
    upstream.answers[f"{RESOURCES}/urltestdata.json"] = 503
    for _ in range(2):
        assert wpt_url.find().edition == "none"
    assert len(upstream.asked) == wpt_url._TRIES
    said = capsys.readouterr().err
    assert said.count("not fetched: the Web Platform Tests' urltestdata.json could not be fetched (HTTP Error 503") == 1


def test_javascript_by_its_older_names(places, upstream):
    upstream.answers["url/toascii.any.js"] = 404
    found = wpt_url.find_scripts()
    assert found.edition == "pin"
    assert "toascii.window.js" in found.expected()
    assert "url-setters.any.js" in found.expected()
    assert len(found.expected()) == len(wpt_url.SCRIPTS)


@pytest.mark.parametrize("status", [429, 500, 503])
def test_only_404_means_that_there_is_no_such_file(status, places, upstream, capsys):
    upstream.answers["url/url-setters.any.js"] = status
    with pytest.raises(SetUpError, match="JavaScript was not found"):
        wpt_url.find_scripts()
    assert f"url-setters.any.js could not be fetched (HTTP Error {status}" in capsys.readouterr().err
    assert not places["cache"].exists()


def test_every_script_is_required(places, upstream, capsys):
    upstream.answers["url/url-setters.any.js"] = 404
    with pytest.raises(SetUpError, match="JavaScript was not found"):
        wpt_url.find_scripts()
    assert "upstream has no url/url-setters.any.js" in capsys.readouterr().err


def test_what_the_tests_of_2024_lack_is_written_down(places):
    folder = places["2024"] / "url"
    folder.mkdir(parents=True)
    for choice in wpt_url.SCRIPTS:
        if choice[0] not in wpt_url.NOT_OF_2024:
            (folder / choice[0]).touch()
    found = wpt_url.find_scripts(fetch=False)
    assert found.edition == "2024"
    assert len(found.expected()) == len(wpt_url.SCRIPTS) - len(wpt_url.NOT_OF_2024)
    (folder / "url-setters.any.js").unlink()
    with pytest.raises(SetUpError, match=r"url-setters\.any\.js is missing"):
        wpt_url.find_scripts(fetch=False).expected()


def test_a_file_that_upstream_lacks_is_left_out_and_named(places, upstream, capsys):
    absent, *others = wpt_url.MORE
    upstream.answers[absent] = 404
    assert wpt_url.find_more(fetch=False) == {}
    assert wpt_url.find_more() == {path: places["cache"] / path for path in others}
    assert f"not fetched: upstream has no {absent} at 181476aa1" in capsys.readouterr().err
    assert {*upstream.asked} == {*wpt_url.MORE}
    upstream.answers.clear()
    upstream.asked.clear()
    wpt_url._try.cache_clear()
    assert wpt_url.find_more().keys() == {*wpt_url.MORE}
    assert upstream.asked == [absent]


def test_where_more_files_are_looked_for(places, upstream, monkeypatch):
    path = wpt_url.MORE[0]
    for name in ("cache", "shared/wpt", "named"):
        file = places[name] / path
        file.parent.mkdir(parents=True)
        file.touch()
        monkeypatch.setenv("PY_URL_WPT", str(places["named"]) if name == "named" else "")
        assert wpt_url.find_more(fetch=name == "named") == {path: file}
    assert upstream.asked == []


def test_without_upstream_there_are_no_more_files(places, capsys):
    assert wpt_url.find_more() == {}
    assert "could not be fetched" in capsys.readouterr().err
    assert not places["cache"].exists()


def test_the_facts_are_of_the_files_of_this_project():
    """The digests name seven files."""
    assert len(wpt_url.names()) == 7
    assert {*wpt_url._NEEDED} < {*wpt_url.names()}
