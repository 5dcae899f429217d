"""Evenings of teams: reserves, line-ups, boards by hand, forfeits of single boards, both kinds of points."""

import uuid

import pytest
from django.urls import reverse

from audit import services as audit
from audit.models import AuditEntry
from duework import services as duework
from duework.models import DueWork
from games.models import Deal, Play, Table
from notices.models import Notice as Told
from ratings.models import RatedMatch
from tests.games.live import live_tables
from tournaments import errors
from tournaments.desk import selectors as desk
from tournaments.entries.services import entering
from tournaments.event.selectors import entry_sizes, finding
from tournaments.models import EntryMember, Match, MatchState, RoundState, TournamentState
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, running, timing
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings
from tournaments.teams import selectors as teams
from tournaments.teams.services import boards as teams_boards
from tournaments.teams.services import line_ups

pytestmark = pytest.mark.django_db

TEAMS = """name,rating,team
Ana,2000,Aces
Ali,1900,Aces
Abe,1500,Aces
Bea,1800,Bees
Bob,1700,Bees
Cem,1600,Cats
Cleo,1500,Cats
Dora,1400,Dogs
Dan,1300,Dogs
"""


@pytest.fixture
def make_team_swiss(make_tournament, organiser, clock):
    """A Swiss of teams with two boards and a reserve, begun; Aces, Bees, Cats and Dogs by rating."""

    def make(**options):
        options = {"boards": 2, "reserves": 1, **options}
        tournament = make_tournament(players=0, template="team_swiss", rounds=3, options=options)
        report = entering.import_entries(tournament=tournament, text=TEAMS, dry_run=False, now=clock(), by=organiser)
        assert (report.problems, report.is_done) == ((), True)
        entering.check_in_all(tournament=tournament, now=clock(), by=organiser)
        stages.begin(tournament=tournament, now=clock(), by=organiser)
        return tournament

    return make


@pytest.fixture
def publish(organiser, clock):
    def pair_and_publish(tournament):
        rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
        return editing.publish_round(rnd=rnd, now=clock(), by=organiser)

    return pair_and_publish


def team(tournament, name):
    return tournament.entries.get(name=name)


def player(name) -> EntryMember:
    return EntryMember.objects.get(user__name=name)


def boards(rnd) -> dict[tuple[str, str], Match]:
    """The boards of a round by who plays."""
    found = Match.objects.of_boards().filter(round=rnd).select_related("round")
    return {(board.people[0][0].user.name, board.people[1][0].user.name): board for board in found}


def table_of(tournament) -> list[tuple[int, str, str, str]]:
    """The standings: place, team, points, first tie-break."""
    rows = standings.standings(tournament)
    return [(row.place, row.entry.name, row.points_text, row.values_text[0]) for row in rows]


def test_the_page_of_a_team_match_leads_to_the_deals_at_its_boards(make_team_swiss, publish, clock, client):
    """While a board is played to those that this visitor may look back on, then to all of them."""
    rnd = publish(make_team_swiss())
    running.start_round(rnd=rnd, now=clock())
    board, table = Match.objects.of_boards().filter(round=rnd).order_by("number").first(), live_tables.open_table()
    row = {"winner": 1, "points": 25, "type": "knock", "first_seq": 2, "last_seq": 9, "finished_at": clock()}
    deal = Deal.objects.create(table=table, number=1, dealer=0, **row)
    address = reverse("tournaments:match", args=[board.parent.public_id])
    link, plain = f'href="/tables/{table.public_id}/deals/1/"', dict(table.settings)
    Match.objects.of_boards().filter(pk=board.pk).update(table=table.public_id, state="playing")
    Table.objects.filter(pk=table.pk).update(ref=f"board:{board.public_id}")
    for settings, is_linked in (({}, True), ({"spectators": False}, False)):
        Table.objects.filter(pk=table.pk).update(settings=plain | settings)
        client.logout()
        assert (link in client.get(address).content.decode()) == is_linked
        client.force_login(table.seats.get(seat=1).user)
        assert link in client.get(address).content.decode()
    Match.objects.of_boards().filter(pk=board.pk).update(state="over")
    assert f'href="/deals/{deal.public_id}/"' in client.get(address).content.decode()
    Table.objects.filter(pk=table.pk).update(is_held=True)
    assert deal.public_id not in client.get(address).content.decode(), "others play its decks"


