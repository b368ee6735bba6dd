"""For other libraries: py_url behind the interfaces that they have.

Each module imports its library on first use, so none of them has to be installed.
"""

__all__: tuple[str, ...] = ()
