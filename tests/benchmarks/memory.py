"""What 100,000 URL objects take, beside their strings: JSON on standard output.

    python -m tests.benchmarks.memory PEER CORPUS

The strings are made of those in the file CORPUS.
"""

import gc
import json
import re
import sys
from pathlib import Path

from tests.benchmarks import peers, resident

_COUNT = 100_000


def main():
    peer = sys.argv[1]
    lines = Path(sys.argv[2]).read_text("utf-8").split("\n")
    # To whose end digits can be added, so that all are different.
    lines = [line for line in lines if re.fullmatch(r"https://[a-z.]+/[A-Za-z0-9/._-]*", line)]
    make = peers.function(peer, f"def function(s):\n    return {peers.OBJECT[peer]}")
    size = sum(sys.getsizeof(f"{lines[i % len(lines)]}{i}") for i in range(_COUNT))
    objects = [None] * _COUNT
    gc.collect()
    before = resident.now()
    for i in range(_COUNT):
        objects[i] = make(f"{lines[i % len(lines)]}{i}")
    print(json.dumps({"strings": size / _COUNT, "all": (resident.now() - before) / _COUNT}))


if __name__ == "__main__":
    main()
