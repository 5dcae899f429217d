"""Two acts that meet at one match: what is annulled is no more entered or undone, and who reports does not confirm."""

import pytest

from audit.models import AuditEntry
from ratings.models import RatedMatch
from tests.tournaments.ladders.climb import Climb, sweep_all
from tournaments import errors
from tournaments.corrections.services import challenges as annulling
from tournaments.corrections.services import corrections
from tournaments.entries.services import entering
from tournaments.event.selectors import finding
from tournaments.models import Challenge, EntryStatus, MatchState
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def climb(make_tournament, organiser, clock):
    """A ladder of six, 1 at the top."""
    tournament = make_tournament(players=6, rounds=None, template="ladder")
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    return Climb(tournament, organiser, clock)


def refused(work) -> str:
    with pytest.raises(errors.Refusal) as caught:
        work()
    return caught.value.code


def test_a_challenge_is_annulled_in_the_seconds_between_its_result_and_the_end_of_its_round(climb, clock, organiser):
    match = climb.accept(climb.challenge(4, 2))
    recording.record_result(match=match, points=(60, 100), now=clock(), by=organiser)
    annulling.annul_challenge(challenge=Challenge.objects.get(), reason="wrong deck", now=clock(), by=organiser)
    clock.later(seconds=30)
    sweep_all(clock)
    match.refresh_from_db()
    assert (match.result_kind, match.round.state, climb.order) == ("annulled", "closed", [1, 2, 3, 4, 5, 6])
    assert not RatedMatch.objects.filter(annulled=False).exists()


def test_what_is_annulled_is_neither_entered_anew_nor_undone(climb, clock, organiser):
    match = climb.accept(climb.challenge(4, 2))
    annulling.annul_challenge(challenge=Challenge.objects.get(), reason="by mistake", now=clock(), by=organiser)
    match.refresh_from_db()
    assert refused(lambda: recording.undo_result(match=match, now=clock(), by=organiser)) == "too_late"
    again = lambda: recording.record_result(match=match, points=(100, 60), now=clock(), by=organiser)  # noqa: E731
    assert refused(again) == "void"
    match.refresh_from_db()
    assert (match.state, match.result_kind) == (MatchState.OVER, "annulled")


def test_everybody_checked_in_comes_back_to_the_ladder_too(climb, clock, organiser):
    entering.mark_absent(entry=climb.entry(2), now=clock(), by=organiser)
    assert refused(lambda: climb.challenge(4, 2)) == "away"
    entering.check_in_all(tournament=climb.tournament, now=clock(), by=organiser)
    assert climb.entry(2).status == EntryStatus.CHECKED_IN
    assert climb.challenge(4, 2).state == "open"


PAIRS = "name,team\nAna,Aces\nAli,Aces\nBea,Bees\nBob,Bees"


def test_a_partner_does_not_confirm_what_the_own_side_has_reported(make_tournament, organiser, clock):
    tournament = make_tournament(players=0, variant="partnership", rounds=1)
    entering.import_entries(tournament=tournament, text=PAIRS, dry_run=False, now=clock(), by=organiser)
    entering.check_in_all(tournament=tournament, now=clock(), by=organiser)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock())
    people = {member.user.name: member.user for entry in tournament.entries.all() for member in entry.members.all()}
    match = rnd.matches.get()
    recording.record_result(match=match, points=(130, 45), now=clock(), by=people["Ana"], is_final=False)
    partner = lambda: recording.confirm_result(match=match, now=clock(), by=people["Ali"])  # noqa: E731
    assert refused(partner) == "own_report"
    assert recording.confirm_result(match=match, now=clock(), by=people["Bob"]).state == MatchState.OVER


def test_a_closed_duplicate_match_is_not_corrected_by_points_of_the_table(make_tournament, organiser, clock):
    tournament = make_tournament(players=2, rounds=1, template="duplicate_swiss", options={"scoring": "mirror"})
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock())
    match = rnd.matches.get()
    recording.record_result(match=match, kind="forfeit", winner=0, now=clock(), by=organiser)
    running.close_round(rnd=rnd, now=clock.later(seconds=30))
    match.refresh_from_db()
    assert refused(lambda: corrections.preview_correction(match=match, points=(120, 80))) == "decks"
    assert corrections.preview_correction(match=match, kind="adjusted", points=(12, 0)).points == (2, 0)
    assert AuditEntry.objects.filter(action="match.correct").count() == 0
