"""`load` in Vitest and Jest with jsdom and happy-dom: there is a document, but Pyodide's files are not on a server.

At each push, this runs one of the four; if ``PY_URL_ALL_ANSWERS`` is set, all of them.
"""

import json
import os
import shutil
import subprocess

import build_wheel
import pytest
from setup import npm
from setup.project import ROOT, RUNNERS

from tests.support.needs import needs

pytestmark = needs("wheel", "npm packages", "runners", "node")

SECONDS = 600
COMMANDS = {
    "Vitest, jsdom": ["vitest/vitest.mjs", "run", "--globals", "--environment", "jsdom"],
    "Vitest, happy-dom": ["vitest/vitest.mjs", "run", "--globals", "--environment", "happy-dom"],
    "Jest, jsdom": ["jest/bin/jest.js", "--env", "jsdom"],
    "Jest, happy-dom": ["jest/bin/jest.js", "--env", "@happy-dom/jest-environment"],
}


@pytest.mark.parametrize("runner", COMMANDS if os.environ.get("PY_URL_ALL_ANSWERS") else ["Vitest, jsdom"])
def test_it_loads_from_files(runner, tmp_path):
    build_wheel.build()
    packages = npm.packages(RUNNERS)
    for file in RUNNERS.iterdir():
        if file.is_file():
            shutil.copy(file, tmp_path)
    test = tmp_path / "load.test.js"
    # Vitest resolves only what it sees in an import.
    test.write_text(test.read_text("utf-8").replace("../../web/", f"{(ROOT / 'web').as_posix()}/"), "utf-8")
    (tmp_path / "node_modules").symlink_to(packages)
    options = {
        "indexURL": str(npm.packages() / "pyodide"),
        "lockFileURL": str(build_wheel.PYODIDE / "pyodide-lock.json"),
        "packageBaseUrl": str(build_wheel.PYODIDE),
    }
    program, *arguments = COMMANDS[runner]
    result = subprocess.run(
        [npm.node(), "--experimental-vm-modules", packages / program, *arguments],
        cwd=tmp_path,
        env={**os.environ, "PY_URL_RUNNERS": json.dumps(options)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=SECONDS,
    )
    assert result.returncode == 0, result.stdout + result.stderr
