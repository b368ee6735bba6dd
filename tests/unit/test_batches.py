"""What a run of ``py-url column`` leaves for the next one, and what it does if it is killed or not alone."""

import errno
import json
import os
import shutil
import stat
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from py_url.programs import batches, column
from tests.conftest import peer
from tests.unit.test_column import NO_PROCESSES, ROOT, TABLE, run


def test_a_run_goes_on_where_another_was(tmp_path, monkeypatch, capsys):
    """What is done is not done again, and another job does not take it for its own."""
    (tmp_path / "t.csv").write_text("url\n" + "".join(f"http://h{n}/\n" for n in range(10)), "utf-8")
    add, worked = column._added, []

    def fails_at_the_third(values, fields):
        worked.append(values[0])
        if len(worked) == 3:
            raise OSError(28, "No space left on device")
        return add(values, fields)

    monkeypatch.setattr(column, "_added", fails_at_the_third)
    with pytest.raises(SystemExit):
        run(tmp_path / "t.csv", tmp_path / "o.csv", "--batch", "2", add="host")
    assert "No space left on device" in capsys.readouterr().err
    assert not (tmp_path / "o.csv").exists()
    with pytest.raises(SystemExit):
        run(tmp_path / "t.csv", tmp_path / "o.csv", "--batch", "3", add="host")
    assert "use --restart" in capsys.readouterr().err
    assert run(tmp_path / "t.csv", tmp_path / "o.csv", "--batch", "2", add="host") == 0
    assert worked == [f"http://h{n}/" for n in (0, 2, 4, 4, 6, 8)]
    assert "continuing after 2 batches that are done" in capsys.readouterr().err
    assert (tmp_path / "o.csv").read_text("utf-8").splitlines()[1:] == [f"http://h{n}/,h{n}" for n in range(10)]
    # Batches without the state of the run are not used; a folder with nothing in it is as good as none.
    (tmp_path / "o.csv.parts").mkdir()
    (tmp_path / "o.csv.parts" / "00000000.done").touch()
    with pytest.raises(SystemExit):
        run(tmp_path / "t.csv", tmp_path / "o.csv")
    assert run(tmp_path / "t.csv", tmp_path / "o.csv", "--restart") == 0
    assert not (tmp_path / "o.csv.parts").exists()
    (tmp_path / "o.csv.parts").mkdir()
    assert run(tmp_path / "t.csv", tmp_path / "o.csv") == 0
    assert not (tmp_path / "o.csv.parts").exists()


def test_a_run_that_was_killed_while_it_removed_the_folder(tmp_path, monkeypatch):
    (tmp_path / "t.csv").write_text(TABLE, "utf-8")
    unlink, removed = Path.unlink, []

    def killed(file):
        if len(removed) == 3:
            raise KeyboardInterrupt
        removed.append(file.name)
        unlink(file)

    monkeypatch.setattr(Path, "unlink", killed)
    assert run(tmp_path / "t.csv", tmp_path / "o.csv", "--batch", "1") == 130
    monkeypatch.undo()
    assert all(name.endswith(".done") for name in removed)
    whole = (tmp_path / "o.csv").read_bytes()
    (tmp_path / "o.csv.parts" / "00000003").unlink()
    assert run(tmp_path / "t.csv", tmp_path / "o.csv", "--batch", "1") == 0
    assert (tmp_path / "o.csv").read_bytes() == whole
    assert sorted(file.name for file in tmp_path.iterdir()) == ["o.csv", "t.csv"]


def test_a_folder_of_somebody_else_is_left_alone(tmp_path, capsys):
    """The folder for the batches is removed at the end, so it may hold nothing but batches."""
    (tmp_path / "t.csv").write_text(TABLE, "utf-8")
    parts = tmp_path / "o.csv.parts"
    parts.mkdir()
    (parts / "thesis.txt").write_text("precious", "utf-8")
    for options in ((), ("--restart",)):
        with pytest.raises(SystemExit):
            run(tmp_path / "t.csv", tmp_path / "o.csv", *options)
        assert "thesis.txt is not a file of an earlier run; move it away" in capsys.readouterr().err
        assert (parts / "thesis.txt").read_text("utf-8") == "precious"
    parts.rename(tmp_path / "elsewhere")
    parts.touch()
    with pytest.raises(SystemExit):
        run(tmp_path / "t.csv", tmp_path / "o.csv", "--restart")
    assert "o.csv.parts is in the way; move it away" in capsys.readouterr().err


