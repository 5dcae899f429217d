"""A level result is taken only where a match can end so, by whichever door it comes."""

import pytest
from django.urls import reverse

from tests.markup import tight
from tournaments import errors
from tournaments.corrections.services import corrections
from tournaments.event.selectors import codes, finding
from tournaments.models import Match, MatchState
from tournaments.results.services import recording, slips
from tournaments.rounds.services import drafts, editing, running, timing
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def timed(make_tournament, organiser, clock) -> Match:
    """A game to 100 in a round of thirty minutes."""
    tournament, act = make_tournament(4), {"by": organiser, "now": clock()}
    stages.begin(tournament=tournament, **act)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), **act)
    timing.set_times(rnd=rnd, starts_at=None, minutes=30, **act)
    editing.publish_round(rnd=rnd, **act)
    running.start_round(rnd=rnd, now=clock())
    return rnd.matches.get(table_no=1)


def by_desk(match, points, by, clock, client):
    recording.record_result(match=match, points=points, by=by, now=clock())


def by_slip(match, points, by, clock, client):
    slips.report(match=match, order=0, points=points, now=clock())


def by_second_slip(match, points, by, clock, client):
    slips.report(match=match, order=0, points=(100, 60), now=clock())
    slips.report(match=match, order=1, points=points, now=clock())


def by_correction(match, points, by, clock, client):
    for one in match.round.matches.all():
        recording.record_result(match=one, points=(100, 60), by=by, now=clock())
    running.close_round(rnd=match.round, now=clock())
    corrections.preview_correction(match=match, points=points)


def by_typed_line(match, points, by, clock, client):
    client.force_login(by)
    at = reverse("tournaments:results", args=[match.round.stage.tournament.slug, 1])
    page = client.post(at, {"table": "1", "line": f"{points[0]}-{points[1]}"}).content.decode()
    if "cannot end level" in page:
        raise errors.Invalid("points", "A game to 100 cannot end level at 100")


DOORS = [by_desk, by_slip, by_second_slip, by_correction, by_typed_line]


@pytest.mark.parametrize("door", DOORS, ids=lambda one: one.__name__)
def test_nobody_is_level_at_the_target(timed, door, organiser, clock, client):
    with pytest.raises(errors.Invalid, match="cannot end level at 100"):
        door(timed, (100, 100), organiser, clock, client)
    timed.refresh_from_db()
    assert timed.result_kind == "" or timed.game_points == (100, 60)


def test_below_the_target_a_called_game_can_be_level(timed, organiser, clock):
    recording.record_result(match=timed, points=(60, 60), by=organiser, now=clock())
    timed.refresh_from_db()
    assert timed.state == MatchState.OVER


def test_who_sent_a_result_is_not_asked_whether_it_is_wrong(timed, client, clock):
    """The sender can put it right; the other side says no with another result."""
    slips.report(match=timed, order=0, points=(100, 60), now=clock())
    timed = finding.matches().get(pk=timed.pk)
    mine, other = (client.get(reverse("tournaments:slip", args=[codes.slip_code(timed, n)])) for n in (0, 1))
    assert "No: enter another result" not in tight(mine.content.decode())
    assert "Put it right" in tight(mine.content.decode())
    assert "No: enter another result" in tight(other.content.decode())
