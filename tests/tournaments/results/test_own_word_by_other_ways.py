"""Ways by which an official who plays could make their own word final without anybody noticing: none is open."""

import pytest

from clubs import services as clubs
from clubs.models import Membership, Role
from clubs.services import leaving
from tournaments import errors
from tournaments.entries.services import entering
from tournaments.event.selectors import finding
from tournaments.models import EntryMember, Match, MatchState
from tournaments.results.services import recording, slips
from tournaments.rounds.services import drafts, editing, running
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


def team_night(make_tournament, organiser, clock):
    """A running match of two teams with one more player each; the organiser is one of those who do not sit."""
    tournament = make_tournament(players=0, template="team_swiss", rounds=1, options={"boards": 2})
    lines = "name,team\nAna,Aces\nAbe,Aces\nAmy,Aces\nBea,Bees\nBob,Bees\nBen,Bees\n"
    entering.import_entries(tournament=tournament, text=lines, dry_run=False, now=clock(), by=organiser)
    EntryMember.objects.filter(entry__tournament=tournament, user__name="Amy").update(user=organiser)
    entering.check_in_all(tournament=tournament, now=clock(), by=organiser)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    return running.start_round(rnd=rnd, now=clock())


def test_an_official_on_the_bench_does_not_leave_the_team_while_it_plays(make_tournament, organiser, clock):
    rnd = team_night(make_tournament, organiser, clock)
    own_place = EntryMember.objects.get(user=organiser)
    leaving_it = {"entry": own_place.entry, "by": organiser, "reason": "ill", "now": clock()}
    with pytest.raises(errors.Refusal, match="until round 1 is over"):
        members.change_members(leaves=own_place, **leaving_it)
    other = EntryMember.objects.get(user__name="Ben")
    members.change_members(leaves=other, **(leaving_it | {"entry": other.entry}))
    type(rnd).objects.filter(pk=rnd.pk).update(state="closed")
    members.change_members(leaves=own_place, **leaving_it)


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
