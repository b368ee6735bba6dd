"""What the playground asks Python: questions and answers are JSON values.

The page calls `answer` with the name of a function and a JSON list of arguments. The function is in
`playground.answers`, or in the module of this package that the name begins with: ``hosts.addresses``.
"""

from __future__ import annotations

import json
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"


def answer(name: str, arguments: str) -> str:
    """Call the function *name* with the arguments, and return its result, all as JSON.

    An error is a result too: ``{"error": "what is wrong"}``.
    """
    try:
        return json.dumps(_function(name)(*json.loads(arguments)))
    except Exception as error:
        return json.dumps({"error": _text(error)})


def _function(name: str) -> Callable[..., Json]:
    module, _, function = name.rpartition(".")
    found: Callable[..., Json] = getattr(import_module(f"playground.{module or 'answers'}"), function)
    return found


def _text(error: Exception) -> str:
    from py_url import InvalidURL

    if isinstance(error, InvalidURL):
        return error.on_one_line()
    return f"{type(error).__name__}: {error}"
