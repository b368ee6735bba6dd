"""``py-url column``: tables in files, batch by batch; what fails, what is kept, and what a killed run leaves."""

import csv
import gzip
import json
import os
import sys
from pathlib import Path

import pytest

from py_url import URL, columns
from py_url.canonical import PROFILES, url_key
from py_url.columns.records import OF_URLS
from py_url.programs import column, outputs, reports, table_files
from py_url.programs.command_line import main
from py_url.standard.infra.code_points import scalar_value_string
from tests.conftest import peer

ROOT = Path(__file__).parents[2]
NO_PROCESSES = pytest.mark.skipif(sys.platform == "emscripten", reason="Pyodide has no processes")
TABLE = 'id,url,x\n1,https://a.example.org/?b&a#f,"q ""z"""\n2,http://u:s3cr3t@h:99999/,y\n3,,\n4,x\n'
LINES = '{"url":"http://h:8/","n":1.0}\n[1]\n{}\n{"url":5}\n{"url":"//u:s3cr3t@h"}'


def run(source, output, *options, add="host,canonical_crawl,port"):
    usual = {"--column": "url", "--add": add, "-o": str(output)}
    usual = [text for option in usual.keys() - {*options} for text in (option, usual[option])]
    return main(["column", str(source), *usual, *options])


@pytest.mark.parametrize("options", [(), ("--batch", "1"), ("--batch", "3")])
def test_csv(tmp_path, capsys, options):
    (tmp_path / "t.csv").write_text(TABLE, "utf-8")
    assert run(tmp_path / "t.csv", tmp_path / "o.csv", *options) == 0
    assert (tmp_path / "o.csv").read_text("utf-8") == (
        "id,url,x,host,canonical_crawl,port\n"
        '1,https://a.example.org/?b&a#f,"q ""z""",a.example.org,https://a.example.org/?a&b,\n'
        "2,http://u:s3cr3t@h:99999/,y,,,\n"
        "3,,,,,\n"
        "4,x,,,,\n"
    )
    assert sorted(file.name for file in tmp_path.iterdir()) == ["o.csv", "t.csv"]
    assert capsys.readouterr().err.splitlines() == [
        "py-url: 4 rows, of which 2 failed (50.00%)",
        "  1 × port-out-of-range, first in row 2: http://***@h:99999/",
        "  1 × missing-scheme-non-relative-URL, first in row 4: x",
    ]


def test_json_lines(tmp_path, capsys):
    (tmp_path / "t.jsonl").write_text(LINES, "utf-8")
    assert run(tmp_path / "t.jsonl", tmp_path / "o.ndjson", "--prefix", "url_", add="host,port") == 0
    assert (tmp_path / "o.ndjson").read_text("utf-8").splitlines() == [
        '{"url":"http://h:8/","n":1.0, "url_host": "h", "url_port": 8}',
        "[1]",
        '{"url_host": null, "url_port": null}',
        '{"url":5, "url_host": null, "url_port": null}',
        '{"url":"//u:s3cr3t@h", "url_host": null, "url_port": null}',
    ]
    shown = capsys.readouterr().err
    assert "s3cr3t" not in shown
    assert "1 × not a JSON object, first in row 2: [1]\n" in shown
    assert "1 × not a string, first in row 4: int\n" in shown


def test_a_mark_after_an_empty_line_does_not_become_that_of_the_file(tmp_path, capsys):
    first, second = tmp_path / "t.jsonl", tmp_path / "o.jsonl"
    row = '{"url": "http://h/"}'
    for start in ("\n\ufeff", "\ufeff\n\ufeff", "\ufeff\ufeff", " \r\n\ufeff"):
        first.write_text(f"{start}{row}\n{row}\n", "utf-8")
        assert run(first, second) == 0
        assert "2 rows, of which 1 failed" in capsys.readouterr().err
        # What is a row in one is a row in the other.
        assert run(second, tmp_path / "again.jsonl", "--prefix", "b_") == 0
        assert "2 rows, of which 1 failed" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "emscripten", reason="JSON this deep ends Pyodide")
def test_json_that_is_too_deep(tmp_path, capsys):
    (tmp_path / "t.jsonl").write_text("{\n" + "[" * 200_000, "utf-8")
    assert run(tmp_path / "t.jsonl", tmp_path / "p.jsonl") == 0
    assert "2 × not a JSON object, first in row 1: {\n" in capsys.readouterr().err


