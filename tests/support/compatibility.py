"""What py_url answers to the rows of ``tests/data``, as one digest for each kind of answer.

    python tests/support/compatibility.py

It needs nothing but py_url, so that it runs in every Python and with every option. All must print the same digests.
The package is the one of ``PYTHONPATH`` if there is one, and otherwise the one beside this folder.
"""

import hashlib
import importlib
import importlib.util
import io
import json
import pickle
import sys
from contextlib import redirect_stdout
from itertools import islice
from pathlib import Path

if importlib.util.find_spec("py_url") is None:
    sys.path.insert(0, str(Path(__file__).parents[2]))

import py_url
from py_url import URL, InvalidURL, URLSearchParams, canonical, guard, validate
from py_url.programs import command_line
from py_url.specs import rfc3986, schemes
from py_url.specs.html import import_maps
from py_url.standard import fix

HERE = Path(__file__).parents[1]
# These import an optional package, or run when they are imported.
OTHERS = ("py_url.columns.", "py_url.guard.transports.for_", "py_url.compat.pydantic", "py_url.__main__")


def rows(folder):
    """Yield the rows of the files in a folder of ``tests/data``, and the member of a setter's row."""
    for file in sorted((HERE / "data" / folder).glob("*.json")):
        content = json.loads(file.read_text("utf-8"))
        lists = content.items() if isinstance(content, dict) else [("", content)]
        for member, its in lists:
            yield from ((member, row) for row in its if isinstance(row, dict))


def shown(work, *arguments):
    """Return what a function returns, or the error that it raises."""
    try:
        return str(work(*arguments))
    except (ValueError, LookupError) as error:
        return f"{type(error).__name__}: {error}"


def hrefs():
    for _, row in rows("parse"):
        yield shown(URL, row["input"], row["base"])


def setters():
    for member, row in rows("setters"):
        url = URL(row["href"])
        try:
            setattr(url, member, row["new_value"])
        except InvalidURL as error:
            yield error.on_one_line()
        yield url.href


def hosts():
    for _, row in rows("hosts"):
        yield str(URL.parse(f"https://{row['input']}/"))


def errors():
    for _, row in rows("parse"):
        if row["base"] is None:
            yield str([(error.name, error.place) for error in validate(row["input"])])


def neighbours():
    # A part of the rows is enough, and takes a part of the time.
    for _, row in islice(rows("parse"), 0, None, 8):
        string = row["input"]
        if row["base"] is not None or not string.isascii():
            continue
        yield str([(problem.start, problem.message) for problem in rfc3986.iri_problems(string)][:3])
        yield str(guard.check_fetch(string).allowed)
        yield shown(rfc3986.resolve, string, "http://a/b/c/d;p?q")
        yield str(fix(string))
        if (url := URL.parse(string)) is not None:
            yield canonical.surt(url)
            yield py_url.make_relative(url, "http://a.example/b/c?d")
            yield str(pickle.loads(pickle.dumps(url)) == url)
            if url.protocol == "data:":
                yield shown(schemes.data.process, url)
    yield shown(import_maps.parse_import_map, '{"imports": {"a": "/b", "c/": "./d/"}}', "https://h/")
    yield str(URLSearchParams("b=1&a=%F0%9F%92%A9&a=+").get_all("a"))


def commands():
    for line in (
        ["parse", "https://EXAMPLE.com:443/a/../b?q#f"],
        ["check", "http://user@h/ ", "http://a b/"],
        ["parse", "--json", "http://ü/"],
        ["--help"],
    ):
        output = io.StringIO()
        with redirect_stdout(output):
            try:
                status = command_line.main(line)
            except SystemExit as end:
                status = end.code
        # The text of --help has the width of the terminal, and the form that each version of argparse gives it.
        yield f"{status} {'usage' in output.getvalue().lower() if '--help' in line else output.getvalue()}"


def modules():
    """Import every module that needs no optional package."""
    names = []
    prefix = HERE.parent / "py_url"
    for file in sorted(prefix.rglob("*.py")):
        name = ".".join(("py_url", *file.relative_to(prefix).with_suffix("").parts)).removesuffix(".__init__")
        if not name.startswith(OTHERS):
            names.append(importlib.import_module(name).__name__)
    return names


def answers():
    """Return the digest and the number of the answers of each kind."""
    found = {}
    for kind in (hrefs, setters, hosts, errors, neighbours, commands, modules):
        given = list(kind())
        text = "\n".join(given).encode("utf-8", "surrogatepass")
        found[kind.__name__] = [len(given), hashlib.sha256(text).hexdigest()]
    return found


def main():
    print(json.dumps({"package": py_url.__file__, "flags": str(sys.flags), "answers": answers()}))


if __name__ == "__main__":
    main()
