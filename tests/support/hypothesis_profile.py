"""The settings for Hypothesis: the same on every machine, with new examples in every CI run.

``PY_URL_EXAMPLES=10`` tries ten times as many examples as usual, ``PY_URL_EXAMPLES=0.1`` a tenth of them. A failure in
CI prints a line ``@reproduce_failure(...)``; put it on the test to replay the failure on any machine.
"""

import os

from hypothesis import HealthCheck, configuration, settings
from hypothesis.database import DirectoryBasedExampleDatabase
from setup.project import CACHE

NAME = "py-url"

FACTOR = float(os.environ.get("PY_URL_EXAMPLES") or 1)
"""The number of examples, as a multiple of the usual number."""

STORAGE = CACHE / "hypothesis"

# Hypothesis stores more than examples: Unicode tables, and the literals of the code under test.
configuration.set_hypothesis_home_dir(STORAGE)
# The rest is inherited from the current profile, so that pytest's options for Hypothesis keep working. With CI set,
# that profile is Hypothesis' own "ci", which repeats the same examples in every run and stores nothing.
settings.register_profile(
    NAME,
    derandomize=False,
    database=DirectoryBasedExampleDatabase(STORAGE / "examples"),
    # On a busy machine any example may be slow.
    deadline=None,
    print_blob=True,
    # As above: this check too depends only on time.
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(NAME)


def examples(number: int) -> settings:
    """Return settings for a property that is usually tried on *number* examples."""
    return settings(max_examples=max(1, round(number * FACTOR)))


many = examples(600)
