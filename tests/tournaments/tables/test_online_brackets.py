"""Brackets online: they run by themselves to their end, and whatever is said twice changes nothing more."""

import random

import pytest

from duework import services as duework
from duework.models import DueWork
from games.models import Status, Table
from games.services import tables as table_services
from tests.tournaments.racing import race
from tournaments.models import Match, PairingRun, Round, RoundSeat, StageEntry, StageState, TournamentState
from tournaments.rounds.services import drafts, pairing_requests, running
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings


def end(table: Table, clock, chance: random.Random) -> None:
    """Let a table be over as its actor would: played out, or left by one side."""
    winner, how = chance.randint(0, 1), chance.choice(["played", "played", "played", "resign"])
    points = [40, 103] if winner else [103, 40]
    result = {
        "winner": winner, "how": how, "points": points, "totals": points, "deals": 6, "shutout": False,
        "net": [points[0] - points[1]] * 2, "deals_won": [6 - winner * 5, 1 + winner * 4],
    }  # fmt: skip
    Table.objects.filter(pk=table.pk).update(status=Status.OVER, result=result, finished_at=clock.later(seconds=1))
    for _ in range(2):
        table_services.report(table.pk, clock())


def sweep_all(clock) -> None:
    while duework.sweep(now=clock()):
        pass


@pytest.mark.django_db
@pytest.mark.parametrize("players", [5, 8])
def test_a_whole_double_elimination_online(make_tournament, clock, players):
    chance = random.Random(players)
    settings = {"house_level": "club", "pace": "fast", "pause_s": 5}
    tournament = make_tournament(players=players, template="double_elim", mode="online", settings=settings)
    stages.begin(tournament=tournament, now=clock(), automatic=True)
    waves = 0
    while tournament.state != TournamentState.FINISHED:
        sweep_all(clock)
        sweep_all(clock)
        for rnd in Round.objects.filter(state="running"):
            running.start_round(rnd=rnd, now=clock())
        tables = list(Table.objects.filter(status=Status.PLAYING))
        assert tables, "there is always somebody to play until the end"
        for table in tables:
            assert [seat.house_level for seat in table.seats.all()] == ["club", "club"]
            end(table, clock, chance)
        sweep_all(clock)
        for rnd in Round.objects.filter(state="closed"):
            running.close_round(rnd=rnd, now=clock())
        clock.later(seconds=5)
        sweep_all(clock)
        tournament.refresh_from_db()
        waves += 1
    assert Match.objects.count() in (2 * players - 2, 2 * players - 1), "the second final only if the first was lost"
    assert Table.objects.count() == Match.objects.count(), "a table for each match, and no more"
    assert Round.objects.count() == PairingRun.objects.count() == waves
    steps = [f"tournaments.{step}" for step in ("pair", "publish", "start", "close")]
    assert not DueWork.objects.filter(done_at=None, kind__in=steps).exists()
    assert not DueWork.objects.exclude(last_error="").exists()
    lost = [side.entry.pk for match in Match.objects.all() for side in match.sides.all() if not side.points]
    champion = standings.standings(tournament)[0].entry
    assert all(lost.count(entry.pk) == 2 for entry in tournament.entries.exclude(pk=champion.pk))


@pytest.mark.django_db
def test_from_groups_to_the_final_without_anybody_at_the_desk(make_tournament, clock):
    options = {"groups": 2, "per_group": 2, "rest": True}
    tournament = make_tournament(
        players=9, template="groups_cut", mode="online", options=options, settings={"pause_s": 5}
    )
    stages.begin(tournament=tournament, now=clock(), automatic=True)
    chance = random.Random(9)
    for _ in range(30):
        sweep_all(clock)
        for table in Table.objects.filter(status=Status.PLAYING):
            end(table, clock, chance)
        sweep_all(clock)
        clock.later(seconds=5)
    tournament.refresh_from_db()
    assert tournament.state == TournamentState.FINISHED
    assert [stage.field.count() for stage in tournament.stages.all()] == [9, 4, 5]


@pytest.mark.django_db(transaction=True)
def test_two_who_confirm_the_cut_at_the_same_moment_make_one_field(make_tournament, play_round, organiser, clock):
    tournament = make_tournament(players=6, rounds=1, template="swiss_cut")
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    cup = tournament.stages.select_related("source", "tournament").get(number=2)
    digest = stages.preview_cut(stage=cup).digest
    found = race(*[lambda: stages.cut_stage(stage=cup, digest=digest, now=clock(), by=organiser)] * 3)
    assert sorted(type(one).__name__ for one in found) == ["Conflict", "Conflict", "Stage"]
    assert StageEntry.objects.count() == 4
    found = race(*[lambda: pairing_requests.pair_next(tournament=tournament, now=clock(), by=organiser)] * 3)
    assert sorted(type(one).__name__ for one in found) == ["Conflict", "Conflict", "list"]
    cup.refresh_from_db()
    assert (cup.state, Round.objects.count()) == (StageState.RUNNING, 2)
    assert RoundSeat.objects.filter(round__stage=cup).count() == 4


@pytest.mark.django_db(transaction=True)
def test_two_cups_paired_at_the_same_moment_take_two_numbers(make_tournament, play_round, organiser, clock):
    tournament = make_tournament(players=8, rounds=1, template="swiss_cut", options={"rest": True})
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    cups = list(tournament.stages.filter(number__gt=1).select_related("source", "tournament"))
    for cup in cups:
        stages.cut_stage(stage=cup, digest=stages.preview_cut(stage=cup).digest, now=clock(), by=organiser)
    race(*[lambda cup=cup: drafts.pair_round(stage=cup, now=clock()) for cup in cups])
    assert sorted(Round.objects.values_list("number", flat=True)) == [1, 2, 3]
