"""Which choices fit together: one table for every door, with a sentence and the way out for a conflict."""

from dataclasses import replace

import pytest

from games import engine
from tournaments.event.selectors import combining
from tournaments.formats import FORMATS, TEMPLATES, stages_of
from tournaments.formats.combinations import PLACES, RULES, Evening, Game, refusal

FOR_TWO = [key for key, rules in engine.VARIANTS.items() if rules.seating.name == "two"]


def asked(variant, template="swiss", length="game", place="in_person", laws="strict"):
    stages = [(spec.format, {"length": length}) for spec in stages_of(template, {})]
    found = combining.refusal(variant, stages=stages, place=place, laws=laws)
    return (found.field, found.code) if found else None


@pytest.mark.parametrize(
    ("chosen", "refused"),
    [
        ({"variant": "gin-pagat", "length": "hollywood"}, None),
        ({"variant": "conquian", "length": "hollywood"}, ("length", "length")),
        ({"variant": "conquian", "length": "match:500"}, ("length", "length")),
        ({"variant": "hollywood", "length": "match:500"}, ("length", "length")),
        ({"variant": "hollywood-classic", "length": "match:500"}, None),
        ({"variant": "gin-pagat", "length": "best_of:2"}, ("length", "length")),
        ({"variant": "color", "template": "duplicate_swiss", "length": "deals:6"}, None),
        ({"variant": "color", "template": "duplicate_swiss", "length": "game"}, ("length", "decks")),
        ({"variant": "gin-pagat", "template": "duplicate_swiss", "length": "deals:6/more"}, ("length", "decks")),
        ({"variant": "partnership", "template": "duplicate_swiss", "length": "deals:6"}, ("template", "duplicate")),
        ({"variant": "partnership", "template": "team_swiss"}, None),
        ({"variant": "partnership", "template": "swiss", "length": "best_of:3", "place": "online"}, None),
        ({"variant": "partnership-n", "template": "league", "place": "mixed"}, None),
        ({"variant": "partnership", "template": "team_swiss", "place": "online"}, None),
        ({"variant": "gin-pagat", "place": "online", "laws": "recorded"}, ("laws", "laws")),
        ({"variant": "gin-pagat", "place": "online", "laws": "table_laws"}, None),
        ({"variant": "cutthroat", "template": "pod_swiss", "place": "online"}, None),
        ({"variant": "chouette", "template": "pod_rounds", "place": "mixed"}, None),
        ({"variant": "cutthroat", "template": "pod_swiss", "length": "best_of:3"}, ("length", "length")),
        ({"variant": "battle-royal", "template": "swiss"}, ("template", "format")),
        ({"variant": "gin-pagat", "template": "pod_final"}, ("template", "format")),
    ],
)
def test_what_goes_together(chosen, refused):
    assert asked(**chosen) == refused


def test_every_preset_is_played_in_a_tournament_or_its_refusal_names_it():
    for key, rules in engine.VARIANTS.items():
        found = combining.refusal(key)
        if rules.seating.name in PLACES:
            assert found is None, key
        else:
            assert (found.field, rules.name in str(found)) == ("variant", True)


def test_every_format_says_whom_it_seats_and_every_place_is_known():
    for form in FORMATS.values():
        assert set(form.seatings) <= set(PLACES), form.key
        assert form.seatings
    assert {place for places in PLACES.values() for place in places} == {"online", "in_person", "mixed"}


def test_every_rule_refuses_something_and_says_the_way_out(monkeypatch):
    """No rule is idle, and each sentence says what to do instead; a game that is played in person alone, and strictly,
    stands in for those to come."""
    monkeypatch.setitem(PLACES, "made up", ("in_person",))
    swiss = replace(FORMATS["swiss"], seatings=(*FORMATS["swiss"].seatings, "made up"))
    monkeypatch.setitem(FORMATS, "swiss", swiss)
    games = [combining.game_of(variant) for variant in engine.VARIANTS]
    games.append(Game(name="Made up", seating="made up", kinds=("game",), laws=("strict",)))
    games.append(Game(name="Of nobody", seating="in a ring", kinds=("game",), laws=("strict",)))
    found = {}
    for game in games:
        for template in TEMPLATES:
            for length in ("game", "hollywood", "match:500", "deals:8"):
                for place in ("online", "in_person"):
                    for laws in ("strict", "recorded"):
                        evening = Evening(
                            game=game,
                            formats=tuple(spec.format for spec in stages_of(template, {})),
                            place=place,
                            laws=laws,
                            lengths=(("length", length),),
                            minutes=30,
                            sizes=(("seats", 5),),
                        )
                        for rule in RULES:
                            one = rule(evening)
                            if one:
                                found[rule.__name__] = str(one)
                        assert (refusal(evening) is None) == all(rule(evening) is None for rule in RULES)
    assert set(found) == {rule.__name__ for rule in RULES}
    assert all(": " in words and "%(" not in words for words in found.values()), found


def test_no_preset_is_left_without_a_length():
    for variant in engine.VARIANTS:
        assert {"game", "best_of", "deals"} <= set(combining.game_of(variant).kinds)
    assert all(asked(variant, "swiss", length) is None for variant in FOR_TWO for length in ("best_of:5", "deals:12"))
