"""whatwg-url reports the same validation errors as py_url for the Web Platform Tests' inputs and our own."""

import json
import subprocess

from setup import npm, project

from py_url import URL, validate
from py_url.standard.infra.code_points import scalar_value_string
from tests.support.needs import needs
from tests.wpt.data import own, rows


@needs("npm test packages", "wpt")
def test_the_errors_of_whatwg_url_are_ours():
    given = [row.values[0] for row in rows("urltestdata.json", *own("parse")) if row.values[0] is not None]
    # The standard's parser, and so whatwg-url's, takes scalar value strings.
    pairs = [(scalar_value_string(row["input"]), row.get("base")) for row in given]
    pairs = [(input, base) for input, base in pairs if base is None or URL.can_parse(base)]
    script = project.ROOT / "tests" / "javascript" / "validation.mjs"
    command = [npm.node(), script, npm.packages(project.TEST_PACKAGES)]
    result = subprocess.run(
        command, input=json.dumps(pairs), capture_output=True, text=True, encoding="utf-8", check=True, timeout=120
    )
    theirs = json.loads(result.stdout)
    ours = [[error.name for error in validate(input, base)] for input, base in pairs]
    assert len(pairs) > 3_500
    assert {name for names in ours for name in names} > {"invalid-URL-unit", "domain-to-ASCII", "IPv4-empty-part"}
    different = [(pair, mine, yours) for pair, mine, yours in zip(pairs, ours, theirs, strict=True) if mine != yours]
    assert different == []
