"""Templates: which stages a tournament gets, what is refused by name, how many rounds it will take."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats import FORMATS, TEMPLATES, BadSetting, completed, rounds_for, stages_of


def rounds(template: str, entries: int, **chosen) -> int:
    specs = stages_of(template, chosen)
    return rounds_for([(spec, spec.source) for spec in specs], FORMATS, entries)


@pytest.mark.parametrize(
    ("template", "chosen", "entries", "expected"),
    [
        ("swiss", {"rounds": 5}, 14, 5),
        ("round_robin", {}, 7, 7),
        ("round_robin", {"cycles": 2}, 6, 10),
        ("round_robin", {"groups": 2}, 9, 5),
        ("team_swiss", {"rounds": 3, "boards": 4}, 6, 3),
        ("team_round_robin", {"boards": 2, "cycles": 2}, 4, 6),
        ("single_elim", {}, 16, 4),
        ("single_elim", {"third_place": True}, 5, 3),
        ("double_elim", {}, 8, 7),
        ("swiss_cut", {"rounds": 4, "advance": 8}, 20, 7),
        ("swiss_cut", {"rounds": 4, "advance": 4, "rest": True}, 20, 8),
        ("groups_cut", {"groups": 4, "per_group": 2}, 16, 6),
        ("league", {"cycles": 2}, 6, 10),
        ("league", {"fixtures": "swiss", "rounds": 7}, 30, 7),
    ],
)
def test_how_many_rounds_an_evening_has(template, chosen, entries, expected):
    assert rounds(template, entries, **chosen) == expected


def test_swiss_then_a_cup_for_the_best_and_another_for_the_rest():
    swiss, cup, rest = stages_of("swiss_cut", {"rounds": 4, "advance": 8, "rest": True, "consolation": 1})
    assert (swiss.format, cup.format, rest.format) == ("swiss", "single_elim", "single_elim")
    assert (cup.source, cup.feed["take"], cup.feed["top"], cup.settings["consolation"]) == (1, "cut", 8, 1)
    assert (rest.source, rest.feed["take"], rest.settings["consolation"]) == (1, "rest", 0)


def test_what_follows_a_drawn_match_is_said_of_the_cup():
    swiss, cup, rest = stages_of("swiss_cut", {"length": "deals:8", "drawn": "seed", "rest": True})
    assert "drawn" not in swiss.settings
    assert (cup.settings["drawn"], rest.settings["drawn"]) == ("seed", "seed")
    assert stages_of("ladder", {})[0].settings["drawn"] == "stays"


@pytest.mark.parametrize(
    ("template", "chosen", "field"),
    [
        ("swss", {}, "template"),
        ("swiss", {"round": 5}, "round"),
        ("swiss_cut", {"final": "round_robin"}, "final"),
        ("league", {"fixtures": "cup"}, "fixtures"),
        ("league", {"window_hours": 48, "settle_hours": 49}, "settle_hours"),
        ("league", {"window_hours": 48, "settle_hours": 24, "default_hours": 23}, "settle_hours"),
        ("league", {"window_hours": 48, "settle_hours": 24, "default_hours": 49}, "default_hours"),
    ],
)
def test_what_no_template_knows_is_refused_by_name(template, chosen, field):
    with pytest.raises(BadSetting) as caught:
        stages_of(template, chosen)
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("format_key", "chosen", "field", "allowed"),
    [
        ("swiss", {"rounds": 0}, "rounds", "from 1 to 30"),
        ("swiss", {"rounds": True}, "rounds", "from 1 to 30"),
        ("swiss", {"tiebreaks": ["BH", "BH"]}, "tiebreaks", "each once"),
        ("swiss", {"tiebreaks": ["LUCK"]}, "tiebreaks", "each once"),
        ("round_robin", {"length": "best_of:2"}, "length", "best_of:3, best_of:5 –"),
        ("round_robin", {"third_place": True}, "third_place", "no such option"),
        ("single_elim", {"drawn": "stays"}, "drawn", "next, deal, seed, lot"),
        ("ladder", {"drawn": "seed"}, "drawn", "stays, next, deal"),
        ("single_elim", {"lengths": {"W": ["best_of:2"]}}, "lengths", "by part"),
    ],
)
def test_a_bad_setting_says_what_is_allowed(format_key, chosen, field, allowed):
    with pytest.raises(BadSetting) as caught:
        completed(FORMATS[format_key].settings, chosen)
    assert caught.value.field == field
    assert allowed in str(caught.value.allowed)


@given(template=st.sampled_from(sorted(TEMPLATES)), entries=st.integers(0, 70))
def test_every_template_has_a_plan_for_any_field(template, entries):
    for spec in stages_of(template, {}):
        assert set(spec.settings) == set(FORMATS[spec.format].settings)
    assert 0 <= rounds(template, entries) <= max(2 * entries, 30)
