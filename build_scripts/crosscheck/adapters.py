"""The parsers that the cross-check knows by name: what each adapter in ``parsers/`` needs, and how it is started.

What an adapter needs is installed when it is asked for: the environment of a dependency group of ``pyproject.toml``, or
the ``package.json`` in the adapter's folder. ``lock.py`` locks both.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from setup import npm, project, system, venv
from setup.project import CACHE, ROOT, SECONDS_TO_ANSWER, SetUpError

from crosscheck.programs import Parser

FOLDER = Path(__file__).parent / "parsers"


@dataclass(frozen=True)
class Adapter:
    """An adapter: its file, and what it needs."""

    file: str
    standard: bool
    """Whether the parser claims the URL Standard."""
    rules: str
    """The rules that it follows, in a few words."""
    group: str | None = None
    """The dependency group that has it."""
    package: str | None = None
    """The npm package that it is about."""
    program: str | None = None
    """The program that it needs on PATH."""
    debian: str | None = None
    """Debian's package of that program."""


_STANDARD = "the URL Standard"
ADAPTERS = {
    "ada-url": Adapter("with_ada_url.py", True, _STANDARD, group="parsers"),
    "can-ada": Adapter("with_can_ada.py", True, _STANDARD, group="parsers"),
    "core-js": Adapter("with_core_js.mjs", True, _STANDARD, package="core-js"),
    "php-uri": Adapter("with_php_uri.mjs", True, _STANDARD, package="@php-wasm/node-8-5"),
    "pywhatwgurl": Adapter("with_pywhatwgurl.py", True, _STANDARD, group="parsers"),
    "upa-url": Adapter("with_upa_url.py", True, _STANDARD, group="parsers"),
    "url-polyfill": Adapter("with_url_polyfill.mjs", True, _STANDARD, package="url-polyfill"),
    "url-py": Adapter("with_url_py.py", True, _STANDARD, group="parsers"),
    "whatwg-url": Adapter("with_whatwg_url.mjs", True, _STANDARD, package="whatwg-url"),
    "curl": Adapter("with_curl.py", False, "RFC 3986 and curl's own", program="curl", debian="libcurl4"),
    "go": Adapter("with_go.go", False, "RFC 3986", group="parser-go"),
    "java": Adapter("WithJava.java", False, "RFC 2396", program="java", debian="default-jdk-headless"),
    "php": Adapter("with_php.php", False, "PHP's own", program="php", debian="php-cli"),
    "urllib.parse": Adapter("with_urllib.py", False, "RFC 3986, loosely"),
    "yarl": Adapter("with_yarl.py", False, "RFC 3986", group="parsers"),
}


def npm_folders() -> list[Path]:
    """Return the folders with a ``package.json``."""
    return [FOLDER / name for name, adapter in ADAPTERS.items() if adapter.package]


def parser(name: str, *, install: bool = True) -> Parser:
    """Return the parser with this name; what it needs is installed if *install*. Raises SetUpError."""
    adapter = ADAPTERS[name]
    python = Path(sys.executable)
    if adapter.group:
        python = venv.python(adapter.group, install=install)
    file = str(FOLDER / adapter.file)
    environment: dict[str, str] = {}
    if adapter.package:
        packages = npm.packages(FOLDER / name, install=install)
        command = [npm.node(), file, str(packages)]
        package = packages / adapter.package
        version = json.loads((package / "package.json").read_text("utf-8"))["version"]
        if name == "php-uri":
            # PHP's own version is the name of a folder.
            version = next((package / "asyncify").glob("[0-9]*")).name.replace("_", ".")
    elif name == "go":
        program = str(shutil.which("go", path=str(python.parent)))
        environment = {"GOCACHE": str(CACHE / "go"), "GO111MODULE": "off", "GOENV": "off", "GOTOOLCHAIN": "local"}
        command, version = [program, "run", file], _version([program, "version"], environment)
    elif adapter.program not in (None, "curl"):
        program = _program(adapter, install=install)
        command, version = [program, file], _version([program, "--version"])
    else:
        environment = {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"}
        command, version = [str(python), file], _version_in(name, python)
    return Parser(f"{name} {version}", command, environment, adapter.standard)


def _version_in(name: str, python: Path) -> str:
    if name == "curl":
        code = "from ctypes import *; from py_url.parsers.runtimes import curl; l = curl.library()"
        code += "; l.curl_version.restype = c_char_p; print(l.curl_version().decode())"
    elif name == "urllib.parse":
        code = "import sys; print(*sys.version_info[:3], sep='.')"
    else:
        code = f"from importlib.metadata import version; print(version({name!r}))"
    return _version([str(python), "-c", code], {"PYTHONPATH": str(ROOT)})


def _program(adapter: Adapter, *, install: bool) -> str:
    found = shutil.which(str(adapter.program))
    if found is None:
        missing = f"{adapter.program} was not found; install it"
        if not install:
            raise SetUpError(missing)
        system.apt_install(str(adapter.debian), otherwise=missing)
        found = shutil.which(str(adapter.program))
    if found is None:
        raise SetUpError(missing)
    return found


def _version(command: list[str], environment: dict[str, str] | None = None) -> str:
    said = project.run([*command], env={**os.environ, **(environment or {})}, seconds=SECONDS_TO_ANSWER)
    found = re.search(r"\d+(?:\.\d+)+", said)
    return found[0] if found else "of an unknown version"
