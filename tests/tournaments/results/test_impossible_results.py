"""Results that cannot be are refused with the field and what is allowed; nothing of them is kept."""

import pytest
from django.utils import translation

from tournaments import errors
from tournaments.event.selectors import finding
from tournaments.models import Match, MatchState, Stage
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(make_tournament, organiser, clock):
    """A match that has begun, in gin to 100 by gin-rummy-com: game bonus 100, box 25, shutout 100 more."""

    def begin(variant="gin-rummy-com", **stage):
        tournament = make_tournament(2, rounds=1, variant=variant)
        stages.begin(tournament=tournament, now=clock(), by=organiser)
        found = finding.main_stage(tournament)
        Stage.objects.filter(pk=found.pk).update(settings={**found.settings, **stage})
        rnd = drafts.pair_round(stage=Stage.objects.get(pk=found.pk), now=clock(), by=organiser)
        editing.publish_round(rnd=rnd, now=clock(), by=organiser)
        running.start_round(rnd=rnd, now=clock())
        return Match.objects.get(round=rnd)

    return begin


@pytest.fixture
def enter(organiser, clock):
    def enter(match, *points, **facts):
        return recording.record_result(match=match, points=points, by=organiser, now=clock(), **facts)

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
    with pytest.raises(errors.Invalid) as caught:
        enter(begun, *points, **facts)
    assert caught.value.field == field
    assert allowed in str(caught.value)
    begun.refresh_from_db()
    assert begun.state == MatchState.PAIRED


@pytest.mark.parametrize(
    ("language", "first", "only"),
    [
        ("en", "Gin rummy is played to 100: the winner has at least 100 points.", "say only who has won"),
        ("es", "Gin rummy se juega a 100: quien gana tiene al menos 100 puntos.", "di solo quién ha ganado"),
    ],
)
def test_points_as_of_chess_are_told_that_the_winner_alone_is_enough(match, enter, language, first, only):
    begun = match()
    with translation.override(language):
        for points in ((1, 0), (0, 1)):
            with pytest.raises(errors.Invalid) as caught:
                enter(begun, *points)
            assert only in str(caught.value)
        assert str(caught.value).startswith(first)
        with pytest.raises(errors.Invalid) as caught:
            enter(begun, 90, 80)
        assert only not in str(caught.value)


def test_a_game_short_of_its_target_is_told_what_to_do_where_time_ended_it(match, enter):
    with pytest.raises(errors.Invalid, match="an official first gives the round its minutes"):
        enter(match(), 90, 80)
    with pytest.raises(errors.Invalid) as caught:
        enter(match(), 105, 100)
    assert "minutes" not in str(caught.value)


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
    with pytest.raises(errors.Invalid) as caught:
        enter(begun, 150, 120, deals=5)
    assert (caught.value.field, str(caught.value)) == ("deals", "This match has 6 deals.")
    assert [side.points for side in enter(begun, 150, 120, deals=6).sides.all()] == [2, 0], "both beyond 100 is fine"
    assert [side.points for side in enter(begun, 90, 90, deals=6).sides.all()] == [1, 1], "a tie"


def test_other_games_are_asked_less(match, enter):
    with pytest.raises(errors.Invalid):
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


def test_a_score_below_nothing_is_entered_where_the_rules_give_it(match, enter):
    """COL-14: in Colonel after Ball each scores its melds less its hand."""
    begun = match(variant="colonel-ball")
    enter(begun, -25, 30, deals=1)
    begun.refresh_from_db()
    assert begun.state == MatchState.OVER
    assert [side.game_points for side in begun.sides.order_by("order")] == [-25, 30]


def test_conquian_has_no_score_below_nothing(match, enter):
    with pytest.raises(errors.Invalid, match="below 0") as caught:
        enter(match(variant="conquian"), -1, 1)
    assert caught.value.field == "points"


def test_who_reached_the_target_may_have_the_lower_total(match, enter):
    """GIN-37: six boxes against one outweigh the game bonus."""
    begun = match()
    enter(begun, 225, 240, counted="total", deals=7, deals_won=(1, 6))
    begun.refresh_from_db()
    assert [side.game_points for side in begun.sides.order_by("order")] == [225, 240]


@pytest.mark.parametrize(
    ("variant", "points", "allowed"),
    [
        ("conquian", (3, 1), "one unit"),
        ("conquian-double", (3, 0), "1–0 or 2–0"),
        ("color", (3, 1), "at least 400 together"),
        ("hollywood", (3, 1), "2–0, 2–1 or 3–0"),
        ("hollywood-classic", (150, 20), "at least 300 together"),
        ("colonel-fosdick", (40, 30), "at most 0"),
        ("gin-pagat", (9000, 45), "at most 2439"),
    ],
)
def test_every_sheet_says_what_its_game_can_come_to(match, enter, variant, points, allowed):
    with pytest.raises(errors.Invalid, match=allowed) as caught:
        enter(match(variant=variant), *points)
    assert caught.value.field == "points"


def test_a_drawn_game_of_conquian_is_typed_as_nothing_to_nothing(match, enter):
    assert [side.points for side in enter(match(variant="conquian"), 0, 0).sides.all()] == [1, 1]


def test_a_drawn_game_that_is_carried_on_is_no_result(match, enter):
    with pytest.raises(errors.Invalid, match="carried on to the next"):
        enter(match(variant="conquian-double"), 0, 0)


def test_points_of_several_games_follow_from_the_games(match, enter):
    begun = match(length="best_of:3")
    with pytest.raises(errors.Invalid, match="at least 170") as caught:
        enter(begun, 150, 90, games=(2, 1))
    assert caught.value.field == "points"
    enter(begun, 210, 110, games=(2, 1))
