"""Make the files that other projects can take. `command` writes them."""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def lines(rows: Iterable[object]) -> str:
    """Return a JSON list with one row a line, so that a change of a row is one line of a patch. It is all ASCII."""
    return "[\n" + ",\n".join(f"  {json.dumps(row)}" for row in rows) + "\n]\n"
