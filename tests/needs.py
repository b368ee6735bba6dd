"""What tests need beside Python and pytest: they name it, and it is set up before the first of them runs."""

import pytest


def needs(*names):
    """The mark of tests that need what is named: "wheel", "chromium", "npm packages" ..."""
    return pytest.mark.needs(*names)
