"""The state of Pyodide after it has installed the compiled wheels: the last line is the result, as JSON.

`run_file.mjs` runs this file; `tests/build_scripts/test_build.py` compares the result.
"""

import base64
import hashlib
import importlib.metadata
import importlib.util
import json
import pkgutil
import sys
import traceback
from importlib.machinery import SourceFileLoader
from pathlib import Path
from site import getsitepackages

import micropip

SITE_PACKAGES = Path(getsitepackages()[0])


def distribution(name, package):
    """Return a distribution's version, the files listed wrongly in its RECORD, and the files not listed there."""
    wrong = []
    listed = set()
    for file in importlib.metadata.files(name):
        path = Path(file.locate())
        listed.add(path)
        if not path.is_file():
            wrong.append(f"{file} is missing")
        elif file.hash is None:
            wrong += [] if file.name == "RECORD" else [f"{file} has no hash"]
        elif file.hash.value != digest(path):
            wrong.append(f"{file} has another hash")
    there = {path for path in (SITE_PACKAGES / package).rglob("*") if path.is_file()}
    return {
        "version": importlib.metadata.version(name),
        "listed": len(listed),
        "wrong": wrong,
        "not listed": sorted(map(str, there - listed)),
    }


def digest(path):
    return base64.urlsafe_b64encode(hashlib.sha256(path.read_bytes()).digest()).decode().rstrip("=")


def compiled_on_import(*names):
    """Return the modules of these packages, and the files that Python compiled while it imported them all."""
    compiled = []
    source_to_code = SourceFileLoader.source_to_code

    def spy(self, data, path, *args, **options):
        compiled.append(path)
        return source_to_code(self, data, path, *args, **options)

    SourceFileLoader.source_to_code = spy
    modules = []
    for name in names:
        package = importlib.import_module(name)
        modules.append(name)
        for module in pkgutil.walk_packages(package.__path__, f"{name}."):
            if not module.name.endswith(".__main__"):
                try:
                    importlib.import_module(module.name)
                except ModuleNotFoundError as error:
                    # Modules for other libraries import these, and Pyodide has none of them.
                    if error.name.partition(".")[0] in names:
                        raise
                modules.append(module.name)
    SourceFileLoader.source_to_code = source_to_code
    return {"modules": modules, "compiled": compiled}


def traceback_of_an_error():
    """For each frame in py_url, return the file, the line number, and the line as the traceback shows it."""
    import py_url

    try:
        py_url.URL("http://h:x/")
    except py_url.InvalidURL as error:
        frames = traceback.extract_tb(error.__traceback__)
        return [(frame.filename, frame.lineno, frame.line) for frame in frames if "py_url" in frame.filename]


def after_uninstalling(*names):
    """Return what is left of the package: whether it can be imported, and its files."""
    micropip.uninstall("py-url-whatwg")
    for name in list(sys.modules):
        if name.partition(".")[0] in names:
            del sys.modules[name]
    left = {path.relative_to(SITE_PACKAGES) for path in SITE_PACKAGES.rglob("*")}
    return {
        "importable": [name for name in names if importlib.util.find_spec(name) is not None],
        "left": [str(path) for path in left if path.parts[0].startswith(names)],
    }


json.dumps(
    {
        "py-url-whatwg": distribution("py-url-whatwg", "py_url"),
        "micropip": distribution("micropip", "micropip"),
        "imports": compiled_on_import("py_url"),
        "traceback": traceback_of_an_error(),
        "uninstalled": after_uninstalling("py_url"),
    }
)
