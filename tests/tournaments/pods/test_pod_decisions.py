"""What officials decide about a table of three and more: the same decisions, and the same refusals, as of two sides."""

import pytest

from tournaments import errors
from tournaments.corrections.services import corrections
from tournaments.models import Match
from tournaments.pairing import table_points
from tournaments.results.services import recording
from tournaments.rounds.services import running

pytestmark = pytest.mark.django_db
SCORES = {"points": (120, 60, 30)}
FIRST = table_points("5-3-1").most(3)


@pytest.fixture
def closed(make_pods, next_round, organiser, clock):
    """A table of three with a result, in a round that is closed."""

    def make(**options) -> Match:
        match = next_round(make_pods(3, rounds=2, options=options)).matches.get()
        recording.record_result(match=match, by=organiser, now=clock(), **SCORES)
        running.close_round(rnd=match.round, now=clock(), by=organiser)
        return match

    return make


@pytest.mark.parametrize("kind", ["adjusted", "abandoned", "annulled"])
@pytest.mark.parametrize("ruling", [(FIRST + 1, 0, 0), (-1, 0, 0), (2**31, 0, 0), (1, 2)])
def test_no_seat_gets_more_by_a_ruling_than_the_first_place_or_less_than_nothing(closed, kind, ruling):
    with pytest.raises(errors.Invalid) as caught:
        corrections.preview_correction(match=closed(), kind=kind, ruling=ruling, **SCORES)
    assert caught.value.field == "ruling"
    if len(ruling) == 3:
        assert str(caught.value) == "Match points from 0 to 5."


@pytest.mark.parametrize("facts", [SCORES, {"kind": "forfeit", "absent": (1,)}, {"kind": "double_forfeit"}])
def test_what_was_played_or_forfeited_has_no_points_by_ruling(closed, facts):
    with pytest.raises(errors.Invalid) as caught:
        corrections.preview_correction(match=closed(), ruling=(1, 2, 3), **facts)
    assert caught.value.field == "ruling"


def test_where_the_sheet_counts_a_ruling_is_as_large_as_a_score(closed):
    match = closed(table_points="settlement")
    found = corrections.preview_correction(match=match, kind="adjusted", ruling=(90, -30, -60), **SCORES)
    assert found.points == (90, -30, -60)
    with pytest.raises(errors.Invalid) as caught:
        corrections.preview_correction(match=match, kind="adjusted", ruling=(10**6, 0, 0), **SCORES)
    assert caught.value.field == "ruling"


@pytest.mark.parametrize("figures", [{}, SCORES, {"places": (2, 1, 2)}])
def test_what_was_played_at_an_annulled_table_counts_nowhere(closed, organiser, clock, figures):
    match = closed()
    facts = {"kind": "annulled", "ruling": (FIRST, 0, 0), **figures}
    seen = corrections.preview_correction(match=match, **facts)
    corrections.apply_correction(
        match=match, digest=seen.digest, reason="Marked cards", now=clock(), by=organiser, **facts
    )
    match = Match.objects.get(pk=match.pk)
    assert [(side.points, side.game_points, side.margin) for side in match.sides.all()] == [
        (FIRST, None, 0), (0, None, 0), (0, None, 0),
    ]  # fmt: skip
    assert (match.result_kind, match.deals) == ("annulled", 0)
