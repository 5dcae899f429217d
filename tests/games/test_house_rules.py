"""A club's rule sets: made from a preset, checked as presets are, and never changed once they were played."""

import re
from contextlib import suppress
from datetime import UTC, datetime

import pytest
from django.core.exceptions import PermissionDenied

from audit.models import AuditEntry
from clubs import services as clubs
from doors.books import rulebook
from games import engine
from games.live.presets import offered, options, refusals, sheet
from games.models import HouseRules
from games.players.judging.value import value_for
from games.services import house_rules
from tests.games import house_rule_sets
from tests.games.live import live_tables

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
OURS = {"knock_limit": 7, "gin_bonus": 30}


@pytest.fixture
def olga():
    return live_tables.person("Olga")


@pytest.fixture
def club(olga):
    return clubs.create_club(name="Thursday Club", organiser=olga)


def made(club, olga, name="Tuesday rules", preset="gin-pagat", options=OURS, **more):
    return house_rules.make(club=club, name=name, preset=preset, options=options, by=olga, now=NOW, **more)


def refused(act):
    with pytest.raises(house_rules.BadRules) as bad:
        act()
    return bad.value.field, str(bad.value)


def test_a_club_names_the_values_that_it_plays_by(club, olga):
    one = made(club, olga)
    assert one.rules == "gin-pagat~gin_bonus=30~knock_limit=7"
    assert (one.version, one.preset, one.is_offered) == (1, "gin-pagat", True)
    assert [*offered.of_club(club)] == [one]
    entry = AuditEntry.objects.get(action="house_rules.make")
    assert entry.after == {"name": "Tuesday rules", "rules": one.rules, "is_rated": True}


def test_rules_that_nothing_was_played_by_are_changed_themselves(club, olga):
    one = made(club, olga)
    again = house_rules.change(rules=one, name="Tuesday rules", options={"gin_bonus": 40}, by=olga, now=NOW)
    assert (again.pk, again.version, again.rules) == (one.pk, 1, "gin-pagat~gin_bonus=40")
    assert AuditEntry.objects.get(action="house_rules.change").before["rules"] == one.rules


def test_of_two_who_change_the_same_rules_the_second_hears_of_the_first(club, olga):
    one = made(club, olga)
    seen = {"rules": one, "name": one.name, "by": olga, "now": NOW, "edition": one.edition}
    first = house_rules.change(**seen, options={"gin_bonus": 40})
    field, words = refused(lambda: house_rules.change(**seen, options={"gin_bonus": 50}))
    assert (field, words.split(".")[0]) == ("edition", "Somebody else has just changed these rules")
    again = house_rules.change(**{**seen, "edition": first.edition}, options={"gin_bonus": 50})
    assert again.rules == "gin-pagat~gin_bonus=50"


def test_rules_that_were_played_stay_and_a_change_is_their_next_version(club, olga):
    one = made(club, olga)
    assert house_rules.choose(club=club, rules=one.rules, now=NOW) == one
    later = house_rules.change(rules=one, name="Tuesday rules", options={"gin_bonus": 40}, by=olga, now=NOW)
    one.refresh_from_db()
    assert (later.version, later.previous, later.rules) == (2, one, "gin-pagat~gin_bonus=40")
    assert one.rules == "gin-pagat~gin_bonus=30~knock_limit=7"
    assert [*offered.of_club(club)] == [later]
    field, words = refused(lambda: house_rules.change(rules=one, name="X", options={}, by=olga, now=NOW))
    assert (field, "later version" in words) == ("name", True)
    field, words = refused(lambda: house_rules.choose(club=club, rules=one.rules, now=NOW))
    assert (field, "offers it no more" in words) == ("variant", True)


def test_a_change_that_changes_nothing_is_no_version(club, olga):
    one = made(club, olga)
    house_rules.choose(club=club, rules=one.rules, now=NOW)
    one.refresh_from_db()
    assert house_rules.change(rules=one, name="Tuesday rules", options=OURS, by=olga, now=NOW) == one
    assert not AuditEntry.objects.filter(action="house_rules.change")


def test_what_is_withdrawn_is_chosen_no_more_and_frees_its_name(club, olga):
    one = made(club, olga)
    house_rules.withdraw(rules=one, by=olga, now=NOW)
    assert not offered.of_club(club)
    assert refused(lambda: house_rules.choose(club=club, rules=one.rules, now=NOW))[0] == "variant"
    assert refused(lambda: house_rules.withdraw(rules=one, by=olga, now=NOW))[0] == "name"
    assert made(club, olga).pk != one.pk


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("N" * 200, "at most 60 letters"),
        ("  ", "missing"),
        ("tuesday RULES", "called “tuesday RULES”: choose another name"),
        ("The same again", "“Tuesday rules” has the same values: use that one"),
    ],
)
def test_a_name_is_short_and_its_own(club, olga, name, said):
    made(club, olga)
    options = OURS if name == "The same again" else {"gin_bonus": 1}
    field, words = refused(lambda: made(club, olga, name=name, options=options))
    assert field == "name"
    assert said in words


def test_names_are_compared_as_the_database_compares_them(club, olga):
    """PostgreSQL writes ẞ small as ß, but not ß large as ẞ: what one check lets pass the other must not refuse."""
    made(club, olga, name="Straße")
    with suppress(house_rules.BadRules):
        made(club, olga, name="Straẞe", options={"gin_bonus": 1})
    assert HouseRules.objects.exists()


def test_two_clubs_may_have_the_same_name_and_none_plays_the_others(club, olga):
    one = made(club, olga)
    other = clubs.create_club(name="Friday Club", organiser=olga)
    assert refused(lambda: house_rules.choose(club=other, rules=one.rules, now=NOW))[0] == "variant"
    assert made(other, olga).name == one.name
    assert house_rules.choose(club=other, rules="gin-pagat", now=NOW) is None


