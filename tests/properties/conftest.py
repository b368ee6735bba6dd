"""The project's own Hypothesis profile is in force before the first property is defined."""

import contextlib

# Without Hypothesis each module says by itself what becomes of its tests.
with contextlib.suppress(ModuleNotFoundError):
    import tests.hypothesis_profile  # noqa: F401 - importing it loads the profile