def test_long_rows_are_kept(tmp_path, capsys):
    (tmp_path / "t.csv").write_bytes(b"\xef\xbb\xbfurl,x\n" + b"nothing" + b"x" * 200_000 + b",\n\n")
    assert run(tmp_path / "t.csv", tmp_path / "o.csv", add="host") == 0
    lines = (tmp_path / "o.csv").read_bytes().splitlines()
    assert lines[0] == b"\xef\xbb\xbfurl,x,host"
    assert len(lines) == 2
    assert "…" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "content", "options", "message"),
    [
        ("t.csv", b'url\n\n"http://h/\n"\nhttp://h/caf\xe9\n', (), "line 5: the byte 0xE9 is not utf-8; write that of"),
        ("t.csv", b"url,\xff\n", (), "line 1: the byte 0xFF is not utf-8; write that of the file, such as --encoding"),
        ("t.csv", "url\nhttp://h/\u00e9\n".encode("utf-16"), (), "line 1: the byte 0xFF is not"),
        ("t.jsonl", b'{"url": "http://h/"}\n{"url": "\xe9"}\n', (), "line 2: the byte 0xE9 is not"),
        ("t.jsonl", '{"url": ""}'.encode("utf-16"), (), "line 1: the byte 0xFF is not"),
        ("t.csv", b"url\n\x81\n", ("--encoding", "cp1252"), "line 2: the byte 0x81 is not cp1252"),
        ("t.csv", "url\n".encode("utf-16") + b"x", ("--encoding", "utf-16"), "truncated data"),
        ("t.csv", b"url\n", ("--encoding", "hex"), "--encoding: 'hex' is not a text encoding"),
        ("t.csv", b"url\n", ("--encoding", "nothing"), "--encoding: unknown encoding: nothing"),
        ("t.csv", b"id;url\n", (), "--column: 'url' is none of id;url; say with --delimiter what is between them"),
        ("t.tsv", b"id,url\n", (), "--column: 'url' is none of id,url; say with --delimiter what is between them"),
        ("t.csv", b"url\n", ("--delimiter", ";;"), "--delimiter: write one character, such as ';', and for CSV"),
        ("t.csv", b"url\n", ("--delimiter", '"'), "--delimiter: write one character"),
        ("t.jsonl", b"{}", ("--delimiter", ";"), "--delimiter: write one character, such as ';', and for CSV"),
        ("t.parquet", b"", ("--encoding", "cp1252"), "--encoding: Parquet has its own"),
        (
            "t.csv",
            b"url;x\na;b;c\n",
            ("--delimiter", ";"),
            "row 1 has 3 cells, and the header has 2; put a cell that has a ';'",
        ),
        ("t.csv", b"url\n", ("--base", "x"), "invalid base URL: missing-scheme-non-relative-URL"),
        ("t.csv", b"url\n", ("--base", "x:", "--guess-scheme"), "not allowed with argument --base"),
        ("t.csv", b"url\n", ("--add", "queries"), "--add: 'queries' is none of href, "),
        ("t.csv.gz", b"url\n", (), "Not a gzipped file"),
        ("t.csv.gz", gzip.compress(b"url\nhttp://h/\n", mtime=0)[:-9], (), "Compressed file ended before the end"),
        ("t.csv.gz", gzip.compress(b"", mtime=0)[:10] + b"\xff" * 9, (), "invalid block type"),
        (
            "t.parquet.gz",
            b"",
            (),
            "has no known suffix; its name must end in .csv, .tsv, .jsonl, .ndjson, .parquet, .csv.gz",
        ),
    ],
)
def test_what_a_table_has_to_be(tmp_path, capsys, name, content, options, message):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(SystemExit) as ended:
        run(tmp_path / name, tmp_path / f"o{name[1:]}", "--batch", "1", *options)
    assert ended.value.code == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("batch", ["1", "100"])
def test_tables_of_other_kinds(tmp_path, capsys, batch):
    """The output has the delimiter of the input, in UTF-8; a name in .gz stands for a compressed file."""

    def made(name, content, output, *options, add="host"):
        (tmp_path / name).write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
        assert run(tmp_path / name, tmp_path / output, "--batch", batch, *options, add=add) == 0
        assert "0 failed" in capsys.readouterr().err
        written = (tmp_path / output).read_bytes()
        return (gzip.decompress(written) if output.endswith(".gz") else written).decode()

    text = "n,url\n\u00e9,http://h/?a=1;2\n"
    done = "n,url,host\n\u00e9,http://h/?a=1;2,h\n"
    assert made("t.csv.gz", text.encode(), "o.csv.gz") == done
    assert made("t.CSV.gz", text.encode("utf-8-sig"), "o.csv") == f"\ufeff{done}"
    assert made("t.csv", text.encode(), "o.csv.gz", "--encoding", "utf8") == done
    for encoding in ("windows-1252", "utf-16", "utf-16-le", "latin-1"):
        assert made("t.csv", text.encode(encoding), "o.csv", "--encoding", encoding) == done
    for encoding in ("koi8-r", "cp932", "iso2022_jp", "ascii"):
        assert made("t.csv", b"url\nhttp://h/\n", "o.csv", "--encoding", encoding) == "url,host\nhttp://h/,h\n"
    tabs = text.replace(",", "\t").encode()
    assert made("t.tsv", tabs, "o.tsv") == done.replace(",", "\t")
    assert made("t.csv", tabs, "o.csv", "--delimiter", r"\t") == done.replace(",", "\t")
    assert made("t.csv", b'n;url\n\xc3\xa9;"http://h/?a=1;2"\n', "o.csv", "--delimiter", ";", add="query") == (
        'n;url;query\n\u00e9;"http://h/?a=1;2";"a=1;2"\n'
    )
    line = '{"url": "http://h/\u00e9"}\n'
    assert made("t.jsonl.gz", line.encode("cp1252"), "o.ndjson.gz", "--encoding", "cp1252") == (
        '{"url": "http://h/\u00e9", "host": "h"}\n'
    )