def test_a_live_board_at_which_nobody_has_played_is_the_directors(make_tournament, publish, organiser, clock):
    """Two teams, two boards each; only at the second board of the first match somebody has moved. A case for each empty
    board, once; it is settled with the result of its board, while the match goes on."""
    conditions = {"mode": "online", "rounds": 3, "settings": {"no_show": "forfeit"}}
    tournament = make_tournament(players=0, template="team_swiss", options={"boards": 2, "reserves": 1}, **conditions)
    entering.import_entries(tournament=tournament, text=TEAMS, dry_run=False, now=clock(), by=organiser)
    entering.check_in_all(tournament=tournament, now=clock(), by=organiser)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = publish(tournament)
    while duework.sweep(now=clock()):
        pass
    first, second, third, fourth = Match.objects.of_boards().filter(round=rnd).order_by("parent__table_no", "number")
    Play.objects.create(table=Table.objects.get(public_id=second.table), seq=1, cmd_id=uuid.uuid4(), seat=0,
                        action={}, at=clock())  # fmt: skip
    clock.later(minutes=10)
    while duework.sweep(now=clock()):
        pass
    empty = [first, third, fourth]
    assert [case.table for case in desk.open_cases(tournament)] == [board.table for board in empty]
    assert all(case.kind == "no_show" and case.opened_by is None for case in desk.open_cases(tournament))
    assert {board.state for board in Match.objects.of_boards()} == {MatchState.PLAYING}, "nobody loses by the clock"
    told = Told.objects.filter(text="nobody_came")
    assert {one.parts["players"] for one in told} == {
        f"{one.people[0][0].user}, {one.people[1][0].user}" for one in empty
    }
    timing.do_no_show(DueWork(payload={"round": rnd.pk}), clock())
    assert len(desk.open_cases(tournament)) == 3, "once"
    Match.objects.of_boards().filter(pk=first.pk).update(state=MatchState.OVER)
    assert [case.table for case in desk.open_cases(tournament)] == [third.table, fourth.table]


def test_an_evening_of_team_swiss_with_a_reserve_and_a_board_forfeited(make_team_swiss, publish, organiser, clock):
    tournament = make_team_swiss()
    enter = lambda board, **result: recording.record_result(  # noqa: E731
        match=board, now=clock(), by=organiser, **result
    )

    # Round 1: Aces – Cats 2:0, Bees – Dogs 1:1 (4 teams by rating: the upper half meets the lower).
    first = publish(tournament)
    running.start_round(rnd=first, now=clock())
    at = boards(first)
    assert sorted(at) == [("Ali", "Cleo"), ("Ana", "Cem"), ("Bea", "Dora"), ("Bob", "Dan")]
    enter(at["Ana", "Cem"], points=(100, 40))
    enter(at["Ali", "Cleo"], points=(110, 90))
    enter(at["Bea", "Dora"], points=(105, 15))
    assert Match.objects.paired().get(sides__seat__entry__name="Bees").state == MatchState.PAIRED, "a board is open"
    enter(at["Bob", "Dan"], points=(60, 120))
    running.close_round(rnd=first, now=clock.later(seconds=30))
    # match points (2 a win, 1 a tie), then board points
    assert table_of(tournament)[0] == (1, "Aces", "2", "2")
    assert sorted(row[1:] for row in table_of(tournament)[1:3]) == [("Bees", "1", "1"), ("Dogs", "1", "1")]
    assert table_of(tournament)[3] == (4, "Cats", "0", "0")
    bees = Match.objects.paired().get(round=first, sides__seat__entry__name="Bees")
    assert [(side.points, side.game_points, side.margin) for side in bees.sides.all()] == [(1, 165, 30), (1, 135, -30)]

    # Round 2: Ali is ill. Abe, the reserve, plays the lower board; Dan does not come: his board is a forfeit.
    line_ups.set_line_up(entry=team(tournament, "Aces"), members=[player("Ana"), player("Abe")], now=clock())
    second = publish(tournament)
    running.start_round(rnd=second, now=clock())
    at = boards(second)
    aces = next(board for pair, board in at.items() if "Abe" in pair)
    theirs = {"Bees": "Bob", "Dogs": "Dan"}[
        next(side.entry.name for side in aces.parent.sides.all() if side.entry.name != "Aces")
    ]
    assert theirs in (aces.people[0][0].user.name, aces.people[1][0].user.name), "second board against second board"
    abe = 0 if aces.people[0][0].user.name == "Abe" else 1
    enter(aces, kind="forfeit", winner=abe)
    ana = next(board for pair, board in at.items() if "Ana" in pair)
    lost = (30, 100) if ana.people[0][0].user.name == "Ana" else (100, 30)
    enter(ana, points=lost)
    match = Match.objects.paired().get(pk=aces.parent_id)
    assert (match.state, match.result_kind) == (MatchState.OVER, "played"), "one board was played: they have met"
    assert [side.points for side in match.sides.all()] == [1, 1]
    for board in boards(second).values():
        if board.state != MatchState.OVER:
            enter(board, points=(100, 20))
    running.close_round(rnd=second, now=clock.later(seconds=30))

    # What was played is rated board by board, the forfeit is not.
    assert RatedMatch.objects.count() == 4 + 3
    assert not RatedMatch.objects.filter(a__name="Abe").exists()
    cards = {card.member.user.name: card for card in teams.member_cards(team(tournament, "Aces"))}
    assert (len(cards["Ana"].games), cards["Ana"].points, cards["Ana"].margin) == (2, 2, 60 - 70)
    assert (len(cards["Ali"].games), len(cards["Abe"].games)) == (1, 1)
    assert AuditEntry.objects.filter(action="team.line_up").count() == 1
    assert audit.first_broken() is None


