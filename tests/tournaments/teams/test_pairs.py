"""Pairs and teams of the partnership games: who enters, who sits where, who comes in for whom."""

import pytest

from duework import services as duework
from games.models import Status, Table
from ratings.models import RatedMatch
from tournaments import errors, own_data
from tournaments.entries.services import entering
from tournaments.event.selectors import entry_sizes, finding, sitters
from tournaments.models import EntryMember, Match, MatchState, TournamentState
from tournaments.results.services import from_tables, recording
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages
from tournaments.teams.services import boards, line_ups, members
from tournaments.teams.services.line_ups import Person

pytestmark = pytest.mark.django_db
RESULT = {
    "winner": 1, "how": "played", "points": [40, 130], "totals": [60, 330], "net": [-270, 270], "deals": 6,
    "deals_won": [1, 5], "shutout": False, "loser": None,
}  # fmt: skip


@pytest.fixture
def make_pairs(make_tournament, organiser, clock):
    """So many pairs, called Player 01 and so on, begun; online unless said otherwise."""

    def make(players: int = 4, **conditions):
        conditions = {"variant": "partnership", "mode": "online", "rounds": 3, **conditions}
        tournament = make_tournament(players=players, **conditions)
        stages.begin(tournament=tournament, now=clock(), by=organiser)
        return tournament

    return make


@pytest.fixture
def publish(organiser, clock):
    def publish(tournament):
        rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
        return editing.publish_round(rnd=rnd, now=clock(), by=organiser)

    return publish


def seated(table_id: str) -> list[str]:
    return [seat.user.name for seat in Table.objects.get(public_id=table_id).seats.order_by("seat")]


def end(table: Table, clock, **changes) -> None:
    Table.objects.filter(pk=table.pk).update(
        status=Status.OVER, result={**RESULT, **changes}, finished_at=clock.later(seconds=1)
    )
    from_tables.table_over(table=Table.objects.get(pk=table.pk), now=clock())


def change(entry, organiser, clock, leaves: str, comes: str, **more):
    gone = entry.members.get(user__name=leaves)
    return members.change_members(
        entry=entry, leaves=gone, comes=Person(name=comes), reason="Ill", by=organiser, now=clock(), **more
    )


def test_one_sitting_opens_for_a_match_of_pairs_with_partners_at_every_second_seat(make_pairs, publish, clock):
    rnd = running.start_round(rnd=publish(make_pairs()), now=clock())
    assert Table.objects.count() == 2, "one sitting with two boards for each match (PRT-1)"
    match = rnd.matches.paired().get(table_no=1)
    first, second = (side.entry.name for side in match.sides.all())
    assert match.state == MatchState.PLAYING
    assert seated(match.table) == [f"{first} 0", f"{second} 0", f"{first} 1", f"{second} 1"]
    assert not match.boards.exists()


def test_the_end_of_the_sitting_is_the_result_and_all_four_are_rated_by_sides(make_pairs, publish, clock):
    rnd = running.start_round(rnd=publish(make_pairs(players=2, rounds=1)), now=clock())
    match = rnd.matches.paired().get()
    end(Table.objects.get(), clock)
    match.refresh_from_db()
    sides = match.sides.all()
    assert [(side.points, side.game_points, side.margin, side.deals_won) for side in sides] == [
        (0, 60, -270, 1), (2, 330, 270, 5)
    ]  # fmt: skip
    rated = RatedMatch.objects.get()
    assert (rated.margin, rated.deals, rated.pool.key) == (-270, 6, "partnership")
    assert [(seat.side, seat.place) for seat in rated.seats.order_by("pk")] == [(0, 2), (1, 1), (0, 2), (1, 1)]


