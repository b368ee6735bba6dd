"""The commits of the two texts that this package follows.

The URL Standard is at https://github.com/whatwg/url and the Web Platform Tests are at
https://github.com/web-platform-tests/wpt.
"""

URL_STANDARD = "6ae8486"
URL_STANDARD_DATE = "2026-07-02"
WEB_PLATFORM_TESTS = "181476aa16e8b28a07698bef3a0275fa53dd22e5"
WEB_PLATFORM_TESTS_DATE = "2026-07-05"
