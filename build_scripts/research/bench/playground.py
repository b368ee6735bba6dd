"""For bench.py: what the playground costs the browser's main thread, in Chromium.

A URL of 2,000 characters is typed at ten characters a second. A task of more than 50 ms keeps a key waiting, and is
what browsers call a long one. Nothing here is held by a test, because other load on the machine decides.
"""

from __future__ import annotations

import statistics

import build_wheel
import serve
from setup import browsers
from setup.project import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
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


def measure(arguments: argparse.Namespace) -> tuple[str, dict[str, Any]]:
    """Measure as often as asked. Returns a text and the answer for JSON. Raises SetUpError."""
    build_wheel.build()
    build_wheel.build_playground_wheels()
    rounds = []
    for number in range(arguments.rounds):
        say(f"round {number + 1} of {arguments.rounds} ...")
        rounds.append(_round())
    longest = [round(max(one["tasks"], default=0)) for one in rounds]
    answer = {"characters": len(URL), "typed": _TYPED, "rounds": rounds}
    text = (
        f"{_TYPED} of {len(URL):,} characters typed at ten a second, in {len(rounds)} rounds:\n"
        f"  longest task of the main thread, in ms: median {statistics.median(longest):.0f}, all {longest}\n"
        f"  long tasks a round: median {statistics.median(len(one['tasks']) for one in rounds):.0f}\n"
        f"  layout shift up to the fourth answer: median {statistics.median(one['shift'] for one in rounds):.4f}"
    )
    return text, answer


def _round() -> dict[str, Any]:
    from playwright.sync_api import sync_playwright

    program = browsers.find("chromium")
    with (
        serve.Server(serve.folders()) as server,
        browsers.home_of_its_own() as variables,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=program, args=browsers.chromium_arguments(), env={**variables}
        )
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.set_default_timeout(_SECONDS * 1000)
        page.add_init_script(_OBSERVE)
        page.goto(f"{server.origin}/playground/")
        page.locator(".said.others .sentence", has_text="9 parsers see").wait_for()
        shift = page.evaluate("measured.shift")
        page.fill("#url", URL[:-_TYPED])
        page.wait_for_timeout(2_000)
        page.evaluate("measured.tasks.length = 0")
        page.locator("#url").press("End")
        page.keyboard.type(URL[-_TYPED:], delay=_PAUSE)
        page.wait_for_timeout(1_000)
        found: dict[str, Any] = {"tasks": page.evaluate("measured.tasks"), "shift": shift}
        browser.close()
    return found
