"""The benchmark: ``build_scripts/bench.py`` runs `command`.

`speed`, `columns`, `memory` and `hosts` run in a separate environment in which the peers are installed. `web`
and the JavaScript files measure in a browser and in Node.
"""
