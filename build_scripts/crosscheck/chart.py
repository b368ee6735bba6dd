"""A line chart as SVG, without a library: how many inputs differ, by version."""

from __future__ import annotations

from html import escape

_WIDTH, _HEIGHT = 760, 320
_LEFT, _RIGHT, _TOP, _BOTTOM = 60, 150, 40, 50
_STYLE = """
text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.axis { stroke: #d1d9e0 } .soft { fill: #59636e } polyline { fill: none; stroke-width: 2 }
.s0 { stroke: #0969da } .s1 { stroke: #bc4c00 } .s2 { stroke: #8250df } circle { stroke-width: 0 }
circle.s0 { fill: #0969da } circle.s1 { fill: #bc4c00 } circle.s2 { fill: #8250df }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 } .axis { stroke: #3d444d } .soft { fill: #9198a1 }
  .s0 { stroke: #4493f8 } .s1 { stroke: #f0883e } .s2 { stroke: #ab7df8 }
  circle.s0 { fill: #4493f8 } circle.s1 { fill: #f0883e } circle.s2 { fill: #ab7df8 }
}
"""


def lines(title: str, series: dict[str, list[tuple[str, int]]]) -> str:
    """Return a chart with a line for each series. A point has a label, which is that of the axis, and a value."""
    labels = [*dict.fromkeys(label for points in series.values() for label, _ in points)]
    highest = _round_up(max((value for points in series.values() for _, value in points), default=1))
    step = (_WIDTH - _LEFT - _RIGHT) / max(1, len(labels) - 1)

    def place(label: str, value: int) -> tuple[float, float]:
        across = _LEFT + (labels.index(label) * step if len(labels) > 1 else (_WIDTH - _LEFT - _RIGHT) / 2)
        return across, _TOP + (_HEIGHT - _TOP - _BOTTOM) * (1 - value / highest)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        f'role="img" aria-label="{escape(title)}; the table has the numbers">',
        f"<style>{_STYLE}</style>",
        f'<text x="{_LEFT}" y="20">{escape(title)}</text>',
    ]
    for value in (0, highest // 2, highest):
        _, down = place(labels[0], value) if labels else (0, 0)
        parts.append(f'<line class="axis" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{down:.1f}" y2="{down:.1f}"/>')
        parts.append(f'<text class="soft" x="{_LEFT - 8}" y="{down + 4:.1f}" text-anchor="end">{value:,}</text>')
    for number, label in enumerate(labels):
        across, _ = place(label, 0)
        # Two rows, because the names of versions are long.
        down = _HEIGHT - _BOTTOM + 18 + 16 * (number % 2)
        shown = ".".join(label.split(".")[:2])
        parts.append(f'<text class="soft" x="{across:.1f}" y="{down}" text-anchor="middle">{escape(shown)}</text>')
    for number, (name, points) in enumerate(series.items()):
        places = [place(*point) for point in points]
        drawn = " ".join(f"{across:.1f},{down:.1f}" for across, down in places)
        parts.append(f'<polyline class="s{number % 3}" points="{drawn}"/>')
        parts += [f'<circle class="s{number % 3}" cx="{across:.1f}" cy="{down:.1f}" r="4"/>' for across, down in places]
        across, down = places[-1]
        parts.append(f'<text x="{across + 10:.1f}" y="{down + 4:.1f}">{escape(name)} {points[-1][1]:,}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _round_up(value: int) -> int:
    """The next number with one digit that is not zero, or with a 5 after it, so that half of it is a whole number."""
    power = int("1" + "0" * max(1, len(str(value)) - 1))
    return -(-value // power) * power
