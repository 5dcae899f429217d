"""Round robins through the services: groups, rest rounds, who leaves early and late."""

import pytest

from tournaments import errors
from tournaments.entries.services import entering
from tournaments.models import Bye, Match, RoundSeat, TournamentState
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db


def pairs_of(tournament) -> list[frozenset[str]]:
    found = Match.objects.filter(round__stage__tournament=tournament)
    return [frozenset(side.seat.entry.name for side in match.sides.all()) for match in found]


@pytest.fixture
def make_round_robin(make_tournament, organiser, clock):
    def make(players: int, **settings):
        tournament = make_tournament(players=players, template="round_robin", options=settings)
        stages.begin(tournament=tournament, now=clock(), by=organiser)
        return tournament

    return make


def play_out(tournament, play_round) -> int:
    rounds = 0
    tournament.refresh_from_db()
    while not standings.is_end_due(tournament):
        play_round(tournament)
        rounds += 1
        tournament.refresh_from_db()
    return rounds


@pytest.mark.parametrize(("players", "cycles", "rounds"), [(5, 1, 5), (6, 1, 5), (4, 2, 6), (2, 1, 1)])
def test_everybody_meets_everybody_and_the_tournament_ends(
    make_round_robin, play_round, players, cycles, rounds, confirm
):
    tournament = make_round_robin(players, cycles=cycles)
    assert play_out(tournament, play_round) == rounds
    confirm(tournament)
    assert tournament.state == TournamentState.FINISHED
    pairs = pairs_of(tournament)
    assert len(pairs) == cycles * players * (players - 1) // 2
    assert len(set(pairs)) == players * (players - 1) // 2
    assert [row.place for row in standings.standings(tournament)] == list(range(1, players + 1))


def test_in_an_odd_field_each_rests_once_and_gets_nothing_for_it(make_round_robin, play_round):
    tournament = make_round_robin(5)
    play_out(tournament, play_round)
    rests = Bye.objects.filter(kind="rest").values_list("seat__entry__name", flat=True)
    assert sorted(rests) == [f"Player 0{n}" for n in range(1, 6)]
    assert sum(row.points for row in standings.standings(tournament)) == 10, "one point a match, none for resting"


def test_groups_are_filled_by_snake_and_have_tables_of_their_own(make_round_robin, play_round):
    tournament = make_round_robin(7, groups=2)
    play_out(tournament, play_round)
    first, second = standings.stage_tables(tournament.stages.get())
    assert (first.name, sorted(row.entry.tpn for row in first.rows)) == ("A", [1, 4, 5])
    assert (second.name, sorted(row.entry.tpn for row in second.rows)) == ("B", [2, 3, 6, 7])
    assert len(pairs_of(tournament)) == 3 + 6


def test_too_few_for_the_groups_is_refused_before_anything_begins(make_tournament, organiser, clock):
    tournament = make_tournament(players=5, template="round_robin", options={"groups": 3})
    with pytest.raises(errors.Refusal, match="do not fill 3 groups"):
        stages.begin(tournament=tournament, now=clock(), by=organiser)
    tournament.refresh_from_db()
    assert tournament.state == TournamentState.OPEN


def test_who_leaves_before_half_of_the_matches_leaves_the_standings(make_round_robin, play_round, organiser, clock):
    tournament = make_round_robin(6)
    play_round(tournament)
    leaver = tournament.entries.get(name="Player 02")
    entering.withdraw(entry=leaver, now=clock(), by=organiser)
    play_out(tournament, play_round)
    rows = standings.standings(tournament)
    assert rows[-1].entry == leaver
    assert (rows[-1].place, rows[-1].points) == (6, 0)
    assert sum(row.points for row in rows) == 10, "ten matches among the other five"
    assert RoundSeat.objects.filter(entry=leaver).count() == 1, "what was played stays in the archive"


def test_who_leaves_later_loses_the_rest_by_forfeit(make_round_robin, play_round, organiser, clock):
    tournament = make_round_robin(4)
    play_round(tournament)
    play_round(tournament)
    leaver = tournament.entries.get(name="Player 01")
    entering.withdraw(entry=leaver, now=clock(), by=organiser)
    play_out(tournament, play_round)
    last = Match.objects.get(sides__seat__entry=leaver, round__number=3)
    assert last.result_kind == "forfeit"
    assert [row.played for row in standings.standings(tournament) if row.entry == leaver] == [2]
    assert sum(row.points for row in standings.standings(tournament)) == 6


def test_nobody_enters_a_round_robin_that_has_begun(make_round_robin, organiser, clock):
    tournament = make_round_robin(4)
    with pytest.raises(errors.Refusal, match="too late"):
        entering.enter(tournament=tournament, name="Late Larry", now=clock(), by=organiser)
