"""Write what other projects can take from this one to web/docs/upstream.

    python3 build_scripts/research contribute            write the files
    python3 build_scripts/research contribute --check    write nothing; the status is 1 if they would change

- ``validation_errors.json``: URLs with their validation errors and where these are, for whatwg-url and others
- ``disagreements_urltestdata.json``, ``disagreements_setters_tests.json``: rows for the Web Platform Tests, on which
  engines disagree
- ``editions.json``: what changed in the URL Standard since 2020-11

The texts next to them say what each is for. The rows on which engines disagree come from the newest records of the
cross-check, and from a comparison with the Web Platform Tests at the pinned commit.
"""

from collections.abc import Sequence

from setup import venv
from setup.ending import ends
from setup.project import ROOT, SetUpError

from research import parser_of

FOLDER = ROOT / "web" / "docs" / "upstream"


@ends("research contribute")
def main(argv: Sequence[str] | None = None) -> int:
    """Write or check the files. Returns the exit status."""
    parser = parser_of("research contribute", __doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; say which files are out of date")
    only_check = parser.parse_args(argv).check
    venv.enter("build")
    # They import py_url, which the environment has.
    from fetching import wpt_url

    from research.contributing import disagreements, past_texts, validation_errors

    wpt = wpt_url.find()
    if wpt.edition != "pin":
        raise SetUpError(f"the pinned Web Platform Tests are needed, but there are only {wpt.which}")
    files = {
        "validation_errors.json": validation_errors.text(),
        **disagreements.texts(wpt),
        "editions.json": past_texts.text(),
    }
    status = 0
    for name, text in files.items():
        file = FOLDER / name
        is_same = file.is_file() and file.read_text("utf-8") == text
        if only_check and not is_same:
            print(f"{file.relative_to(ROOT).as_posix()} is out of date; run build_scripts/research contribute")
            status = 1
        elif not only_check:
            file.write_text(text, "utf-8")
            print(f"{file.relative_to(ROOT).as_posix()}: {len(text.encode()) / 1_000:.0f} kB")
    return status
