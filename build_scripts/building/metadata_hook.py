"""A metadata hook of Hatchling: the project's URLs, and the README as the long description.

In the README, links are relative, and a package index cannot follow them.
"""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class CustomMetadataHook(MetadataHookInterface):
    """Adds both to the metadata of the wheel and the sdist."""

    def update(self, metadata: dict[str, Any]) -> None:
        # The folder of the build scripts is not on the path of a build.
        functions = runpy.run_path(str(Path(__file__).with_name("repository.py")))
        root, version = Path(self.root), metadata["version"]
        repository = functions["address"](root)
        text = functions["long_description"]((root / "README.md").read_text("utf-8"), repository, version)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        metadata["urls"] = functions["project_urls"](repository, version)