def test_board_points_may_come_first(make_team_swiss, publish, organiser, clock):
    tournament = make_team_swiss(primary="GP", tiebreaks=["MP", "LOT"])
    rnd = publish(tournament)
    running.start_round(rnd=rnd, now=clock())
    for pair, board in boards(rnd).items():
        points = (60, 100) if pair == ("Bob", "Dan") else (100, 60)
        recording.record_result(match=board, points=points, now=clock(), by=organiser)
    running.close_round(rnd=rnd, now=clock.later(seconds=30))
    assert table_of(tournament)[0] == (1, "Aces", "2", "2")
    assert {row[1:] for row in table_of(tournament)[1:3]} == {("Bees", "1", "1"), ("Dogs", "1", "1")}


def test_a_round_robin_of_teams_runs_to_its_end(make_tournament, publish, organiser, clock, confirm):
    tournament = make_tournament(
        players=0, template="team_round_robin", rounds=None, options={"boards": 2, "reserves": 1}
    )
    entering.import_entries(tournament=tournament, text=TEAMS, dry_run=False, now=clock(), by=organiser)
    entering.check_in_all(tournament=tournament, now=clock(), by=organiser)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    for _ in range(3):
        rnd = publish(tournament)
        running.start_round(rnd=rnd, now=clock())
        for board in boards(rnd).values():
            is_first = board.people[0][0].entry.tpn < board.people[1][0].entry.tpn
            recording.record_result(match=board, points=(100, 50) if is_first else (50, 100), now=clock(), by=organiser)
        running.close_round(rnd=rnd, now=clock.later(seconds=30))
    confirm(tournament)
    assert tournament.state == TournamentState.FINISHED
    assert table_of(tournament) == [(1, "Aces", "6", "6"), (2, "Bees", "4", "4"), (3, "Cats", "2", "2"),
                                    (4, "Dogs", "0", "0")]  # fmt: skip


def test_a_fixed_order_is_kept_and_a_published_round_takes_no_line_up(make_team_swiss, publish, organiser, clock):
    tournament = make_team_swiss()
    aces = team(tournament, "Aces")
    with pytest.raises(errors.Invalid, match="order of the list is fixed"):
        line_ups.set_line_up(entry=aces, members=[player("Abe"), player("Ana")], now=clock())
    with pytest.raises(errors.Invalid, match="2 different members"):
        line_ups.set_line_up(entry=aces, members=[player("Ana"), player("Ana")], now=clock())
    with pytest.raises(errors.Invalid, match="Only members of Aces"):
        line_ups.set_line_up(entry=aces, members=[player("Ana"), player("Bob")], now=clock())
    rnd = publish(tournament)
    with pytest.raises(errors.Refusal, match="Round 1 is published"):
        line_ups.set_line_up(entry=aces, members=[player("Ana"), player("Abe")], now=clock(), round_number=1)
    board = next(board for pair, board in boards(rnd).items() if "Ali" in pair)
    facts = {"board": board, "order": 0, "member": player("Abe"), "now": clock(), "by": organiser}
    with pytest.raises(errors.NeedsReason):
        teams_boards.substitute(**facts, reason=" ")
    with pytest.raises(errors.Invalid, match="no other board"):
        teams_boards.substitute(**{**facts, "member": player("Ana")}, reason="Ali is ill")
    teams_boards.substitute(**facts, reason="Ali is ill")
    assert ("Abe", "Cleo") in boards(rnd)


