"""A rule set in one word: what is written reads back."""

import pytest

from games import engine
from tests.games.engine.gin_table import KEYS


def test_rules_in_one_word():
    for text in ("gin-pagat", "gin-pagat{laws=table_laws,knock_limit=5}", "gin-pagat{shutout=double_total}"):
        assert engine.rules_text(engine.parse_rules(text)) == text
    for key in KEYS:
        assert engine.rules_text(engine.rule_set(key)) == key
        assert engine.parse_rules(engine.rules_text(engine.rule_set(key, laws="recorded"))).laws == "recorded"
    assert engine.parse_rules("partnership-n{team_size=4}") == engine.rule_set("partnership-n", team_size=4)
    for options in ("", "a=b}", "laws=strict,laws=strict}", "shutout=a:b}"):
        with pytest.raises(engine.Unplayable):
            engine.parse_rules("gin-pagat{" + options)