@pytest.mark.parametrize("few", [0, 100])
@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_relative_urls_guesses_and_parameters(tmp_path, monkeypatch, capsys, kind, few):
    if not few or kind == "parquet":
        pyarrow = peer("pyarrow")
    monkeypatch.setattr(column, "_FEW", few)
    urls = ["/a?q=x%2Cy+z&q=2&a%20b=c", "example.com:8080/?q", "http://h/#q=1", "http://[/", ""]
    source, output = tmp_path / f"t.{kind}", tmp_path / f"o.{kind}"
    if kind == "csv":
        source.write_text("\n".join(["url,n", *(f'"{url}",' for url in urls)]), "utf-8")
    else:
        import pyarrow.parquet as pq

        pq.write_table(pyarrow.table({"url": [url or None for url in urls]}), source)

    def made(*options):
        assert run(source, output, *options, add="href,query:q,query:a b") == 0
        if kind == "csv":
            with output.open(encoding="utf-8", newline="") as file:
                return [[cell or None for cell in row[2:]] for row in csv.reader(file)][1:]
        return [[value or None for value in [*row.values()][1:]] for row in pq.read_table(output).to_pylist()]

    none = [None] * 3
    found = made("--base", "https://b.example/c/d")
    assert found[0] == ["https://b.example/a?q=x%2Cy+z&q=2&a%20b=c", "x,y z", "c"]
    assert found[2:] == [["http://h/#q=1", None, None], none, none]
    shown = capsys.readouterr().err
    assert "5 rows, of which 1 failed (20.00%)\n  1 × IPv6-unclosed, first in row 4: http://[/" in shown
    found = made("--guess-scheme")
    assert found[1] == ["https://example.com:8080/?q", None, None]
    assert found[3:] == [none, none]
    assert "1 × nothing was guessed, first in row 4: http://[/" in capsys.readouterr().err


def test_parquet(tmp_path, capsys):
    pyarrow = peer("pyarrow")
    import pyarrow.parquet as pq

    table = pyarrow.table({"n": range(5), "url": ["http://h:8/", None, "x", "http://a/", "y"]})
    pq.write_table(table, tmp_path / "t.parquet")
    assert run(tmp_path / "t.parquet", tmp_path / "o.parquet", "--batch", "2", add="host,port") == 0
    assert pq.read_table(tmp_path / "o.parquet").to_pydict() == {
        **table.to_pydict(),
        "host": ["h", None, None, "a", None],
        "port": [8, None, None, None, None],
    }
    assert "5 rows, of which 2 failed" in capsys.readouterr().err
    pq.write_table(table.slice(0, 0), tmp_path / "empty.parquet")
    assert run(tmp_path / "empty.parquet", tmp_path / "p.parquet", add="host,port") == 0
    empty = pq.read_table(tmp_path / "p.parquet")
    assert empty.num_rows == 0
    assert empty.schema.equals(pq.read_schema(tmp_path / "o.parquet"))
    assert "0 rows, of which 0 failed" in capsys.readouterr().err


def test_parquet_that_cannot_be_read(tmp_path, capsys):
    pyarrow = peer("pyarrow")
    import pyarrow.parquet as pq

    (tmp_path / "no.parquet").write_bytes(b"PAR1 is not enough")
    pq.write_table(pyarrow.table([["http://a/"], ["http://b/"]], names=["url", "url"]), tmp_path / "twice.parquet")
    urls = [f"http://h{n}/{n * n}" for n in range(2_000)]
    pq.write_table(pyarrow.table({"url": urls}), tmp_path / "damaged.parquet", use_dictionary=False)
    whole = (tmp_path / "damaged.parquet").read_bytes()
    (tmp_path / "damaged.parquet").write_bytes(whole[:4] + bytes(2_000) + whole[2_004:])
    for name, message in [
        ("no", "no.parquet cannot be read as Parquet: "),
        ("twice", "--column: there is more than one column 'url'; rename the others"),
        ("damaged", "damaged.parquet cannot be read after batch 0: "),
    ]:
        with pytest.raises(SystemExit) as ended:
            run(tmp_path / f"{name}.parquet", tmp_path / "o.parquet", add="host")
        assert ended.value.code == 2
        assert message in capsys.readouterr().err


def test_parquet_with_strings_that_are_not_utf_8(tmp_path, capsys):
    pyarrow = peer("pyarrow")
    import pyarrow.parquet as pq

    offsets = pyarrow.array([0, 9, 10], pyarrow.int32()).buffers()[1]
    strings = pyarrow.Array.from_buffers(pyarrow.string(), 2, [None, offsets, pyarrow.py_buffer(b"http://a/\xff")])
    pq.write_table(pyarrow.table({"url": strings}), tmp_path / "t.parquet")
    assert run(tmp_path / "t.parquet", tmp_path / "o.parquet", add="host") == 0
    assert pq.read_table(tmp_path / "o.parquet").column("host").to_pylist() == ["a", None]
    assert "1 × not a string, first in row 2: bytes" in capsys.readouterr().err


