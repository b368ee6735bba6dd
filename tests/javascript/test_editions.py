"""Each edition against the release of whatwg-url of its time: both give the same answers, or it is said why not."""

import json
import re
import subprocess
import unicodedata
from functools import cache
from itertools import pairwise

import pytest
from crosscheck.inputs import own_files
from setup import npm, project

from py_url import InvalidURL, editions
from py_url.standard import percent_decode, serialize
from py_url.standard.hosts import punycode
from py_url.standard.hosts.miscellaneous import FORBIDDEN_DOMAIN_CODE_POINT
from tests.support.needs import needs
from tests.wpt.data import WPT

pytestmark = needs("npm test packages", "wpt")

# Each release, and the edition whose text it follows. Its README names the commit. That of 8.4.0 is a little older than
# 2ce4938, which concerns only encodings, and that of 12.0.1 older than the edition by a change of validation errors.
RELEASES = {
    "8.4.0": "2020-11",
    "8.7.0": "2021-06",
    "10.0.0": "2021-08",
    "11.0.0": "2021-08",
    "12.0.1": "2023-01",
    "13.0.0": "2023-05",
    "14.0.0": "2023-05",
    "14.2.0": "2025-03",
    "15.0.0": "2025-03",
    "16.0.1": "2025-03",
    "17.0.0": "2026-06",
    "17.2.0": "2026-07",
}


def cases():
    """Yield the cases for whatwg_url.mjs: all inputs of the Web Platform Tests and of our own rows."""
    parse, hosts, setters = [], [], []
    for name in WPT.files:
        if name.startswith("urltestdata"):
            parse.append(WPT.load(name))
        elif name.startswith(("toascii", "IdnaTestV2")):
            hosts.append(WPT.load(name))
        elif name == "setters_tests.json":
            setters.append(WPT.load(name))
    for kind, into in (("parse", parse), ("hosts", hosts), ("setters", setters)):
        into += [json.loads(file.read_text("utf-8")) for file in own_files(kind)]
    for row in (row for content in parse for row in content if isinstance(row, dict)):
        yield {"kind": "parse", "input": row["input"], "base": row.get("base")}
    for row in (row for content in hosts for row in content if isinstance(row, dict) and row["input"]):
        yield {"kind": "parse", "input": f"https://{row['input']}/x", "base": None}
    for content in setters:
        for member in content.keys() - {"comment", "href"}:
            for row in content[member]:
                yield {"kind": "set", "href": row["href"], "member": member, "value": row["new_value"]}


def answer(case, edition):
    """Return the serialized URL and its origin, or None if the edition does not parse it."""
    try:
        if case["kind"] == "parse":
            record = editions.parse(case["input"], case["base"], edition=edition)
        else:
            record = editions.replace(case["href"], edition=edition, **{case["member"]: case["value"]})
    except InvalidURL:
        return None
    return serialize(record), str(editions.origin(record, edition=edition))


def answered(release, asked):
    script = project.ROOT / "tests" / "javascript" / "whatwg_url.mjs"
    command = [npm.node(), script, npm.packages(project.TEST_PACKAGES), f"whatwg-url-{release}"]
    # JSON escapes lone surrogates; no encoding of raw text could transmit them.
    result = subprocess.run(
        command, input=json.dumps(asked), capture_output=True, text=True, encoding="utf-8", check=True, timeout=300
    )
    return [None if members is None else (members["href"], members["origin"]) for members in json.loads(result.stdout)]


@cache
def answers_of(edition):
    """What an edition answers for all cases. Several releases follow the same."""
    return [answer(case, edition) for case in cases()]


@pytest.fixture(scope="module")
def disagreements():
    """For each release: the cases that its edition answers differently, with both answers."""
    asked = list(cases())
    assert len(asked) > 9_000
    found = {}
    for release, edition in RELEASES.items():
        both = zip(asked, answers_of(edition), answered(release, asked), strict=True)
        found[release] = [(case, ours, theirs) for case, ours, theirs in both if ours != theirs]
    return found


# The version of Unicode of each release's tables, which are those of its dependency tr46.
UNICODE = dict(zip(RELEASES, (13, 13, 14, 14, 15, 15, 16, 16, 16, 17, 17, 18), strict=True))
# Code points of the tests' hosts, and the version of Unicode that first has them.
ASSIGNED_IN = {
    **dict.fromkeys("\u180f\U00010570\U00010597\U00010781\U0001fae0", 14),
    **dict.fromkeys("\U00032931\U00032b9a", 17),
    **dict.fromkeys("\U0003e8ac\U0003f8cd", 18),
}
# The code points whose status in UTS 46 changed from disallowed to mapped or ignored in version 15.1.
ALLOWED_IN_15_1 = re.compile(
    "[\u04c0\u10a0-\u10c5\u115f\u1160\u17b4\u17b5\u180e\u2061-\u2063\u206a-\u206f\u2132\u2183\u3164\uffa0"
    "\U0001d173-\U0001d17a\U0002f868\U0002f874\U0002f91f\U0002f95f\U0002f9bf]"
)


def host_of(case):
    """Return the host of an absolute URL, percent-decoded."""
    found = re.search(r"//(?:[^/?#]*@)?([^/?#]*)", case.get("input", ""))
    return percent_decode(found[1]).decode("utf-8", "replace") if found else ""


def labels_of(case):
    """Return the labels of the host, mapped."""
    return unicodedata.normalize("NFKC", host_of(case)).lower().replace("\xad", "").replace("。", ".").split(".")


def in_unicode(label):
    return (punycode.decode(label[4:]) or label) if label.startswith("xn--") else label


