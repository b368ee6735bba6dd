"""The two texts this package is written against; every section number in a docstring means the first one.

Both are commits: the URL Standard's in https://github.com/whatwg/url, the Web Platform Tests' in
https://github.com/web-platform-tests/wpt.
"""

URL_STANDARD = "6ae8486"
URL_STANDARD_DATE = "2026-07-02"
WEB_PLATFORM_TESTS = "181476aa16e8b28a07698bef3a0275fa53dd22e5"
WEB_PLATFORM_TESTS_DATE = "2026-07-05"
