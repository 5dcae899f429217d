"""Two more evenings of the season: one of teams, with a reserve, a team that is short and one that goes home; and a
league of three windows whose players agree on their times."""

from collections import Counter
from datetime import datetime, timedelta
from fractions import Fraction
from itertools import pairwise

import pytest

from duework import services as duework
from ratings.models import RatedMatch
from tests.tournaments.season import NAMES, STRENGTH, Evening, Season
from tournaments.entries.services import entering
from tournaments.event.services import creating
from tournaments.league.services import appointments
from tournaments.models import Appointment, EntryMember, Match, MatchState, Round, RoundState
from tournaments.results.services import recording
from tournaments.rounds.services import editing, running
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings
from tournaments.teams import selectors as teams_selectors
from tournaments.teams.services import line_ups

pytestmark = [pytest.mark.django_db, pytest.mark.long]


@pytest.fixture
def season(club, organiser, clock) -> Season:
    return Season(club, organiser, clock)


# ---- teams

TEAMS = {name: NAMES[n : n + 3] for n, name in zip(range(0, 24, 3), "ABCDEFGH", strict=True)}  # two boards, a reserve


def test_an_evening_of_teams(season, organiser, clock):
    """Eight teams of two and a reserve: A rests its first player, one of B does not come, C goes home early."""
    night = team_evening(season)
    first = play_boards(night, published(night))
    assert len(first) == 8, "four matches on two boards"

    line_ups.set_line_up(entry=night.entry("A"), members=people("Bo", "Chen"), by=organiser, now=clock())
    second = published(night)
    assert {"Bo", "Chen"} <= names_at(second)
    assert "Ana" not in names_at(second), "she rests"
    short = board_of(second, "Emil")  # board 2 of team B
    order = int(
        short.sides.get(order=1).member
        == EntryMember.objects.get(entry__tournament=night.tournament, user__name="Emil")
    )
    recording.record_result(match=short, kind="forfeit", winner=1 - order, by=organiser, now=clock())
    play_boards(night, second)
    assert board_of(second, "Emil").result_kind == "forfeit"

    night.leaves("C", "The last bus")
    third = published(night)
    [(alone, kind)] = night.byes(third).items()
    then = {row.entry.name: row.points for row in standings.standings(night.tournament, after=2)}
    assert (kind, then[alone]) == ("pab", min(then[name] for name in TEAMS if name != "C")), "seven are left"
    play_boards(night, third)
    night.end()

    rows = list(night.table().values())
    assert [row.place for row in rows] == list(range(1, 9)), "the lot leaves nobody level"
    assert {row.entry.name: row.points for row in rows} == match_points_by_hand(night)
    for ahead, behind in pairwise(rows):
        assert (ahead.points, *ahead.values[:-1]) >= (behind.points, *behind.values[:-1]), "the lot comes last"
    every_board_is_rated_once_but_the_forfeit(night)
    cards = {card.member.user.name: len(card.games) for card in teams_selectors.member_cards(night.entry("A"))}
    assert cards == {"Ana": 2, "Bo": 3, "Chen": 1}


def team_evening(season: Season) -> Evening:
    """A week later: a Swiss of teams from a roster with a column for the team, all of them here."""
    season.clock.later(days=7)
    act = {"by": season.organiser, "now": season.clock()}
    tournament = creating.create_tournament(
        club=season.club, name="Team evening", variant="gin-rummy-com", mode="in_person", template="team_swiss",
        options={"rounds": 3, "boards": 2, "reserves": 1, "board_order": "free"}, **act,
    )  # fmt: skip
    lines = [f"{name},{STRENGTH[name]},{team}" for team, members in TEAMS.items() for name in members]
    report = entering.import_entries(
        tournament=tournament, text="\n".join(["name,rating,team", *lines]), dry_run=False, **act
    )
    assert (report.is_done, report.problems) == (True, ())
    entering.check_in_all(tournament=tournament, **act)
    stages.begin(tournament=tournament, **act)
    return Evening(season, tournament)


def published(night: Evening) -> Round:
    """The next round, with its boards set up from the line-ups."""
    act = {"by": night.organiser, "now": night.clock()}
    rnd = editing.publish_round(rnd=night.draft(), **act)
    return running.start_round(rnd=rnd, **act) or rnd


def play_boards(night: Evening, rnd: Round) -> list[Match]:
    """Enter every board that is open, as the cards fall: one by the desk, the next by a player and the other side."""
    for n, board in enumerate(boards(rnd)):
        if board.state == MatchState.OVER:
            continue
        found = night.season.sitting(board.people[0][0].user.name, board.people[1][0].user.name)
        result = {
            "match": board,
            "now": night.clock.later(seconds=20),
            "points": found["points"],
            "deals": found["deals"],
        }
        if n % 2:
            recording.record_result(by=night.organiser, **result)
        else:
            recording.record_result(by=board.people[0][0].user, is_final=False, **result)
            recording.confirm_result(match=board, by=board.people[1][0].user, now=night.clock())
    running.close_round(rnd=rnd, now=night.clock.later(minutes=25), by=night.organiser)
    night.tournament.refresh_from_db()
    return boards(rnd)


def boards(rnd: Round) -> list[Match]:
    """The boards of a round from the first table on."""
    found = Match.objects.of_boards().filter(round=rnd).select_related("parent")
    return list(found.order_by("parent__table_no", "number"))


def names_at(rnd: Round) -> set[str]:
    """Who plays in a round."""
    return {member.user.name for board in boards(rnd) for people in board.people for member in people}


def board_of(rnd: Round, name: str) -> Match:
    """Somebody's board in a round."""
    return next(board for board in boards(rnd) if name in board.names)


