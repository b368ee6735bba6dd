"""Take the comments out of the JavaScript that others load: they are a third of its size, compressed or not."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

# Comments that have lines of their own. Bundlers read some of those that stand within code.
_COMMENT = re.compile(r"^[ \t]*(?://.*|/\*\*(?:.|\n)*?\*/)$", re.MULTILINE)


def without_comments(module: str) -> str:
    """Return *module* with an empty line in the place of each line of comments, so that errors name the right lines."""
    return _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), module)


def take_out_comments(files: Iterable[Path]) -> None:
    """Do so in *files*."""
    for file in files:
        file.write_text(without_comments(file.read_text("utf-8")), "utf-8")
