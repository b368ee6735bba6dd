"""The tests of others that the tests run, which are not in the repository. ``upstream.py`` fetches them."""
