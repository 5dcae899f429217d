"""A tournament from its creation to the final standings, through the services alone."""

import pytest

from audit import services as audit
from duework import services as duework
from duework.models import DueWork
from tournaments import errors
from tournaments.entries.services import entering
from tournaments.event.selectors import finding
from tournaments.models import EntryStatus, Match, MatchState, Round, RoundSeat, RoundState, TournamentState
from tournaments.results.services import recording
from tournaments.rounds import selectors as rounds
from tournaments.rounds.services import drafts, editing, pairing_requests, running
from tournaments.stages.services import conditions
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import reasons, standings

pytestmark = pytest.mark.django_db


def test_a_night_in_person_runs_to_its_final_standings(make_tournament, play_round, organiser, clock, confirm):
    tournament = make_tournament(players=9, rounds=3)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    for number in (1, 2, 3):
        assert play_round(tournament).number == number
    confirm(tournament)
    assert tournament.state == TournamentState.FINISHED
    rows = standings.standings(tournament)
    assert (rows[0].place, rows[0].points) == (1, 3)
    assert sum(row.points for row in rows) == 3 * 4 + 3, "four matches and one bye a round"
    assert sum(row.margin for row in rows) == 0
    assert standings.progress(tournament).is_finished
    byes = [bye.seat.entry_id for rnd in finding.rounds(tournament) for bye in finding.round_byes(rnd)]
    assert len(byes) == len(set(byes)) == 3, "nobody has two"
    assert audit.first_broken() is None


def test_nobody_meets_twice(make_tournament, play_round, clock):
    tournament = make_tournament(players=6, rounds=5)
    stages.begin(tournament=tournament, now=clock())
    for _ in range(5):
        play_round(tournament)
    pairs = [frozenset(side.seat.entry_id for side in match.sides.all()) for match in Match.objects.all()]
    assert len(pairs) == len(set(pairs)) == 15


def test_an_automatic_tournament_needs_only_sweeps_until_its_end(make_tournament, organiser, clock, confirm):
    tournament = make_tournament(players=4, rounds=2)
    stages.begin(tournament=tournament, now=clock(), automatic=True)
    for _ in range(2):
        while duework.sweep(now=clock()):
            pass
        rnd = standings.current_round(tournament)
        assert rnd.state == RoundState.RUNNING
        for match in rnd.matches.all():
            recording.record_result(match=match, points=(30, 101), by=organiser, now=clock())
        assert not duework.sweep(now=clock.later(seconds=9)), "the results can still be undone"
        assert duework.sweep(now=clock.later(seconds=1))
        clock.later(seconds=30)
    confirm(tournament)
    assert tournament.state == TournamentState.FINISHED
    left = DueWork.objects.filter(done_at=None, kind__startswith="tournaments")
    assert {work.kind for work in left} == {"tournaments.seal"}, "only the correction window is still open"


def test_a_tournament_may_become_automatic_between_two_rounds(make_tournament, play_round, clock):
    tournament = make_tournament(players=4, rounds=2)
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    assert not DueWork.objects.filter(kind="tournaments.pair").exists()
    conditions.change_conditions(tournament=tournament, settings={"automatic": True}, by=None, now=clock())
    while duework.sweep(now=clock()):
        pass
    rnd = standings.current_round(tournament)
    assert (rnd.number, rnd.state) == (2, RoundState.RUNNING)


def test_without_a_legal_pairing_an_automatic_stage_ends_with_the_reason(make_tournament, organiser, clock, confirm):
    tournament = make_tournament(players=2, rounds=3)
    stages.begin(tournament=tournament, now=clock(), automatic=True)
    while duework.sweep(now=clock()):
        pass
    recording.record_result(match=Match.objects.get(), points=(100, 60), by=organiser, now=clock())
    for _ in range(3):
        duework.sweep(now=clock.later(seconds=31))
    confirm(tournament)
    assert tournament.state == TournamentState.FINISHED


def test_no_legal_pairing_is_said_in_words_with_what_would_help(make_tournament, play_round, clock):
    tournament = make_tournament(players=2, rounds=3)
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    with pytest.raises(errors.NoPairing) as caught:
        drafts.pair_round(stage=finding.main_stage(tournament), now=clock())
    assert "Player 01 can meet nobody any more." in caught.value.witness
    assert "Repeat as few matches of round 1 as can be." in caught.value.ways_out


