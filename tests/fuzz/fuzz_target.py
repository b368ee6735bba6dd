"""Run a target with Atheris, which looks for inputs that reach new lines.

    python fuzz_target.py TARGET [libFuzzer's options and corpus folders ...]

If a copy of this file is named ``fuzz_TARGET.py``, as OSS-Fuzz wants it, TARGET is left out. ``build_scripts/
research fuzz_guided`` sets everything up and runs this.
"""

import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["py_url"]):
    from tests.fuzz.targets import TARGETS


def main():
    name = Path(sys.argv[0]).stem.removeprefix("fuzz_")
    if name == "target":
        name = sys.argv.pop(1) if len(sys.argv) > 1 else ""
    if name not in TARGETS:
        sys.exit(f"there is no target {name!r}; the targets are {', '.join(TARGETS)}")
    atheris.Setup(sys.argv, TARGETS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
