"""Open Packaging Conventions: the tables of Annex A, each rule for part names, pack URIs, OpenDocument."""

import pickle

import pytest

from py_url.specs import opc
from py_url.specs.grammar import InvalidSyntax


@pytest.mark.parametrize(
    ("string", "iri", "uri", "name"),
    [
        ("/a/b.xml", "/a/b.xml", "/a/b.xml", "/a/b.xml"),
        ("/a/ц.xml", "/a/ц.xml", "/a/%D1%86.xml", "/a/%D1%86.xml"),
        ("/%41/%61.xml", "/%41/%61.xml", "/%41/%61.xml", "/A/a.xml"),
        ("/%25XY.xml", "/%25XY.xml", "/%25XY.xml", "/%25XY.xml"),
        # The table's URI column already has the result of step 2 of A.3: "/%25XY.xml".
        ("/%XY.xml", "/%XY.xml", "/%XY.xml", "/%25XY.xml"),
        ("/%2541.xml", "/%2541.xml", "/%2541.xml", "/%2541.xml"),
        ("/../a.xml", "/../a.xml", "/../a.xml", "/a.xml"),
        ("/./ц.xml", "/./ц.xml", "/./%D1%86.xml", "/%D1%86.xml"),
        ("/%2e/%2e/a.xml", "/%2e/%2e/a.xml", "/%2e/%2e/a.xml", "/a.xml"),
        ("\\a.xml", "%5Ca.xml", "%5Ca.xml", "/a.xml"),
        ("\\%41.xml", "%5C%41.xml", "%5C%41.xml", "/A.xml"),
        ("/%D1%86.xml", "/%D1%86.xml", "/%D1%86.xml", "/%D1%86.xml"),
        ("\\%2e/a.xml", "%5C%2e/a.xml", "%5C%2e/a.xml", "/a.xml"),
        # From the fifth edition.
        ("/A B.xml", "/A%20B.xml", "/A%20B.xml", "/A%20B.xml"),
    ],
)
def test_the_table_of_annex_a(string, iri, uri, name):
    assert opc.string_to_iri(string) == iri
    assert opc.iri_to_uri(iri) == uri
    assert opc.part_name(string) == name


@pytest.mark.parametrize(
    ("string", "source", "name"),
    [
        # From §6.4.3 of the fifth edition.
        *(("/b/bar.xml", "/a/b/foo.xml", "/b/bar.xml"), ("bar.xml", "/a/b/foo.xml", "/a/b/bar.xml")),
        *(("./bar.xml", "/a/b/foo.xml", "/a/b/bar.xml"), ("../bar.xml", "/a/b/foo.xml", "/a/bar.xml")),
        *(("../bar.xml", "/", "/bar.xml"), ("", "/a/b.xml", "/a/b.xml"), ("#x", "/a/b.xml", "/a/b.xml")),
        # One rule at a time.
        *(("a[1].xml", "/", "/a%5B1%5D.xml"), ("a%.xml", "/", "/a%25.xml"), ("%%341", "/", "/%2541")),
        *(("%7Ea%2D", "/", "/~a-"), ("a%2Fb%5cc", "/", "/a/b/c"), ("a\\b", "/x/y", "/x/a/b")),
        *(("a./b..", "/", "/a/b"), ("a///b", "/", "/a/b"), ("//h/b", "/x/y", "/h/b"), ("a/b/", "/", "/a/b")),
        *(("a/.../...", "/d/s", "/d/a"), ("/.../.../b/.../....", "/", "/b"), ("...\\a", "/", "/a")),
        *(("a/.../b/....", "/", "/a/b"), ("a/...", "/", "/a"), (".../a", "/", "/a"), ("a.b/c.d.", "/", "/a.b/c.d")),
        *(("b.xml?q#f", "/a/c", "/a/b.xml"), ("b.?q./", "/a/c", "/a/b"), ("./c:d", "/a/b", "/a/c:d")),
        ("../../../../x", "/a/b/c", "/x"),
    ],
)
def test_the_ten_steps(string, source, name):
    assert opc.part_name(string, source) == name


