"""Ways by which an official who plays could make their own word final without anybody noticing: none is open."""

import pytest

from tournaments import errors
from tournaments.models import Match, MatchState
from tournaments.results.services import recording, slips

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
