"""Every combination on offer is played to its end; every other one is refused when it is chosen."""

import pytest

from games import engine
from tests.tournaments.whole_evenings import Combination, WholeEvening, all_combinations, few_combinations
from tournaments import errors
from tournaments.models import Match, MatchState, Tournament
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db(transaction=True)
SAMPLE = [  # a few always; all of them in `make marathon`
    Combination("gin-pagat", "swiss", "game", "online"),
    Combination("conquian", "single_elim", "game", "online"),
    Combination("colonel-fosdick", "double_elim", "best_of:3", "in_person"),
    Combination("hollywood", "groups_cut", "hollywood", "in_person"),
    Combination("color", "duplicate_swiss", "deals:2", "online"),
    Combination("oklahoma", "team_swiss", "match:120", "in_person"),
    Combination("partnership", "round_robin", "game", "in_person"),
    Combination("gin-rummy-com", "ladder", "deals:2", "online"),
    Combination("straight", "league", "game", "in_person"),
]


def played(club, organiser, clock, one: Combination) -> Tournament:
    """An evening to its end: every match over, a place for everybody, one champion of a cup."""
    tournament = WholeEvening(club, organiser, clock, one).play()
    assert tournament.state == "finished", one
    ours = {"round__stage__tournament": tournament}
    states = [one.state for kind in (Match,) for one in kind.objects.filter(**ours)]
    assert set(states) == {MatchState.OVER}, one
    places = [line.place for line in standings.standings(tournament)]
    assert min(places) == 1, one
    if one.template.endswith(("elim", "cut")):
        assert places.count(1) == 1, one
    return tournament


@pytest.mark.parametrize("one", SAMPLE, ids=str)
def test_some_that_are_offered_are_played(club, organiser, clock, one):
    assert one.is_offered
    played(club, organiser, clock, one)


@pytest.mark.marathon
@pytest.mark.parametrize("variant", sorted(engine.VARIANTS))
def test_all_that_are_offered_are_played(club, organiser, clock, variant):
    """Each preset with each length at each place, and with each format."""
    ours = [one for one in few_combinations() if one.variant == variant]
    failures = []
    for one in ours:
        try:
            played(club, organiser, clock, one)
        except Exception as wrong:
            failures.append(f"{one}: {wrong!r}")
    assert not failures, "\n".join(failures)


def test_several_hundred_are_offered_and_the_rest_is_refused_with_a_way_out(club, organiser, clock):
    few = few_combinations()
    assert len(few) > 300
    assert {one.template for one in few} == {one.template for one in all_combinations()}
    not_offered = [one for one in all_combinations() if not one.is_offered]
    for one in {(one.variant, one.template, one.place): one for one in not_offered}.values():
        with pytest.raises(errors.Invalid) as caught:
            WholeEvening(club, organiser, clock, one)
        assert caught.value.field in ("variant", "template", "length", "laws"), one
    assert not Tournament.objects.exists()
