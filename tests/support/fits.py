"""The recipes of web/docs/howto/other-libraries.md, to run in the real libraries."""

import doctest
import re
from pathlib import Path

PAGE = (Path(__file__).parents[2] / "web" / "docs" / "howto" / "other-libraries.md").read_text("utf-8")


def recipes(library):
    """Return the names that the first block of code after a paragraph about *library* makes."""
    names = {"__name__": "recipe"}
    exec("from py_url import URL, FrozenURL", names)
    (code,) = re.findall(rf"^{library}\b.*?```python\n(.*?)```", PAGE, re.DOTALL | re.MULTILINE)[:1]
    for example in doctest.DocTestParser().get_examples(code):
        if example.exc_msg is None:
            exec(compile(example.source, library, "exec"), names)
    return names