@pytest.mark.parametrize(
    ("name", "rule", "offset"),
    [
        *(("", "M1.1", 0), ("/a//b", "M1.3", 3), ("//xml/.", "M1.3", 1), ("a", "M1.4", 0), ("/a/", "M1.5", 2)),
        *(("/", "M1.5", 0), ("/a b", "M1.6", 2), ("/é", "M1.6", 1), ("/a?b", "M1.6", 2), ("/%", "M1.6", 1)),
        *(("/a%2Fb", "M1.7", 2), ("/a%5cb", "M1.7", 2), ("/b/%41", "M1.8", 3), ("/a/b.", "M1.9", 4)),
        *(("/...", "M1.9", 3), ("/a/../b", "M1.9", 4), ("/a\n", "M1.6", 2)),
    ],
)
def test_each_rule_is_named(name, rule, offset):
    assert not opc.is_part_name(name)
    with pytest.raises(opc.InvalidPartNameError, match=rule) as caught:
        opc.check_part_name(name)
    assert (caught.value.rule, caught.value.offset, caught.value.input) == (rule, offset, name)
    assert isinstance(caught.value, InvalidSyntax)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), str(again)) == (opc.InvalidPartNameError, str(caught.value))
    assert opc.part_name_problems(name)[0][:2] == (rule, offset)


def test_all_that_is_wrong():
    assert [problem.rule for problem in opc.part_name_problems("a//%2f%41 é.")] == [
        *("M1.3", "M1.4", "M1.6", "M1.7", "M1.8", "M1.9")
    ]
    assert "M1.10" in [problem.rule for problem in opc.part_name_problems("/...")]
    for good in ("/a/%D1%86.xml", "/xml/item1.xml", "/a:b@c!$&'()*+,;=~", "/.a", "/a..b"):
        assert opc.part_name_problems(good) == []


def test_what_refers_to_no_part():
    for string in ("http://h/a", "C:\\a", "x:"):
        with pytest.raises(ValueError, match="scheme"):
            opc.part_name(string)
    for string in ("", "/", "..", "./", "...", "/a/..", "#x"):
        with pytest.raises(ValueError, match=r"refers to the package|part name"):
            opc.part_name(string)
    assert opc.part_name("", "/a") == opc.part_name("...", "/a") == opc.part_name("/", "/a") == "/a"
    with pytest.raises(opc.InvalidPartNameError):
        opc.part_name("a", "b")
    with pytest.raises(ValueError, match="the lone surrogate"):
        opc.part_name("/\ud800")


def test_equivalence_and_conflicts():
    assert opc.equivalent("/A/b.XML", "/a/B.xml")
    assert not opc.equivalent("/a/b", "/a/c")
    assert opc.conflicts(["/A/x", "/b/x", "/a/x/Y", "/a/X"]) == [
        ("/A/x", "/a/X"),
        ("/A/x", "/a/x/Y"),
        ("/a/X", "/a/x/Y"),
    ]
    assert opc.conflicts(["/a/b.xml", "/a/c", "/A/B.xml", "/a/c/d", "/a/cd", "/a/c-d"]) == [
        ("/a/b.xml", "/A/B.xml"),
        ("/a/c", "/a/c/d"),
    ]
    assert opc.conflicts([]) == []
    assert opc.conflicts(iter(["/a", "/a/b", "/a/b/c"])) == [("/a", "/a/b"), ("/a", "/a/b/c"), ("/a/b", "/a/b/c")]
    with pytest.raises(TypeError, match="the names must be"):
        opc.conflicts("/a")
    with pytest.raises(opc.InvalidPartNameError):
        opc.conflicts(["/a", "b"])


@pytest.mark.parametrize(
    ("source", "relationships"),
    [
        *(("/", "/_rels/.rels"), ("/foo", "/_rels/foo.rels"), ("/foo/bar.xml", "/foo/_rels/bar.xml.rels")),
        *(("/a.rels", "/_rels/a.rels.rels"), ("/_rels/a", "/_rels/_rels/a.rels")),
    ],
)
def test_relationships(source, relationships):
    assert opc.relationships_part_name(source) == relationships
    assert opc.source_of_relationships(relationships) == source
    assert opc.is_relationships_part_name(relationships.upper())
    with pytest.raises(ValueError, match=r"M1\.25"):
        opc.relationships_part_name(relationships)


def test_what_has_no_relationships():
    assert not opc.is_relationships_part_name("/a/b.rels")
    assert not opc.is_relationships_part_name("/_rels/a.xml")
    for name in ("/a/b.rels", "/a/_rels/.rels", "/a/_rels/_rels/b.rels.rels", "/_rels/_rels/.rels.rels"):
        with pytest.raises(ValueError, match="relationships"):
            opc.source_of_relationships(name)