def test_with_a_free_order_anybody_plays_anywhere(make_team_swiss, publish, clock):
    tournament = make_team_swiss(board_order="free")
    line_ups.set_line_up(entry=team(tournament, "Aces"), members=[player("Abe"), player("Ana")], now=clock())
    assert {("Abe", "Cem"), ("Ana", "Cleo")} <= set(boards(publish(tournament)))


def test_a_board_reported_by_a_player_waits_for_the_other_side(make_team_swiss, publish, clock):
    tournament = make_team_swiss()
    rnd = publish(tournament)
    running.start_round(rnd=rnd, now=clock())
    board = boards(rnd)["Ana", "Cem"]
    board = recording.record_result(
        match=board, points=(100, 40), by=board.people[0][0].user, now=clock(), is_final=False
    )
    assert board.state == MatchState.REPORTED
    with pytest.raises(errors.Refusal, match="another side confirms"):
        recording.confirm_result(match=board, now=clock(), by=board.people[0][0].user)
    assert recording.confirm_result(match=board, now=clock(), by=board.people[1][0].user).state == MatchState.OVER


def test_a_team_that_does_not_come_forfeits_the_match_as_a_whole(make_team_swiss, publish, organiser, clock):
    tournament = make_team_swiss()
    rnd = publish(tournament)
    running.start_round(rnd=rnd, now=clock())
    match = Match.objects.paired().get(round=rnd, sides__seat__entry__name="Aces")
    with pytest.raises(errors.Refusal, match="result of each"):
        recording.record_result(match=match, points=(2, 0), now=clock(), by=organiser)
    recording.record_result(match=match, kind="forfeit", winner=0, now=clock(), by=organiser)
    for board in boards(rnd).values():
        if board.parent_id != match.pk:
            recording.record_result(match=board, points=(100, 0), now=clock(), by=organiser)
    closed = running.close_round(rnd=rnd, now=clock.later(seconds=30))
    assert closed.state == RoundState.CLOSED
    assert ("Aces", "2", "2") in [row[1:] for row in table_of(tournament)], "a forfeit is won on every board"


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("name,team\nAna,Aces", 2, "has 1 member. A team has from 2 to 3"),
        ("name,team\nAna,Aces\nAli,", 3, "Which team"),
        ("name,team\nA,X\nB,X\nC,X\nD,X", 2, "has 4 members"),
        ("name\nAna\nAli", 2, "Which team"),
    ],
)
def test_a_roster_of_teams_is_refused_by_line(make_tournament, clock, text, line, words):
    tournament = make_tournament(players=0, template="team_swiss", options={"boards": 2, "reserves": 1})
    report = entering.import_entries(tournament=tournament, text=text, dry_run=False, now=clock())
    assert not report.is_done
    assert any(problem.line == line and words in problem.text for problem in report.problems), report.problems
    assert tournament.entries.count() == 0


def test_a_team_is_entered_with_its_members(make_tournament, organiser, clock):
    tournament = make_tournament(players=0, template="team_swiss", options={"boards": 2, "reserves": 1})
    people = [line_ups.Person(name="Ana", rating=1900), line_ups.Person(name="Ali", rating=1800)]
    facts = {"tournament": tournament, "now": clock(), "by": organiser}
    entry = line_ups.enter_team(name="Aces", members=people, captain=1, **facts)
    assert [(member.user.name, member.is_captain) for member in entry.members.all()] == [("Ana", False), ("Ali", True)]
    assert entry.rating_at_entry == 1850
    with pytest.raises(errors.Invalid, match="a team “aces” already"):
        line_ups.enter_team(name="aces", members=people, **facts)
    with pytest.raises(errors.Invalid, match="Ana is already entered"):
        line_ups.enter_team(name="Others", members=people, **facts)
    with pytest.raises(errors.Invalid, match="from 2 to 3 members"):
        line_ups.enter_team(name="Alone", members=people[:1], **facts)
    with pytest.raises(errors.Refusal, match="Teams enter here"):
        entering.enter(name="Solo", **facts)
    assert entry_sizes.size_of(tournament) == entry_sizes.Size(2, 3)
