"""How right is your SQL's URL function? Judge the URL functions of data engines by the Web Platform Tests.

    python3 build_scripts/engines.py                 DuckDB, Polars, Daft, DataFusion, chdb, pandas, and py_url
    python3 build_scripts/engines.py --with-spark    Spark too: 456 MB more, and Java

Prints a table, and writes report/engines.md and report/engines.json. The code is in the folder research/sqlengines.
"""

import setup  # isort: skip # noqa: F401 - first, because it checks which version of Python this is

import sys

from research.sqlengines.command import main

if __name__ == "__main__":
    sys.exit(main())