def test_parquet_of_other_types(tmp_path, capsys):
    pyarrow = peer("pyarrow")
    import pyarrow.parquet as pq

    urls = ["HTTP://A", None, "x", "http://b:8/"] * 400
    for kind in (pyarrow.large_string(), pyarrow.dictionary(pyarrow.int32(), pyarrow.string()), pyarrow.binary()):
        pq.write_table(pyarrow.table({"url": pyarrow.array(urls).cast(kind)}), tmp_path / "t.parquet")
        assert run(tmp_path / "t.parquet", tmp_path / "o.parquet", "--batch", "900", add="host,port") == 0
        table = pq.read_table(tmp_path / "o.parquet")
        assert table.column("url").to_pylist() == (
            urls if kind != pyarrow.binary() else [u and u.encode() for u in urls]
        )
        assert table.column("host").to_pylist() == ["a", None, None, "b"] * 400
        assert table.column("port").to_pylist() == [None, None, None, 8] * 400
        assert "1,600 rows, of which 400 failed (25.00%)\n  400 × missing-scheme" in capsys.readouterr().err
    pq.write_table(pyarrow.table({"url": [[1]]}), tmp_path / "t.parquet")
    with pytest.raises(SystemExit):
        run(tmp_path / "t.parquet", tmp_path / "o.parquet", add="host")
    assert "--column: the column 'url' must hold strings, not list<" in capsys.readouterr().err


