"""The package yarl, of aiohttp, as `py_url.parsers` reads it."""

from lines import read_by, serve

from py_url.parsers.usual import by_yarl

serve(read_by(by_yarl))
