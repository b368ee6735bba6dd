"""The recipes of web/docs/howto/other-libraries.md, run in the real libraries, with what they do and with bad input."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from py_url import URL, FrozenURL, InvalidURL
from tests.conftest import peer
from tests.support.fits import recipes

# Strings, each with the name of what is wrong with it.
BAD = {"no URL": "missing-scheme-non-relative-URL", "https://u:s3cr3t@h:x/": "port-invalid", "//h": "missing-scheme"}


def test_msgspec():
    msgspec = peer("msgspec")
    names = recipes("msgspec")
    link, decode, encode = names["Link"], names["decode"], names["encode"]
    for bad, name in BAD.items():
        with pytest.raises(msgspec.ValidationError, match=rf"{name}(.|\n)*at `\$\.url`") as caught:
            msgspec.json.decode(json.dumps({"url": bad}), type=link, dec_hook=decode)
        assert "s3cr3t" not in str(caught.value)
    for bad in (5, None):
        with pytest.raises(msgspec.ValidationError, match=r"must be a str or a URL, not \w+ - at `\$\.url`"):
            msgspec.convert({"url": bad}, link, dec_hook=decode)
    for hook, work in ((encode, msgspec.json.encode), (encode, msgspec.to_builtins)):
        with pytest.raises(NotImplementedError, match="object"):
            work({"a": object()}, enc_hook=hook)
    with pytest.raises(NotImplementedError, match="complex"):
        msgspec.json.decode(b'"1"', type=complex, dec_hook=decode)
    assert msgspec.to_builtins(link(FrozenURL("https://h")), enc_hook=encode) == {"url": "https://h/"}
    assert msgspec.json.decode(b'{"https://h": 1}', type=dict[FrozenURL, int], dec_hook=decode) == {
        FrozenURL("https://h"): 1
    }


def test_cattrs():
    cattrs, attrs = peer("cattrs"), peer("attrs")
    converter = recipes("cattrs")["converter"]

    @attrs.define
    class Link:
        """A class with URLs in it."""

        url: FrozenURL
        more: list[FrozenURL]
        other: FrozenURL | None = None

    link = Link(FrozenURL("https://h"), [FrozenURL("https://i")])
    plain = {"url": "https://h/", "more": ["https://i/"], "other": None}
    assert converter.unstructure(link) == plain
    assert converter.structure(plain, Link) == link
    for bad, name in BAD.items():
        with pytest.raises(InvalidURL, match=name):
            converter.structure(bad, FrozenURL)
        with pytest.raises(cattrs.ClassValidationError) as caught:
            converter.structure({"url": "https://h", "more": ["https://i", bad]}, Link)
        assert cattrs.transform_error(caught.value) == ["invalid value for type, expected FrozenURL @ $.more[1]"]


@pytest.fixture
def bookmarks():
    """A session with three URLs, and the class of its rows."""
    sqlalchemy, orm = peer("sqlalchemy"), peer("sqlalchemy.orm")
    names = recipes("SQLAlchemy 2")
    engine = sqlalchemy.create_engine("sqlite://")
    names["Base"].metadata.create_all(engine)
    with orm.Session(engine) as session:
        session.add_all(names["Bookmark"](url=FrozenURL(url)) for url in STORED)
        session.commit()
        yield session, names["Bookmark"]
    engine.dispose()


STORED = ("http://h/", "https://example.com:8080/a?utm_x=1", "https://xn--fa-hia.example/")
FIRST, SECOND, THIRD = ({url} for url in STORED)
# Each condition on a column, and which of the URLs it is true of.
CONDITIONS = {
    "==": (lambda url: url == "HTTPS://faß.example", THIRD),
    "== URL": (lambda url: url == FrozenURL("http://h"), FIRST),
    "!=": (lambda url: url != "http://h", SECOND | THIRD),
    "in": (lambda url: url.in_(["http://h", FrozenURL("https://faß.example")]), FIRST | THIRD),
    "not in": (lambda url: url.not_in(["http://h"]), SECOND | THIRD),
    "is distinct from": (lambda url: url.is_distinct_from("http://h"), SECOND | THIRD),
    "is not distinct from": (lambda url: url.is_not_distinct_from("http://h"), FIRST),
    "is null": (lambda url: url.is_(None), set()),
    "startswith": (lambda url: url.startswith("https://exam"), SECOND),
    "startswith with a port": (lambda url: url.startswith("https://example.com:"), SECOND),
    "startswith a URL": (lambda url: url.startswith(URL("http://h").freeze()), FIRST),
    "istartswith": (lambda url: url.istartswith("HTTPS://EXAM"), SECOND),
    "endswith": (lambda url: url.endswith("=1"), SECOND),
    "contains": (lambda url: url.contains("utm_", autoescape=True), SECOND),
    "like": (lambda url: url.like("https://%.example/"), THIRD),
    "not like": (lambda url: url.not_like("%example%"), FIRST),
    "ilike": (lambda url: url.ilike("%EXAMPLE%"), SECOND | THIRD),
    "matches": (lambda url: url.regexp_match("^https"), SECOND | THIRD),
    "<": (lambda url: url < "https://", FIRST),
    "> URL": (lambda url: url > FrozenURL("https://f"), THIRD),
    "between": (lambda url: url.between("https://", "https://f"), SECOND),
    "concatenation": (lambda url: (url + "x") == "http://h/x", FIRST),
}


@pytest.mark.parametrize("name", CONDITIONS)
def test_the_operators_of_sqlalchemy(name, bookmarks):
    from sqlalchemy import select

    session, bookmark = bookmarks
    condition, expected = CONDITIONS[name]
    found = session.scalars(select(bookmark.url).where(condition(bookmark.url))).all()
    assert {str(url) for url in found} == expected
    assert {type(url) for url in found} <= {FrozenURL}


def test_sqlalchemy(bookmarks):
    from sqlalchemy import func, select, update
    from sqlalchemy.exc import StatementError

    session, bookmark = bookmarks
    assert session.scalar(select(func.max(bookmark.url))) == URL("https://xn--fa-hia.example")
    session.execute(update(bookmark).where(bookmark.url == "http://h").values(url="HTTP://I"))
    assert session.get(bookmark, FrozenURL("http://i")).url.href == "http://i/"
    session.commit()
    for bad, name in BAD.items():
        with pytest.raises(StatementError, match=name):
            session.scalars(select(bookmark).where(bookmark.url == bad)).all()
        session.rollback()
        session.add(bookmark(url=bad))
        with pytest.raises(StatementError, match=name):
            session.flush()
        session.rollback()
    assert len(session.scalars(select(bookmark)).all()) == 3


def test_the_url_of_sqlalchemy():
    sqlalchemy = peer("sqlalchemy")
    url = sqlalchemy.make_url("postgresql://u:s3cr3t@h/db")
    with pytest.raises(TypeError, match=r"not sqlalchemy.*URL; write url.render_as_string\(hide_password=False\)$"):
        URL(url)
    assert URL(url.render_as_string(hide_password=False)).password == "s3cr3t"


@pytest.mark.skipif(sys.platform == "emscripten", reason="Pyodide has no processes")
def test_django():
    peer("django")
    command = [sys.executable, "-m", "tests.support.fits_in_django", *BAD, "HTTPS://Example.com"]
    root = Path(__file__).parents[2]
    result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=root, timeout=300)
    assert result.stderr == ""
    found = json.loads(result.stdout)
    for bad, name in BAD.items():
        answer = found["answers"][bad]
        status, errors = answer["form"]
        assert (status, errors["url"][0]["code"], answer["admin"]) == (422, "invalid", 200)
        for message in (errors["url"][0]["message"], answer["model"]):
            assert name in message
            assert "s3cr3t" not in message
    good = found["answers"]["HTTPS://Example.com"]
    assert good == {"form": [200, {"url": "HTTPS://Example.com"}], "model": None, "admin": 302}
    assert "validators=[tests.support.fits_in_django.validate_url]" in found["migration"].replace(
        "__main__", "tests.support.fits_in_django"
    )


def test_exact_types():
    """A database's adapter is looked up by the class itself, whatever text a field was given."""
    adapter, sqlite3 = peer("pydantic").TypeAdapter(FrozenURL), peer("sqlite3")
    urls = [adapter.validate_python(url) for url in ("https://h/", "https://h", "HTTPS://faß.example")]
    sqlite3.register_adapter(FrozenURL, str)
    try:
        with sqlite3.connect(":memory:") as database:
            assert [database.execute("select ?", (url,)).fetchone()[0] for url in urls] == [url.href for url in urls]
        database.close()
    finally:
        sqlite3.adapters.pop((FrozenURL, sqlite3.PrepareProtocol))
