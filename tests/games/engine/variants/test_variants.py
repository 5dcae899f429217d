"""A variant is one entry, and options are checked."""

from dataclasses import replace

import pytest

from games import engine
from games.engine.play.options import options_of
from games.engine.variants.entry import Entry, built
from tests.games.engine.gin_table import steps

SHORT = Entry(
    "gin-short",
    "Short gin",
    says="Gin to 50 with a knock at five or less.",
    source="ours",
    base="gin-pagat",
    sets={"target": 50, "knock_limit": 5},
)


def test_a_new_variant_is_one_entry():
    found = built([*engine.ENTRIES, SHORT])
    assert set(found) == {*engine.VARIANTS, "gin-short"}
    *_, (_, _, state, _) = steps(found["gin-short"], 1, deals=1000)
    assert engine.outcome(found["gin-short"], state).over
    assert state.rest.limit == 5


def test_two_variants_of_one_key_are_a_mistake():
    with pytest.raises(ValueError, match="two variants have the key gin-short"):
        built([*engine.ENTRIES, SHORT, SHORT])


def test_a_base_stands_before_what_is_laid_over_it():
    with pytest.raises(ValueError, match="gin-short is laid over gin-pagat"):
        built([SHORT, *engine.ENTRIES])


@pytest.mark.parametrize("sets", [{"knock_limit": 11}, {"knock_limits": 5}, {"seats": "six"}])
def test_an_entry_sets_what_the_rulebook_allows(sets):
    with pytest.raises(engine.Unplayable):
        built([*engine.ENTRIES, replace(SHORT, sets=sets)])


@pytest.mark.parametrize("entry", engine.ENTRIES, ids=lambda entry: entry.key)
def test_every_entry_says_what_it_is_and_where_it_comes_from(entry):
    assert entry.says.endswith(".")
    assert entry.source


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


@pytest.mark.parametrize("key", engine.VARIANTS)
def test_an_option_named_with_the_value_that_it_has_changes_nothing(key):
    base = engine.VARIANTS[key]
    for name in options_of(base.kernel.name):
        named = {name: getattr(base, name)}
        found = engine.rule_set(key, **named)
        assert (found.sheet, found.seating, found.kernel, found.target) == (
            base.sheet, base.seating, base.kernel, base.target,
        ), named  # fmt: skip
        assert name == "target" or found == base, named


@pytest.mark.parametrize("seats", ["two", "cutthroat", "chouette", "battle_royal", "teams"])
@pytest.mark.parametrize("named", [{"columns": 1}, {"suit_columns": False}])
def test_one_column_is_scored_on_the_sheet_of_the_seating(seats, named):
    assert engine.rule_set("gin-pagat", seats=seats, **named) == engine.rule_set("gin-pagat", seats=seats)


def test_columns_go_with_two_seats_whatever_the_variant_had():
    assert engine.rule_set("cutthroat", seats="two", columns=3).sheet.name == "columns"
    assert engine.rule_set("partnership", seats="two", suit_columns=True).sheet.name == "colours"
    assert engine.rule_set("hollywood", columns=1).sheet.name == "pad"


def test_rule_sets_are_values():
    assert engine.rule_set("gin-pagat", knock_limit=5) == engine.rule_set("gin-pagat", knock_limit=5)
    assert len({engine.rule_set("gin-pagat", knock_limit=5), engine.rule_set("gin-pagat", knock_limit=5)}) == 1
    assert engine.rule_set("gin-pagat", knock_limit=5) != engine.rule_set("gin-pagat")


def test_an_unknown_variant_is_refused_with_what_there_is():
    with pytest.raises(engine.Unplayable) as error:
        engine.rule_set("gin-nowhere")
    assert "gin-pagat" in error.value.allowed
