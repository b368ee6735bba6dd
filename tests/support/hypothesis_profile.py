"""The settings for Hypothesis.

Each run draws new examples. With ``CI`` set each run draws the same ones, so that a change fails for what it does and
not by chance; a third of them, because what does not fail once would not fail again. ``PY_URL_EXAMPLES=10`` tries ten
times as many examples as usual, ``PY_URL_EXAMPLES=0.1`` a tenth of them, and draws new ones in CI too, as a weekly
workflow does. A failure in CI prints a line ``@reproduce_failure(...)``; put it on the test to replay the failure on
any machine.
"""

import os

from hypothesis import HealthCheck, configuration, settings
from hypothesis.database import DirectoryBasedExampleDatabase
from setup.project import CACHE

NAME = "py-url"

REPEATS = bool(os.environ.get("CI")) and not os.environ.get("PY_URL_EXAMPLES")
"""Whether each run draws the same examples."""

FACTOR = float(os.environ.get("PY_URL_EXAMPLES") or (1 / 3 if REPEATS else 1))
"""The number of examples, as a multiple of the usual number."""

STORAGE = CACHE / "hypothesis"

# Hypothesis stores more than examples: Unicode tables, and the literals of the code under test.
configuration.set_hypothesis_home_dir(STORAGE)
# The rest is inherited from the current profile, so that pytest's options for Hypothesis keep working.
settings.register_profile(
    NAME,
    derandomize=REPEATS,
    database=None if REPEATS else DirectoryBasedExampleDatabase(STORAGE / "examples"),
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