def has_newer_code_point(release, case, theirs):
    # What this Python does not know is not judged either: it decides about text direction.
    host = host_of(case) + "".join(map(in_unicode, labels_of(case)))
    return any(ASSIGNED_IN.get(char, 0) > UNICODE[release] or unicodedata.category(char) == "Cn" for char in host)


def has_needless_punycode(release, case, theirs):
    labels = [label.removeprefix("xn--") for label in labels_of(case) if label.startswith("xn--")]
    decoded = [label.encode().decode("punycode") for label in labels if label.isascii()]
    return theirs is not None and any(label.isascii() or label.startswith("xn--") for label in decoded)


def has_empty_label_and_right_to_left_text(release, case, theirs):
    labels = [in_unicode(label) for label in labels_of(case)]
    right_to_left = any(unicodedata.bidirectional(char) in ("R", "AL", "AN") for label in labels for char in label)
    return theirs is None and right_to_left and "" in labels


def has_userinfo_beyond_the_bmp(release, case, theirs):
    userinfo = case.get("input", "").rpartition("@")[0]
    return theirs is not None and "%EF%BF%BD" in theirs[0].partition("@")[0] and max(userinfo, default="") > "\uffff"


EXPLANATIONS = {
    "the release's tables of Unicode, or this Python's, lack a code point": ([*RELEASES], has_newer_code_point),
    "UTS 46 maps or ignores since 15.1 what it disallowed before": (
        [release for release in RELEASES if UNICODE[release] < 16],
        lambda _release, case, theirs: theirs is None and ALLOWED_IN_15_1.search(host_of(case)),
    ),
    "UTS 46 maps U+1E9E to ß since 15.1, and mapped it to ss before": (
        [release for release in RELEASES if UNICODE[release] < 16],
        lambda _release, case, theirs: "\u1e9e" in host_of(case) and "ss" in theirs[0],
    ),
    "UTS 46 refuses since 15.1 a label that needs no Punycode, or has xn-- in it, and tr46 accepted it before": (
        [release for release in RELEASES if UNICODE[release] < 16],
        has_needless_punycode,
    ),
    "tr46 before 4 fails for an empty label in a domain with right-to-left text; RFC 5893 is about labels": (
        [release for release in RELEASES if UNICODE[release] < 15],
        has_empty_label_and_right_to_left_text,
    ),
    "whatwg-url before 17.1 reads a code point beyond U+FFFF in the userinfo as two, and encodes a lone surrogate": (
        [release for release in RELEASES if release != "17.2.0"],
        has_userinfo_beyond_the_bmp,
    ),
}


def explains(reason, release, case, theirs):
    releases, holds = EXPLANATIONS[reason]
    return release in releases and holds(release, case, theirs)


@pytest.mark.parametrize("release", RELEASES)
def test_an_edition_and_the_release_of_its_time_agree(disagreements, release):
    unexplained = [
        row
        for row in disagreements[release]
        if not any(explains(reason, release, row[0], row[2]) for reason in EXPLANATIONS)
    ]
    assert unexplained == []


@pytest.mark.parametrize("reason", EXPLANATIONS)
def test_every_explanation_explains_something(disagreements, reason):
    for release in EXPLANATIONS[reason][0]:
        rows = [row for row in disagreements[release] if explains(reason, release, row[0], row[2])]
        assert rows or reason == next(iter(EXPLANATIONS)), release


def test_the_cases_tell_the_editions_apart():
    """Otherwise the agreement would say little."""
    answers = {edition: answers_of(edition) for edition in {*RELEASES.values(), "2021-06"}}
    months = sorted(answers)
    for before, after in pairwise(months):
        # In 2026-07 only validation errors and the grammar changed.
        assert (answers[before] != answers[after]) == (after != "2026-07"), after


@pytest.mark.parametrize(
    ("edition", "be_strict", "check_hyphens"),
    [("2023-09", False, False), ("2023-09", True, False), ("2024-11", False, False), ("2024-11", True, True)],
)
def test_domains_to_ascii_and_to_unicode(edition, be_strict, check_hyphens):
    """As the tr46 of the release of 2025 does it, whose tables are those of Unicode 16."""
    release = "15.0.0"
    domains = [host_of(case) for case in cases() if case["kind"] == "parse" and case["input"].startswith("https://")]
    script = project.ROOT / "tests" / "javascript" / "whatwg_url_domains.mjs"
    flags = [str(flag).lower() for flag in (be_strict, check_hyphens)]
    command = [npm.node(), script, npm.packages(project.TEST_PACKAGES), f"whatwg-url-{release}", *flags]
    result = subprocess.run(
        command, input=json.dumps(domains), capture_output=True, text=True, encoding="utf-8", check=True, timeout=300
    )
    different = []
    for domain, theirs in zip(domains, json.loads(result.stdout), strict=True):
        errors = []
        in_unicode = editions.domain_to_unicode(domain, be_strict, edition=edition, report=errors.append)
        result = editions.domain_to_ascii(domain, be_strict, edition=edition, report=lambda error: None)
        # The check for forbidden domain code points and for the empty string is the standard's own.
        if theirs[0] and not be_strict and FORBIDDEN_DOMAIN_CODE_POINT.search(theirs[0]) and edition == "2024-11":
            theirs[0] = None
        ours = [result, in_unicode, bool(errors)]
        if ours != [theirs[0] or None, *theirs[1:]]:
            different.append((domain, ours, theirs))
    case_of = {domain: {"input": f"https://{domain}/"} for domain, _, _ in different}
    assert [row for row in different if not has_newer_code_point(release, case_of[row[0]], row[2])] == []
    # Without the tests of the pin, there are half as many.
    assert len(domains) > 2_500
