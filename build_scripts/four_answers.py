r"""Print the four answers of the playground about a URL as HTML, for an article that shows them without a script.

python3 build_scripts/four_answers.py 'http://0x7f.1\@example.org/' [--base URL]
"""

import setup  # isort: skip # noqa: F401 - first, because it checks which version of Python this is

import argparse
import sys

from setup import venv
from setup.ending import ends
from setup.project import SetUpError


@ends("four_answers.py")
def main() -> int:
    """Print the answers. Returns the exit status."""
    parser = argparse.ArgumentParser(description="Print what a URL means, in four answers, as HTML.")
    parser.add_argument("url", help="the URL")
    parser.add_argument("--base", default="", metavar="URL", help="the base URL (default: none)")
    arguments = parser.parse_args()
    venv.enter()
    from building import made_answers

    from py_url import InvalidURL

    try:
        print(made_answers.as_html(arguments.url, arguments.base), end="")
    except InvalidURL as error:
        raise SetUpError(error.on_one_line()) from None
    return 0


if __name__ == "__main__":
    sys.exit(main())
