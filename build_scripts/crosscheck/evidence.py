"""What the cross-check has recorded, as pages that can be cited: one of the parsers, and one of each engine.

They are what the records in ``web/crosscheck/history/`` give. ``site.py`` makes them; they are not in git.
"""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path

import explanations

from crosscheck import chart, effects, past
from crosscheck.comparison import name_of
from crosscheck.past import version_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    Record = dict[str, Any]
    Kind = dict[str, Any]

ENGINES = {
    "chromium": ("Chromium", ("Chromium", "Chrome", "Edge")),
    "firefox": ("Firefox", ("Firefox",)),
    "webkit": ("WebKit", ("WebKitGTK", "WebKit", "Safari")),
    "node": ("Node.js", ("Node",)),
}
"""For each page of an engine: its name, and the names of the programs that have it."""
_FOUND = json.loads((Path(__file__).parent / "known_bugs.json").read_text("utf-8"))
_SEARCHED = " and ".join(_FOUND.pop("searched"))
KNOWN: dict[str, dict[str, dict[str, str]]] = _FOUND
"""Reports that others have made of a kind of difference, by page and rule. Each has the address of the ``report``, and
that of the ``source`` that names it or of the ``fix``, if the report itself was not read.
"""
STANDARD = "https://url.spec.whatwg.org/"
_REACHED = {
    "href": (),
    "protocol": ("scheme-start-state", "scheme-state"),
    "username": (),
    "password": (),
    **dict.fromkeys(("host", "hostname"), ("host-state", "hostname-state", "port-state", "file-host-state")),
    "port": ("port-state",),
    "pathname": ("path-start-state", "path-state"),
    "search": ("query-state",),
    "hash": ("fragment-state",),
}
"""For each setter, the states of the parser in which its value is read."""
_LONGEST = 60
_PLAYGROUND = "../../playground/"
_ABOUT_ENGINES = {
    "webkit": """\
WebKitGTK and Safari have the same parser, which is WebKit's, but Safari was not run. It has its own version of ICU,
which maps domains, and its own networking, which may treat a URL differently after it is parsed.

"""
}
_PAGES = Path(__file__).with_name("pages")


def pages(history: Path = past.FOLDER) -> dict[str, str]:
    """Return the text of each page and each chart, by the name of its file."""
    texts = {"parsers.md": _of_parsers(past.parsers(history))}
    records = past.records(history)
    for name, (title, programs) in ENGINES.items():
        runs = [record for record in records if record["engines"][0]["name"].rsplit(" ", 1)[0] in programs]
        runs.sort(key=lambda record: (version_of(record), record["date"]))
        texts[f"{name}.md"] = _of_engine(name, title, runs)
        texts[f"{name}.svg"] = chart.lines(f"Inputs on which {title} differs from the tests", _series(runs))
    return texts


# The page of the parsers.


def _page(file: str, /, **parts: object) -> str:
    return (_PAGES / f"{file}.txt").read_text("utf-8").format(**parts)


def _of_parsers(records: list[Record]) -> str:
    claim = sorted((record for record in records if record["parser"]["standard"]), key=_share, reverse=True)
    others = [record for record in records if not record["parser"]["standard"]]
    effects_of_others = (
        *(effects.HOST, effects.NO_HOST, effects.SAME),
        *(effects.REFUSES, effects.TAKES, effects.STOPS),
    )
    return _page(
        "parsers",
        made_with=_made_with(records),
        claim=_table(
            "parser|inputs|agree||parse|set|pairs|kinds that differ|of them with another host",
            [
                [
                    _link(record),
                    _number(_supported(record)),
                    _number(_agree(record)),
                    f"{_share(record):.2%}".replace("%", " %"),
                    *(_of_kind(record, kind) for kind in ("parse", "set", "params")),
                    _number(len(record["kinds"])),
                    _number(sum(effects.HOST in kind["effects"] for kind in record["kinds"])),
                ]
                for record in claim
            ],
        ),
        browsers=_browsers(others),
        others=_table(
            f"parser|rules|inputs|{effects.HOST}|{effects.NO_HOST}|{effects.SAME}|rejects|accepts|{effects.STOPS}",
            [
                [
                    _link(record),
                    record["parser"]["rules"],
                    _number(_supported(record, "parse")),
                    *(
                        _number(sum(kind["effects"].get(effect, 0) for kind in record["kinds"]))
                        for effect in effects_of_others
                    ),
                ]
                for record in others
            ],
        ),
        each="\n\n".join(f"## {record['name']}\n\n{_of_parser(record)}" for record in (*claim, *others)),
    )


