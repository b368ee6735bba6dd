"""The benchmark: `command` is what ``build_scripts/bench.py`` runs.

`speed`, `growth` and `memory` run in an environment of their own, in which the peers are installed; `web` and the
JavaScript files measure in a browser and in Node.
"""
