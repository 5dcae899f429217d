"""Ways by which an official who plays could make their own word final without anybody noticing: none is open."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings as site

from accounts.models import User
from clubs import services as clubs
from clubs.models import Membership, Role
from clubs.services import leaving
from duework.models import DueWork
from tournaments import errors
from tournaments.entries.services import entering
from tournaments.event.selectors import finding
from tournaments.exchange.selectors import reports as report_texts
from tournaments.exchange.services import reports
from tournaments.exchange.services.afterwards import entering as afterwards
from tournaments.merging.services import merging
from tournaments.models import EntryMember, Match, MatchState
from tournaments.results.services import recording, slips
from tournaments.rounds.services import drafts, editing, running, timing
from tournaments.stages.services import conditions
from tournaments.stages.services import progression as stages
from tournaments.teams.services import members

pytestmark = pytest.mark.django_db


def sides(match, organiser):
    """The organiser's order, the other's, and who plays there."""
    mine = match.sides.get(seat__entry__members__user=organiser).order
    other = match.sides.get(order=1 - mine)
    return mine, other.order, other.entry.members.get().user


def word(match) -> tuple[str, bool]:
    """The state of a match, and whether it rests on the word of an official who plays in it."""
    found = Match.objects.get(pk=match.pk)
    return found.state, found.is_unwitnessed


def test_a_report_is_not_undone_once_the_other_side_has_confirmed_it(night, own, organiser, client, clock):
    match = own(night())
    recording.record_result(match=match, points=(100, 60), by=organiser, now=clock())
    recording.confirm_result(match=match, by=sides(match, organiser)[2], now=clock())
    with pytest.raises(errors.Refusal, match="confirmed meanwhile"):
        recording.undo_result(match=match, by=organiser, now=clock())
    assert word(match) == (MatchState.OVER, False)
    client.force_login(organiser)
    assert "Undo" not in client.get(f"/matches/{match.public_id}/").content.decode()


def test_nor_is_one_by_slip(night, organiser, clock):
    match = night().matches.exclude(sides__seat__entry__members__user=organiser).get()
    slips.report(match=match, order=0, points=(100, 60), now=clock())
    slips.agree(match=match, order=1, now=clock())
    version = Match.objects.get(pk=match.pk).version
    with pytest.raises(errors.Refusal, match="confirmed meanwhile"):
        slips.take_back(match=match, order=0, now=clock(), version=version)
    assert word(match) == (MatchState.OVER, False)


def by_both_slips(match, clock) -> None:
    """The result of a match by the codes of both sides, as whoever has seen them can enter it."""
    for order in (0, 1):
        slips.report(match=match, order=order, points=(100, 60), now=clock())


ENDS_OF_AN_OFFICE = {
    "demoted": lambda club, one, other, now: clubs.give_role(club=club, user=one, role="player", by=other, now=now),
    "removed": lambda club, one, other, now: leaving.remove(club=club, user=one, by=other, now=now),
    "left": lambda club, one, other, now: leaving.leave(club=club, user=one, now=now),
    "handed over": lambda club, one, other, now: leaving.hand_over(club=club, to=other, by=one, now=now),
}


@pytest.mark.parametrize("way", ENDS_OF_AN_OFFICE)
def test_who_was_an_official_since_the_round_was_published_is_one_at_the_own_match(
    night, own, organiser, arbiter, club, clock, way
):
    Membership.objects.filter(user=arbiter).update(role=Role.ORGANISER)
    match = own(night())
    ENDS_OF_AN_OFFICE[way](club, organiser, arbiter, clock.later(seconds=60))
    by_both_slips(match, clock)
    assert word(match) == (MatchState.REPORTED, False)


def test_who_was_one_before_is_a_player(night, own, organiser, arbiter, club, clock):
    Membership.objects.filter(user=arbiter).update(role=Role.ORGANISER)
    match = own(night())
    ENDS_OF_AN_OFFICE["left"](club, organiser, arbiter, match.round.paired_at.replace(year=2025))
    by_both_slips(match, clock)
    assert word(match) == (MatchState.OVER, False)


@pytest.fixture
def team_round(two_teams):
    """A published match of two teams with one more player each; the organiser is one of those who do not sit."""
    return two_teams("Amy,Aces", "Ben,Bees", organiser_is="Amy")


def test_an_official_on_the_bench_does_not_leave_the_team_while_it_plays(team_round, organiser, clock):
    rnd = running.start_round(rnd=team_round, now=clock())
    own_place = EntryMember.objects.get(user=organiser)
    leaving_it = {"entry": own_place.entry, "by": organiser, "reason": "ill", "now": clock()}
    with pytest.raises(errors.Refusal, match="until round 1 is over"):
        members.change_members(leaves=own_place, **leaving_it)
    other = EntryMember.objects.get(user__name="Ben")
    members.change_members(leaves=other, **(leaving_it | {"entry": other.entry}))
    type(rnd).objects.filter(pk=rnd.pk).update(state="closed")
    members.change_members(leaves=own_place, **leaving_it)


def test_a_board_that_rests_on_an_officials_own_word_marks_its_match(team_round, organiser, clock):
    """The organiser belongs to a team and is the club's only official: their confirmation stands, and says so."""
    rnd = running.start_round(rnd=team_round, now=clock())
    own_side = EntryMember.objects.get(user=organiser).entry
    for board in Match.objects.of_boards():
        mate = board.sides.get(parent__seat__entry=own_side).member.user
        recording.record_result(match=board, points=(100, 60), is_final=False, by=mate, now=clock())
        Match.objects.filter(pk=board.pk).update(entered_by=None)  # as one whose account is gone
        recording.confirm_result(match=board, by=None, now=clock())
    assert [word(board)[1] for board in Match.objects.of_boards()] == [True, True]
    assert word(rnd.matches.paired().get()) == (MatchState.OVER, True)


