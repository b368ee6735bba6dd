"""The cross-check: ``build_scripts/crosscheck.py`` runs `command`. The page is in ``web/crosscheck``, and the
explanations of the differences are with the Python of the playground, which shows them too.
"""

import sys
from pathlib import Path

# In the page, where this runs too, they are in the folder of this package.
sys.path.append(str(Path(__file__).parents[2] / "web" / "playground" / "python"))