def test_who_leaves_the_table_loses_for_both_partners(make_pairs, publish, clock):
    rnd = running.start_round(rnd=publish(make_pairs(players=2, rounds=1)), now=clock())
    end(Table.objects.get(), clock, how="claim", winner=0, loser=3, points=[50, 20], totals=[50, 20], net=[30, -30])
    match = rnd.matches.paired().get()
    assert match.result_kind == "abandoned"
    assert [side.points for side in match.sides.all()] == [2, 0]
    assert {(seat.side, seat.place) for seat in RatedMatch.objects.get().seats.all()} == {(0, 1), (1, 2)}


@pytest.mark.parametrize(
    ("template", "options"),
    [
        ("swiss", {}),
        ("round_robin", {}),
        ("single_elim", {}),
        ("double_elim", {}),
        ("swiss_cut", {"rounds": 2, "advance": 2}),
        ("groups_cut", {"groups": 1, "per_group": 2}),
    ],
)
def test_every_format_of_pairs_is_played_online_to_its_end(make_tournament, organiser, clock, template, options):
    rounds = {"rounds": 2} if template == "swiss" else {"rounds": None}
    conditions = {"variant": "partnership", "mode": "online", "template": template, "options": options, **rounds}
    tournament = make_tournament(players=4, **conditions)
    stages.begin(tournament=tournament, now=clock(), by=organiser, automatic=True)
    for _ in range(20):
        while duework.sweep(now=clock()):
            pass
        playing = Table.objects.filter(status=Status.PLAYING)
        assert all(table.seats.count() == 4 for table in playing)
        for table in playing:
            end(table, clock)
        clock.later(minutes=3)
        tournament.refresh_from_db()
        if tournament.state == TournamentState.FINISHED:
            break
    played = Match.objects.paired().filter(round__stage__tournament=tournament)
    assert {match.state for match in played} == {MatchState.OVER}
    assert {stage.state for stage in finding.stages(tournament)} == {"finished"}


def test_a_pair_needs_no_name_of_its_own(make_tournament, organiser, clock):
    tournament = make_tournament(players=0, variant="partnership")
    enter = lambda name, *people: line_ups.enter_team(  # noqa: E731
        tournament=tournament, name=name, members=[Person(name=one) for one in people], by=organiser, now=clock()
    )
    unnamed, named = enter("", "Ana", "Ali"), enter("Bees", "Bea", "Bob")
    assert (unnamed.name, unnamed.partners) == ("Ana & Ali", "")
    assert (named.name, named.partners) == ("Bees", "Bea, Bob")
    team = make_tournament(players=0, variant="partnership-n")
    three = line_ups.enter_team(
        tournament=team, name="", members=[Person(name=one) for one in ("Ana", "Ali", "Abe")], by=organiser, now=clock()
    )
    assert three.name == "Ana, Ali & Abe"


@pytest.mark.parametrize(
    ("variant", "people", "field", "words"),
    [
        ("partnership", ["Ana"], "members", "a pair has exactly two members"),
        ("partnership", ["Ana", "Ali", "Abe"], "members", "a pair has exactly two members"),
        ("partnership-n", ["Ana", "Ali"], "members", "exactly 3 members"),
        ("partnership", ["Ana", "Ana"], "members", "twice"),
        ("partnership", ["Cem", "Bea"], "members", "Bea is already entered"),
    ],
)
def test_a_pair_of_one_a_team_of_two_and_who_is_in_another_pair_are_refused(
    make_tournament, organiser, clock, variant, people, field, words
):
    tournament = make_tournament(players=0, variant=variant)
    size = entry_sizes.size_of(tournament).least
    known = [Person(name=one) for one in ["Bea", "Bob", "Ben"][:size]]
    line_ups.enter_team(tournament=tournament, name="Bees", members=known, by=organiser, now=clock())
    asked = [Person(name=one) for one in people]
    with pytest.raises(errors.Invalid, match=words) as caught:
        line_ups.enter_team(tournament=tournament, name="Aces", members=asked, by=organiser, now=clock())
    assert caught.value.field == field
    assert tournament.entries.count() == 1


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("name,team\nAna,Aces\nAli,Aces\nBea,Bees", 4, "“Bees” has 1 member. Two play together here"),
        ("name,team\nAna,Aces\nAli,Aces\nAbe,Aces", 2, "“Aces” has 3 members. Two play together here"),
        ("name,team\nAna,Aces\nAli,Aces\nAna,Bees\nBea,Bees", 4, "is also in line 2"),
        ("name,team\nAna,Aces\nAli,", 3, "Which team"),
    ],
)
def test_a_list_of_pairs_with_a_mistake_names_its_line_and_enters_nobody(
    make_tournament, organiser, clock, text, line, words
):
    tournament = make_tournament(players=0, variant="partnership")
    report = entering.import_entries(tournament=tournament, text=text, dry_run=False, now=clock(), by=organiser)
    assert not report.is_done
    assert any(problem.line == line and words in problem.text for problem in report.problems), report.problems
    assert not tournament.entries.exists()