def test_players_see_nothing_before_a_round_is_published(make_tournament, clock):
    tournament = make_tournament(players=4)
    stages.begin(tournament=tournament, now=clock())
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock())
    assert not finding.rounds(tournament)
    assert not finding.matches().exists()
    editing.publish_round(rnd=rnd, now=clock())
    assert len(finding.rounds(tournament)) == 1


def test_a_round_with_open_results_blocks_the_next_and_lists_its_tables(make_tournament, organiser, clock):
    tournament = make_tournament(players=6)
    stages.begin(tournament=tournament, now=clock())
    stage = finding.main_stage(tournament)
    rnd = drafts.pair_round(stage=stage, now=clock())
    editing.publish_round(rnd=rnd, now=clock())
    running.start_round(rnd=rnd, now=clock())
    recording.record_result(match=rnd.matches.get(table_no=2), points=(120, 80), by=organiser, now=clock())
    with pytest.raises(errors.OpenResults) as caught:
        drafts.pair_round(stage=stage, now=clock())
    assert caught.value.tables == (1, 3)
    with pytest.raises(errors.OpenResults):
        running.close_round(rnd=rnd, now=clock())


def test_a_swap_in_the_draft_warns_of_a_rematch_and_wants_a_reason(make_tournament, play_round, organiser, clock):
    tournament = make_tournament(players=4)
    stages.begin(tournament=tournament, now=clock())
    first = play_round(tournament)
    met = [side.entry for side in first.matches.get(table_no=1).sides.all()]
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock())
    seat = RoundSeat.objects.get(round=rnd, entry=met[0]).side
    neighbour = seat.match.sides.exclude(pk=seat.pk).get().entry
    with pytest.raises(errors.NeedsReason) as caught:
        editing.edit_draft(rnd=rnd, version=1, swap=(neighbour, met[1]), by=organiser, now=clock())
    assert any("have met already" in text for text in caught.value.warnings)
    rnd.refresh_from_db()
    assert rnd.version == 1, "a refused edit changes nothing"
    editing.edit_draft(rnd=rnd, version=1, swap=(neighbour, met[1]), by=organiser, now=clock(), reason="They asked")
    again = RoundSeat.objects.get(round=rnd, entry=met[0]).side
    assert again.match.sides.exclude(pk=again.pk).get().entry == met[1]
    with pytest.raises(errors.Conflict):
        editing.edit_draft(rnd=rnd, version=1, swap=(neighbour, met[0]), by=organiser, now=clock(), reason="x")


def test_a_draft_says_who_came_or_went_after_the_pairing(make_tournament, organiser, clock):
    tournament = make_tournament(players=5)
    away, leaver = (tournament.entries.get(name=name) for name in ("Player 05", "Player 02"))
    entering.undo_check_in(entry=away, now=clock(), by=organiser)
    stages.begin(tournament=tournament, now=clock())
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock())
    assert editing.draft_warnings(rnd) == []
    entering.withdraw(entry=leaver, now=clock(), by=organiser)
    entering.check_in(entry=away, now=clock(), by=organiser)
    entering.enter(tournament=tournament, name="Walk-in Wanda", now=clock(), by=organiser)
    assert editing.draft_warnings(rnd) == [
        "Player 02 is paired and not here any more: pair again.",
        "Player 05 is here and not paired: pair again.",
    ]
    rnd = pairing_requests.pair_again(rnd=rnd, version=rnd.version, now=clock(), by=organiser)
    assert editing.draft_warnings(rnd) == []
    assert rnd.matches.count() == 2


def test_nobody_enters_once_the_last_round_is_published(make_tournament, play_round, organiser, clock):
    tournament = make_tournament(players=4, rounds=2)
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock())
    entering.enter(tournament=tournament, name="Just In Time", now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock())
    with pytest.raises(errors.Refusal, match="too late"):
        entering.enter(tournament=tournament, name="Too Late", now=clock(), by=organiser)