def _made_with(records: list[Record]) -> str:
    """What all records were made with, once for each combination."""
    made = {(record["date"][:10], record["tests"], record["inputs"]) for record in records}
    return "\n".join(
        f"Run on {date} with {inputs:,} inputs, of {tests} and of the project." for date, tests, inputs in sorted(made)
    )


def _browsers(records: list[Record]) -> str:
    names = sorted({name for record in records for name in record["browsers"]})
    listed = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)
    return f"Only inputs count that {listed}\nall read as the standard says." if names else ""


def _of_parser(record: Record) -> str:
    parser, kinds = record["parser"], record["kinds"]
    text = f"Follows {parser['rules']}. Gives {', '.join(f'`{name}`' for name in parser['gives'])}.\n\n"
    counted = ["inputs", "worst"]
    if not parser["standard"]:
        kinds = [kind for kind in kinds if {*kind["effects"]} & {effects.HOST, effects.NO_HOST}]
        text += "The kinds that give another host or none, with the smallest input of each:\n\n"
        counted = [effects.HOST, effects.NO_HOST]
    rows = [
        [
            _with_section(kind),
            *(
                [_number(kind["count"]), next(iter(kind["effects"]))]
                if parser["standard"]
                else [_number(kind["effects"].get(effect, 0)) for effect in counted]
            ),
            _asked(kind["smallest"]["case"], short=True),
            _answer(kind["smallest"]["ours"], kind["smallest"]["native"]),
            _answer(kind["smallest"]["native"], kind["smallest"]["ours"]),
        ]
        for kind in kinds
    ]
    return text + (
        _table(f"kind|{'|'.join(counted)}|smallest input|py_url|{record['name']}", rows) if rows else "Nothing differs."
    )


def _with_section(kind: Kind) -> str:
    section = kind.get("section")
    text = _plain(kind["explanation"])
    return f"{text} [§]({_address(section)})" if section else text


def _address(section: str) -> str:
    return section if ":" in section else f"{STANDARD}#{section}"


def _link(record: Record) -> str:
    anchor = re.sub(r"[^\w -]", "", record["name"].lower()).replace(" ", "-")
    return f"[{record['name']}](#{anchor})"


def _supported(record: Record, kind: str | None = None) -> int:
    counts = record["totals"] if kind is None else record["by_kind"].get(kind, {"inputs": 0, "not in the engine": 0})
    return int(counts["inputs"]) - int(counts["not in the engine"])


def _agree(record: Record) -> int:
    return int(record["totals"]["agree"])


def _share(record: Record) -> float:
    return _agree(record) / max(1, _supported(record))


def _of_kind(record: Record, kind: str) -> str:
    supported = _supported(record, kind)
    return f"{record['by_kind'][kind]['agree']:,} of {supported:,}" if supported else "-"


# The pages of the engines.