def test_a_cell_of_several_lines(tmp_path):
    """A batch ends where a row does, whatever ends a line."""
    rows = [[f"http://h{n}/", 'a "b"\nc\r\n\rd,\u2028' if n % 3 else "x"] for n in range(11)]
    with (tmp_path / "t.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["url", "of\nit"], *rows])
    for batch in ("1", "2", "5", "100"):
        assert run(tmp_path / "t.csv", tmp_path / "o.csv", "--batch", batch, add="host") == 0
        with (tmp_path / "o.csv").open(encoding="utf-8", newline="") as file:
            found = [*csv.reader(file)]
        assert found == [["url", "of\nit", "host"], *([*row, f"h{n}"] for n, row in enumerate(rows))]


def test_a_cell_with_a_carriage_return_stays_in_quotes(tmp_path):
    (tmp_path / "t.csv").write_bytes(b'url,x\n"http://h/\ra","b\rc"\n')
    assert run(tmp_path / "t.csv", tmp_path / "o.csv", add="host") == 0
    assert (tmp_path / "o.csv").read_bytes() == b'url,x,host\n"http://h/\ra","b\rc",h\n'


def test_an_empty_query_is_not_a_missing_one(tmp_path):
    (tmp_path / "t.jsonl").write_text('{"url":"http://h/?#"}\n{"url":"http://h/"}\n', "utf-8")
    assert run(tmp_path / "t.jsonl", tmp_path / "o.jsonl", add="query,fragment") == 0
    assert [json.loads(line) for line in (tmp_path / "o.jsonl").read_text("utf-8").splitlines()] == [
        {"url": "http://h/?#", "query": "", "fragment": ""},
        {"url": "http://h/", "query": None, "fragment": None},
    ]


def test_parquet_without_its_package(tmp_path, monkeypatch, capsys):
    table_files.pyarrow.cache_clear()
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    (tmp_path / "t.parquet").touch()
    with pytest.raises(SystemExit):
        run(tmp_path / "t.parquet", tmp_path / "o.parquet")
    assert "Parquet needs the package pyarrow" in capsys.readouterr().err
    table_files.pyarrow.cache_clear()


def test_fields():
    peer("publicsuffixlist")
    url = URL("http://u:p@www.a.co.uk:81/b?c=%7e#d")
    names = [*OF_URLS[: OF_URLS.index("url_surtkey") + 1], "url_host_tld", "url_port"]
    values = column._in_python([url.href], names)
    assert {name: value for name, (value,) in zip(names, values, strict=True)} == {
        "href": url.href,
        "scheme": "http",
        "host": "www.a.co.uk",
        "port": 81,
        "path": "/b",
        "query": "c=%7e",
        "fragment": "d",
        "origin": "http://www.a.co.uk:81",
        "registrable_domain": "a.co.uk",
        "surt": "uk,co,a:81)/b?c=~",
        "canonical_browser": url.href,
        "canonical_rfc3986": "http://u:p@www.a.co.uk:81/b?c=~#d",
        "canonical_crawl": "http://u:p@www.a.co.uk:81/b?c=%7e",
        "canonical_dedup": "http://u:p@a.co.uk:81/b?c=~",
        **{f"key_{profile}": url_key(url, profile=profile) for profile in PROFILES},
        "username": "u",
        "password": "p",
        "host_type": "domain",
        "public_suffix": "co.uk",
        "url_surtkey": "uk,co,a:81)/b?c=~",
        "url_host_tld": "uk",
        "url_port": 81,
    }


CSV = table_files.Format("csv", ",", "utf-8-sig")
STRINGS = [
    *("http://h/", "http://h/?#", "HTTPS://U:P@Www.A.Co.Uk:81/a/../\xfc?\xfc", None, "nope", "foo:bar", "file:///c"),
    *("http://1.2.3.4/", "http://[::1]/?q", "\udcff", "http://h/\udcff", "http://h/x?#y", ""),
]


def test_the_fields_are_those_of_columns(monkeypatch):
    """With PyArrow and without it."""
    pyarrow = peer("pyarrow")
    peer("publicsuffixlist")
    array = pyarrow.array([string and scalar_value_string(string) for string in STRINGS])
    found = columns.parse(array, fields=OF_URLS, errors="column")
    monkeypatch.setattr(column, "_FEW", 0)
    for few in (False, True):
        monkeypatch.setattr(column, "_FEW", 100 if few else 0)
        added, failed = column._added(STRINGS, column.Job(CSV, "url", OF_URLS))
        by_name = dict(zip(OF_URLS, added, strict=True))
        assert by_name == {name: found.field(name).to_pylist() for name in OF_URLS}
        assert [(row, reason) for row, reason, _ in failed] == [
            (row, reason) for row, reason in enumerate(found.field("error").to_pylist()) if reason is not None
        ]
    assert by_name["query"][:2] == [None, ""]
    assert by_name["host"][6] == ""


@pytest.mark.parametrize(
    ("table", "options", "message"),
    [
        (("t.txt", ""), (), "has no known suffix"),
        (("t.csv", ""), (), "t.csv is empty"),
        (("t.csv", "a,b\n"), (), "--column: 'url' is none of a, b"),
        (("t.csv", "url,host\n"), (), "there is a column 'host' already; use --prefix"),
        (("t.csv", TABLE), ("--add", "hots"), "--add: 'hots' is none of href"),
        (("t.csv", TABLE), ("--jobs", "0"), "--jobs: 0 is too small"),
        (("t.csv", TABLE), ("--batch", "0"), "--batch: 0 is too small"),
        (("t.csv", TABLE), ("--jobs", "3000000000"), "--jobs: 3000000000 is too large; the most is "),
        (("t.csv", TABLE), ("--batch", str(1 << 63)), "--batch: 9223372036854775808 is too large; the most is 2,147,"),
        (("t.csv", TABLE), ("-o", "t.csv"), "the output is the input"),
        (("t.csv", TABLE), ("-o", "o.jsonl"), "its name must end in .csv"),
        (("t.csv", TABLE), ("another",), "one FILE is enough; not another"),
        (("t.jsonl", '{"url": "", "host": 1}'), (), "row 1 has 'host' already"),
        (("t.jsonl", json.dumps(dict.fromkeys(map(str, range(30)))) + "\n{}"), (), "have 0, 1, 2, 3"),
        (("t.jsonl", '{"a": 1}\n{"b": 1, "a": 1}'), (), "--column: no row has 'url'; the rows have a, b"),
        (("t.csv", TABLE), ("-o", "no/o.csv"), "--output: there is no folder no; make it first"),
        (("t.csv", TABLE), ("-o", "folder.csv"), "--output: folder.csv is not a file; write the name of a file"),
        (("t.csv", TABLE), ("--prefix", "\udcff"), "--prefix: '\\udcff' is not text"),
        (("t.csv", "url,url\n"), (), "there is more than one column 'url'"),
        (
            ("t.csv", "url,n\nhttp://a/,1\nhttp://a/b,c,2\n"),
            (),
            "row 2 has 3 cells, and the header has 2; put a cell that has a ',' in quotes",
        ),
        (("no.jsonl", None), (), "No such file"),
    ],
)
def test_what_cannot_be_done(tmp_path, monkeypatch, capsys, table, options, message):
    name, content = table
    monkeypatch.chdir(tmp_path)
    Path("folder.csv").mkdir()
    if content is not None:
        Path(name).write_text(content, "utf-8")
    with pytest.raises(SystemExit) as ended:
        run(name, f"o{Path(name).suffix}", *options)
    assert ended.value.code == 2
    assert message in capsys.readouterr().err


def test_an_output_that_is_a_folder(tmp_path, capsys):
    (tmp_path / "t.csv").write_text(TABLE, "utf-8")
    (tmp_path / "o.csv").mkdir()
    with pytest.raises(SystemExit):
        run(tmp_path / "t.csv", tmp_path / "o.csv")
    assert "o.csv is not a file; write the name of a file" in capsys.readouterr().err
    assert sorted(file.name for file in tmp_path.iterdir()) == ["o.csv", "t.csv"]


def test_the_list_of_public_suffixes(tmp_path):
    peer("publicsuffixlist")
    (tmp_path / "t.csv").write_text(TABLE, "utf-8")
    assert run(tmp_path / "t.csv", tmp_path / "o.csv", add="registrable_domain") == 0
    assert (tmp_path / "o.csv").read_text("utf-8").splitlines()[1].endswith(",example.org")


def test_without_processes_and_interrupted(tmp_path, monkeypatch, capsys):
    (tmp_path / "t.csv").write_text(TABLE, "utf-8")
    with monkeypatch.context() as in_pyodide:
        in_pyodide.setattr(sys, "platform", "emscripten")
        with pytest.raises(SystemExit):
            run(tmp_path / "t.csv", tmp_path / "o.csv", "--jobs", "2")
    assert "this Python cannot start processes" in capsys.readouterr().err

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(outputs.TextOutput, "close", interrupted)
    assert run(tmp_path / "t.csv", tmp_path / "o.csv") == 130
    assert not (tmp_path / "o.csv").exists()

    def fails(*_):
        raise OSError("an error with no number")

    monkeypatch.setattr(outputs.TextOutput, "close", fails)
    with pytest.raises(SystemExit):
        run(tmp_path / "t.csv", tmp_path / "o.csv")
    assert "o.csv: an error with no number" in capsys.readouterr().err

    def cannot_open(*_):
        raise FileNotFoundError(2, "No such file", "its own name")

    monkeypatch.setattr(outputs.TextOutput, "close", cannot_open)
    with pytest.raises(SystemExit):
        run(tmp_path / "t.csv", tmp_path / "o.csv")
    assert "'its own name': No such file" in capsys.readouterr().err


def test_rows_keep_what_python_cannot_count_and_lose_empty_cells_without_a_name(tmp_path):
    long = f'{{"n":{"1" * 5_000},"url":"http://h/"}}'
    (tmp_path / "t.jsonl").write_text(long, "utf-8")
    assert run(tmp_path / "t.jsonl", tmp_path / "o.jsonl", add="host") == 0
    assert (tmp_path / "o.jsonl").read_text("utf-8") == f'{long[:-1]}, "host": "h"}}\n'
    (tmp_path / "t.csv").write_text("url,n\nhttp://h/,1,,\n", "utf-8")
    assert run(tmp_path / "t.csv", tmp_path / "o.csv", add="host") == 0
    assert (tmp_path / "o.csv").read_text("utf-8") == "url,n,host\nhttp://h/,1,h\n"


def test_processes_of_their_own_do_not_load_pandas(monkeypatch):
    import importlib

    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    monkeypatch.setattr(column, "leave_interrupts", lambda: None)
    monkeypatch.delitem(sys.modules, "pandas", raising=False)
    monkeypatch.delitem(sys.modules, "this", raising=False)
    column._begin()
    with pytest.raises(ModuleNotFoundError, match="pandas is not used here"):
        importlib.import_module("pandas")
    assert importlib.util.find_spec("this") is not None


def test_the_report_is_short():
    reasons = {f"reason {n}": (n, 1, "x") for n in range(1, 13)}
    lines = reports.text_of(reports.Report(100, 78, reasons)).splitlines()
    assert lines[0] == "100 rows, of which 78 failed (78.00%)"
    assert lines[1] == "  12 × reason 12, first in row 1: x"
    assert lines[-1] == "  and 2 more reasons"
    assert len(lines) == 12
    assert reports.text_of(reports.Report(1, 0, {})) == "1 row, of which 0 failed"


def test_a_report_that_nobody_reads(tmp_path, monkeypatch):
    def nobody_reads(_):
        raise BrokenPipeError

    (tmp_path / "t.csv").write_text(TABLE, "utf-8")
    monkeypatch.setattr(column, "say", nobody_reads)
    assert run(tmp_path / "t.csv", tmp_path / "o.csv") == 141
    assert len((tmp_path / "o.csv").read_text("utf-8").splitlines()) == 5
    assert sorted(file.name for file in tmp_path.iterdir()) == ["o.csv", "t.csv"]


def test_progress_on_a_terminal(tmp_path, monkeypatch, capsys):
    (tmp_path / "t.csv").write_text(TABLE, "utf-8")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert run(tmp_path / "t.csv", tmp_path / "o.csv", "--batch", "2") == 0
    shown = capsys.readouterr().err
    assert "% 2 rows, 1 failed, " in shown
    assert f"\r[{'#' * 24}] 100% 4 rows, 2 failed, " in shown
    monkeypatch.setattr(sys, "stderr", None)
    assert run(tmp_path / "t.csv", tmp_path / "o.csv") == 0


@NO_PROCESSES
def test_processes_keep_the_order(tmp_path):
    (tmp_path / "t.csv").write_text("url\n" + "".join(f"http://h{n}/\n" for n in range(10)), "utf-8")
    assert run(tmp_path / "t.csv", tmp_path / "o.csv", "--jobs", "2", "--batch", "1", add="host") == 0
    lines = (tmp_path / "o.csv").read_text("utf-8").splitlines()
    assert lines == ["url,host", *(f"http://h{n}/,h{n}" for n in range(10))]


def test_rows_are_counted_as_csv_has_them():
    output = outputs.TextOutput.__new__(outputs.TextOutput)
    output._format, output._is_quoted = "csv", False
    text = b'a,"b\n""\n\xff",c\n"""\n""",\nx,y\n'
    for size in range(1, len(text) + 1):
        assert sum(output._rows_in(text[place : place + size]) for place in range(0, len(text), size)) == 3


@pytest.mark.skipif(os.name == "nt" or sys.platform == "emscripten", reason="uses POSIX permissions")
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o444])
def test_an_output_keeps_its_permissions(tmp_path, mode):
    (tmp_path / "t.csv").write_text(TABLE, "utf-8")
    output = tmp_path / "o.csv"
    output.touch()
    output.chmod(mode)
    known = output.stat()
    assert run(tmp_path / "t.csv", output) == 0
    assert (output.stat().st_mode, output.stat().st_uid, output.stat().st_gid) == known[:1] + known[4:6]
    assert len(output.read_text("utf-8").splitlines()) == 5


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a file away")
@pytest.mark.skipif(sys.platform == "emscripten", reason="Pyodide has no users")
def test_an_output_keeps_its_owner(tmp_path):
    (tmp_path / "t.csv").write_text(TABLE, "utf-8")
    (tmp_path / "o.csv").touch()
    os.chown(tmp_path / "o.csv", 1234, 2345)
    assert run(tmp_path / "t.csv", tmp_path / "o.csv") == 0
    assert (tmp_path / "o.csv").stat()[4:6] == (1234, 2345)


