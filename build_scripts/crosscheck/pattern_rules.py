"""Explain in words why py_url and an engine give different answers to a pattern, for the known kinds of difference."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def explain(difference: dict[str, Any]) -> str | None:
    return None


def rules() -> dict[str, dict[str, str]]:
    return {}