def _of_engine(name: str, title: str, runs: list[Record]) -> str:
    if not runs:
        return f"# {title} and the URL Standard\n\nNo run is recorded.\n"
    newest = runs[-1]
    engine = newest["engines"][0]
    kinds = engine.get("kinds", [])
    reports = KNOWN.get(name, {})
    return _page(
        "engine",
        title=title,
        engine=engine["name"],
        run="\n".join(_of_run(newest)),
        inputs=engine["totals"]["inputs"],
        failures=_failures(engine),
        silent=engine["totals"]["WPT silent"],
        absent=engine["totals"].get("not in the engine", 0),
        about=_ABOUT_ENGINES.get(name, ""),
        plainly=_plainly(title, kinds),
        searched=_SEARCHED,
        kinds=_table(
            "kind|inputs|what it may do|smallest input|known report",
            [
                [
                    f"[{_plain(_of(title, kind['explanation']))}](#{_anchor(kind)})",
                    _number(kind["count"]),
                    ", ".join(f"{effect} ({count:,})" for effect, count in kind["effects"].items()),
                    _asked(kind["smallest"]["case"], short=True),
                    _named(known["report"]) if (known := reports.get(kind["rule"])) else "-",
                ]
                for kind in kinds
            ],
        ),
        versions=_by_version(name, title, runs) if len(runs) > 1 else "",
        bugs="".join(_bug(title, newest, kind, reports.get(kind["rule"])) for kind in kinds).rstrip("\n"),
    )


def _by_version(name: str, title: str, runs: list[Record]) -> str:
    return _page(
        "versions",
        name=name,
        versions=_table(
            "version|release channel|run on|differ from the tests|no test decides|kinds",
            [
                [
                    run["engines"][0]["name"],
                    _channel(run["engines"][0]),
                    run["date"][:10],
                    _number(_failures(run["engines"][0])),
                    _number(run["engines"][0]["totals"]["WPT silent"]),
                    _number(len(run["engines"][0]["differences"])),
                ]
                for run in reversed(runs)
            ],
        ),
        changes="\n".join(_changes(title, runs)),
    )


def _of_run(run: Record) -> Iterator[str]:
    """What somebody needs to cite a run or to repeat it, as far as its record says it."""
    commit, ours = run.get("wpt_commit"), run.get("py_url", {})
    tests = f"[{run['tests']}](https://github.com/web-platform-tests/wpt/tree/{commit}/url)" if commit else run["tests"]
    yield f"- run on {run['date'][:10]} at {run['date'][11:16]} UTC, with {tests}"
    standard = run.get("standard")
    if standard:
        later = " and ".join(_commit(commit) for commit in standard["later"])
        followed = f"the URL Standard at {_commit(standard['commit'])} ({standard['date']}), with {later}"
    else:
        followed = "the URL Standard at a commit that was not recorded"
    if ours:
        yield f"- compared with py_url {ours['version']}, which follows {followed}, and Unicode {ours['unicode']}"
    program = name_of(_name_of(run))
    option = {"WebKitGTK": "webkit"}.get(program, program.lower())
    yield f"- command: `python3 build_scripts/crosscheck.py --browser {option}`"
    engine, ran_on = run["engines"][0], run.get("ran_on")
    yield f"- release channel: {_channel(engine) or 'not recorded'}"
    yield f"- operating system: {', '.join((ran_on['system'], ran_on['machine'])) if ran_on else 'not recorded'}"


def _channel(engine: Kind) -> str:
    channel: str = engine.get("channel", "")
    return "none, built by a system or by Playwright" if channel == "build" else channel


def _commit(commit: str) -> str:
    return f"[`{commit}`](https://github.com/whatwg/url/commit/{commit})"


def _plainly(title: str, kinds: list[Kind]) -> str:
    """The ten worst kinds, for somebody who knows no standard."""
    # Today's words for the rule: those in the record may have been improved since.
    texts = [(explanations.plainly(kind["rule"]) or kind.get("plainly"), kind["count"]) for kind in kinds]
    told = "".join([f"- {_plain(text)} ({count:,})\n" for text, count in texts if text][:10])
    said = f"{title} does this, on the number of inputs in parentheses. If they are few, it may do so only there."
    return f"## In plain words\n\n{said}\n\n{told}\n" if told else ""


