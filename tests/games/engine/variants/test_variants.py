"""Variants are found, options are checked, and a new variant is one small file."""

import inspect
from importlib import import_module
from pkgutil import iter_modules

import pytest

from games import engine
from games.engine import variants
from tests.games.engine.gin_table import steps

NEW = '''"""Gin to 50 with a knock at five or less."""

from dataclasses import replace

from games.engine.variants import gin_pagat as base

RULES = replace(base.RULES, key="gin-short", name="Short gin", target=50, knock_limit=5)
'''


def test_a_new_variant_is_one_file_of_under_fifteen_lines(tmp_path, monkeypatch):
    assert len(NEW.splitlines()) < 15
    (tmp_path / "gin_short.py").write_text(NEW)
    monkeypatch.setattr(variants, "__path__", [*variants.__path__, str(tmp_path)])
    found = variants.found()
    assert set(found) == {*engine.VARIANTS, "gin-short"}
    *_, (_, _, state, _) = steps(found["gin-short"], 1, deals=1000)
    assert engine.outcome(found["gin-short"], state).over
    assert state.rest.limit == 5


def test_two_variants_of_one_key_are_a_mistake(tmp_path, monkeypatch):
    (tmp_path / "gin_twice.py").write_text(NEW.replace("gin-short", "gin-pagat"))
    monkeypatch.setattr(variants, "__path__", [*variants.__path__, str(tmp_path)])
    with pytest.raises(ValueError, match="gin-pagat"):
        variants.found()


def test_every_variant_file_is_small():
    for module in iter_modules(variants.__path__):
        source = inspect.getsource(import_module(f"games.engine.variants.{module.name}"))
        assert len(source.splitlines()) <= 35


def test_the_presets_say_what_the_rules_say():
    pagat, com = engine.rule_set("gin-pagat"), engine.rule_set("gin-rummy-com")
    assert (pagat.gin_bonus, pagat.undercut_bonus, pagat.box_value, pagat.undercut_on_tie) == (20, 10, 20, True)
    assert (com.gin_bonus, com.undercut_bonus, com.box_value, com.undercut_on_tie) == (25, 25, 25, False)
    assert (pagat.shutout_test, com.shutout_test) == ("no_points", "no_hands")
    assert (pagat.next_dealer, com.next_dealer) == ("loser", "winner")
    assert (pagat.first_dealer, com.first_dealer) == ("low_deals", "high_chooses")
    assert (pagat.match_target, com.match_target) == (None, 500)
    bonuses = {key: (rules.gin_bonus, rules.undercut_bonus, rules.box_value) for key, rules in engine.VARIANTS.items()}
    assert bonuses["gin-25-20"] == (25, 20, 20)
    assert bonuses["gin-all-25"] == (25, 25, 25)
    assert engine.rule_set("gin-winner-deals").next_dealer == "winner"
    assert engine.rule_set("gin-alternate").next_dealer == "alternate"


def test_options_are_laid_over_a_variant():
    rules = engine.rule_set("gin-pagat", knock_limit=5, shutout={"mode": "double_total"}, laws="strict", deal="upcard")
    assert (rules.key, rules.knock_limit, rules.shutout.mode) == ("gin-pagat", 5, "double_total")
    assert engine.rule_set("gin-pagat") is engine.VARIANTS["gin-pagat"]


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"knock_limit": 11}, "knock_limit"),
        ({"knock_limit": "10"}, "knock_limit"),
        ({"knock_limit": True}, "knock_limit"),
        ({"undercut_on_tie": 1}, "undercut_on_tie"),
        ({"gin_bonus": -1}, "gin_bonus"),
        ({"target": 0}, "target"),
        ({"target": None}, "target"),
        ({"box_value": 10}, "box_value"),
        ({"next_dealer": "nobody"}, "next_dealer"),
        ({"showdown": ["best"]}, "showdown"),
        ({"laws": "unwritten"}, "laws"),
        ({"deal": "twelve"}, "deal"),
        ({"doubling": 2}, "doubling"),
        ({"double_cap": 0}, "double_cap"),
        ({"hand_win_bonus": 10}, "hand_win_bonus"),
        ({"columns": 2}, "columns"),
        ({"stock_floor": 1}, "stock_floor"),
        ({"same_card": "allow"}, "same_card"),
        ({"spade_multiplier": True}, "spade_multiplier"),
        ({"shutout": "double_total"}, "shutout"),
        ({"shutout": {"mode": "thrice"}}, "shutout"),
        ({"shutout": {"mode": "add", "value": -1}}, "shutout"),
        ({"shutout": {"mode": "add", "sum": 5}}, "shutout"),
        ({"jokers": 2}, "option"),
        ({"key": "mine"}, "option"),
    ],
)
def test_an_option_that_cannot_be_played_is_refused_by_name(options, field):
    with pytest.raises(engine.Unplayable) as error:
        engine.rule_set("gin-pagat", **options)
    assert (error.value.code, error.value.field) == ("E_OPTION", field)
    assert error.value.allowed


def test_rule_sets_are_values():
    assert engine.rule_set("gin-pagat", knock_limit=5) == engine.rule_set("gin-pagat", knock_limit=5)
    assert len({engine.rule_set("gin-pagat", knock_limit=5), engine.rule_set("gin-pagat", knock_limit=5)}) == 1
    assert engine.rule_set("gin-pagat", knock_limit=5) != engine.rule_set("gin-pagat")


def test_an_unknown_variant_is_refused_with_what_there_is():
    with pytest.raises(engine.Unplayable) as error:
        engine.rule_set("gin-nowhere")
    assert "gin-pagat" in error.value.allowed
