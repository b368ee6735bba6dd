"""Measure the memory of this process with Linux's /proc."""

from __future__ import annotations

from pathlib import Path

_STATUS = Path("/proc/self/status")


def _bytes(field: str) -> int:
    if not _STATUS.is_file():
        raise SystemExit("memory can be measured only on Linux: /proc/self/status does not exist")
    line = next(line for line in _STATUS.read_text("ascii").splitlines() if line.startswith(f"{field}:"))
    return int(line.split()[1]) * 1024


def now() -> int:
    """Return the resident memory in bytes."""
    return _bytes("VmRSS")


def forget_most() -> None:
    """Reset the peak that `most` returns."""
    Path("/proc/self/clear_refs").write_text("5", "ascii")


def most() -> int:
    """Return the peak of the resident memory in bytes; `resource` would include the parent process's peak."""
    return _bytes("VmHWM")
