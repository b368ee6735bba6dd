"""What tests need in addition to Python and pytest.

A test names its needs with `needs`. Before the first test runs, ``build_scripts/test.py`` sets them up; plain pytest
only looks for them. If one is missing, the test is skipped, or fails if ``CI`` is set.
"""

import functools
import os
import shutil

import build_wheel
import pytest
from building import documents, unicode_tables
from fetching import wpt_url, wpt_urlpattern
from setup import browsers, engines, npm, project, publishing, system, venv
from setup.project import SetUpError

IN_CI = bool(os.environ.get("CI"))


def needs(*names):
    """Mark tests that need these, which are keys of `NEEDS`."""
    unknown = {*names} - {*NEEDS}
    if unknown:
        raise ValueError(f"needs() does not know {unknown}")
    return pytest.mark.needs(*names)


def _wpt(*, install):
    if wpt_url.find(fetch=install).edition == "none":
        raise SetUpError("they are not here and could not be fetched; set PY_URL_WPT to a checkout of the tests")


def _wpt_urlpattern(*, install):
    wpt_urlpattern.find(fetch=install)


def _wpt_javascript(*, install):
    _wpt(install=install)
    wpt_url.find_scripts(fetch=install).expected()


def _more_of_wpt(*, install):
    # Tests do without those that are missing.
    wpt_url.find_more(fetch=install)


def _node(*, install):
    npm.node()


def _publishing(*, install):
    publishing.program("twine", install=install)
    publishing.npm_program("publint", install=install)


def _curl(*, install):
    if shutil.which("curl") is None:
        otherwise = "it was not found; install it"
        if not install:
            raise SetUpError(otherwise)
        system.apt_install("curl", otherwise=otherwise)


NEEDS = {
    "wpt": ("the Web Platform Tests' data", _wpt),
    "wpt urlpattern": ("the Web Platform Tests' data of URLPattern", _wpt_urlpattern),
    "wpt javascript": ("the Web Platform Tests' JavaScript", _wpt_javascript),
    "more of wpt": ("more of the Web Platform Tests", _more_of_wpt),
    "node": ("Node.js", _node),
    "npm packages": ("npm's packages of the build scripts", npm.packages),
    "npm test packages": (
        "npm's packages of the tests",
        functools.partial(npm.packages, project.TEST_PACKAGES),
    ),
    "runners": ("npm's runners of tests", functools.partial(npm.packages, project.RUNNERS)),
    "bundlers": ("npm's bundlers", functools.partial(npm.packages, project.BUNDLERS)),
    "oldest python": ("Python 3.11", venv.oldest_python),
    "oldest python, test": ("Python 3.11 with pytest", functools.partial(venv.oldest_python, "test")),
    "unicode data": ("Unicode's data from PyPI", unicode_tables.python),
    "pure wheel": ("the wheel for PyPI", build_wheel.build_pure_wheel),
    "wheel": ("the wheel", build_wheel.build),
    "publishing": ("what checks the packages before they are published", _publishing),
    "documents": ("what builds the documents", documents.python),
    "curl": ("curl", _curl),
    "java": ("Java", engines.java),
    "spark": ("PySpark and Java", engines.spark),
    "distributed": ("Ray, Daft and Dask", engines.distributed),
    **{engine: (name, functools.partial(browsers.find, engine)) for engine, name in browsers.ENGINES.items()},
}
"""For each name: a description, and a function that sets it up, or with ``install=False`` only looks for it."""


@functools.cache
def missing(name, *, install):
    """Return why *name* is not available, or None if it is. Each is set up at most once."""
    _, set_up = NEEDS[name]
    try:
        set_up(install=install)
    except (SetUpError, OSError) as error:
        return str(error)
    return None
