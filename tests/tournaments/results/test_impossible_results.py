"""Results that cannot be are refused with the field and what is allowed; nothing of them is kept."""

import pytest

from tournaments import selectors, services
from tournaments.models import Match, MatchState, Stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(make_tournament, organiser, clock):
    """A match that has begun, in gin to 100 by gin-rummy-com: game bonus 100, box 25, shutout 100 more."""

    def begin(variant="gin-rummy-com", **stage):
        tournament = make_tournament(2, rounds=1, variant=variant)
        services.begin(tournament=tournament, now=clock(), by=organiser)
        found = selectors.main_stage(tournament)
        Stage.objects.filter(pk=found.pk).update(settings={**found.settings, **stage})
        rnd = services.pair_round(stage=Stage.objects.get(pk=found.pk), now=clock(), by=organiser)
        services.publish_round(rnd=rnd, now=clock(), by=organiser)
        services.start_round(rnd=rnd, now=clock())
        return Match.objects.get(round=rnd)

    return begin


@pytest.fixture
def enter(organiser, clock):
    def enter(match, *points, **facts):
        return services.record_result(match=match, points=points, by=organiser, now=clock(), **facts)

    return enter


@pytest.mark.parametrize(
    ("points", "facts", "field", "allowed"),
    [
        ((90, 80), {}, "points", "at least 100"),
        ((105, 100), {}, "points", "at most 99"),
        ((300, 20), {}, "points", "at least 26"),
        ((500, 0), {"counted": "pad"}, "points", "at most 244"),
        ((105, 40), {"counted": "total"}, "points", "at least 225"),
        ((105, 40), {"deals": 1}, "deals", "at least 2"),
        ((105, 40), {"deals": 3, "deals_won": (3, 1)}, "deals_won", "at most all deals: 3"),
        ((105, 40), {"deals_won": (3, 0)}, "deals_won", "at least 1"),
        ((305, 65), {"counted": "total", "deals_won": (4, 4)}, "points", "from 100 to 199"),
        ((105, 40), {"counted": "boxes"}, "counted", "pad"),
        ((90, 120), {"kind": "abandoned", "winner": 1, "deals_won": (0, 2)}, "deals_won", "at least 1"),
    ],
)
def test_a_score_that_the_rules_cannot_give(match, enter, points, facts, field, allowed):
    begun = match()
    with pytest.raises(services.Invalid) as caught:
        enter(begun, *points, **facts)
    assert caught.value.field == field
    assert allowed in str(caught.value)
    begun.refresh_from_db()
    assert begun.state == MatchState.PAIRED


@pytest.mark.parametrize(
    ("points", "facts"),
    [
        ((100, 60), {}),
        ((244, 99), {}),
        ((330, 85), {}),  # a total: 105 points, five boxes, the game; 35 points and two boxes
        ((330, 85), {"counted": "total", "deals": 8, "deals_won": (5, 2)}),
        ((400, 0), {"counted": "total", "deals_won": (4, 0)}),
        ((0, 0), {"winner": 0}),
        ((60, 40), {"kind": "abandoned", "winner": 1}),
    ],
)
def test_a_score_that_they_can_give(match, enter, points, facts):
    found = enter(match(), *points, **facts)
    assert found.state == MatchState.OVER


def test_the_deals_won_are_kept(match, enter):
    found = enter(match(), 330, 85, deals=8, deals_won=(5, 2))
    assert list(found.sides.values_list("deals_won", flat=True)) == [5, 2]


def test_a_round_with_a_time_needs_no_target_and_may_end_level(match, enter):
    begun = match(minutes=40)
    found = enter(begun, 62, 62)
    assert [side.points for side in found.sides.all()] == [1, 1]
    assert [side.points for side in enter(begun, 80, 62).sides.all()] == [2, 0]


def test_a_number_of_deals(match, enter):
    begun = match(length="deals:6")
    with pytest.raises(services.Invalid) as caught:
        enter(begun, 150, 120, deals=5)
    assert (caught.value.field, str(caught.value)) == ("deals", "This match has 6 deals.")
    assert [side.points for side in enter(begun, 150, 120, deals=6).sides.all()] == [2, 0], "both beyond 100 is fine"
    assert [side.points for side in enter(begun, 90, 90, deals=6).sides.all()] == [1, 1], "a tie"


def test_other_games_are_asked_less(match, enter):
    with pytest.raises(services.Invalid):
        enter(match("colonel-fosdick"), 30, 10, deals=2, deals_won=(2, 1))


def test_the_api_names_field_and_what_is_allowed(match, client, organiser):
    begun = match()
    client.force_login(organiser)
    answer = client.post(
        f"/api/v1/matches/{begun.public_id}/result/", {"points": [90, 80]}, content_type="application/json"
    )
    assert answer.status_code == 400
    assert list(answer.json()["errors"]) == ["points"]
    assert "at least 100" in str(answer.json())
    fine = {"points": [330, 85], "counted": "total", "deals": 8, "deals_won": [5, 2]}
    answer = client.post(f"/api/v1/matches/{begun.public_id}/result/", fine, content_type="application/json")
    assert answer.status_code == 200, answer.json()
