"""The cross-check: ``build_scripts/crosscheck.py`` runs `command`. The page is in ``web/crosscheck``."""
