"""The package yarl, of aiohttp, as `py_url.compat.parsers` reads it."""

from lines import read_by, serve

from py_url.compat.parsers.usual import by_yarl

serve(read_by(by_yarl))
