"""Load the project's own Hypothesis profile before the first property is defined."""

import contextlib

# Without Hypothesis, each module skips its own tests.
with contextlib.suppress(ModuleNotFoundError):
    import tests.support.hypothesis_profile  # noqa: F401 - importing it loads the profile
