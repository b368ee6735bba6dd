"""How other libraries and runtimes read a URL: their parsers, behind one interface.

`py_url.explain` compares them, and `py_url.guard` can demand that they agree. Each package is imported on first use.
"""

__all__: tuple[str, ...] = ()
