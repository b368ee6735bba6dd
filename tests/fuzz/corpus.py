"""Write the inputs from which a fuzzer starts, made from the rows of ``tests/data``.

python -m tests.fuzz.corpus                   print the names of the targets
python -m tests.fuzz.corpus TARGET FILE.zip   write the inputs of a target, as OSS-Fuzz wants them
python -m tests.fuzz.corpus TARGET FOLDER     write them into a folder
"""

import hashlib
import sys
import zipfile
from pathlib import Path

from tests.fuzz.targets import TARGETS, seeds


def write(target, place):
    """Write the inputs of a target to a folder or a zip file. Returns their number."""
    named = {hashlib.sha1(octets).hexdigest(): octets for octets in seeds(target)}
    if place.suffix == ".zip":
        with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, octets in named.items():
                archive.writestr(name, octets)
    else:
        place.mkdir(parents=True, exist_ok=True)
        for name, octets in named.items():
            (place / name).write_bytes(octets)
    return len(named)


def main():
    match sys.argv[1:]:
        case []:
            print(*TARGETS, sep="\n")
        case [target, place] if target in TARGETS:
            write(target, Path(place))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
