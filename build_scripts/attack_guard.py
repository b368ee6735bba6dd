"""Attack the transports of the guard: every client, every payload, with redirects and a hostile DNS.

    python3 build_scripts/attack_guard.py                  in a network namespace, where nothing leaves the machine
    python3 build_scripts/attack_guard.py --first 20       with 20 of the payloads
    python3 build_scripts/attack_guard.py --oldest         with the oldest supported releases of the clients, from PyPI
    python3 build_scripts/attack_guard.py --required       fail if there can be no network namespace

Prints what reached what. The exit status is 1 if a guarded client reached a server inside, or if an unguarded one
reached none, because then the attack proves nothing. The code is in the folder research/attacking.
"""

import setup  # isort: skip # noqa: F401 - first, because it checks which version of Python this is

import sys

from research.attacking.command import main

if __name__ == "__main__":
    sys.exit(main())