def test_and_so_does_a_name_at_a_board_that_turns_out_to_be_the_official(two_teams, organiser, club, clock):
    rnd = running.start_round(rnd=two_teams(), now=clock())
    for board in Match.objects.of_boards():
        recording.record_result(match=board, points=(100, 60), by=organiser, now=clock())
    match = rnd.matches.paired().get()
    assert word(match) == (MatchState.OVER, False)
    merging.merge(club=club, name=User.objects.get(name="Ana"), into=organiser, by=organiser, now=clock())
    assert [word(one)[1] for one in (match, *Match.objects.of_boards())] == [True, True, True]


def set_confirmation(rnd, chosen, by, clock) -> None:
    conditions.change_conditions(tournament=rnd.stage.tournament, settings={"confirmation": chosen}, by=by, now=clock())


def test_that_nobody_confirms_is_not_set_for_the_own_match_where_another_official_can(
    night, own, organiser, arbiter, clock
):
    rnd = night()
    set_confirmation(rnd, "none", organiser, clock)
    for other in rnd.matches.exclude(sides__seat__entry__members__user=organiser):
        slips.report(match=other, order=0, points=(100, 60), now=clock())
        assert word(other) == (MatchState.OVER, False)
    match = own(rnd)
    recording.record_result(match=match, points=(100, 60), by=organiser, now=clock())
    assert word(match) == (MatchState.REPORTED, False)
    with pytest.raises(errors.Refusal):
        recording.confirm_result(match=match, by=organiser, now=clock())
    recording.confirm_result(match=match, by=arbiter, now=clock())
    assert word(match) == (MatchState.OVER, False)


@pytest.mark.parametrize("door", ["account", "slip"])
def test_set_by_the_only_official_while_the_round_runs_the_own_report_says_whose_word_it_is(
    night, own, organiser, clock, door
):
    rnd = night()
    match = own(rnd)
    set_confirmation(rnd, "none", organiser, clock)
    if door == "account":
        recording.record_result(match=match, points=(100, 60), by=organiser, now=clock())
    else:
        slips.report(match=match, order=sides(match, organiser)[0], points=(100, 60), now=clock())
    set_confirmation(rnd, "other", organiser, clock)
    assert word(match) == (MatchState.OVER, True)


AWAY = {
    "withdrawn": entering.withdraw,
    "expelled": lambda **facts: entering.expel(reason="rude", **facts),
}