OPEN_QUOTES = [
    (b'url\nhttp://h/\n"http://a/\nhttp://b/\n', 3),
    (b'url\r\nhttp://h/\r\n"http://a/\r\nhttp://b/', 3),
    (b'url,x\n"a\nb","c""\nd\n', 3),
    (b'url\n"a\nb"\nhttp://h/\n"', 5),
    (b'url\n"a\n\n\n', 2),
    (b'"url\nhttp://h/\n', 1),
    (b'url,"x\ny","z\nhttp://h/\n', 2),
]


@pytest.mark.parametrize("batch", ["1", "2", "1000"])
@pytest.mark.parametrize(("content", "line"), OPEN_QUOTES)
def test_a_quote_that_is_never_closed(tmp_path, capsys, content, line, batch):
    (tmp_path / "t.csv").write_bytes(content)
    with pytest.raises(SystemExit) as ended:
        run(tmp_path / "t.csv", tmp_path / "o.csv", "--batch", batch, add="host")
    assert ended.value.code == 2
    message = f"line {line} has a quote that opens a cell, and no quote in the file ends it"
    assert message in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["t.csv"]


def test_other_quotes_are_read_as_they_are_by_the_standard_library(tmp_path):
    content = 'url,x\nhttp://h/,"a"b\nhttp://h/,a"b\n"http://h/?""", "c\nhttp://h/,""\nhttp://h/,"end"'
    (tmp_path / "t.csv").write_text(content, "utf-8")
    for batch in ("1", "2", "100"):
        assert run(tmp_path / "t.csv", tmp_path / "o.csv", "--batch", batch, add="host") == 0
        with (tmp_path / "o.csv").open(encoding="utf-8", newline="") as file:
            rows = [*csv.reader(file)]
        assert rows == [[*row, "host" if row[0] == "url" else "h"] for row in csv.reader(content.splitlines())]


