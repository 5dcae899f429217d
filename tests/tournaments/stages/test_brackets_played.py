"""Elimination stages through the services: waves, byes, forfeits, both sides gone, places, random results."""

import random

import pytest

from tournaments.entries.services import entering
from tournaments.event.selectors import finding
from tournaments.models import Match, MatchState, TournamentState
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def make_bracket(make_tournament, organiser, clock):
    def make(players: int, template: str = "single_elim", **settings):
        tournament = make_tournament(players=players, template=template, options=settings)
        return stages.begin(tournament=tournament, now=clock(), by=organiser)

    return make


@pytest.fixture
def play_wave(organiser, clock):
    """Pair, publish, start, enter results by `decide(match)` (points of both, or a kind), close."""

    def play(tournament, decide):
        stage = finding.main_stage(tournament)
        rnd = drafts.pair_round(stage=stage, now=clock(), by=organiser)
        editing.publish_round(rnd=rnd, now=clock(), by=organiser)
        running.start_round(rnd=rnd, now=clock())
        for match in rnd.matches.exclude(state=MatchState.OVER):
            recording.record_result(match=match, by=organiser, now=clock(), **decide(match))
        running.close_round(rnd=rnd, now=clock.later(seconds=30))
        tournament.refresh_from_db()
        return rnd

    return play


def best_wins(match):
    first, second = (side.entry.tpn for side in match.sides.all())
    return {"points": (100, 60) if first < second else (60, 100)}


def play_out(tournament, play_wave, decide=best_wins) -> int:
    waves = 0
    while not standings.is_end_due(tournament):
        play_wave(tournament, decide)
        waves += 1
    return waves


def names(tournament) -> list[tuple[int, str]]:
    return [(row.place, row.entry.name.removeprefix("Player 0")) for row in standings.standings(tournament)]


def test_six_play_out_a_cup_with_byes_for_the_best_and_a_match_for_third(make_bracket, play_wave):
    tournament = make_bracket(6)
    first = play_wave(tournament, best_wins)
    assert [match.slot for match in first.matches.all()] == ["W1-2", "W1-4"]
    assert sorted(bye.seat.entry.tpn for bye in finding.round_byes(first)) == [1, 2]
    assert play_out(tournament, play_wave) == 2
    assert Match.objects.count() == 6, "n - 1, and one for third"
    assert names(tournament) == [(1, "1"), (2, "2"), (3, "3"), (4, "4"), (5, "5"), (5, "6")]


def test_double_elimination_ends_after_everybody_but_one_has_lost_twice(make_bracket, play_wave):
    tournament = make_bracket(8, "double_elim")
    play_out(tournament, play_wave)
    assert Match.objects.count() == 14, "2n - 2: the unbeaten side has won"
    lost: dict[str, int] = {}
    for match in Match.objects.all():
        loser = min(match.sides.all(), key=lambda side: side.points)
        lost[loser.entry.name] = lost.get(loser.entry.name, 0) + 1
    assert sorted(lost.values()) == [2] * 7
    assert names(tournament)[:4] == [(1, "1"), (2, "2"), (3, "3"), (4, "4")]


def test_the_losers_of_the_first_round_play_a_consolation(make_bracket, play_wave):
    tournament = make_bracket(8, consolation=1)
    play_out(tournament, play_wave)
    main, consolation = standings.stage_tables(tournament.stages.get())
    assert (main.contest, consolation.contest) == ("", "consolation")
    assert [row.entry.tpn for row in consolation.rows][:2] == [5, 6]
    assert len(standings.standings(tournament)) == 8, "nobody stands twice"


def test_both_forfeit_and_who_waits_goes_through(make_bracket, play_wave):
    tournament = make_bracket(4, third_place=False)

    def top_pair_stays_away(match):
        return {"kind": "double_forfeit"} if match.slot == "W1-1" else best_wins(match)

    play_wave(tournament, top_pair_stays_away)
    assert standings.is_end_due(tournament), "nobody is left for the final"
    assert names(tournament)[0] == (1, "2")


def test_who_withdraws_loses_the_next_match_without_a_word(make_bracket, play_wave, organiser, clock):
    tournament = make_bracket(4)
    play_wave(tournament, best_wins)
    entering.withdraw(entry=tournament.entries.get(tpn=1), now=clock(), by=organiser)
    play_out(tournament, play_wave)
    final = Match.objects.get(slot="W2-1")
    assert final.result_kind == "forfeit"
    assert names(tournament) == [(1, "2"), (2, "1"), (3, "3"), (4, "4")]


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(n, marks=pytest.mark.marathon) for n in range(2, 6))])
@pytest.mark.parametrize("template", ["single_elim", "double_elim"])
def test_random_results_forfeits_and_leavers_run_to_the_end(make_bracket, play_wave, organiser, clock, template, seed):
    chance = random.Random(f"{template}{seed}")
    players = chance.randint(2, 12)
    chosen = {"consolation": chance.choice([0, 1]), "draw": chance.choice(["seeds", "lot"])}
    tournament = make_bracket(players, template, **chosen)

    def by_chance(match):
        kind = chance.choices(["played", "forfeit", "double_forfeit"], [8, 1, 1])[0]
        if kind == "played":
            return {"points": chance.choice([(100, 40), (40, 100)])}
        return {"kind": kind, "winner": chance.randint(0, 1) if kind == "forfeit" else None}

    while not standings.is_end_due(tournament):
        play_wave(tournament, by_chance)
        here = list(tournament.entries.filter(status="checked_in"))
        if tournament.state == TournamentState.RUNNING and len(here) > 2 and chance.random() < 0.3:
            entering.withdraw(entry=chance.choice(here), now=clock(), by=organiser)
    assert sorted(row.entry.tpn for row in standings.standings(tournament)) == list(range(1, players + 1))
    seats = [(match.round_id, side.entry.pk) for match in Match.objects.all() for side in match.sides.all()]
    assert len(seats) == len(set(seats)), "nobody plays twice in a round"
