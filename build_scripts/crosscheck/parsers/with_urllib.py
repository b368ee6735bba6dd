"""The standard library's urllib.parse: `urljoin` and `urlsplit`, as `py_url.parsers` reads it."""

from lines import read_by, serve

from py_url.parsers.usual import by_urllib

serve(read_by(by_urllib))
