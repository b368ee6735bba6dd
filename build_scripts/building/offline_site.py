"""Make a folder of static files a site that works without a network, by giving it a service worker.

`site.py` calls `keep_offline` when all other files are there.
"""

from __future__ import annotations

import base64
import hashlib
import json
from urllib.parse import quote

from setup.project import ROOT, SetUpError

from building import documents

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

SOURCE = ROOT / "web" / "service_worker.js"
_PLACE = "const DIGESTS = {};"


def keep_offline(site: Path) -> None:
    """Write the service worker to *site*, with the digests of all files there. Raises SetUpError.

    A page is named by its folder if it is an ``index.html``, because some servers redirect from the longer address.
    """
    program = SOURCE.read_text("utf-8")
    if program.count(_PLACE) != 1:
        raise SetUpError(f"{SOURCE} has no place for the digests: {_PLACE}")
    digests = {_path(file, site): _digest(file) for file in sorted(site.rglob("*")) if _is_kept(file, site)}
    text = json.dumps(digests, indent=2)
    (site / SOURCE.name).write_text(program.replace(_PLACE, f"const DIGESTS = {text};"), "utf-8")


def _is_kept(file: Path, site: Path) -> bool:
    # A worker that kept itself could never be replaced.
    path = file.relative_to(site)
    hidden = any(part.startswith(".") for part in path.parts)
    # Of the documents, those at the address that stays: the others are the same.
    again = path.parts[0] == "docs" and path.parts[1:2] != (documents.ALIAS,)
    # The pages start from the compressed form. Where that fails, a page with a network gets the other one.
    again = again or file.with_name(f"{file.name}.zst").exists()
    return file.is_file() and not hidden and not again and file != site / SOURCE.name


def _path(file: Path, site: Path) -> str:
    path = quote(file.relative_to(site).as_posix())
    folder, slash, name = path.rpartition("/")
    return f"{folder}{slash}" or "./" if name == "index.html" else path


def _digest(file: Path) -> str:
    return base64.b64encode(hashlib.sha256(file.read_bytes()).digest()).decode()