def test_a_carriage_return_in_json_is_white_space(tmp_path, capsys):
    rows = ['{"url":\r"http://h/"\r}\r\n', '\r{"url": "http://i/"}\n', '{"url": "http://j/"}\r\r\n']
    (tmp_path / "t.jsonl").write_bytes("".join(rows).encode())
    for batch in ("1", "2", "100"):
        assert run(tmp_path / "t.jsonl", tmp_path / "o.jsonl", "--batch", batch, add="host") == 0
        assert (tmp_path / "o.jsonl").read_bytes() == (
            b'{"url":\r"http://h/", "host": "h"}\r\n\r{"url": "http://i/", "host": "i"}\n'
            b'{"url": "http://j/", "host": "j"}\r\r\n'
        )
        assert "3 rows, of which 0 failed" in capsys.readouterr().err


@pytest.mark.parametrize("batch", ["1", "2", "1000"])
def test_an_empty_line_is_no_row(tmp_path, capsys, batch):
    """In a cell it is a part of the cell."""
    (tmp_path / "t.csv").write_bytes(b'url,x\n\nhttp://h/,\r\n\r\n"http://i/","\n\n"\n\r\n,\n""\nx\n\n')
    assert run(tmp_path / "t.csv", tmp_path / "o.csv", "--batch", batch, add="host") == 0
    assert (tmp_path / "o.csv").read_bytes() == b'url,x,host\nhttp://h/,,h\nhttp://i/,"\n\n",i\n,,\n,,\nx,,\n'
    shown = capsys.readouterr().err
    assert "5 rows, of which 1 failed" in shown
    assert "first in row 5: x\n" in shown
    (tmp_path / "t.jsonl").write_bytes(b'\n{"url": "http://h/"}\n \t\r\n{"url": "x"}\n\n')
    assert run(tmp_path / "t.jsonl", tmp_path / "o.jsonl", "--batch", batch, add="host") == 0
    assert (tmp_path / "o.jsonl").read_bytes() == b'{"url": "http://h/", "host": "h"}\n{"url": "x", "host": null}\n'
    shown = capsys.readouterr().err
    assert "2 rows, of which 1 failed" in shown
    assert "first in row 2: x\n" in shown


