"""§6 API: `URL`, `FrozenURL` and `URLSearchParams`, and what edits and replaces the parts of a URL.

``from py_url import URL`` gives what is in it. See https://url.spec.whatwg.org/#api.
"""

__all__: tuple[str, ...] = ()