@pytest.mark.parametrize("way", AWAY)
def test_an_official_does_not_take_out_the_own_opponent_where_another_official_can(
    published, own, organiser, arbiter, clock, way
):
    match = own(published())
    other = match.sides.exclude(seat__entry__members__user=organiser).get().entry
    with pytest.raises(errors.Refusal, match="another official decides this"):
        AWAY[way](entry=other, by=organiser, now=clock())
    elsewhere = match.round.matches.exclude(pk=match.pk).get().sides.get(order=0).entry
    AWAY[way](entry=elsewhere, by=organiser, now=clock())
    AWAY[way](entry=other, by=arbiter, now=clock())
    running.start_round(rnd=match.round, now=clock())
    assert word(match) == (MatchState.OVER, False)


@pytest.mark.parametrize("way", AWAY)
def test_taken_out_by_the_only_official_the_walk_over_says_whose_word_it_is(published, own, organiser, clock, way):
    match = own(published(confirmation="none"))
    other = match.sides.exclude(seat__entry__members__user=organiser).get().entry
    AWAY[way](entry=other, by=organiser, now=clock())
    running.start_round(rnd=match.round, now=clock())
    assert word(match) == (MatchState.OVER, True)
    if way == "withdrawn":
        entering.check_in(entry=other, by=organiser, now=clock())
    assert word(match) == (MatchState.OVER, True)


def test_who_leaves_alone_gives_the_official_an_honest_walk_over(published, own, organiser, clock):
    match = own(published())
    _mine, _order, opponent = sides(match, organiser)
    other = match.sides.exclude(seat__entry__members__user=organiser).get().entry
    entering.withdraw(entry=other, by=opponent, now=clock())
    running.start_round(rnd=match.round, now=clock())
    assert word(match) == (MatchState.OVER, False)


def test_an_official_who_leaves_gives_the_other_an_honest_walk_over(published, own, organiser, arbiter, clock):
    match = own(published())
    entering.withdraw(entry=EntryMember.objects.get(user=organiser).entry, by=organiser, now=clock())
    running.start_round(rnd=match.round, now=clock())
    assert word(match) == (MatchState.OVER, False)


def test_a_table_of_three_is_no_way_either(make_pods, organiser, arbiter, clock):
    tournament = make_pods(9)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    rnd = editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    table = rnd.matches.get(table_no=1)
    table.sides.get(order=0).entry.members.update(user=organiser)
    with pytest.raises(errors.Refusal, match="another official decides this"):
        entering.withdraw(entry=table.sides.get(order=1).entry, by=organiser, now=clock())
    Membership.objects.filter(user=arbiter).delete()
    for order in (1, 2):
        entering.withdraw(entry=table.sides.get(order=order).entry, by=organiser, now=clock())
    running.start_round(rnd=rnd, now=clock())
    assert word(table) == (MatchState.OVER, True)


def test_nor_is_a_match_of_teams(team_round, organiser, arbiter, clock):
    rnd = team_round
    others = EntryMember.objects.get(user__name="Ben").entry
    with pytest.raises(errors.Refusal, match="another official decides this"):
        entering.withdraw(entry=others, by=organiser, now=clock())
    Membership.objects.filter(user=arbiter).delete()
    entering.withdraw(entry=others, by=organiser, now=clock())
    running.start_round(rnd=rnd, now=clock())
    assert word(rnd.matches.paired().get()) == (MatchState.OVER, True)


@pytest.mark.parametrize("rated", [True, False])
def test_the_own_results_of_an_evening_that_is_over_say_whose_word_they_are(club, organiser, arbiter, clock, rated):
    text = "Olga Organiser 120, Bo 85\nAna 130, Cy 20\n"
    report = afterwards.enter_evening(
        club=club, name="Pub", variant="gin-rummy-com", data=text, now=clock(), by=organiser, dry_run=False, rated=rated
    )
    found = Match.objects.filter(round__stage__tournament=report.tournament).order_by("table_no")
    assert [word(match) for match in found] == [(MatchState.OVER, True), (MatchState.OVER, False)]


def test_and_those_of_a_report_that_is_loaded(night, own, organiser, arbiter, club, clock):
    rnd = night()
    for match in rnd.matches.all():
        recording.record_result(match=match, points=(100, 60), by=arbiter, now=clock(), version=match.version)
    running.close_round(rnd=rnd, now=clock.later(seconds=30))
    text = report_texts.report_text(rnd.stage.tournament)
    loaded = reports.load_report(club=club, data=text, now=clock(), by=organiser, rated=True, dry_run=False)
    found = Match.objects.filter(round__stage__tournament=loaded.tournament)
    own_ones = found.filter(sides__seat__entry__members__user=organiser)
    assert [match.is_unwitnessed for match in own_ones] == [True]
    assert not any(match.is_unwitnessed for match in found.exclude(pk__in=own_ones))


