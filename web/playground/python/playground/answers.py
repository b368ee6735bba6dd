"""What a URL means: the answer that the playground shows as you type."""

from __future__ import annotations

import gc
import json

from playground.pieces import browsers
from py_url import URL, InvalidURL, fix, validate
from py_url.explain import parts
from py_url.programs.answers import error_data
from py_url.standard import basic_parse, why_not_fixed
from py_url.standard.urls.components import MEMBERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from playground import Json
    from py_url import ValidationError
    from py_url.standard import URLRecord

    Answer = dict[str, Json]

ERRORS_SHOWN = 200
"""A long input may have as many errors as code points. The page shows at most this many."""
LONG = 20_000
"""If the input is longer, the page does not colour its parts, gets the members shortened, does not say why a browser
differs, and looks for a valid string only when asked. LONG in web/playground/field.js is the same.
"""
_STEPS = 120
"""How many steps the warm-up has. After about as many answers, browsers have compiled what they run often."""
_USUAL = "https://user@EXAMPLE.com:443/a/./b/../ü?q=1 2#f"


def warm_up(step: int) -> bool:
    """Do what somebody would wait for at the first keystrokes, a little at a time; return whether there is more to do.

    Python imports what only some answers need, and the browser compiles what runs often.
    """
    if step == 0:
        # What is loaded by now is there to stay. Looking through all of it for garbage takes longer than an answer.
        gc.freeze()
    look(_USUAL[: len(_USUAL) - step % len(_USUAL)], native={"failure": True})
    return step + 1 < _STEPS


def look(url: str, base: str = "", encoding: str = "UTF-8", native: Answer | None = None) -> Answer:
    """Say what *url* means, relative to *base* unless that is empty, in a document with that *encoding*.

    *native* is what this browser's own URL says, in the form of ``answer``. The result has these keys:

    - ``answer``: the members of the URL by name, with ``searchParams`` as a string and ``pairs`` as JSON; or
      ``{"failure": True}``;
    - ``why``: if it is a failure, the message; otherwise None;
    - ``errors``: the validation errors as objects, at most `ERRORS_SHOWN`, and ``more``: whether there are others;
    - ``base_fails``: whether it is the base URL that does not parse, so that ``errors`` are those of the base URL;
    - ``parts``: where the components are in the input, each a list of its name, start and end; none in a long input;
    - ``base_parts``: the same for the base URL;
    - ``fix`` and ``not_fixed``: what `remedy` says, or None if the input does not parse, is valid, or is long; and
      ``fix_later``: whether it is long, so that the page has to ask `remedy`;
    - ``native``: what was given, and ``differs``: the names of the members in which it differs from ``answer``;
    - ``explanation``: why this browser gives another answer, or None if it gives the same; and ``reasons``, the same
      for each member that differs, by its name: the origin may differ for a reason of its own;
    - ``said``: the first of the four answers of the first screen.

    In ``answer`` and ``native``, what is longer than `LONG` is shortened.

    Raises LookupError if the encoding is unknown.
    """
    base_url: URL | None = None
    failed: InvalidURL | None = None
    answer: Answer = {"failure": True}
    try:
        base_url = URL(base) if base else None
        answer = members(_parsed(url, base_url, encoding))
    except InvalidURL as error:
        failed = error
    base_fails = failed is not None and bool(base) and base_url is None
    errors, more = _errors(*((base, None) if base_fails else (url, base_url)))
    can_be_fixed = bool(errors) and failed is None
    is_long = len(url) + len(base) > LONG
    told: Answer = {
        "answer": _shortened(answer),
        "native": None if native is None else _shortened(native),
        "differs": []
        if native is None
        else [name for name in {**answer, **native} if answer.get(name) != native.get(name)],
        "why": None if failed is None else failed.on_one_line(),
        "errors": errors,
        "more": more,
        "base_fails": base_fails,
        "parts": [[*part] for part in parts(url, base_url)] if len(url) <= LONG else [],
        "base_parts": [] if base_url is None or len(base) > LONG else [[*part] for part in parts(base)],
        **(_remedy(url, base_url) if can_be_fixed and not is_long else {"fix": None, "not_fixed": None}),
        "fix_later": can_be_fixed and is_long,
        "explanation": None if native is None else explained(url, base, encoding, answer, native),
        "reasons": {} if native is None else _reasons(url, base, encoding, answer, native),
    }
    return {**told, "said": browsers(told)}