@pytest.mark.skipif(os.name == "nt", reason="makes a symbolic link")
def test_an_output_that_is_a_symbolic_link(tmp_path, capsys):
    """The file that it leads to is written, as a shell would; a file of the output's name would hide that."""
    (tmp_path / "t.csv").write_text(TABLE, "utf-8")
    (tmp_path / "folder").mkdir()
    link, file = tmp_path / "o.csv", tmp_path / "folder" / "p.csv"
    link.symlink_to(Path("folder") / "p.csv")
    for _ in range(2):
        assert run(tmp_path / "t.csv", link) == 0
        assert link.is_symlink()
        assert len(file.read_text("utf-8").splitlines()) == 5
        file.write_text("before", "utf-8")
    (tmp_path / "round.csv").symlink_to("round.csv")
    (tmp_path / "source.csv").symlink_to("t.csv")
    for name, message in [
        ("round.csv", f"--output: {tmp_path / 'round.csv'} is a link that leads back to itself"),
        ("source.csv", "the output is the input"),
    ]:
        with pytest.raises(SystemExit) as ended:
            run(tmp_path / "t.csv", tmp_path / name)
        assert ended.value.code == 2
        assert message in capsys.readouterr().err
    assert [found.name for found in (tmp_path / "folder").iterdir()] == ["p.csv"]


@pytest.mark.skipif(not hasattr(os, "mkfifo") or sys.platform == "emscripten", reason="makes a pipe")
def test_a_pipe_is_no_file(tmp_path, capsys):
    os.mkfifo(tmp_path / "pipe.csv")
    (tmp_path / "t.csv").write_text(TABLE, "utf-8")
    for source, output, message in [
        ("pipe.csv", "o.csv", "pipe.csv is not a file; the table is read more than once, so write it to a file first"),
        ("t.csv", "pipe.csv", "pipe.csv is not a file; write the name of a file"),
    ]:
        with pytest.raises(SystemExit) as ended:
            run(tmp_path / source, tmp_path / output)
        assert ended.value.code == 2
        assert message in capsys.readouterr().err
    assert sorted(file.name for file in tmp_path.iterdir()) == ["pipe.csv", "t.csv"]


def test_the_ends_of_lines_and_the_byte_order_mark_stay(tmp_path):
    mark = b"\xef\xbb\xbf"
    table, lines = TABLE.replace("\n", "\r\n").encode(), LINES.replace("\n", "\r\n").encode()
    for start, newline in ((mark, b"\n"), (mark, b"\r\n"), (b"", b"\n"), (b"", b"\r\n")):
        (tmp_path / "t.csv").write_bytes(start + table.replace(b"\r\n", newline))
        (tmp_path / "t.jsonl").write_bytes(start + lines.replace(b"\r\n", newline))
        for batch in ("1", "2", "1000"):
            assert run(tmp_path / "t.csv", tmp_path / "o.csv", "--batch", batch, add="host") == 0
            assert run(tmp_path / "t.jsonl", tmp_path / "o.jsonl", "--batch", batch, add="host") == 0
            for name in ("o.csv", "o.jsonl"):
                written = (tmp_path / name).read_bytes()
                assert written.startswith(mark) == (start == mark)
                assert written.count(mark) == (start == mark)
                assert written.count(newline) == written.count(b"\n") == 5
                assert written.endswith(newline)
                assert written.count(b"\r") == (5 if newline == b"\r\n" else 0)
    # What ends the lines of a cell stays.
    (tmp_path / "t.csv").write_bytes(b'url,"x\r\ny"\nhttp://h/,"a\r\nb\rc"\n')
    assert run(tmp_path / "t.csv", tmp_path / "o.csv", add="host") == 0
    assert (tmp_path / "o.csv").read_bytes() == b'url,"x\r\ny",host\nhttp://h/,"a\r\nb\rc",h\n'


def test_the_compression_of_parquet_stays(tmp_path):
    pyarrow = peer("pyarrow")
    import pyarrow.parquet as pq

    def codecs(file):
        group = pq.ParquetFile(file).metadata.row_group(0)
        chunks = [group.column(place) for place in range(group.num_columns)]
        return {chunk.path_in_schema: chunk.compression for chunk in chunks}

    table = pyarrow.table({"url": ["http://h/"] * 5, "a.b": range(5), "list": [[1]] * 5, "struct": [{"c": 1}] * 5})
    own = {"url": "GZIP", "a.b": "ZSTD", "list.list.element": "SNAPPY", "struct.c": "NONE"}
    for compression in ("NONE", "SNAPPY", "GZIP", "ZSTD", "LZ4", "BROTLI", own):
        pq.write_table(table, tmp_path / "t.parquet", compression=compression)
        assert run(tmp_path / "t.parquet", tmp_path / "o.parquet", "--batch", "2", add="host") == 0
        before, after = codecs(tmp_path / "t.parquet"), codecs(tmp_path / "o.parquet")
        assert after == {**before, "host": before["url"]}
