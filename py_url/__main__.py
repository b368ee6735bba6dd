"""``python -m py_url`` is the command ``py-url``."""

import sys

from py_url.programs.command_line import main

sys.exit(main())
