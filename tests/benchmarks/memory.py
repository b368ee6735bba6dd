"""What 100,000 URL objects take, beside their strings: JSON on standard output.

python -m tests.benchmarks.memory PEER CORPUS
"""

import gc
import json
import re
import resource
import sys
from pathlib import Path

from tests.benchmarks import peers

_COUNT = 100_000


def peak():
    """The most memory that this process has had, in bytes; Linux counts it in KiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def main():
    peer = sys.argv[1]
    lines = Path(sys.argv[2]).read_text("utf-8").split("\n")
    # To whose end digits can be added, so that all are different.
    lines = [line for line in lines if re.fullmatch(r"https://[a-z.]+/[A-Za-z0-9/._-]*", line)]
    make = peers.function(peer, f"def function(s):\n    return {peers.OBJECT[peer]}")
    size = sum(sys.getsizeof(f"{lines[i % len(lines)]}{i}") for i in range(_COUNT))
    objects = [None] * _COUNT
    gc.collect()
    before = peak()
    for i in range(_COUNT):
        objects[i] = make(f"{lines[i % len(lines)]}{i}")
    print(json.dumps({"strings": size / _COUNT, "all": (peak() - before) / _COUNT}))


if __name__ == "__main__":
    main()