def _failures(engine: dict[str, Any]) -> int:
    totals = engine["totals"]
    return int(totals["native differs from WPT"]) + int(totals["both differ from WPT"])


def _series(runs: list[Record]) -> dict[str, list[tuple[str, int]]]:
    """For each program, its versions with the number of inputs that differ from the tests."""
    series: dict[str, list[tuple[str, int]]] = {}
    for run in runs:
        program, _, version = run["engines"][0]["name"].rpartition(" ")
        series.setdefault(program, []).append((version, _failures(run["engines"][0])))
    return series


def _changes(title: str, runs: list[Record]) -> list[str]:
    """Which kinds of difference came and went from one recorded version to the next that was asked the same inputs."""
    lines = []
    for number, new in reversed([*enumerate(runs)]):
        program = name_of(_name_of(new))
        earlier = [
            run
            for run in runs[:number]
            if name_of(_name_of(run)) == program and run["inputs_digest"] == new["inputs_digest"]
        ]
        if not earlier:
            continue
        was, now = ({*run["engines"][0]["differences"]} for run in (earlier[-1], new))
        told = [
            *(f"  - fixed: {_plain(_of(title, text))}" for text in sorted(was - now)),
            *(f"  - new: {_plain(_of(title, text))}" for text in sorted(now - was)),
        ]
        lines.append(f"- from {_name_of(earlier[-1])} to {_name_of(new)}, run on {new['date'][:10]}:")
        lines += told or ["  - no change"]
    return lines or ["No two versions have been given the same inputs yet, so nothing can be compared."]


def _name_of(run: Record) -> str:
    name: str = run["engines"][0]["name"]
    return name


def _known(known: dict[str, str] | None) -> str:
    """Whether the difference is known, as a sentence."""
    if known is None:
        return "No report of it is known to us."
    by = {"source": "as {} says", "fix": "fixed after this version by {}"}
    told = [f", {text.format(_named(known[name]))}" for name, text in by.items() if name in known]
    return f"Reported in {_named(known['report'])}{''.join(told)}."


def _named(address: str) -> str:
    """A link with a short text: ``bugs.webkit.org#1``, ``whatwg/url#2``, or the path of a file."""
    text = re.sub(r"/(?:show_bug\.cgi\?id=|issues/|pull/)", "#", address.removeprefix("https://"))
    return f"[{re.sub('^github.com/|blob/main/', '', text)}]({address})"


def _bug(title: str, run: Record, kind: Kind, known: dict[str, str] | None) -> str:
    smallest = kind["smallest"]
    case = smallest["case"]
    sections = _sections(kind)
    links = [f"[the standard{'' if ':' in name else f' ({name})'}]({_address(name)})" for name in sections]
    if case["kind"] in ("parse", "set"):
        links.append(f"[the playground]({_PLAYGROUND}{fragment(case)})")
    return _page(
        "bug",
        anchor=_anchor(kind),
        title=_plain(_of(title, kind["explanation"])),
        links="; ".join(links),
        known=_known(known),
        says=_of(title, kind["explanation"]),
        strings="\n".join(f"{name}: {text}" for name, text in _strings(case)),
        expected=_bare(smallest["ours"], smallest["native"]),
        actual=_bare(smallest["native"], smallest["ours"]),
        engine=_name_of(run),
        date=run["date"][:10],
        inputs=f"{kind['count']:,} input{'' if kind['count'] == 1 else 's'}",
        show="shows" if kind["count"] == 1 else "show",
        tests=run["tests"],
        standard=" and ".join(map(_address, sections)) or "-",
    )


def _sections(kind: Kind) -> list[str]:
    """The sections of the standard that decide the smallest input of a kind.

    A setter's own section comes first: it begins there, and many states of the parser are out of its reach.
    """
    section: str | None = kind.get("section")
    case = kind["smallest"]["case"]
    own = f"dom-url-{case['member'].lower()}" if case["kind"] == "set" else None
    if section and own and section.endswith("-state") and section not in _REACHED[case["member"]]:
        section = None
    return [*dict.fromkeys(name for name in (own, section) if name)]


