"""Type a long URL into the playground, measure Chromium's main thread, and take Lighthouse's scores.

    python3 build_scripts/research page [--rounds N] [--json FILE]

A URL of 2,000 characters is typed at ten characters a second. A task of more than 50 ms keeps a key waiting, and is
what browsers call a long one. Nothing here is held by a test, because other load on the machine decides.
"""

from __future__ import annotations

import json
import statistics
import tempfile
from pathlib import Path

from building import serving, site
from setup import browsers, venv
from setup.ending import ends, expect_writable
from setup.project import say

from research import parser_of
from research.bench import lighthouse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

URL = ("https://example.org/" + "long/path%20of many/" * 60 + "?" + "name=value&" * 80)[:2_000]
_PAUSE = 100
_SECONDS = 120
_TYPED = 200
"""How many characters are typed in each round, after the others were pasted: all 2,000 would take 200 seconds."""
_OBSERVE = """
window.measured = { tasks: [], shift: 0 };
new PerformanceObserver((list) => measured.tasks.push(...list.getEntries().map(({ duration }) => duration)))
  .observe({ type: "longtask" });
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) measured.shift += value;
}).observe({ type: "layout-shift", buffered: true });
"""


def measure(times: int) -> tuple[str, dict[str, Any]]:
    """Measure the typing *times* times, and run Lighthouse `lighthouse.RUNS` times on each page.

    Returns a text and the answer for JSON. Raises SetUpError.
    """
    rounds = []
    scores: dict[str, list[dict[str, Any]]] = {page: [] for page in lighthouse.PAGES}
    with tempfile.TemporaryDirectory() as temporary:
        folder = site.build(Path(temporary, "site"))
        # A host compresses these.
        with serving.Server({"/": [folder]}, gzipped=(".html", ".css", ".js", ".mjs", ".json")) as server:
            for number in range(times):
                say(f"typing, round {number + 1} of {times} ...")
                rounds.append(_round(server.origin))
            for number in range(lighthouse.RUNS):
                say(f"Lighthouse, round {number + 1} of {lighthouse.RUNS} ...")
                for page, kept in scores.items():
                    kept.append(lighthouse.taken(lighthouse.run(f"{server.origin}/{page}")))
    return _told(rounds, scores)


def _told(rounds: list[dict[str, Any]], scores: dict[str, list[dict[str, Any]]]) -> tuple[str, dict[str, Any]]:
    """The text and the answer for JSON."""
    longest = [round(max(one["tasks"], default=0)) for one in rounds]
    processor = [round(one["processor"]) for one in rounds]
    answer = {"characters": len(URL), "typed": _TYPED, "rounds": rounds, "lighthouse": scores}
    text = (
        f"{_TYPED} of {len(URL):,} characters typed at ten a second, in {len(rounds)} rounds:\n"
        f"  longest task of the main thread, in ms: median {statistics.median(longest):.0f}, all {longest}\n"
        f"  of which the processor worked, in ms: median {statistics.median(processor):.0f}, all {processor}\n"
        f"  long tasks a round: median {statistics.median(len(one['tasks']) for one in rounds):.0f}\n"
        f"  layout shift up to the fourth answer: median {statistics.median(one['shift'] for one in rounds):.4f}\n"
        f"Lighthouse, medians of {lighthouse.RUNS}:\n{lighthouse.in_words(scores)}"
    )
    return text, answer


def longest_on_a_processor(trace: Mapping[str, Any]) -> float:
    """Return how many milliseconds of a processor the longest task took, on the main thread of any page in a *trace*.

    It counts no time in which other programs ran.
    """
    events = trace["traceEvents"]
    threads = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    taken = (event.get("tdur", 0) for event in events if (event["pid"], event["tid"]) in threads)
    return max(taken, default=0) / 1_000


def _round(origin: str) -> dict[str, Any]:
    from playwright.sync_api import sync_playwright

    program = browsers.find("chromium")
    with browsers.home_of_its_own() as variables, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=browsers.chromium_arguments(), env={**variables}
        )
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.set_default_timeout(_SECONDS * 1000)
        page.add_init_script(_OBSERVE)
        page.goto(f"{origin}/playground/")
        page.locator(".said.others .sentence", has_text="of 9 parsers see").wait_for()
        shift = page.evaluate("measured.shift")
        page.fill("#url", URL[:-_TYPED])
        page.wait_for_timeout(2_000)
        page.evaluate("measured.tasks.length = 0")
        page.locator("#url").press("End")
        browser.start_tracing(page=page, categories=["toplevel"])
        page.keyboard.type(URL[-_TYPED:], delay=_PAUSE)
        page.wait_for_timeout(1_000)
        found: dict[str, Any] = {
            "tasks": page.evaluate("measured.tasks"),
            "processor": longest_on_a_processor(json.loads(browser.stop_tracing())),
            "shift": shift,
        }
        browser.close()
    return found


@ends("research page")
def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print. Returns the exit status."""
    parser = parser_of("research page", __doc__)
    parser.add_argument("--rounds", type=int, default=15, help="how often to type (default: 15)")
    parser.add_argument("--json", metavar="FILE", type=Path, help="also write all measurements as JSON")
    arguments = parser.parse_args(argv)
    if arguments.rounds < 2:
        parser.error("--rounds must be 2 or more")
    if arguments.json:
        expect_writable(arguments.json)
    venv.enter("crosscheck")
    text, answer = measure(arguments.rounds)
    print(text)
    if arguments.json:
        arguments.json.write_text(json.dumps(answer, indent=1) + "\n", "utf-8")
    return 0
