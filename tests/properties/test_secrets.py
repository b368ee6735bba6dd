"""A password is shown nowhere: in no repr, error or verdict, and in the output of no command that does not say so."""

from contextlib import redirect_stderr, redirect_stdout, suppress
from io import StringIO
from urllib.parse import quote

from tests.conftest import peer

hypothesis = peer("hypothesis")

from hypothesis import (  # noqa: E402 - must follow the check that it is installed
    example,
    given,
    strategies as st,
)

from py_url import (  # noqa: E402 - as above
    URL,
    FrozenURL,
    URLSearchParams,
    display,
    editions,
    explain,
    fix,
    guard,
    redact,
    validate,
)
from py_url.canonical import canonicalize  # noqa: E402 - as above
from py_url.guard.transports.connecting import Chain, Guarding  # noqa: E402 - as above
from py_url.pattern import URLPattern  # noqa: E402 - as above
from py_url.programs.command_line import main  # noqa: E402 - as above
from py_url.specs import html, rfc3986  # noqa: E402 - as above
from tests.properties.reached import reached, reaches  # noqa: E402 - as above
from tests.properties.strategies import evenly, joined  # noqa: E402 - as above
from tests.support.hypothesis_profile import examples  # noqa: E402 - as above

SECRET = "s3cr3t"
LOOSE = guard.Policy(schemes=["http", "https", "wss"], ports=None, credentials=True, parsers=["whatwg"], valid=False)


@st.composite
def urls_with_a_password(draw):
    """The URL as the standard serializes it, or as it also parses."""
    url = URL(
        draw(st.sampled_from(["http://h.example", "wss://h.example:8080/p", "foo://h/", "https://h.example/?a=b"]))
    )
    userinfo = joined([*"aZ9-._~!$&'()*+,;=:@/?#[]|^ %é", "%40", "%2F"], most=3)
    url.username, url.password = draw(userinfo), draw(userinfo) + SECRET + draw(userinfo)
    if url.protocol == "foo:":
        return url.href
    slashes = draw(st.sampled_from(["//", "\\\\", "/\\", "\\/", "///"]))
    return url.href.replace("//", slashes, 1)


@st.composite
def encoded(draw, url):
    """*url*, percent-encoded by one of the functions that programs use, or only some of its delimiters."""
    safe = draw(st.sampled_from(["", "/", ":", "@", ":@", "/:", "/:@", "~()*!'", ":/?#[]@!$'()*+,;="]))
    text = quote(url, safe=safe)
    return text if draw(st.booleans()) else text.replace("%2F", "%2f").replace("%3A", "%3a").replace("%5C", "%5c")


inner = urls_with_a_password()
within = st.one_of(
    # An "&" ends the parameter of a query, and the URL in it.
    st.builds("https://h.example/?a=b&u={}".format, inner.map(lambda url: url.replace("&", "%26"))),
    st.builds("{}{}".format, st.sampled_from(["https://h/", "foo:", "http://h/#"]), inner),
    st.builds(
        "{}{}{}".format,
        st.sampled_from(["https://h.example/?u=", "https://h/a/", "foo:a/", "http://h/#a", "https://t@h/?a:b&u="]),
        inner.flatmap(encoded),
        st.sampled_from(["", "&a=b", "/", "#x@y"]),
    ),
)


def _handed_over(text):
    """Return what a function for the verdicts of a transport gets."""
    shown = []
    Guarding(LOOSE, on_verdict=shown.append, report_only=True).check(text, Chain())
    return shown


def shown_by_objects(text):
    """Yield what objects and errors show of *text*."""
    for made in (
        lambda: URL(text),
        lambda: FrozenURL(text),
        lambda: URL(text).search_params,
        lambda: URLSearchParams([("u", text)]),
        lambda: URL(text).to_record(),
        lambda: display(text, whole_host=True),
        lambda: display(text, whole_host=True, max_length=30),
        lambda: [*validate(text)],
        lambda: fix(text),
        lambda: explain.explain_differences(text, parsers=["whatwg", "urllib.parse", "rfc3986"]),
        lambda: editions.parse(text, edition="2020-11"),
        lambda: guard.check_fetch(text, LOOSE),
        lambda: guard.check_fetch(text).reasons,
        lambda: _handed_over(text),
        lambda: URLPattern().exec(text),
        lambda: URLPattern(pathname="*:a", search="*", hash="(.*)").exec(text),
        lambda: URLPattern().exec({"password": SECRET, "search": URL(text).search}),
        lambda: html.Hyperlink(html.Document("https://h/"), text),
        lambda: html.Location(html.Document(text)),
        lambda: canonicalize(text, profile="dedup", steps=True),
        lambda: rfc3986.parse(text),
        lambda: URL(f"https://exa mple/{text}"),
        lambda: URL(text.replace("://h", "://exa mple", 1)),
        lambda: URL(text).replace(port=text),
    ):
        try:
            shown = repr(made())
        except (ValueError, TypeError) as error:
            yield repr(error)
            yield str(error)
            if hasattr(error, "on_one_line"):
                yield error.on_one_line()
        else:
            reached("objects")
            yield shown


# The text of these four is for other programs, so it is whole; the documents say so.
WHOLE = (["resolve"], ["get", "-f", "{href} {query:u}"], ["edit", "--set", "path=/a"], ["check", "--fix"])
COMMANDS = [
    *(["parse"], ["check"], ["params"], ["host"], ["display"], ["display", "--max-length", "30"], ["guard"]),
    *(["explain"], ["explain", "--steps"]),
]


def shown_by_commands(text):
    """Yield what commands print about *text*, with their names."""
    for command in (*COMMANDS, *WHOLE):
        is_whole = command in WHOLE
        for options in [["--json"]] if is_whole else [[], ["--json"]]:
            out, err = StringIO(), StringIO()
            with redirect_stdout(out), redirect_stderr(err), suppress(SystemExit):
                main([*command, *options, "--", text])
            yield out.getvalue()
            yield err.getvalue()


@reaches(objects=0.9)
@examples(200)
@given(evenly(inner, within))
@example("https://a.com/?u=https%3A%2F%2Fuser:s3cr3t@h.com/")
@example("https://a.com/?u=https%3A//s3cr3t%40h.com/")
@example("postgres%3A//u%3As3cr3t@h/db")
@example("https://a.com/?u=http:%5C%5Cu:s3cr3t@h/")
@example("https://a.com/#http:\\\\u:s3cr3t@h/")
def test_a_password_is_shown_nowhere(text):
    for shown in [redact(text), *shown_by_objects(text), *shown_by_commands(text)]:
        assert SECRET not in shown
