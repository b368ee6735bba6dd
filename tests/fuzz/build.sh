#!/bin/bash -eu
# OSS-Fuzz runs its copy of this in its image for Python. SRC, OUT and compile_python_fuzzer are OSS-Fuzz's.
# https://google.github.io/oss-fuzz/getting-started/new-project-guide/python-lang/
cd "$SRC/py-url"
pip3 install .
for target in $(python3 -m tests.fuzz.corpus); do
  python3 -m tests.fuzz.corpus "$target" "$OUT/fuzz_${target}_seed_corpus.zip"
  cp tests/fuzz/fuzz_target.py "tests/fuzz/fuzz_$target.py"
  # Some modules of the package are imported on first use, so PyInstaller does not see them.
  compile_python_fuzzer "tests/fuzz/fuzz_$target.py" --paths . --collect-submodules py_url
  rm "tests/fuzz/fuzz_$target.py"
done