def test_a_substitute_sits_at_the_next_table_and_earlier_matches_keep_their_players(
    make_pairs, publish, organiser, clock
):
    tournament = make_pairs(players=2, template="round_robin", rounds=None, options={"cycles": 3})
    rnd = running.start_round(rnd=publish(tournament), now=clock())
    end(Table.objects.get(), clock)
    running.close_round(rnd=rnd, now=clock.later(seconds=30))
    entry = tournament.entries.get(name="Player 01")
    second = publish(tournament)
    change(entry, organiser, clock, "Player 01 1", "Otto")
    entry.refresh_from_db()
    assert entry.partners == "Player 01 0, Otto"
    running.start_round(rnd=second, now=clock())
    table = Table.objects.get(status=Status.PLAYING)
    assert "Otto" in seated(table.public_id)
    assert "Player 01 1" not in seated(table.public_id)
    end(table, clock)
    running.close_round(rnd=second, now=clock.later(seconds=30))
    first, then = RatedMatch.objects.order_by("pk")
    assert "Player 01 1" in {seat.player.name for seat in first.seats.all()}, "what was played stays"
    assert "Otto" in {seat.player.name for seat in then.seats.all()}
    third = publish(tournament)
    change(entry, organiser, clock, "Otto", "Player 01 1")
    running.start_round(rnd=third, now=clock())
    assert "Player 01 1" in seated(Table.objects.get(status=Status.PLAYING).public_id), "who is well again comes back"
    assert entry.members.count() == 3


def test_a_substitute_for_one_round_is_gone_in_the_next(make_pairs, publish, organiser, clock):
    tournament = make_pairs(players=2, template="round_robin", rounds=None, options={"cycles": 2}, mode="in_person")
    entry = tournament.entries.get(name="Player 01")
    rnd = running.start_round(rnd=publish(tournament), now=clock())
    change(entry, organiser, clock, "Player 01 0", "Otto", for_one_round=True)
    match = finding.matches().get(round=rnd)
    sitting = {one.user.name for side in sitters.at_match(match) for one in side}
    assert sitting == {"Otto", "Player 01 1", "Player 02 0", "Player 02 1"}
    recording.record_result(match=match, points=(130, 45), now=clock(), by=organiser)
    running.close_round(rnd=rnd, now=clock.later(seconds=30))
    assert {seat.player.name for seat in RatedMatch.objects.get().seats.all()} == sitting
    entry.refresh_from_db()
    assert entry.partners == "Player 01 0, Player 01 1"
    again = finding.matches().get(round=publish(tournament))
    assert "Otto" not in {one.user.name for side in sitters.at_match(again) for one in side}


