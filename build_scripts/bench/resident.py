"""How much memory this process has, as Linux's /proc tells it."""

from __future__ import annotations

from pathlib import Path

_STATUS = Path("/proc/self/status")


def _bytes(field: str) -> int:
    if not _STATUS.is_file():
        raise SystemExit("memory is measured on Linux alone: there is no /proc/self/status here")
    line = next(line for line in _STATUS.read_text("ascii").splitlines() if line.startswith(f"{field}:"))
    return int(line.split()[1]) * 1024


def now() -> int:
    """The resident memory, in bytes."""
    return _bytes("VmRSS")


def forget_most() -> None:
    """From here on `most` counts anew."""
    Path("/proc/self/clear_refs").write_text("5", "ascii")


def most() -> int:
    """The most resident memory that there was, in bytes; `resource` counts what the parent process had."""
    return _bytes("VmHWM")
