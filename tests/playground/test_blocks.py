"""The documents' examples as a page runs them: each block alone, or after what it continues."""

import json

import playground


def ask(*arguments):
    return json.loads(playground.answer("blocks.run", json.dumps(arguments)))


def test_a_block_prints_what_is_shown():
    told = ask([], ">>> URL('http://0x7f.1/').hostname\n'127.0.0.1'\n>>> x = 1\n")
    assert told == {
        "told": [["URL('http://0x7f.1/').hostname\n", "'127.0.0.1'\n", True], ["x = 1\n", "", True]],
        "same": True,
    }


def test_a_block_that_prints_something_else():
    told = ask([], ">>> 1 + 1\n3\n>>> 2 + 2\n4")
    assert told["same"] is False
    assert [same for _, _, same in told["told"]] == [False, True]
    assert told["told"][0][1] == "2\n"


def test_a_block_that_raises():
    shown = ">>> URL('//')\nTraceback (most recent call last):\n    ...\npy_url.InvalidURL: ...\n"
    assert ask([], shown)["same"] is True
    told = ask([], ">>> URL('//')\n")
    assert told["same"] is False
    assert told["told"][0][1].startswith("InvalidURL: invalid URL: missing-scheme-non-relative-URL")


def test_a_block_knows_only_what_it_continues():
    first, second = ">>> x = 'é'\n", ">>> # continues the example above\n>>> x\n'é'\n"
    assert ask([first], second)["same"] is True
    assert "NameError" in ask([], second)["told"][-1][1]


def test_code_without_a_prompt_runs_as_a_whole():
    assert ask([], "for n in range(2):\n    print(n)\n") == {"told": [["", "0\n1\n", True]], "same": True}
    assert ask([], "1 +") == {"error": "SyntaxError: invalid syntax (<block>, line 1)"}