def test_a_name_that_turns_out_to_be_the_official_shows_which_results_were_their_word(
    make_tournament, organiser, arbiter, club, clock
):
    tournament = make_tournament(players=4)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    name = User.objects.get(name="Player 01")
    played = []
    for by in (organiser, arbiter):
        rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
        rnd = running.start_round(rnd=editing.publish_round(rnd=rnd, now=clock(), by=organiser), now=clock())
        played.append(rnd.matches.get(sides__seat__entry__members__user=name))
        for match in rnd.matches.all():
            recording.record_result(match=match, points=(100, 60), by=by, now=clock())
        running.close_round(rnd=rnd, now=clock.later(seconds=30))
    merging.merge(club=club, name=name, into=organiser, by=organiser, now=clock())
    assert [word(match)[1] for match in played] == [True, False]
    assert Match.objects.filter(is_unwitnessed=True).count() == 1


@pytest.mark.parametrize("act", ["flag", "absent"])
def test_a_no_show_that_the_official_who_plays_has_noted_says_so(night, own, organiser, arbiter, clock, act):
    rnd = night(no_show="forfeit")
    match, other_match = own(rnd), rnd.matches.exclude(sides__seat__entry__members__user=organiser).first()
    for one, by in ((match, organiser), (other_match, organiser)):
        side = one.sides.exclude(seat__entry__members__user=organiser).first()
        if act == "flag":
            timing.flag_missing(match=one, order=side.order, by=by, now=clock())
        else:
            entering.mark_absent(entry=side.entry, by=by, now=clock())
    due = DueWork(key="no-show", kind="no_show", due_at=clock(), payload={"round": rnd.pk})
    timing.do_no_show(due, clock())
    assert word(match) == (MatchState.OVER, True)
    assert word(other_match) == (MatchState.OVER, False)


def test_a_match_of_teams_is_not_undone_beside_its_boards(team_round, organiser, arbiter, clock):
    rnd = running.start_round(rnd=team_round, now=clock())
    for board in Match.objects.of_boards():
        recording.record_result(match=board, points=(100, 60), by=arbiter, now=clock())
    match = rnd.matches.paired().get()
    assert not recording.can_undo(match, clock())
    with pytest.raises(errors.Refusal, match="several boards"):
        recording.undo_result(match=match, by=arbiter, now=clock())
    assert word(match)[0] == MatchState.OVER


WHOSE_WORD = {  # what ends a match, and how it is known that it is not the word of who plays in it alone
    "results/services/recording.py": "an own report waits; who confirms, and who has taken out a side, is looked at",
    "results/services/from_tables.py": "counts what a live table says, which is nobody's word",
    "teams/services/boards.py": "an own report of a board waits; who confirms it is looked at",
    "results/services/board_scores.py": "a match of teams is marked when one of its boards is",
    "duplicate/services.py": "refuses who plays in the match",
    "corrections/services/corrections.py": "refuses who plays in the match",
    "corrections/services/places.py": "refuses who plays in the match",
    "ladders/services/log.py": "who has taken out a side is looked at; rulings refuse who plays",
    "exchange/services/reports.py": "marks the matches of who loads the report",
}


def ends_matches(tree: ast.AST) -> Iterator[ast.AST]:
    """The places in a module that write a score, or say of a match that it is over."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        over = [one for one in node.keywords if one.arg == "state" and ast.unparse(one.value) == "MatchState.OVER"]
        if called == "write_score" or (over and called in ("create", "update", "Match")):
            yield node


def test_whatever_ends_a_match_asks_whose_word_it_is() -> None:
    """Who adds a way to end a match says here how an official who plays is kept from deciding it alone."""
    top = Path(site.BASE_DIR) / "tournaments"
    found = {str(file.relative_to(top)) for file in top.rglob("*.py") if any(ends_matches(ast.parse(file.read_text())))}
    assert found == set(WHOSE_WORD)