def _anchor(kind: Kind) -> str:
    return f"bug-{kind['rule']}"


def _of(title: str, text: str) -> str:
    """The sentence about a native URL, said of an engine."""
    return re.sub(r"\bthe native URL\b(?! class)", title, text).replace("the native", f"{title}'s")


def fragment(case: dict[str, Any]) -> str:
    """Return the fragment that opens a case in the playground, as ``state.js`` of the playground reads it."""

    def encoded(text: str) -> str:
        return base64.b64encode(
            text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode()
        ).decode()

    if case["kind"] == "set":
        setting = encoded(json.dumps([case["member"], case["value"]], ensure_ascii=False, separators=(",", ":")))
        return f"#url={encoded(case['href'])}&base=&open=setters&set.setters={setting}"
    return f"#url={encoded(case['input'])}&base={encoded(case['base'] or '')}"


# What all pages share.


def _strings(case: dict[str, Any]) -> Iterator[tuple[str, str]]:
    names = ("href", "member", "value") if case["kind"] == "set" else ("input", "base")
    for name in names:
        if case.get(name) is not None:
            yield name, json.dumps(case[name])


def _asked(case: dict[str, Any], *, short: bool) -> str:
    """What a case asks, as code in a cell."""
    shown = {name: _cut(text) if short else text for name, text in _strings(case)}
    if case["kind"] == "set":
        return f"{_code(shown['href'])}, {case['member']} = {_code(shown['value'])}"
    text = _code(shown["input"])
    return text if "base" not in shown else f"{text} on {_code(shown['base'])}"


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _answer(answer: dict[str, Any], other: dict[str, Any]) -> str:
    """The member of an answer that tells most, as a cell."""
    if answer.get("failure"):
        return "failure"
    if "error" in answer:
        return _plain(_cut(str(answer["error"])))
    name, value = _telling(answer, other)
    return f"{name} {_code(_cut(json.dumps(value)))}"


def _telling(answer: dict[str, Any], other: dict[str, Any]) -> tuple[str, Any]:
    """Of an answer, the member that differs from the other's and tells most."""
    names = (
        "hostname",
        "href",
        "port",
        "protocol",
        "origin",
        "pathname",
        "search",
        "hash",
        "username",
        "password",
        *answer,
    )
    if {"failure", "error"} & {*other}:
        names = ("href", "hostname", *names)
    name = next(name for name in names if name in answer and answer[name] != other.get(name))
    return name, answer[name]


def _bare(answer: dict[str, Any], other: dict[str, Any]) -> str:
    """All members of an answer that differ from the other's."""
    if answer.get("failure"):
        return "a TypeError"
    differing = {name: value for name, value in answer.items() if value != other.get(name) and name != "pairs"}
    whole = answer.get("href") if {"failure", "error"} & {*other} else None
    return (
        json.dumps(whole)
        if whole is not None
        else ", ".join(f"{name} {json.dumps(value)}" for name, value in differing.items())
    )


def _code(text: str) -> str:
    """A code span in a cell."""
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence, space = "`" * (longest + 1), " " if longest else ""
    return f"{fence}{space}{text}{space}{fence}".replace("|", "\\|")


def _plain(text: str) -> str:
    """Text in which Markdown finds nothing to format."""
    return re.sub(r"[\\`*_{}\[\]<>|#~]", r"\\\g<0>", text)


def _number(value: int) -> str:
    return f"{value:,}"


def _table(headings: str, rows: list[list[str]]) -> str:
    if not rows:
        return "None is recorded."
    columns = [headings.split("|"), *rows]
    numbers = [
        all(re.fullmatch(r"[\d,]+|[\d.]+ %", cell) for cell in column[1:]) for column in zip(*columns, strict=True)
    ]
    rule = ["---:" if is_number else "---" for is_number in numbers]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (columns[0], rule, *rows))
