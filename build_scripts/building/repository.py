"""What the packages and the site say about the project's repository, all of it from one line of ``pyproject.toml``.

    [tool.py-url]
    repository = "https://github.com/OWNER/NAME"

Without an address there, they have no links to the repository. `metadata_hook.py` writes them to the wheel and the
sdist, `npm_package.py` to the npm package, and `site.py` to the site.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

_ADDRESS = re.compile(r"https://github\.com/(?P<owner>[A-Za-z0-9-]+)/(?P<name>[\w.-]*[\w-])")
# Code, which stays as it is; a link or a picture in Markdown; a picture in HTML.
_PARTS = re.compile(
    r"^```.*?^```$"
    r"|`[^`\n]*`"
    r"|(?P<picture>!?)\[(?P<text>[^\[\]]*)\]\((?P<target>[^()\s]+)\)"
    r"|<picture>.*?</picture>",
    re.MULTILINE | re.DOTALL,
)
_SOURCE = re.compile(r'(?<=\ssrc=")[^"]+|(?<=\ssrcset=")[^"]+')


def address(root: Path) -> str:
    """Return the address of the repository that ``pyproject.toml`` in *root* names, or an empty string.

    Raises ValueError if it is not that of a repository on GitHub.
    """
    settings = tomllib.loads(Path(root, "pyproject.toml").read_text("utf-8"))
    found: str = settings["tool"]["py-url"]["repository"]
    if found and not _ADDRESS.fullmatch(found):
        raise ValueError(
            f"pyproject.toml has {found!r} as the repository; "
            'write "https://github.com/OWNER/NAME", with nothing after it, or an empty string'
        )
    return found


def project_urls(repository: str, version: str) -> dict[str, str]:
    """Return the links that PyPI shows, for an address and the version that is released."""
    if not repository:
        return {}
    return {
        "Homepage": repository,
        "Documentation": f"{repository}/tree/v{version}/web/docs",
        "Changelog": f"{repository}/blob/v{version}/web/docs/project/changelog.md",
        "Issues": f"{repository}/issues",
        "Source": f"{repository}/tree/v{version}",
        "Playground": f"{site(repository)}playground/",
    }


def npm_fields(repository: str) -> dict[str, Any]:
    """Return what the package.json of the npm package says about the repository."""
    if not repository:
        return {}
    return {
        "homepage": f"{repository}#readme",
        "bugs": {"url": f"{repository}/issues"},
        "repository": {"type": "git", "url": f"git+{repository}.git", "directory": "web"},
    }


def site(repository: str) -> str:
    """Return the address at which GitHub Pages serves the site, or an empty string."""
    found = _ADDRESS.fullmatch(repository)
    return f"https://{found['owner'].lower()}.github.io/{found['name']}/" if found else ""


def long_description(text: str, repository: str, version: str) -> str:
    """Return the text of the README for a package index: links and pictures are those of the tag of *version*.

    Without an address, relative links are their text alone, and there are no relative pictures.
    """
    owner_and_name = repository.removeprefix("https://github.com/")
    documents = f"{repository}/blob/v{version}/"
    pictures = f"https://raw.githubusercontent.com/{owner_and_name}/v{version}/"

    def replaced(part: re.Match[str]) -> str:
        whole, target = part[0], part["target"]
        if whole.startswith("<picture>"):
            return _SOURCE.sub(lambda source: f"{pictures}{source[0]}", whole) if repository else ""
        if target is None or "://" in target or target.startswith("#"):
            return whole
        if not repository:
            return "" if part["picture"] else part["text"]
        return f"{part['picture']}[{part['text']}]({pictures if part['picture'] else documents}{target})"

    return _PARTS.sub(replaced, text)


def citation(text: str, repository: str) -> str:
    """Return the content of ``CITATION.cff`` with the address of the repository, if there is one."""
    return f'{text.rstrip()}\nrepository-code: "{repository}"\n' if repository else text
