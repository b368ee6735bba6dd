"""The documents of the site: gathered, generated from the package, and built with Sphinx.

- `gathering`: the documents in ``web/docs``
- `public`, `docstrings`, `reference`: every public name, from the text of the modules
- `tables`: pages from tables and parsers
- `differing`: which browsers differ, from the cross-check's records
- ``conf.py``, ``theme/``: for Sphinx, which runs in an environment of its own
"""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
from pathlib import Path

from setup import venv
from setup.once import make_once
from setup.project import CACHE, ROOT, digest, run

from building import repository
from building.documents import differing, gathering, public, reference, tables
from py_url import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fetching.wpt_url import Tests

HERE = Path(__file__).parent
ALIAS = "stable"
"""The folder of the newest release's documents, next to those of versions."""
# Sphinx writes a date; any one will do, as long as it is the same.
_EPOCH = "1767225600"


def made(wpt: Tests, *, install: bool = True) -> Path:
    """Return a folder with the documents, which are built if something that they are made of has changed.

    Raises SetUpError.
    """
    folder = CACHE / "documents"
    make_once(
        folder,
        _made_of(wpt),
        lambda: build(folder / "built", wpt, install=install),
        install=install,
    )
    return folder / "built"


def build(folder: Path, wpt: Tests, *, install: bool = True) -> None:
    """Build the documents in *folder*, which must not exist. Raises SetUpError."""
    program = python(install=install)
    with tempfile.TemporaryDirectory(dir=CACHE, prefix="documents-") as temporary:
        sources = Path(temporary, "sources")
        sources.mkdir()
        write_sources(sources, wpt, program)
        # A warning is an error, such as a link to a page that is not there.
        command = [
            str(program),
            "-m",
            "sphinx",
            "-b",
            "html",
            "-q",
            "-W",
            "--keep-going",
            "-d",
            f"{temporary}/doctrees",
        ]
        environment = {**os.environ, "SOURCE_DATE_EPOCH": _EPOCH, "PYTHONHASHSEED": "0", "PYTHONPATH": ""}
        run([*command, str(sources), str(folder)], env=environment)
    (folder / ".buildinfo").unlink(missing_ok=True)
    for page in folder.rglob("*.html"):
        page.write_text(_accessible(page.read_text("utf-8")), "utf-8")


def python(*, install: bool = True) -> Path:
    """Return the Python of the environment that has Sphinx. Raises SetUpError."""
    return venv.python("docs", install=install)


def write_sources(folder: Path, wpt: Tests, program: Path) -> None:
    """Write everything that Sphinx reads to *folder*."""
    address = repository.address(ROOT)
    gathering.gather(folder, address, __version__)
    reference.write(folder / "reference" / "api", differing.notes(wpt))
    tables.write(folder / "reference", program)
    gathering.write_indexes(folder, public.modules())
    shutil.copyfile(HERE / "conf.py", folder / "conf.py")
    shutil.copytree(HERE / "theme", folder / "site")
    shutil.copytree(HERE / "static", folder / "static")
    site = repository.site(address)
    settings = {"version": __version__, "site": "../../", "address": f"{site}docs/{ALIAS}/" if site else ""}
    (folder / "settings.json").write_text(json.dumps(settings), "utf-8")


def _accessible(text: str) -> str:
    """Return a page in which the keyboard reaches what scrolls, and no heading of a table is empty.

    A colon comes after the names of parameters and errors, where Sphinx writes two hyphens.
    """
    text = text.replace("<pre>", '<pre tabindex="0">').replace('<th class="head"><p></p></th>', "<td></td>")
    return re.sub(r"(</strong>(?:</a>)?) -- ", r"\1: ", text)


def _made_of(wpt: Tests) -> str:
    folders = (
        "py_url",
        "web/docs",
        "web/crosscheck/history",
        "build_scripts",
        "tests/data/parse",
        "tests/data/setters",
    )
    files = [file for name in folders for file in sorted((ROOT / name).rglob("*")) if _counts(file)]
    further = ("pyproject.toml", "web/py_url.d.ts", "tests/support/api.py", *gathering.ELSEWHERE)
    names = "\n".join(file.relative_to(ROOT).as_posix() for file in files)
    return f"{digest(*files, *(ROOT / name for name in further))} {wpt.which} {names}"


def _counts(file: Path) -> bool:
    return file.is_file() and not {"__pycache__", "node_modules"} & {*file.parts}