def test_an_unnamed_pair_is_called_by_its_new_members(make_tournament, organiser, clock):
    tournament = make_tournament(players=0, variant="partnership")
    people = [Person(name="Ana"), Person(name="Ali")]
    entry = line_ups.enter_team(tournament=tournament, name="", members=people, by=organiser, now=clock())
    change(entry, organiser, clock, "Ali", "Abe")
    entry.refresh_from_db()
    assert (entry.name, [one.user.name for one in entry.members.all()]) == ("Ana & Abe", ["Ana", "Abe"])


def test_what_a_substitute_cannot_be(make_pairs, publish, organiser, clock):
    tournament = make_pairs(players=2, template="round_robin", rounds=None, options={"cycles": 2})
    entry = tournament.entries.get(name="Player 01")
    publish(tournament)
    with pytest.raises(errors.Invalid, match="already entered") as caught:
        change(entry, organiser, clock, "Player 01 0", "Player 02 0")
    assert caught.value.field == "comes"
    with pytest.raises(errors.Invalid, match="sits at the table already") as caught:
        change(entry, organiser, clock, "Player 01 0", "Player 01 1")
    with pytest.raises(errors.Invalid, match="who comes in as the substitute") as caught:
        members.change_members(entry=entry, leaves=entry.members.first(), reason="Ill", by=organiser, now=clock())
    assert caught.value.field == "comes"
    with pytest.raises(errors.NeedsReason):
        members.change_members(
            entry=entry, leaves=entry.members.first(), comes=Person(name="Otto"), reason=" ", by=organiser, now=clock()
        )
    assert entry.members.count() == 2


def test_a_pair_that_has_left_loses_by_forfeit(make_pairs, publish, organiser, clock):
    tournament = make_pairs(players=2, template="round_robin", rounds=None, options={"cycles": 1})
    rnd = publish(tournament)
    entering.withdraw(entry=tournament.entries.get(name="Player 01"), now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock())
    match = rnd.matches.paired().get()
    assert match.result_kind == "forfeit"
    assert {side.entry.name: side.points for side in match.sides.all()} == {"Player 01": 0, "Player 02": 2}
    assert not Table.objects.exists()


TEAMS = {"boards": 2, "reserves": 1}


@pytest.fixture
def teams(make_pairs):
    """Two teams of two pairs each, with a reserve allowed."""
    return make_pairs(players=2, template="team_swiss", rounds=1, options=TEAMS)


def test_a_match_of_teams_seats_a_pair_of_each_at_every_board(teams, publish, clock):
    assert entry_sizes.size_of(teams) == entry_sizes.Size(4, 5, 2)
    rnd = running.start_round(rnd=publish(teams), now=clock())
    top, low = finding.boards_of(rnd.matches.paired().get())
    first, second = (side.entry.name for side in rnd.matches.paired().get().sides.all())
    assert top.names == (f"{first} 0 & {first} 1", f"{second} 0 & {second} 1")
    assert low.names == (f"{first} 2 & {first} 3", f"{second} 2 & {second} 3")
    assert seated(top.table) == [f"{first} 0", f"{second} 0", f"{first} 1", f"{second} 1"]
    end(Table.objects.get(public_id=top.table), clock)
    assert rnd.matches.paired().get().state == MatchState.PAIRED
    end(Table.objects.get(public_id=low.table), clock, winner=0, totals=[330, 60], net=[270, -270], points=[130, 40])
    match = rnd.matches.paired().get()
    assert (match.state, [side.points for side in match.sides.all()]) == (MatchState.OVER, [1, 1])
    running.close_round(rnd=rnd, now=clock.later(seconds=30))
    assert RatedMatch.objects.count() == 2, "board by board"
    for rated in RatedMatch.objects.all():
        assert [seat.side for seat in rated.seats.order_by("pk")] == [0, 1, 0, 1]


def test_a_partner_is_told_at_which_boards_they_sat(teams, publish, clock):
    rnd = running.start_round(rnd=publish(teams), now=clock())
    for board in finding.boards_of(rnd.matches.paired().get()):
        for side in board.people:
            told = [[at["id"] for at in own_data.tell(one.user)["boards"]] for one in side]
            assert told == [[board.public_id]] * 2