@NO_PROCESSES
def test_a_process_that_is_killed(tmp_path, monkeypatch, capsys):
    from concurrent.futures import Future, ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    def killed(*_):
        future = Future()
        future.set_exception(BrokenProcessPool("terminated abruptly"))
        return future

    monkeypatch.setattr(ProcessPoolExecutor, "submit", killed)
    (tmp_path / "t.csv").write_text(TABLE, "utf-8")
    with pytest.raises(SystemExit) as ended:
        run(tmp_path / "t.csv", tmp_path / "o.csv", "--jobs", "2")
    assert ended.value.code == 2
    assert "a process was killed, perhaps for lack of memory; start the command again" in capsys.readouterr().err


@NO_PROCESSES
def test_several_processes_and_a_kill(tmp_path):
    """A killed run leaves whole batches and no output; the next run ends it, and the output is that of one run."""
    rows = 60_000
    with (tmp_path / "t.jsonl").open("w", encoding="utf-8") as file:
        file.writelines(json.dumps({"url": f"http://h{n}.example/?b={n}&a"}) + "\n" for n in range(rows))
    output, parts = tmp_path / "o.jsonl", tmp_path / "o.jsonl.parts"
    command = [sys.executable, "-m", "py_url", "column", str(tmp_path / "t.jsonl"), "--column", "url"]
    command += ["--add", "host,canonical_crawl", "--batch", "500", "-o", str(output)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as process:
        until = time.monotonic() + 60
        while len([*parts.glob("*.done")]) < 3 and process.poll() is None and time.monotonic() < until:
            time.sleep(0.005)
        process.kill()
        process.wait(60)
    done = {file: file.stat().st_mtime_ns for file in parts.glob("*.done")}
    assert len(done) >= 3
    assert not output.exists()
    again = subprocess.run(
        [*command, "--jobs", "2"], env=environment, capture_output=True, text=True, timeout=200, check=True
    )
    assert f"continuing after {len(done):,} batches" in again.stderr
    assert f"{rows:,} rows, of which 0 failed" in again.stderr
    lines = output.read_text("utf-8").splitlines()
    forms = [json.loads(line)["canonical_crawl"] for line in lines]
    assert forms == [f"http://h{n}.example/?a&b={n}" for n in range(rows)]
    assert not parts.exists()


@pytest.mark.parametrize("name", ["t.csv", "t.jsonl", "t.parquet"])
@pytest.mark.skipif(sys.platform == "emscripten", reason="Pyodide has no locks")
def test_a_second_run_with_the_same_output_is_refused(tmp_path, monkeypatch, capsys, name):
    """While another run works, it changes nothing of what that has done, with --restart either."""
    source, output = tmp_path / name, tmp_path / f"o{Path(name).suffix}"
    urls = [f"http://h{n}/" for n in range(10)]
    if name == "t.parquet":
        pyarrow = peer("pyarrow")
        import pyarrow.parquet as pq

        pq.write_table(pyarrow.table({"url": urls}), source)
    else:
        lines = ["url", *urls] if name == "t.csv" else [json.dumps({"url": url}) for url in urls]
        source.write_text("\n".join(lines), "utf-8")
    add, seen = column._added, []

    def while_another_starts(values, fields):
        before = sorted((tmp_path / f"{output.name}.parts").rglob("*"))
        for options in ((), ("--restart",), ("--batch", "3")):
            monkeypatch.setattr(column, "_added", add)
            with pytest.raises(SystemExit) as ended:
                run(source, output, *options, add="host")
            seen.append(ended.value.code)
        assert sorted((tmp_path / f"{output.name}.parts").rglob("*")) == before
        monkeypatch.setattr(column, "_added", while_another_starts)
        return add(values, fields)

    monkeypatch.setattr(column, "_added", while_another_starts)
    assert run(source, output, "--batch", "4", add="host") == 0
    assert seen == [2] * 9
    shown = capsys.readouterr().err
    refused = f"another run is writing {output}; wait until it has ended, or write to another file"
    assert shown.count(refused) == 9
    assert "10 rows, of which 0 failed" in shown
    assert sorted(file.name for file in tmp_path.iterdir()) == [output.name, name]


# Holds the lock of a run, and says so.
HOLDER = """
import sys, time
from pathlib import Path
from py_url.programs.batches import batches_for
with batches_for(Path(sys.argv[1]), {}, restart=False) as batches:
    print("locked", flush=True)
    time.sleep(300)
"""


@NO_PROCESSES
def test_the_lock_ends_with_the_run_that_has_it(tmp_path, capsys):
    (tmp_path / "t.csv").write_text(TABLE, "utf-8")
    command = [sys.executable, "-c", HOLDER, str(tmp_path / "o.csv")]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE) as process:
        assert process.stdout.readline().strip() == b"locked"
        with pytest.raises(SystemExit):
            run(tmp_path / "t.csv", tmp_path / "o.csv")
        assert "another run is writing" in capsys.readouterr().err
        process.kill()
        process.wait(60)
    assert run(tmp_path / "t.csv", tmp_path / "o.csv") == 0
    assert sorted(file.name for file in tmp_path.iterdir()) == ["o.csv", "t.csv"]


