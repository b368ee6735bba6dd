"""The standard library's urllib.parse: `urljoin` and `urlsplit`, as `py_url.compat.parsers` reads it."""

from lines import read_by, serve

from py_url.compat.parsers.usual import by_urllib

serve(read_by(by_urllib))