def test_a_round_with_the_result_of_a_board_is_not_offered_to_be_taken_back(teams, publish, clock):
    rnd = running.start_round(rnd=publish(teams), now=clock())
    assert finding.is_untouched(rnd)
    end(Table.objects.get(public_id=finding.boards_of(rnd.matches.paired().get())[0].table), clock)
    assert not finding.is_untouched(rnd)


def test_the_captain_names_pairs_board_by_board(teams, publish, organiser, clock):
    entry = teams.entries.get(name="Player 01")
    change_ = members.change_members(
        entry=entry, comes=Person(name="Rita"), reason="A reserve", by=organiser, now=clock()
    )
    named = [*change_.members.filter(user__name__in=["Player 01 0", "Player 01 3"]),
             *change_.members.filter(user__name__in=["Player 01 2", "Rita"])]  # fmt: skip
    with pytest.raises(errors.Invalid, match="Name 4 different members"):
        line_ups.set_line_up(entry=entry, members=named[:2], now=clock(), by=organiser)
    with pytest.raises(errors.Invalid, match="order of the list is fixed"):
        line_ups.set_line_up(entry=entry, members=named, now=clock(), by=organiser)
    order = sorted(named, key=lambda one: one.order)
    line_ups.set_line_up(entry=entry, members=order, now=clock(), by=organiser)
    rnd = publish(teams)
    ours = [side for board in finding.boards_of(rnd.matches.paired().get()) for side in board.people
            if side[0].entry_id == entry.pk]  # fmt: skip
    assert [[one.user.name for one in side] for side in ours] == [
        ["Player 01 0", "Player 01 2"], ["Player 01 3", "Rita"]
    ]  # fmt: skip


def test_a_reserve_comes_in_for_one_partner_of_a_board(teams, publish, organiser, clock):
    entry = teams.entries.get(name="Player 01")
    members.change_members(entry=entry, comes=Person(name="Rita"), reason="A reserve", by=organiser, now=clock())
    rnd = publish(teams)
    board = finding.boards_of(rnd.matches.paired().get())[1]
    order = next(at for at, side in enumerate(board.people) if side[0].entry_id == entry.pk)
    rita, second = EntryMember.objects.get(user__name="Rita"), entry.members.get(user__name="Player 01 3")
    other = entry.members.get(user__name="Player 01 0")
    asked = {"board": board, "order": order, "member": rita, "now": clock(), "by": organiser, "reason": "Ill"}
    with pytest.raises(errors.Invalid, match="sits at this board") as caught:
        boards.substitute(**asked, leaves=other)
    assert caught.value.field == "leaves"
    boards.substitute(**asked, leaves=second)
    board = finding.boards_of(rnd.matches.paired().get())[1]
    assert board.names[order] == "Player 01 2 & Rita"
    with pytest.raises(errors.Refusal, match="stays in the list"):
        members.change_members(entry=entry, leaves=rita, reason="Gone", by=organiser, now=clock())
    running.start_round(rnd=rnd, now=clock())
    assert "Rita" in seated(Match.objects.of_boards().get(pk=board.pk).table)


def test_boards_of_teams_are_entered_by_hand_as_one_line_a_board(make_pairs, publish, organiser, clock):
    tournament = make_pairs(players=2, template="team_swiss", rounds=1, options=TEAMS, mode="in_person")
    rnd = running.start_round(rnd=publish(tournament), now=clock())
    for board in finding.boards_of(rnd.matches.paired().get()):
        recording.record_result(match=board, points=(130, 45), now=clock(), by=organiser)
    running.close_round(rnd=rnd, now=clock.later(seconds=30))
    assert [side.points for side in rnd.matches.paired().get().sides.all()] == [2, 0]
    assert [rated.seats.count() for rated in RatedMatch.objects.all()] == [4, 4]
