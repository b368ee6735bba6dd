"""Compare what an engine's functions return with what the tests expect, row by row.

A part *agrees* if the engine gives the tests' string, or, for an input that the standard refuses, nothing: None or an
empty string. Hosts are compared in lower case and without the brackets of IPv6 addresses; an empty part and none are
the same. A path is compared with the tests' path, and for an empty one with "/" too.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    Row = dict[str, Any]

PARTS = ("scheme", "host", "path")


def expected(row: Row) -> dict[str, str] | None:
    """Return the parts that a row of the tests expects, or None if its input must be refused."""
    if row.get("failure"):
        return None
    return {"scheme": row["protocol"][:-1], "host": plain_host(row["hostname"]), "path": row["pathname"]}


def plain_host(host: str | None) -> str:
    """Return a host in the form for comparison."""
    return (host or "").lower().removeprefix("[").removesuffix("]")


def agrees(part: str, right: dict[str, str] | None, given: str | None) -> bool:
    """Return whether an engine's answer for a part is the tests'."""
    answer = given or ""
    if right is None:
        return not answer
    if part == "host":
        return plain_host(answer) == right["host"]
    if part == "scheme":
        return answer.lower() == right["scheme"]
    return answer == right["path"]


def judge(rows: Sequence[Row], answers: dict[str, Sequence[str | None]]) -> dict[str, Any]:
    """Count how often each part of *answers* agrees, among the inputs that parse and among the others.

    A part that the engine has no function for is left out. `other_hosts` are the inputs with another host than a
    browser's, which is worse than none; `examples` has the first ten.
    """
    wanted = [expected(row) for row in rows]
    valid = sum(right is not None for right in wanted)
    found: dict[str, Any] = {"valid": valid, "invalid": len(rows) - valid, "parts": {}}
    for part, given in answers.items():
        if len(given) != len(rows):
            raise ValueError(f"{len(given)} answers for {len(rows)} rows")
        right = [agrees(part, want, answer) for want, answer in zip(wanted, given, strict=True)]
        of_valid = sum(ok for ok, want in zip(right, wanted, strict=True) if want is not None)
        found["parts"][part] = {"agree": of_valid, "refused": sum(right) - of_valid}
    other = [
        [row["input"], answer, want["host"]]
        for row, want, answer in zip(rows, wanted, answers.get("host", ()), strict=False)
        if want is not None and answer and plain_host(answer) != want["host"]
    ]
    return {**found, "other_hosts": len(other), "examples": other[:10]}


def table(engines: dict[str, dict[str, Any]]) -> str:
    """Return the Markdown table of web/docs/evidence/sql-engines.md."""
    lines = ["| engine | functions | scheme | host | path | another host | refuses what browsers refuse |"]
    lines.append("|---|---|---:|---:|---:|---:|---:|")
    for name, engine in engines.items():
        judged = engine["judged"]
        cells = [f"{name} {engine['version']}".strip(), engine["functions"]]
        for part in PARTS:
            counts = judged["parts"].get(part)
            cells.append("none" if counts is None else f"{counts['agree'] / judged['valid']:.1%}")
        refused = max((counts["refused"] for counts in judged["parts"].values()), default=0)
        cells += [str(judged["other_hosts"]), f"{refused / max(judged['invalid'], 1):.1%}"]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)
