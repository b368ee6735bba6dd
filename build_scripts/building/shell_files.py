"""A build hook of Hatchling: completion for shells and a man page, made of the parser of the command line.

pip puts them where shells and ``man`` look for them: in ``share`` of the environment. At run time, nothing is needed.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPLETIONS = {
    "bash": "share/bash-completion/completions/py-url",
    "zsh": "share/zsh/site-functions/_py-url",
    "fish": "share/fish/vendor_completions.d/py-url.fish",
}
"""For each shell, where its completion belongs."""
MAN_PAGE = "share/man/man1/py-url.1"


class CustomBuildHook(BuildHookInterface[Any]):
    """Adds the files to the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        del version
        self._folder = TemporaryDirectory()
        sys.path.insert(0, self.root)
        for place, text in shell_files().items():
            file = Path(self._folder.name, place.replace("/", "-"))
            file.write_text(text, "utf-8", newline="\n")
            build_data["shared_data"][str(file)] = place

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        del version, build_data, artifact_path
        self._folder.cleanup()


def shell_files() -> dict[str, str]:
    """Return the text of each file, by its place."""
    import shtab
    from argparse_manpage.manpage import Manpage  # type: ignore[import-untyped]  # it has no types

    from py_url import __version__
    from py_url.programs.arguments import whole_parser

    with patch.dict(os.environ, COLUMNS="80"):  # so that the page does not depend on the terminal
        parser, _ = whole_parser()
        files = {place: shtab.complete(parser, shell=shell) for shell, place in COMPLETIONS.items()}
        page = Manpage(parser)
        page.date, page.manual, page.source = "", "User Commands", f"py-url {__version__}"
        page.description = "look at URLs, edit and check them, as browsers understand them"
        return {**files, MAN_PAGE: f"{page}\n"}