def test_the_lock_of_windows(tmp_path, monkeypatch, capsys):
    """As its module locks, and a file that is open cannot be removed there."""
    (tmp_path / "t.csv").write_text(TABLE, "utf-8")
    unlink, locked = Path.unlink, []

    def refused_once(file):
        if file.name == "lock" and len(locked) == 1:
            locked.append("open")
            raise PermissionError(errno.EACCES, "The process cannot access the file", str(file))
        unlink(file)

    def locking(descriptor, mode, length):
        assert os.fstat(descriptor).st_size == 0
        locked.append((mode, length))
        if len(locked) > 3:
            raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "unlink", refused_once)
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(LK_NBLCK=2, locking=locking))
    assert run(tmp_path / "t.csv", tmp_path / "o.csv") == 0
    assert locked == [(2, 1), "open"]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["o.csv", "t.csv"]
    assert run(tmp_path / "t.csv", tmp_path / "o.csv") == 0
    with pytest.raises(SystemExit):
        run(tmp_path / "t.csv", tmp_path / "o.csv")
    assert "another run is writing" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "msvcrt", None)
    assert run(tmp_path / "t.csv", tmp_path / "o.csv") == 0  # a Python without locks


def test_a_lock_that_another_run_has_just_removed(tmp_path, monkeypatch, capsys):
    (tmp_path / "t.csv").write_text(TABLE, "utf-8")
    lock, times = batches._lock, []

    def removed_first(file):
        times.append(file)
        if len(times) == 1:
            (tmp_path / "o.csv.parts" / "lock").unlink()
        elif len(times) == 2:
            (tmp_path / "o.csv.parts" / "lock").replace(tmp_path / "o.csv.parts" / "state.json")
            (tmp_path / "o.csv.parts" / "lock").touch()
        return lock(file)

    monkeypatch.setattr(batches, "_lock", removed_first)
    assert run(tmp_path / "t.csv", tmp_path / "o.csv") == 0
    assert len(times) == 3
    assert all(file.closed for file in times)
    mkdir = Path.mkdir
    monkeypatch.setattr(Path, "mkdir", lambda folder, *mode, exist_ok: times.append(folder))
    with pytest.raises(SystemExit):
        run(tmp_path / "t.csv", tmp_path / "o.csv")
    assert "another run is writing" in capsys.readouterr().err
    monkeypatch.setattr(Path, "mkdir", mkdir)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["o.csv", "t.csv"]


def test_a_process_of_a_run_that_was_killed_finishes_nothing(tmp_path):
    """It may live a little longer than the run, while the next one works on the same batches."""
    with batches.batches_for(tmp_path / "o", {}, restart=False) as next_run:
        orphan = next_run._replace(drafts=next_run.folder / "drafts-orphan")
        orphan.drafts.mkdir()
        begun = orphan.adding(0)
        begun.__enter__().write_text("of the run that was killed", "utf-8")
        batches._begin(next_run, {}, restart=False)
        with pytest.raises(FileNotFoundError):
            begun.__exit__(None, None, None)
        assert not orphan.drafts.exists()
        with pytest.raises(FileNotFoundError):
            orphan.finish(0, "")
        assert next_run.report(0) is None
        assert not next_run.part(0).exists()


