"""Judges the URL functions of data engines by the Web Platform Tests."""