# Annex B writes "%3c", which is "<", but means ":".
@pytest.mark.parametrize(
    ("package", "part", "uri"),
    [
        (
            *("http://www.openxmlformats.org/my.container", "/a/b/foo.xml"),
            "pack://http%3A,,www.openxmlformats.org,my.container/a/b/foo.xml",
        ),
        (
            *("http://myalias:pswr@www.my.com/containers.aspx?my.container", "/c/d/bar.xml"),
            "pack://http%3A,,myalias%3Apswr%40www.my.com,containers.aspx%3Fmy.container/c/d/bar.xml",
        ),
        (
            *("http://www.my.com/packages.aspx?my.package", "/a/foo.xml"),
            "pack://http%3A,,www.my.com,packages.aspx%3Fmy.package/a/foo.xml",
        ),
        ("http://h/a,b%2Cc%25", None, "pack://http%3A,,h,a%2Cb%252Cc%2525/"),
        ("http://[::1]/x", "/y", "pack://http%3A,,%5B%3A%3A1%5D,x/y"),
        ("pack://http%3A,,h,a.zip/b.zip", "/c", "pack://pack%3A,,http%253A%2C%2Ch%2Ca.zip,b.zip/c"),
        ("file:///d:/x.pkg", "/a/bar.xaml", "pack://file%3A,,,d%3A,x.pkg/a/bar.xaml"),
    ],
)
def test_pack_uris(package, part, uri):
    assert opc.compose_pack_uri(package, part) == uri
    assert opc.parse_pack_uri(uri) == (package, part, None)
    assert str(opc.parse_pack_uri(uri)) == uri
    assert opc.is_pack_uri(uri)


def test_pack_uris_as_dot_net_writes_them():
    assert opc.parse_pack_uri("pack://application:,,,/a.xaml#x") == ("application:///", "/a.xaml", "x")
    assert opc.parse_pack_uri("pack://http:,,www.proseware.com,packages.aspx%3fpkg04/page1.xaml#intro") == (
        *("http://www.proseware.com/packages.aspx?pkg04", "/page1.xaml", "intro"),
    )


def test_pack_uris_fragments():
    assert opc.compose_pack_uri("http://h/a#x", "/b", "f") == "pack://http%3A,,h,a/b#f"
    with pytest.raises(InvalidSyntax):
        opc.compose_pack_uri("http://h/a", "/b", "a b")


def test_invalid_pack_uris():
    for uri in (
        "pack:a",
        "http://h/",
        "pack://a@http%3A,,h/",
        "pack://h,a/b",
        "pack://http%3A,,h/a/",
        "pack://",
        "/a",
        " ",
    ):
        assert not opc.is_pack_uri(uri), uri
    for package in ("a", "http://h/a b", ""):
        with pytest.raises(InvalidSyntax):
            opc.compose_pack_uri(package)
    with pytest.raises(opc.InvalidPartNameError):
        opc.compose_pack_uri("http://h/", "a")


@pytest.mark.parametrize(
    ("a", "b", "are"),
    [
        ("pack://http%3A,,h,a", "pack://http%3A,,h,a/", True),
        ("PACK://HTTP%3a,,H,a/B.xml", "pack://http%3A,,h%3A80,a/b.XML", True),
        ("pack://http%3A,,h,a/b", "pack://http%3A,,h,A/b", False),
        ("pack://http%3A,,h,a/b", "pack://http%3A,,h,a/c", False),
        ("pack://http%3A,,h,a/b", "pack://http%3A,,h,a/", False),
        ("pack://http%3A,,h,a/", "pack://http%3A,,h,b/", False),
    ],
)
def test_pack_uris_equivalence(a, b, are):
    assert opc.pack_uris_equivalent(a, b) is are


def test_a_password_is_not_shown():
    assert "secret" not in repr(opc.parse_pack_uri("pack://http%3A,,u%3Asecret%40h/"))
    assert "secret" not in repr(opc.resolve_in_package("http://u:secret@h/", "b"))
    for call in (
        lambda: opc.source_of_relationships("/u:secret@h"),
        lambda: opc.source_of_relationships("/u:secret@h/_rels/.rels"),
        lambda: opc.relationships_part_name("/u:secret@h/_rels/a.rels"),
        lambda: opc.resolve_in_package("u%3Asecret@h%2F", "a"),
        lambda: opc.resolve_in_package("u%3Asecret@h%FF", "a"),
        lambda: opc.parse_pack_uri("pack://http%3A,,u%3Asecret%40h x/a"),
        lambda: opc.part_name("http://u:secret@h/x"),
        lambda: opc.check_part_name("http://u:secret@h/x"),
        lambda: opc.compose_pack_uri("http://u:secret@h/ x"),
    ):
        with pytest.raises(ValueError, match="h") as caught:
            call()
        assert "secret" not in str(caught.value) + repr(caught.value)


