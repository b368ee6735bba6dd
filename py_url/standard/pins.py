"""What this package follows: commits of https://github.com/whatwg/url, and a version of Unicode."""

URL_STANDARD = "6ae8486"
URL_STANDARD_DATE = "2026-07-02"
LATER_CHANGES = ("fde3f74",)
"""Later commits whose changes the package has too. It also has the error IPv4-non-ASCII-input, of 2026-07-05."""

unicode_version = "17.0.0"
"""The version of Unicode whose code points and rules domains have, whatever the version of Python."""
