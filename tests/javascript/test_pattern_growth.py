"""Patterns without custom groups match in linear time in Node, and find what a RegExp finds."""

import json

from tests.javascript.test_node import pytestmark, with_pyodide  # noqa: F401 - it needs the same
from tests.support.patterns import generated, of_the_web_platform_tests


def test_patterns_match_in_linear_time(tmp_path):
    patterns = tmp_path / "patterns.json"
    patterns.write_text(json.dumps([[{"pathname": "/a**/"}], *generated(300), *of_the_web_platform_tests()]), "utf-8")
    result = with_pyodide("pattern_growth.mjs", patterns)
    assert result["wrong"] == []
    assert result["tried"] > 150
    assert result["programs"] > 100