@pytest.mark.parametrize(
    ("reference", "file", "target"),
    [
        *(("Pictures/a.png", "content.xml", "Pictures/a.png"), ("./a%20b.png", "content.xml", "a b.png")),
        *(("../Pictures/a.png", "Object 1/content.xml", "Pictures/a.png"), ("x", "Object 1/c", "Object 1/x")),
        *((".", "a/b", "a/"), ("..", "a/b/c", "a/"), ("..", "a/b", ""), ("./", "b", ""), ("././x", "a/b", "a/x")),
        *(("#f", "a/b", "a/b"), ("", "b", "b"), ("?q", "b", "b"), ("a/../b", "c", "b"), ("é", "c", "é")),
        *(("%2e%2e/x", "a/b", "x"), ("a/b/../..", "c/d", "c/"), ("a/.", "b", "a/"), ("a//b", "c", "a//b")),
        ("x", "50%25/b", "50%25/x"),
    ],
)
def test_opendocument_inside(reference, file, target):
    result = opc.resolve_in_package(reference, file)
    assert (result.path, result.iri) == (target, None)
    assert opc.resolve_in_package(reference, file, "http://h/d/p.odt") == result


@pytest.mark.parametrize(
    ("reference", "file", "iri"),
    [
        *(("../x.png", "content.xml", "http://h/d/x.png"), ("../../x?q#f", "a/c", "http://h/d/x?q#f")),
        *(("/x", "content.xml", "http://h/x"), ("//g/x", "content.xml", "http://g/x"), ("..", "c", "http://h/d/")),
        *(("http://x/../y#f", "content.xml", "http://x/y#f"), ("../../../x", "a/c", "http://h/x")),
        *(("a/../../x", "b", "http://h/d/x"), ("%2e%2E/x", "b", "http://h/d/x")),
    ],
)
def test_opendocument_outside(reference, file, iri):
    result = opc.resolve_in_package(reference, file, "http://h/d/p.odt")
    assert (result.path, result.iri) == (None, iri)


def test_opendocument_fragments_and_a_package_of_no_address():
    assert opc.resolve_in_package("a?b#c", "d") == ("a", None, "b", "c")
    assert opc.resolve_in_package("http://h/#f", "d").iri == "http://h/#f"
    with pytest.raises(ValueError, match="leads out of the package"):
        opc.resolve_in_package("../a", "content.xml")
    with pytest.raises(ValueError, match="a percent-encoded '/'"):
        opc.resolve_in_package("a%2Fb", "content.xml")
    with pytest.raises(ValueError, match="not UTF-8"):
        opc.resolve_in_package("a%FF", "content.xml")


@pytest.mark.parametrize(
    "call",
    [
        *(opc.part_name, opc.part_name_problems, opc.check_part_name, opc.is_part_name, opc.string_to_iri),
        *(opc.iri_to_uri, opc.compose_pack_uri, opc.parse_pack_uri, opc.relationships_part_name),
        lambda wrong: opc.resolve_in_package(wrong, "a"),
        lambda wrong: opc.resolve_in_package("a", wrong),
        lambda wrong: opc.conflicts([wrong]),
    ],
)
@pytest.mark.parametrize("wrong", [None, 1, ["x"]])
def test_wrong_types_raise_type_error_and_are_named(call, wrong):
    with pytest.raises(TypeError, match=type(wrong).__name__):
        call(wrong)


@pytest.mark.parametrize(
    ("reference", "what"),
    [
        ("..%5C..%5Cx", "a backslash"),
        ("a%5cb", "a backslash"),
        ("a\\b", "a backslash"),
        ("a/%00", "a NUL character"),
        ("a%2F..%2Fb", "a percent-encoded '/'"),
        ("./C%3A/x", "a drive letter"),
    ],
)
def test_what_no_path_in_a_zip_file_may_contain(reference, what):
    with pytest.raises(ValueError, match=what):
        opc.resolve_in_package(reference, "content.xml")


@pytest.mark.parametrize("file", ["../../etc/content.xml", "/content.xml", "a//b", "./a", "a\\b", "C:/a", "a\0", ""])
def test_the_file_is_in_the_package(file):
    with pytest.raises(ValueError, match="not the path of a file in a package"):
        opc.resolve_in_package("x", file)
