"""What the cross-check has recorded, as pages that can be cited: one of the parsers, and one of each engine.

``crosscheck.py --record`` writes the records, and then these pages; ``crosscheck.py --evidence`` writes the pages alone.
Nothing in them is written by hand: they are what the records in ``web/crosscheck/history/`` give.
"""

from __future__ import annotations

import json
import re
from itertools import pairwise
from urllib.parse import quote

from setup.project import ROOT, SetUpError

from crosscheck import adapters, chart, comparison, effects, past

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path
    from typing import Any

    Record = dict[str, Any]
