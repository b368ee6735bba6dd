"""Serve the project's pages, the built wheels and Pyodide on 127.0.0.1.

    python3 build_scripts/serve.py [--port 8000]

- ``/``: ``web/``, whose front page leads to the others
- ``/dist/``: the built wheels, pure and compiled, with their lock file
- ``/playground/wheels/``: the wheels from PyPI that the playground loads when they are needed
- ``/wheels/``: the wheels from PyPI that are built with them
- ``/pyscript/``: the npm package of PyScript and the page ``web/pyscript/``
- ``/pyodide/``: the npm package of Pyodide with the built lock file and wheels: a self-hosted Pyodide with py-url
- ``/pyodide-npm/``: the npm package of Pyodide, unchanged
- ``/report/``: the last report of ``crosscheck.py``
- ``/docs/``: the documents, if `site.py` has built them
- ``/playground/python/crosscheck/``: the part of the build scripts that the playground runs

`site.py` builds static files with the same pages at the same addresses.
"""

import setup  # isort: skip # noqa: F401 - first, because it checks which version of Python this is

import argparse
import sys
import threading

import build_wheel
from building import made_answers, serving
from crosscheck import page
from fetching import wpt_url
from setup import venv
from setup.ending import ends
from setup.project import ROOT


@ends("serve.py")
def main() -> int:
    """Serve until interrupted. Returns the exit status."""
    parser = argparse.ArgumentParser(description="Serve the project's pages on 127.0.0.1.")
    parser.add_argument("--port", type=int, default=8000, help="port to serve on (default: 8000; 0: any free port)")
    arguments = parser.parse_args()
    venv.enter("build")
    build_wheel.build()
    build_wheel.build_playground_wheels()
    served = serving.folders()
    # The page that checks its own browser needs the inputs of the cross-check.
    wpt = wpt_url.find()
    gets = {
        "/crosscheck/check.json": lambda: page.about(wpt),
        "/crosscheck/inputs.json": lambda: page.cases(wpt),
        "/playground/made.json": lambda: made_answers.made(ROOT / "web", made_answers.loaded(*served["/pyodide/"])),
    }
    with serving.Server(served, gets, port=arguments.port) as server:
        try:
            print(f"open {server.origin}/ or {server.origin}/playground/ (stop with Ctrl-C)", flush=True)
            threading.Event().wait()
        except KeyboardInterrupt:
            pass
    return 0


if __name__ == "__main__":
    sys.exit(main())
