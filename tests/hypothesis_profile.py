"""How Hypothesis tries the properties: the same on every machine, and in CI with new examples in every run.

``PY_URL_EXAMPLES=10`` tries ten times as many examples as usual, ``PY_URL_EXAMPLES=0.1`` a tenth of them. A failure in
CI prints a line ``@reproduce_failure(...)``, which replays it anywhere when it is put on the test.
"""

import os

from hypothesis import HealthCheck, configuration, settings
from hypothesis.database import DirectoryBasedExampleDatabase
from setup.project import CACHE

NAME = "py-url"

FACTOR = float(os.environ.get("PY_URL_EXAMPLES") or 1)
"""How many times the usual number of examples are tried."""

STORAGE = CACHE / "hypothesis"

# Hypothesis keeps more than examples: tables of Unicode, and the literals of the code under test.
configuration.set_hypothesis_home_dir(STORAGE)
# The rest is inherited from the profile that is in force, so that pytest's options for Hypothesis keep their effect.
# With CI set, that profile is Hypothesis' own "ci": the same examples in every run, and nothing kept.
settings.register_profile(
    NAME,
    derandomize=False,
    database=DirectoryBasedExampleDatabase(STORAGE / "examples"),
    # A busy machine makes any example late.
    deadline=None,
    print_blob=True,
    # As above. This check too is one of time alone.
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(NAME)


def examples(number: int) -> settings:
    """Settings for a property that is usually tried on *number* examples."""
    return settings(max_examples=max(1, round(number * FACTOR)))


many = examples(600)