def test_a_late_entry_changes_numbers_and_no_reason_of_an_earlier_round(make_tournament, play_round, organiser, clock):
    tournament = make_tournament(players=4, rounds=3)
    stages.begin(tournament=tournament, now=clock())
    rnd = play_round(tournament)
    before = reasons.whys(rnd)
    assert [why.names[0].name for why in before] == ["Player 01", "Player 02"]
    late = entering.enter(tournament=tournament, name="Late Larry", rating=2900, now=clock(), by=organiser)
    entering.check_in(entry=late, now=clock(), by=organiser)
    play_round(tournament)
    late.refresh_from_db()
    assert late.tpn == 1
    assert reasons.whys(rnd) == before
    assert rounds.pairing_log(rnd)["runs"][0]["names"][1] == "Player 01"


def test_late_entry_and_withdrawal(make_tournament, play_round, club, organiser, clock):
    tournament = make_tournament(players=4, rounds=3)
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    late = entering.enter(tournament=tournament, name="Late Larry", rating=1985, now=clock(), by=organiser)
    entering.check_in(entry=late, now=clock(), by=organiser)
    leaver = tournament.entries.get(name="Player 04")
    entering.withdraw(entry=leaver, now=clock(), by=organiser)
    play_round(tournament)
    late.refresh_from_db()
    assert (late.tpn, late.joined_round) == (2, 2), "numbered by rating"
    rows = {row.entry.name: row for row in standings.standings(tournament)}
    assert rows["Late Larry"].played == 1
    assert rows["Player 04"].played == 1, "results of those who leave stay"
    entering.check_in(entry=leaver, now=clock(), by=organiser)
    assert leaver.tournament.entries.get(pk=leaver.pk).status == EntryStatus.CHECKED_IN


def test_results_by_hand_are_checked_confirmed_and_undone(make_tournament, organiser, clock):
    tournament = make_tournament(players=2)
    stages.begin(tournament=tournament, now=clock())
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock())
    editing.publish_round(rnd=rnd, now=clock())
    running.start_round(rnd=rnd, now=clock())
    match = rnd.matches.get()
    player, other = (side.entry.members.get().user for side in match.sides.all())
    for points in ((50, 50), (-1, 20), (100, 100_000)):
        with pytest.raises(errors.Invalid):
            recording.record_result(match=match, points=points, by=organiser, now=clock())
    with pytest.raises(errors.Invalid):
        recording.record_result(match=match, points=(100, 3), deals=10**12, by=organiser, now=clock())
    recording.record_result(match=match, points=(101, 0), by=player, now=clock(), is_final=False)
    with pytest.raises(errors.Refusal):
        recording.confirm_result(match=match, by=player, now=clock())
    recording.confirm_result(match=match, by=other, now=clock())
    match.refresh_from_db()
    assert (match.state, match.is_shutout) == (MatchState.OVER, True)
    with pytest.raises(errors.Refusal, match="stands"):
        recording.record_result(match=match, points=(3, 101), by=other, now=clock(), is_final=False)
    recording.record_result(match=match, points=(101, 99), by=organiser, now=clock(), version=match.version)
    recording.undo_result(match=match, by=organiser, now=clock.later(seconds=10))
    match.refresh_from_db()
    assert match.state == MatchState.PAIRED
    assert not DueWork.objects.filter(kind="tournaments.close", done_at=None).exists()
    recording.record_result(match=match, points=(1, 101), by=organiser, now=clock())
    with pytest.raises(errors.Refusal):
        recording.undo_result(match=match, by=organiser, now=clock.later(seconds=10.1))
    assert DueWork.objects.filter(kind="tournaments.close", done_at=None).exists()


def test_a_forfeit_counts_as_a_win_but_not_as_a_meeting(make_tournament, organiser, clock):
    tournament = make_tournament(players=2, rounds=2)
    stages.begin(tournament=tournament, now=clock())
    stage = finding.main_stage(tournament)
    for _ in range(2):
        rnd = drafts.pair_round(stage=stage, now=clock())
        editing.publish_round(rnd=rnd, now=clock())
        running.start_round(rnd=rnd, now=clock())
        recording.record_result(match=rnd.matches.get(), kind="forfeit", winner=0, by=organiser, now=clock())
        running.close_round(rnd=rnd, now=clock())
    assert [row.points for row in standings.standings(tournament)] == [2, 0]
    assert Round.objects.count() == 2
