"""The lines of games/engine/README.md run as they are."""

import doctest
from pathlib import Path

from games import engine

README = Path(engine.__file__).with_name("README.md").read_text()


def test_a_deal_is_played_in_the_repl_in_ten_lines():
    examples = doctest.DocTestParser().get_examples(README)
    lines = [line for example in examples for line in example.source.splitlines()]
    assert len(lines) <= 10
    room = {}
    for example in examples[:-1]:
        exec(example.source, room)
    result = eval(examples[-1].source, room)
    assert result.type in ("knock", "gin", "undercut", "tie", "dead")