def test_rows_that_are_missing_in_a_batch(tmp_path, monkeypatch, capsys):
    """What is reported is counted against what is written."""
    (tmp_path / "t.csv").write_text("url\n" + "http://h/\n" * 10, "utf-8")
    (tmp_path / "t.jsonl").write_text('{"url":"http://h/"}\n' * 10, "utf-8")
    work = column._work

    def loses_a_line(of_run, number, *arguments):
        report = work(of_run, number, *arguments)
        if number == 1:
            lines = of_run.part(number).read_bytes().splitlines(keepends=True)
            of_run.part(number).write_bytes(b"".join(lines[1:]))
        return report

    monkeypatch.setattr(column, "_work", loses_a_line)
    for suffix in (".csv", ".jsonl"):
        with pytest.raises(SystemExit) as ended:
            run(tmp_path / f"t{suffix}", tmp_path / f"o{suffix}", "--batch", "3", add="host")
        assert ended.value.code == 2
        assert "9 rows were written, and 10 were read; something else has changed" in capsys.readouterr().err
    assert sorted(file.name for file in tmp_path.iterdir()) == ["t.csv", "t.jsonl"]


@pytest.mark.skipif(not hasattr(os, "O_DIRECTORY"), reason="Windows opens no folders")
def test_a_name_survives_a_power_cut(tmp_path, monkeypatch):
    """The folder is written after the file has its name in it."""
    written, fsync, replace = [], os.fsync, Path.replace

    def noted(descriptor):
        written.append("folder" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "file")
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", noted)
    monkeypatch.setattr(Path, "replace", lambda draft, file: written.append("name") or replace(draft, file))
    draft = tmp_path / "draft"
    draft.write_text("x", "utf-8")
    batches.take_name(draft, tmp_path / "file")
    assert written == ["file", "name", "folder"]


def stopped_after(monkeypatch, batches_that_are_done):
    """Let the next run end after some batches, as if it were killed."""
    add, worked = column._added, []

    def added(values, fields):
        if len(worked) == batches_that_are_done:
            raise OSError(28, "No space left on device")
        worked.append(values)
        return add(values, fields)

    monkeypatch.setattr(column, "_added", added)


@pytest.mark.parametrize(("done", "said"), [(1, "1 batch that is done"), (2, "2 batches that are done")])
def test_how_many_batches_are_done(tmp_path, monkeypatch, capsys, done, said):
    (tmp_path / "t.csv").write_text("url\nhttp://a/\nhttp://b/\nhttp://c/\n", "utf-8")
    with monkeypatch.context() as of_the_first:
        stopped_after(of_the_first, done)
        with pytest.raises(SystemExit):
            run(tmp_path / "t.csv", tmp_path / "o.csv", "--batch", "1", add="host")
    capsys.readouterr()
    assert run(tmp_path / "t.csv", tmp_path / "o.csv", "--batch", "1", add="host") == 0
    assert f"continuing after {said}\n" in capsys.readouterr().err