def people(*names: str) -> list[EntryMember]:
    """Members of the evening's teams."""
    return [EntryMember.objects.get(user__name=name, entry__tournament__name="Team evening") for name in names]


def match_points_by_hand(night: Evening) -> dict[str, Fraction]:
    """2 for a match won on its boards, 1 for a tied one, 2 for the bye; a board is 1, a tied one a half each."""
    points: Counter[str] = Counter(dict.fromkeys(TEAMS, 0))
    for match in Match.objects.paired().filter(round__stage__tournament=night.tournament):
        teams, own = night.names(match), [0, 0]
        for board in match.boards.all():
            own[0] += board.points[0]
            own[1] += board.points[1]
        for side in (0, 1):
            points[teams[side]] += 2 if own[side] > own[1 - side] else int(own[0] == own[1])
    for rnd in Round.objects.filter(stage__tournament=night.tournament):
        for name, kind in night.byes(rnd).items():
            points[name] += 2 * (kind == "pab")
    return {name: Fraction(found) for name, found in points.items()}


def every_board_is_rated_once_but_the_forfeit(night: Evening) -> None:
    all_of_them = Match.objects.of_boards().filter(round__stage__tournament=night.tournament)
    played = {f"board:{board.public_id}" for board in all_of_them if board.result_kind == "played"}
    assert len(played) == all_of_them.count() - 1 == 4 * 2 + 4 * 2 + 3 * 2 - 1
    assert {one.source for one in RatedMatch.objects.all()} == played


# ---- a league

FOUR = NAMES[:4]
OPTIONS = {"window_hours": 96, "settle_hours": 48, "default_hours": 72, "notice_hours": 6}


def test_a_league_of_three_windows(season, organiser, clock):
    """Windows of four days: a time that is agreed, one that nobody settles, one that is moved, one who never comes."""
    night = season.evening("League", FOUR, mode="online", template="league", options=OPTIONS).begin()
    opened = clock()

    agreed, silent = window(night, opened, days=0)
    settle(agreed, hours=30, now=clock())
    clock.later(hours=30)
    assert playing(night) == {agreed.pk}, "the table opens at the agreed time, the other match waits"
    night.end_table(fresh(agreed))
    clock.later(hours=18)
    sweep(clock)
    row = Appointment.objects.get(match=silent)
    assert (row.state, row.is_default) == ("agreed", True), "nobody settled it: the default time holds"
    clock.later(hours=24)
    assert playing(night) == {silent.pk}
    night.end_table(fresh(silent))

    moved, other = window(night, opened, days=4)
    settle(moved, hours=20, now=clock())
    settle(other, hours=20, now=clock())
    settle(moved, hours=40, now=clock(), mover=1)
    clock.later(hours=20)
    assert playing(night) == {other.pk}
    night.end_table(fresh(other))
    clock.later(hours=20)
    assert playing(night) == {moved.pk}
    night.end_table(fresh(moved))

    played, unplayed = window(night, opened, days=8)
    settle(played, hours=10, now=clock())
    clock.later(hours=10)
    assert playing(night) == {played.pk}
    night.end_table(fresh(played))
    loser = night.names(unplayed)[0]
    appointments.forfeit_match(match=unplayed, winner=1, reason="Never answered", now=clock(), by=organiser)

    clock.later(days=4)
    night.end()
    assert {frozenset(night.names(match)) for match in matches(night)} == EVERYBODY_ONCE
    rows = night.table()
    assert sum(row.points for row in rows.values()) == 6, "three rounds of two matches"
    assert rows[loser].points == sum(won(match, loser) for match in matches(night))
    assert RatedMatch.objects.count() == 5, "the forfeit is not rated"


EVERYBODY_ONCE = {frozenset((one, two)) for n, one in enumerate(FOUR) for two in FOUR[n + 1 :]}


def window(night: Evening, opened: datetime, days: int) -> list[Match]:
    """The round before has closed, and the time when a window opens has come: its matches, all without a time."""
    sweep(night.clock)
    night.clock.later(minutes=2)
    sweep(night.clock)
    night.clock.now = opened + timedelta(days=days)
    sweep(night.clock)
    rnd = standings.current_round(night.tournament)
    assert (rnd.state, rnd.starts_at) == (RoundState.RUNNING, night.clock())
    return list(rnd.matches.paired().order_by("table_no"))


def settle(match: Match, hours: float, now: datetime, mover: int = 0) -> None:
    """One side proposes a time so many hours after the window opened, the other accepts it."""
    row = Appointment.objects.get(match=match)
    sides = [side.entry.members.get().user for side in match.sides.order_by("order")]
    appointments.propose_time(match=match, at=row.open_from + timedelta(hours=hours), now=now, by=sides[mover])
    proposal = row.proposals.latest("pk")
    appointments.accept_time(match=match, proposal=proposal.public_id, now=now, by=sides[1 - mover])


def matches(night: Evening) -> list[Match]:
    """All matches of the evening's tournament."""
    return list(Match.objects.paired().filter(round__stage__tournament=night.tournament))


def playing(night: Evening) -> set[int]:
    """What is played at live tables once everything that is due is done."""
    sweep(night.clock)
    return {match.pk for match in matches(night) if match.state == MatchState.PLAYING}


def won(match: Match, name: str) -> int:
    """Did somebody win a match?"""
    mine = [side.points for side in match.sides.all() if side.entry.name == name]
    return int(bool(mine) and mine[0] == 2)


def fresh(match: Match) -> Match:
    """A match as it stands now."""
    return Match.objects.paired().get(pk=match.pk)


def sweep(clock) -> None:
    """Do everything that is due."""
    while duework.sweep(now=clock()):
        pass