def test_only_organisers_make_change_and_withdraw(club, olga):
    one, ann = made(club, olga), live_tables.person("Ann")
    for act in (
        lambda: made(club, ann, name="Others"),
        lambda: house_rules.change(rules=one, name="X", options={}, by=ann, now=NOW),
        lambda: house_rules.withdraw(rules=one, by=ann, now=NOW),
    ):
        with pytest.raises(PermissionDenied):
            act()


def test_a_closed_club_makes_none(club, olga):
    club.closed_at = NOW
    club.save()
    assert refused(lambda: made(club, olga)) == ("club", "Thursday Club is closed.")


@pytest.mark.parametrize(
    ("preset", "options", "field", "said"),
    [
        ("gin-pagat", {"knock_limit": 11}, "knock_limit", "a whole number from 0 to 10"),
        ("gin-pagat", {"double_cap": 8}, "double_cap", "it goes with doubling. Choose that too"),
        ("gin-pagat", {"force": "automatic"}, "option", "Gin (Pagat) has no such option"),
        ("gin-pagat", {"eleven_first_knock": False}, "eleven_first_knock", "eleven cards for the non-dealer"),
        ("gin-pagat", {"three_dealer": "sitting_out"}, "three_dealer", "not chosen here: it goes with cutthroat"),
        ("gin-pagat", {"deal": "eleven", "knock_limit_source": "upcard"}, "deal", "choose one of the two"),
        ("color", {"columns": 3}, "columns", "choose one of the two"),
        ("conquian", {"force": "off", "force_scope": "extend"}, "force_scope", "cards that may be forced"),
        ("straight", {"undercut_bonus": 30}, "undercut_bonus", "a knock limit above 0"),
        ("colonel-fosdick", {"scoring": "aces"}, "scoring", "the winner scores the other’s hand"),
        ("partnership", {"columns": 3}, "columns", "Several columns are for two players"),
        ("partnership-n", {"team_size": 2}, "team_size", "whole number"),
        ("gin-pagat", {"laws": "table_laws"}, "laws", "goes with"),
        ("six-handed", {}, "preset", "Choose one of the presets"),
        ("gin-pagat~knock_limit=7", {}, "preset", "Choose one of the presets"),
    ],
)
def test_what_cannot_be_played_names_its_field_and_the_way_out(club, olga, preset, options, field, said):
    found, words = refused(lambda: made(club, olga, preset=preset, options=options))
    assert found == field
    assert said in words


def test_every_reason_of_the_engine_has_words():
    from games.engine.play.applying import WHERE

    spoken = {why for _holds, why in WHERE.values()} - {
        "chouette and teams of two and more (3P-6: in cutthroat nobody advises)",
        "every seating but cutthroat and teams, where 3P-3 and PRT-8 say who deals",
        "the games of gin for two at a board",
        "laws other than strict, in the games that are ended by a knock",
        "laws other than strict",
    }  # these options are not offered where they go with nothing
    assert spoken <= refusals.WITH.keys()


@pytest.mark.parametrize("key", engine.VARIANTS)
def test_every_option_of_a_preset_has_a_sentence_a_source_and_its_values(key):
    preset = engine.VARIANTS[key]
    for one in options.options(preset):
        assert str(one.says).endswith(".")
        assert f'id="{one.anchor}"' in rulebook.page()
        assert not re.search(r"\b[A-Z]+\d+|l\.\d", one.source), "an organiser reads names, not our signs for pages"
        held = one.held.mode if isinstance(one.held, engine.Shutout) else one.held
        assert not one.values or held in one.values


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("S004b l.198", "From: Gin (Pagat)"),
        ("S004a/b, R2", "From: Gin with its laws, Gin (Pagat), rummyrulebook.com"),
        ("X4", "The sources differ: Gin with its laws, Gin (Pagat), whiteknucklecards.com"),
        ("R1 / gamingbuzzers.com", "From: rummy-games.com, gamingbuzzers.com"),
        ("platform (§14)", "Our own rule"),
        ("IRR-9", ""),
    ],
)
def test_sources_are_named_in_words(said, words):
    assert rulebook.in_words(said) == words


def different(key):
    return {one.point.title for one in sheet(engine.VARIANTS[key]).different}


def test_a_sheet_tells_a_rule_set_against_its_preset():
    told = sheet(engine.VARIANTS[house_rule_sets.COLONEL])
    assert told.first.key == "colonel-fosdick"
    assert different(house_rule_sets.COLONEL) == {"Draw", "Score"}
    assert "Target" in different(house_rule_sets.COLOR)
    assert different(engine.house_key("colonel-challenge", challenge="off")) == {"Challenge"}


def test_in_lists_of_everybody_rules_are_called_by_their_club(club, olga):
    one = made(club, olga)
    said = offered.names([one.rules, "gin-pagat", "gin-pagat~target=50"])
    assert said[one.rules] == "Tuesday rules (Thursday Club)"
    assert said["gin-pagat"] == "Gin (Pagat)"
    assert said["gin-pagat~target=50"] == "Gin (Pagat) with other values"


@pytest.mark.parametrize(
    ("key", "is_judged"),
    [("gin-pagat~gin_bonus=30", True), ("gin-pagat~knock_limit=7", False), ("gin-pagat~suit_columns=true", False)],
)
def test_deals_are_judged_where_only_what_they_bring_differs(key, is_judged):
    assert (value_for(engine.VARIANTS[key]) is not None) == is_judged
