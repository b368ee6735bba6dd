"""The cross-check: `command` is what ``build_scripts/crosscheck.py`` runs. Its page is in ``web/crosscheck``."""
