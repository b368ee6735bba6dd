"""The text of the URL Standard that this package follows: a commit of https://github.com/whatwg/url, and later ones."""

URL_STANDARD = "6ae8486"
URL_STANDARD_DATE = "2026-07-02"
LATER_CHANGES = ("fde3f74",)
"""Later commits whose changes the package has too. It also has the error IPv4-non-ASCII-input, of 2026-07-05."""
