"""Ordinary URLs without the state machine: each function completes, or gives None and leaves it to the standard."""
