"""Byes of every kind, late entries, leaving and coming back, expulsion: who gets which points, and who none."""

import pytest

from audit.models import AuditEntry
from tournaments import errors
from tournaments.entries.services import entering
from tournaments.event.selectors import finding
from tournaments.models import Bye, ByeRequest, EntryStatus, MatchState
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, requests
from tournaments.rounds.services import running as rounds_running
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def running(make_tournament, clock):
    tournament = make_tournament(players=7, rounds=5)
    stages.begin(tournament=tournament, now=clock())
    return tournament


def entry(tournament, number: int):
    return tournament.entries.get(name=f"Player {number:02d}")


def points(tournament) -> dict[str, str]:
    return {row.entry.name: row.points_text for row in standings.standings(tournament)}


def kinds(tournament, number: int) -> dict[str, str]:
    byes = Bye.objects.filter(seat__round__stage__tournament=tournament, seat__round__number=number)
    return {bye.seat.entry.name: bye.kind for bye in byes.select_related("seat__entry")}


def test_a_half_point_bye_is_asked_for_before_the_pairing_and_worth_a_tie(running, play_round, clock):
    requests.ask_bye(entry=entry(running, 3), round_number=1, now=clock())
    play_round(running)
    assert kinds(running, 1) == {"Player 03": "half"}, "six are left: nobody else has a bye"
    assert points(running)["Player 03"] == "½"
    with pytest.raises(errors.Refusal) as caught:
        requests.ask_bye(entry=entry(running, 4), round_number=1, now=clock())
    assert caught.value.code == "paired"


def test_half_point_byes_have_a_limit_and_there_are_none_in_the_last_round(running, play_round, organiser, clock):
    ana = entry(running, 1)
    requests.ask_bye(entry=ana, round_number=2, now=clock())
    for number in (3, 5):
        with pytest.raises(errors.Refusal) as caught:
            requests.ask_bye(entry=ana, round_number=number, now=clock())
        assert caught.value.code == "bye_limit"
    requests.ask_bye(entry=ana, round_number=3, kind="zero", now=clock())
    assert requests.cancel_bye(entry=ana, round_number=2, now=clock())
    assert not requests.cancel_bye(entry=ana, round_number=2, now=clock())
    requests.ask_bye(entry=ana, round_number=4, now=clock())
    with pytest.raises(errors.NeedsReason) as needs:
        requests.ask_bye(entry=ana, round_number=5, now=clock(), by=organiser, is_official=True)
    assert len(needs.value.warnings) == 2
    requests.ask_bye(entry=ana, round_number=5, now=clock(), by=organiser, is_official=True, reason="Wedding")
    assert AuditEntry.objects.filter(action="entry.bye", reason="Wedding").exists()
    for number, kind in ((2, "full"), (2, "pab")):
        with pytest.raises(errors.Invalid):
            requests.ask_bye(entry=ana, round_number=number, kind=kind, now=clock())
    for number in (0, 6):
        with pytest.raises(errors.Invalid):
            requests.ask_bye(entry=ana, round_number=number, kind="zero", now=clock())


def test_a_full_point_bye_is_the_directors_and_warned_of(running, play_round, organiser, clock):
    with pytest.raises(errors.NeedsReason):
        requests.ask_bye(entry=entry(running, 2), round_number=1, kind="full", now=clock(), is_official=True)
    given = {"by": organiser, "is_official": True, "reason": "Our fault"}
    requests.ask_bye(entry=entry(running, 2), round_number=1, kind="full", now=clock(), **given)
    play_round(running)
    assert points(running)["Player 02"] == "1"
    play_round(running)
    assert "Player 02" not in kinds(running, 2), "who had a win's points without playing gets no bye"


