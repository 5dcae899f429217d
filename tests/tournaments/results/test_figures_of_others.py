"""Figures that a match of another number of sides has: each is refused by its name, at every door, and none is lost."""

import pytest

from tournaments import errors
from tournaments.corrections.services import corrections
from tournaments.models import MatchState
from tournaments.results.services import recording, slips
from tournaments.rounds.services import running

pytestmark = pytest.mark.django_db
OF_THREE = {"points": (120, 60, 30)}
TWO_AT_THREE = [
    ({**OF_THREE, "winner": 1}, "winner"),
    ({**OF_THREE, "games": (1, 0)}, "games"),
    ({**OF_THREE, "deals_won": (1, 0)}, "deals_won"),
    ({**OF_THREE, "counted": "pad"}, "counted"),
    ({"points": (120, 60)}, "points"),
    ({"places": (1, 2)}, "places"),
]
THREE_AT_TWO = [
    (OF_THREE, "points"),
    ({"places": (1, 2, 3)}, "places"),
    ({"points": (100, 60), "places": (1, 2)}, "places"),
    ({"places": (2, 2)}, "places"),
    ({"places": (1, 2), "winner": 1}, "winner"),
    ({"kind": "forfeit", "absent": (0,)}, "absent"),
    ({"winner": 1, "deals_won": (1, 2, 3)}, "deals_won"),
    ({"winner": 1, "deals_won": (10**12, 3)}, "deals_won"),
    ({"kind": "double_forfeit", "winner": 0}, "winner"),
]


@pytest.fixture
def of_three(make_pods, next_round):
    return next_round(make_pods(3, rounds=2)).matches.get()


def refuses(client, match, organiser, clock, facts, field):
    """Service and API refuse these figures by the name of this field, and nothing is entered."""
    for version in (None, match.version - 1):
        with pytest.raises(errors.Invalid if version is None else (errors.Invalid, errors.Conflict)) as caught:
            recording.record_result(match=match, by=organiser, now=clock(), version=version, **facts)
        assert version is not None or caught.value.field == field
    client.force_login(organiser)
    answer = client.post(f"/api/v1/matches/{match.public_id}/result/", facts, content_type="application/json")
    assert (answer.status_code, [*answer.json()["errors"]]) == (400, [field])
    match.refresh_from_db()
    assert (match.state, match.result_kind) == (MatchState.PAIRED, "")


@pytest.mark.parametrize(("facts", "field"), TWO_AT_THREE)
def test_a_table_of_three_takes_no_figures_of_two(client, of_three, organiser, clock, facts, field):
    refuses(client, of_three, organiser, clock, facts, field)


@pytest.mark.parametrize(("facts", "field"), THREE_AT_TWO)
def test_a_match_of_two_takes_no_figures_of_three(client, match, organiser, clock, facts, field):
    refuses(client, match(), organiser, clock, facts, field)


@pytest.mark.parametrize(("facts", "field"), [one for one in TWO_AT_THREE if one[1] != "counted"])
def test_no_correction_takes_them(of_three, organiser, clock, facts, field):
    recording.record_result(match=of_three, by=organiser, now=clock(), **OF_THREE)
    running.close_round(rnd=of_three.round, now=clock(), by=organiser)
    with pytest.raises(errors.Invalid) as caught:
        corrections.preview_correction(match=of_three, **facts)
    assert caught.value.field == field


@pytest.mark.parametrize("places", [(1, 2), (2, 1)])
def test_two_have_places_as_three_have(match, organiser, clock, places):
    done = recording.record_result(match=match(), by=organiser, now=clock(), places=places)
    assert [side.points for side in done.sides.all()] == [2 if place == 1 else 0 for place in places]
    again = recording.record_result(match=done, by=organiser, now=clock(), places=places, version=done.version - 1)
    assert again.version == done.version, "it is the same, sent again"


def test_three_have_deals_won_as_two_have(of_three, organiser, clock):
    done = recording.record_result(
        match=of_three, by=organiser, now=clock(), points=(120, 60, 30), deals=9, deals_won=(5, 3, 1)
    )
    assert [side.deals_won for side in done.sides.all()] == [5, 3, 1]
    with pytest.raises(errors.Invalid) as caught:
        recording.record_result(match=done, by=organiser, now=clock(), **OF_THREE, deals=9, deals_won=(5, 4, 1))
    assert caught.value.field == "deals_won"


def test_a_slip_of_two_takes_no_three_figures(match, clock):
    with pytest.raises(errors.Invalid) as caught:
        slips.report(match=match(), order=0, now=clock(), points=(120, 60, 30))
    assert caught.value.field == "points"


@pytest.mark.parametrize("said", [("score", 120), ("place", 1)])
def test_a_side_without_a_figure_is_named_and_does_not_count_as_nothing(client, of_three, organiser, said):
    first, second, third = of_three.entries
    results = [{"entry": first.public_id, said[0]: said[1]}, {"entry": second.public_id}, {"entry": third.public_id}]
    client.force_login(organiser)
    door = f"/api/v1/matches/{of_three.public_id}/result/"
    answer = client.post(door, {"results": results}, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["errors"] == {"results": [f"The result of {second.name}, {third.name} is missing."]}