@pytest.mark.parametrize("length", [1, 100_000])
def test_another_input_of_the_same_size_and_time(tmp_path, monkeypatch, capsys, length):
    """Such files come out of tar and rsync. What is done of one is not taken for a part of the other."""
    rows = 100
    for name in ("a", "b"):
        path = name * length
        (tmp_path / f"{name}.csv").write_text("url\n" + f"http://{name}.example/{path}\n" * rows, "utf-8")
        os.utime(tmp_path / f"{name}.csv", ns=(10**18, 10**18))
    with monkeypatch.context() as of_the_first:
        stopped_after(of_the_first, 2)
        with pytest.raises(SystemExit):
            run(tmp_path / "a.csv", tmp_path / "o.csv", "--batch", str(rows // 4), add="host")
    with pytest.raises(SystemExit) as ended:
        run(tmp_path / "b.csv", tmp_path / "o.csv", "--batch", str(rows // 4), add="host")
    assert ended.value.code == 2
    assert "is of a run with another input or other options; use --restart" in capsys.readouterr().err
    # A copy of the file with its time is the same input.
    (tmp_path / "copy.csv").write_bytes((tmp_path / "a.csv").read_bytes())
    os.utime(tmp_path / "copy.csv", ns=(10**18, 10**18))
    assert run(tmp_path / "copy.csv", tmp_path / "o.csv", "--batch", str(rows // 4), add="host") == 0
    assert "continuing after 2 batches" in capsys.readouterr().err
    assert (tmp_path / "o.csv").read_text("utf-8") == (
        "url,host\n" + f"http://a.example/{'a' * length},a.example\n" * rows
    )


def test_what_tells_files_apart(tmp_path):
    """The first and the last 64 kB and pieces between, and all of a file of up to 4 MB."""
    file = tmp_path / "f"
    for size in (0, 1, 65_536, 65_537, 64 * 65_536):
        content = bytearray(size)
        file.write_bytes(content)
        os.utime(file, ns=(0, 0))
        known = batches.identity_of(file)
        assert known == batches.identity_of(file)
        for place in {0, 1, size // 3, size // 2, size - 1} & {*range(size)}:
            content[place] = 1
            file.write_bytes(content)
            os.utime(file, ns=(0, 0))
            assert batches.identity_of(file) != known
            content[place] = 0
    file.write_bytes(content)
    os.utime(file, ns=(0, 10**9))
    assert batches.identity_of(file) != known


@pytest.mark.parametrize("change", ["shorter", "longer", "the same size"])
def test_an_input_that_changes_while_it_is_read(tmp_path, monkeypatch, capsys, change):
    source = tmp_path / "t.csv"
    text = "url\n" + "http://h/\n" * 900
    source.write_text(text, "utf-8")
    add = column._added

    def changed(values, fields):
        other = {"shorter": text[:-100], "longer": text + "http://h/\n", "the same size": text.replace("h/", "i/")}
        source.write_text(other[change], "utf-8")
        return add(values, fields)

    with monkeypatch.context() as while_it_changes:
        while_it_changes.setattr(column, "_added", changed)
        with pytest.raises(SystemExit) as ended:
            run(source, tmp_path / "o.csv", "--batch", "100", add="host")
    assert ended.value.code == 2
    assert f"{source} has changed while it was read; start again" in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["t.csv"]
    assert run(source, tmp_path / "o.csv", add="host") == 0


@pytest.mark.parametrize("content", ["", "a,b\n", 'url\n"http://h/\n', "url\nhttp://h/,1\n"])
def test_an_input_that_changes_before_it_is_read(tmp_path, monkeypatch, capsys, content):
    """The change is said, and not what it leads to."""
    source = tmp_path / "t.csv"
    source.write_text(TABLE, "utf-8")
    job = column._job

    def changed(*arguments):
        found = job(*arguments)
        source.write_text(content, "utf-8")
        return found

    monkeypatch.setattr(column, "_job", changed)
    with pytest.raises(SystemExit) as ended:
        run(source, tmp_path / "o.csv", add="host")
    assert ended.value.code == 2
    assert f"{source} has changed while it was read; start again" in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["t.csv"]


@pytest.mark.skipif(os.name == "nt" or sys.platform == "emscripten", reason="uses POSIX permissions")
def test_batches_are_for_their_owner_alone(tmp_path, monkeypatch):
    (tmp_path / "t.csv").write_text(TABLE, "utf-8")
    stopped_after(monkeypatch, 1)
    with pytest.raises(SystemExit):
        run(tmp_path / "t.csv", tmp_path / "o.csv", "--batch", "1")
    assert (tmp_path / "o.csv.parts").stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("options", [(), ("--batch", "1"), pytest.param(("--jobs", "2"), marks=NO_PROCESSES)])
def test_nothing_is_left_of_a_run_that_cannot_be_continued(tmp_path, capsys, options):
    """Once the input is mended, it is another one."""
    source = tmp_path / "t.csv"
    for _ in range(2):
        source.write_text("url,n\nhttp://a/,1\nhttp://a/b,c,2\n", "utf-8")
        with pytest.raises(SystemExit):
            run(source, tmp_path / "o.csv", *options, add="host")
        assert "row 2 has 3 cells" in capsys.readouterr().err
        assert [file.name for file in tmp_path.iterdir()] == ["t.csv"]
    source.write_text('url,n\nhttp://a/,1\n"http://a/b,c",2\n', "utf-8")
    assert run(source, tmp_path / "o.csv", *options, add="host") == 0


def test_nothing_is_left_of_a_run_that_did_nothing(tmp_path, monkeypatch, capsys):
    (tmp_path / "t.csv").write_text(TABLE, "utf-8")
    with monkeypatch.context() as on_a_full_disk:
        stopped_after(on_a_full_disk, 0)
        with pytest.raises(SystemExit):
            run(tmp_path / "t.csv", tmp_path / "o.csv")
    assert "No space left on device" in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["t.csv"]


def test_a_folder_that_somebody_removes(tmp_path, monkeypatch, capsys):
    (tmp_path / "t.csv").write_text(TABLE, "utf-8")
    add = column._added

    def removed(values, fields):
        shutil.rmtree(tmp_path / "o.csv.parts")
        return add(values, fields)

    monkeypatch.setattr(column, "_added", removed)
    with pytest.raises(SystemExit) as ended:
        run(tmp_path / "t.csv", tmp_path / "o.csv")
    assert ended.value.code == 2
    assert "No such file" in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["t.csv"]