def test_the_half_point_of_a_round_that_is_being_played_can_be_given_at_once(running, play_round, organiser, clock):
    rnd = drafts.pair_round(stage=finding.main_stage(running), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    rounds_running.start_round(rnd=rnd, now=clock())
    late = entering.enter(tournament=running, name="Late Larry", now=clock(), by=organiser)
    entering.check_in(entry=late, now=clock(), by=organiser)
    assert requests.give_missed_byes(entry=late, count=1, now=clock(), by=organiser) == 1
    for match in rnd.matches.exclude(state="over"):
        recording.record_result(match=match, points=(100, 40), by=organiser, now=clock())
    rounds_running.close_round(rnd=rnd, now=clock.later(seconds=30))
    play_round(running)
    assert points(running)["Late Larry"] in ("½", "1½")


def test_a_late_entry_has_zero_for_missed_rounds_or_half_points_up_to_the_limit(running, play_round, organiser, clock):
    play_round(running)
    play_round(running)
    before = points(running)
    late = entering.enter(tournament=running, name="Late Larry", rating=2500, now=clock(), by=organiser)
    entering.check_in(entry=late, now=clock(), by=organiser)
    with pytest.raises(errors.NeedsReason):
        requests.give_missed_byes(entry=late, count=2, now=clock(), by=organiser)
    assert requests.give_missed_byes(entry=late, count=1, now=clock(), by=organiser) == 1
    with pytest.raises(errors.Refusal):
        requests.give_missed_byes(entry=late, count=2, now=clock(), by=organiser)
    with pytest.raises(errors.Refusal):
        requests.give_missed_byes(entry=entry(running, 1), count=1, now=clock(), by=organiser)
    assert points(running) == before, "the others stand as they stood"
    play_round(running)
    late.refresh_from_db()
    assert late.tpn == 1, "by rating until round 4 is paired"
    after = points(running)
    assert after["Late Larry"] in ("½", "1½"), "half a point for one missed round, nothing for the other"


def test_who_enters_after_round_three_is_numbered_at_the_end(running, play_round, organiser, clock):
    for _ in range(3):
        play_round(running)
    late = entering.enter(tournament=running, name="Late Larry", rating=2500, now=clock(), by=organiser)
    entering.check_in(entry=late, now=clock(), by=organiser)
    play_round(running)
    late.refresh_from_db()
    assert late.tpn == 8


def test_leaving_and_coming_back_gives_no_points_and_changes_no_earlier_standing(running, play_round, organiser, clock):
    play_round(running)
    then = [(row.place, row.entry.name, row.points) for row in standings.standings(running, 1)]
    gone = entry(running, 1)
    entering.withdraw(entry=gone, now=clock(), by=organiser, reason="Ill")
    play_round(running)
    assert [(row.place, row.entry.name, row.points) for row in standings.standings(running, 1)] == then
    assert points(running)["Player 01"] == "1"
    entering.check_in(entry=gone, now=clock(), by=organiser)
    play_round(running)
    assert Bye.objects.filter(seat__entry=gone, kind__in=("half", "full")).count() == 0
    assert [row.played for row in standings.standings(running) if row.entry.name == "Player 01"] in ([2], [1])


def test_who_is_expelled_keeps_its_results_and_does_not_come_back(running, play_round, organiser, clock):
    play_round(running)
    cheat = entry(running, 2)
    with pytest.raises(errors.Invalid):
        entering.expel(entry=cheat, reason=" ", now=clock(), by=organiser)
    entering.expel(entry=cheat, reason="Marked cards", rule="IRR-40", now=clock(), by=organiser)
    assert AuditEntry.objects.filter(action="entry.expelled", reason="Marked cards", rule="IRR-40").exists()
    with pytest.raises(errors.Refusal):
        entering.check_in(entry=cheat, now=clock(), by=organiser)
    play_round(running)
    assert points(running)["Player 02"] == "1"
    cheat.refresh_from_db()
    assert cheat.status == EntryStatus.EXPELLED


def test_who_is_absent_gets_a_zero_bye_and_a_withdrawn_one_has_no_place(running, play_round, organiser, clock):
    entering.mark_absent(entry=entry(running, 4), now=clock(), by=organiser)
    entering.withdraw(entry=entry(running, 5), now=clock(), by=organiser)
    rnd = play_round(running)
    assert kinds(running, 1)["Player 04"] == "zero"
    assert not rnd.seats.filter(entry__name="Player 05").exists()
    assert points(running)["Player 04"] == "0"


def test_whoever_has_left_is_not_swapped_to_a_table_as_if_it_cost_nothing(running, play_round, organiser, clock):
    """Before, the swap of the bye of somebody who had left cost nothing, and gave a walk-over."""
    play_round(running)
    rnd = drafts.pair_round(stage=finding.main_stage(running), now=clock(), by=organiser)
    [bye] = finding.round_byes(rnd)
    one = finding.round_matches(rnd)[0].entries[0]
    entering.withdraw(entry=bye.seat.entry, now=clock(), by=organiser)
    said = f"{bye.seat.entry.name} has left, and would be paired."
    assert said in editing.preview_edit(rnd=rnd, swap=(bye.seat.entry, one)).warnings
    change = {"rnd": rnd, "by": organiser, "now": clock()}
    with pytest.raises(errors.NeedsReason):
        editing.edit_draft(version=rnd.version, swap=(bye.seat.entry, one), **change)
    rnd.refresh_from_db()
    after = editing.edit_draft(version=rnd.version, swap=(bye.seat.entry, one), reason="By mistake", **change)
    assert said not in editing.preview_edit(rnd=after, swap=(bye.seat.entry, one)).warnings, "and back again"


def test_a_double_forfeit_gives_nobody_points_and_is_no_meeting(running, organiser, clock):
    stage = finding.main_stage(running)
    rnd = drafts.pair_round(stage=stage, now=clock())
    editing.publish_round(rnd=rnd, now=clock())
    rounds_running.start_round(rnd=rnd, now=clock())
    for match in rnd.matches.all():
        recording.record_result(match=match, kind="double_forfeit", by=organiser, now=clock())
    rounds_running.close_round(rnd=rnd, now=clock())
    assert sorted(points(running).values()) == ["0"] * 6 + ["1"]
    assert rnd.matches.filter(state=MatchState.OVER).count() == 3
    assert not ByeRequest.objects.exists()


def test_hard_pairs_never_meet_in_their_rounds(running, play_round, organiser, clock):
    first, fifth = entry(running, 1), entry(running, 4)
    rule = requests.add_pair_rule(
        tournament=running, entries=[first, fifth], now=clock(), by=organiser, to_round=1, reason="Sisters"
    )
    rnd = play_round(running)
    pairs = [{side.entry.name for side in match.sides.all()} for match in rnd.matches.all()]
    assert {"Player 01", "Player 04"} not in pairs, "they would have been natural opponents"
    requests.remove_pair_rule(rule=rule, now=clock(), by=organiser, reason="They agreed")
    assert [one.action for one in AuditEntry.objects.filter(action__startswith="pair_rule")] == [
        "pair_rule.add",
        "pair_rule.remove",
    ]
    for entries, field, more in (
        ([first], "entries", {}),
        ([first, first], "entries", {}),
        ([first, fifth], "kind", {"kind": "maybe"}),
        ([first, fifth], "to_round", {"from_round": 3, "to_round": 2}),
        ([first, fifth], "to_round", {"from_round": 0}),
    ):
        with pytest.raises(errors.Invalid) as caught:
            requests.add_pair_rule(tournament=running, entries=entries, now=clock(), **more)
        assert caught.value.field == field
