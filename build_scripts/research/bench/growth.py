"""Measure how the time to parse a URL grows with its length, and the memory of a long one; print JSON.

    python -m research.bench.growth SHAPE

SHAPE is one of `tests.support.shapes`. Each shape needs its own process, so that its memory can be measured.
"""

from __future__ import annotations

import json
import math
import statistics
import sys
import time

from py_url import URL
from research.bench import resident
from tests.support.shapes import SHAPES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_LENGTHS = [10**exponent for exponent in range(3, 8)]
# Short strings are parsed repeatedly for this many seconds.
_TURN = 0.05


def seconds(text: str) -> float:
    """Return the median time of one parse."""
    times: list[float] = []
    while sum(times) < _TURN or len(times) < 3:
        started = time.perf_counter()
        URL.parse(text)
        times.append(time.perf_counter() - started)
        if times[-1] > 1:
            break
    return statistics.median(times)


def main() -> None:
    """Measure and print."""
    shape: Callable[[int], str] = SHAPES[sys.argv[1]]
    URL.parse(shape(_LENGTHS[0]))
    text = shape(_LENGTHS[-1])
    resident.forget_most()
    before = resident.now()
    url = URL.parse(text)
    memory = resident.most() - before
    size = sys.getsizeof(text)
    output = None if url is None else sys.getsizeof(url.href)
    del text, url
    times = [seconds(shape(length)) for length in _LENGTHS]
    slope = statistics.linear_regression(
        [math.log10(length) for length in _LENGTHS], [math.log10(taken) for taken in times]
    ).slope
    answer = {
        "length": _LENGTHS[-1],
        "seconds": times,
        "slope": slope,
        "last": math.log10(times[-1] / times[-2]),
        "input": size,
        "output": output,
        "peak": memory,
    }
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
