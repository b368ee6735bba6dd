"""Measure the memory of 100,000 URL objects and of their strings; print JSON.

    python -m research.bench.memory PEER CORPORA

The strings are made from ``real.txt`` in the folder CORPORA.
"""

from __future__ import annotations

import gc
import json
import re
import sys
from pathlib import Path

from research.bench import peers, resident
from tests.benchmarks import corpora

_COUNT = 100_000


def main() -> None:
    """Measure and print."""
    peer = sys.argv[1]
    # Digits can be appended to these URLs, so that all strings are different.
    plain = re.compile(r"https://[a-z.]+/[A-Za-z0-9/._-]*")
    lines = [line for line in corpora.read("real", Path(sys.argv[2])) if plain.fullmatch(line)]
    if not lines:
        raise SystemExit("real.txt needs at least one https URL without a query and a fragment")
    make = peers.function(peer, f"def function(s):\n    return {peers.OBJECT[peer]}")
    size = sum(sys.getsizeof(f"{lines[i % len(lines)]}{i}") for i in range(_COUNT))
    objects: list[object] = [None] * _COUNT
    gc.collect()
    before = resident.now()
    for i in range(_COUNT):
        objects[i] = make(f"{lines[i % len(lines)]}{i}")
    print(json.dumps({"strings": size / _COUNT, "all": (resident.now() - before) / _COUNT}))


if __name__ == "__main__":
    main()