def remedy(url: str, base: str = "") -> Answer:
    """Say how to make a URL with validation errors valid.

    The result has ``fix``, what `py_url.fix` makes of *url*: an object with ``string`` and the first `ERRORS_SHOWN`
    ``changes``, or None. Then ``not_fixed`` is the error that nothing can remedy.
    """
    return _remedy(url, base_of(base))


def _parsed(url: str, base: URL | None, encoding: str) -> URL:
    if encoding == "UTF-8":
        return URL(url, base)
    record: URLRecord | None = None if base is None else base.to_record()
    return URL.from_record(basic_parse(url, record, encoding=encoding))


def members(url: URL) -> Answer:
    """Return the members of a URL by name, as the cross-check compares them."""
    answer: Answer = {name: getattr(url, name) for name in MEMBERS}
    answer["searchParams"] = str(url.search_params)
    # As JavaScript's JSON.stringify writes it.
    answer["pairs"] = json.dumps([[*pair] for pair in url.search_params], ensure_ascii=False, separators=(",", ":"))
    return answer


def _shortened(answer: Answer) -> Answer:
    return {
        name: f"{text[:LONG]}…" if isinstance(text, str) and len(text) > LONG else text for name, text in answer.items()
    }


def _errors(url: str, base: URL | None) -> tuple[list[Json], bool]:
    """The first validation errors and the fatal one, and whether there are others."""
    errors = validate(url, base, limit=ERRORS_SHOWN + 1)
    more = len(errors) > ERRORS_SHOWN
    if more:
        del errors[-1 if not errors[-1].fatal else -2]
    return [error_of(error) for error in errors], more


def base_of(base: str) -> URL | None:
    """Return the base URL; an empty string stands for none. Raises InvalidURL."""
    try:
        return URL(base) if base else None
    except InvalidURL as error:
        raise InvalidURL(base, error.errors, "base URL") from None


def error_of(error: ValidationError) -> Answer:
    """Return a validation error as an object. What to write for a URL without a scheme, `looks.seen` says, in full."""
    told: Answer = {**error_data(error)}
    if error.name == "missing-scheme-non-relative-URL":
        told["message"] = error.message.partition("; write 'http")[0]
    return told


def _remedy(url: str, base: URL | None) -> Answer:
    made = fix(url, base)
    if made is not None and made.string != url:
        changes: list[Json] = [
            {"start": change.start, "end": change.end, "old": change.old, "new": change.new, "name": change.name}
            for change in made.changes[:ERRORS_SHOWN]
        ]
        return {"fix": {"string": made.string, "changes": changes}, "not_fixed": None}
    why = why_not_fixed(url, base)
    return {"fix": None, "not_fixed": None if why is None else error_of(why)}


def explained(url: str, base: str, encoding: str, answer: Answer, native: Answer) -> str | None:
    """Return why this browser's own URL gives another answer, or None if it gives the same."""
    if answer == native:
        return None
    if encoding != "UTF-8" and "failure" not in answer and "failure" not in native:
        return f"a browser's URL encodes queries in UTF-8; in a document in {encoding}, its links do as py_url does"
    if len(url) + len(base) > LONG:
        return "the input is too long for this page to look for the reason"
    from explanations import explain

    case = {"kind": "parse", "input": url, "base": base or None}
    return explain({"case": case, "ours": answer, "native": native})


def _reasons(url: str, base: str, encoding: str, answer: Answer, native: Answer) -> dict[str, Json]:
    """Why each member differs. The origin is no part of the href, so it may differ for a reason of its own."""
    differing = [name for name in answer if name in native and answer[name] != native[name]]
    of_origin = {**answer, "origin": native["origin"]} if "origin" in differing else answer
    of_others = {**native, "origin": answer["origin"]} if "origin" in differing else native
    reasons: dict[str, Json] = {}
    for name in differing:
        reasons[name] = explained(url, base, encoding, answer, of_origin if name == "origin" else of_others)
    return reasons
