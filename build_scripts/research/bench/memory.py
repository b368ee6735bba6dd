"""Measure the memory of 100,000 URL objects and of their strings; print JSON.

python -m research.bench.memory PEER
"""

from __future__ import annotations

import gc
import json
import re
import sys
from pathlib import Path

from research.bench import peers
from tests.benchmarks import corpora

_COUNT = 100_000
_STATUS = Path("/proc/self/status")


def _bytes(field: str) -> int:
    if not _STATUS.is_file():
        raise SystemExit("memory can be measured only on Linux: /proc/self/status does not exist")
    line = next(line for line in _STATUS.read_text("ascii").splitlines() if line.startswith(f"{field}:"))
    return int(line.split()[1]) * 1024


def now() -> int:
    """Return the resident memory in bytes."""
    return _bytes("VmRSS")


def forget_most() -> None:
    """Reset the peak that `most` returns."""
    Path("/proc/self/clear_refs").write_text("5", "ascii")


def most() -> int:
    """Return the peak of the resident memory in bytes; `resource` would include the parent process's peak."""
    return _bytes("VmHWM")


def main() -> None:
    """Measure and print."""
    peer = sys.argv[1]
    # Digits can be appended to these URLs, so that all strings are different.
    plain = re.compile(r"https://[a-z.]+/[A-Za-z0-9/._-]*")
    lines = [line for line in corpora.read("real") if plain.fullmatch(line)]
    make = peers.function(peer, f"def function(s):\n    return {peers.OBJECT[peer]}")
    size = sum(sys.getsizeof(f"{lines[i % len(lines)]}{i}") for i in range(_COUNT))
    objects: list[object] = [None] * _COUNT
    gc.collect()
    before = now()
    for i in range(_COUNT):
        objects[i] = make(f"{lines[i % len(lines)]}{i}")
    print(json.dumps({"strings": size / _COUNT, "all": (now() - before) / _COUNT}))


if __name__ == "__main__":
    main()
