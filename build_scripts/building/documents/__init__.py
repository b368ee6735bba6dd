"""The documents of the site: gathered, generated from the package, and built with Sphinx.

- `gathering`: the documents in ``web/docs``
- `public`, `docstrings`, `reference`: every public name, from the text of the modules
- `tables`: pages from tables and parsers
- `differing`: which browsers differ, from the cross-check's records
- `checks`: what a built page must have
- ``conf.py``, ``theme/``: for Sphinx, which runs in an environment of its own
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from pathlib import Path

from py_url import __version__
from setup import venv
from setup.project import CACHE, REQUIREMENTS, ROOT, run

from building import repository
from building.documents import checks, differing, gathering, public, reference, tables

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fetch_wpt import Tests

HERE = Path(__file__).parent
# Sphinx writes a date; any one will do, as long as it is the same.
_EPOCH = "1767225600"


def write_sources(folder: Path, wpt: Tests) -> None:
    """Write everything that Sphinx reads to *folder*."""
    gathering.gather(folder, repository.address(ROOT), __version__)
    reference.write(folder / "reference" / "api", differing.notes(wpt))
    tables.write(folder / "reference")
    gathering.write_indexes(folder, public.modules())
    shutil.copyfile(HERE / "conf.py", folder / "conf.py")
    shutil.copytree(HERE / "theme", folder / "site")
    shutil.copytree(HERE / "static", folder / "static")
    (folder / "settings.json").write_text(json.dumps({"version": __version__, "site": "../../"}), "utf-8")


def build(folder: Path, wpt: Tests, *, install: bool = True) -> None:
    """Build the documents in *folder*, which must not exist. Raises SetUpError, also if a page lacks what it must have."""
    python = venv.make_venv(CACHE / "venv-docs", REQUIREMENTS / "docs.txt", (3, 12), install=install)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".documents-") as temporary:
        sources = Path(temporary, "sources")
        sources.mkdir()
        write_sources(sources, wpt)
        command = [str(python), "-m", "sphinx", "-b", "html", "-q", "-W", "--keep-going", "-d", f"{temporary}/doctrees"]
        environment = {**os.environ, "SOURCE_DATE_EPOCH": _EPOCH, "PYTHONHASHSEED": "0", "PYTHONPATH": ""}
        run([*command, str(sources), str(folder)], env=environment)
        for name in (".buildinfo", ".doctrees"):
            shutil.rmtree(folder / name, ignore_errors=True)
            (folder / name).unlink(missing_ok=True) if not (folder / name).is_dir() else None
        checks.check(folder)
