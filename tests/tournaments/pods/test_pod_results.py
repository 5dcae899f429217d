"""Results of tables of three and more: typed, confirmed, undone, by slip; what cannot be is refused with the field."""

import pytest

from ratings.models import RatedMatch
from ratings.services import results as rating_results
from tournaments import errors
from tournaments.models import Match
from tournaments.results.selectors import slips as found_slips
from tournaments.results.services import places, recording, slips
from tournaments.rounds.services import running, timing
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def rnd(make_pods, next_round):
    return next_round(make_pods(9))


@pytest.fixture
def pod(rnd):
    return rnd.matches.get(table_no=1)


@pytest.fixture
def enter(organiser, clock):
    def enter(pod, **figures):
        return recording.record_result(match=pod, by=organiser, now=clock(), **figures)

    return enter


def came_to(pod) -> list[tuple]:
    return [(seat.place, seat.points, seat.game_points, seat.margin) for seat in pod.sides.order_by("order")]


def user_at(pod, order: int):
    return pod.sides.get(order=order).entry.members.get().user


P = 1680  # a point in the unit of its table


def test_scores_give_places_points_and_what_each_pair_settles(pod, enter):
    pod = enter(pod, points=[85, 220, 40])
    assert (pod.state, pod.result_kind) == ("over", "played")
    assert came_to(pod) == [(2, 3 * P, 85, -90), (1, 5 * P, 220, 315), (3, P, 40, -225)]


def test_who_scored_nothing_pays_the_winner_more(pod, enter):
    assert [row[3] for row in came_to(enter(pod, points=[150, 0, 60]))] == [340, -310, -30]


def test_equal_scores_share_their_places(pod, enter):
    assert came_to(enter(pod, points=[60, 225, 60])) == [
        (2, 2 * P, 60, -165),
        (1, 5 * P, 225, 330),
        (2, 2 * P, 60, -165),
    ]


def test_places_alone_are_enough(pod, enter):
    pod = enter(pod, places=[3, 1, 2])
    assert pod.is_by_places
    assert came_to(pod) == [(3, P, None, 0), (1, 5 * P, None, 0), (2, 3 * P, None, 0)]


@pytest.mark.parametrize(
    ("figures", "field", "says"),
    [
        ({"points": [120, 85, 40, 10]}, "points", "has 3 seats: enter 3 figures in their order, not 4"),
        ({"points": [120, 85]}, "points", "not 2"),
        ({"places": [1, 2, 3, 4]}, "places", "has 3 seats"),
        ({"places": [1, 1, 2]}, "places", "the next one is left out"),
        ({"places": [0, 1, 2]}, "places", "Places go from 1"),
        ({"places": [1, 1, 1]}, "places", "Somebody won"),
        ({"points": [90, 80, 10]}, "points", "the winner has at least 100"),
        ({"points": [120, 110, 5]}, "points", "all others have at most 99"),
        ({"points": [0, 0, 0]}, "points", "enter the places"),
        ({"points": [99_999, 85, 40]}, "points", "whole numbers"),
        ({"points": [160, 85, 40], "deals": 1}, "deals", "at least 4 deals"),
        ({"points": [120, 85, 40], "places": [1, 2, 3]}, "places", "not both"),
        ({}, "points", "all 3 seats, or their places"),
        ({"kind": "forfeit"}, "absent", "who did not come"),
        ({"kind": "forfeit", "absent": [5]}, "absent", "seats from 1 to 3"),
        ({"kind": "double_forfeit", "absent": [0]}, "absent", "nobody came: name all 3 seats"),
        ({"kind": "forfeit", "absent": [0, 1, 2]}, "absent", "enter a double forfeit"),
        ({"kind": "lost"}, "kind", "played, abandoned"),
        ({"points": [120, 85, 40], "absent": [2]}, "absent", "2 cannot play Cutthroat"),
    ],
)
def test_what_the_table_cannot_have_come_to_is_refused_and_nothing_is_written(pod, enter, figures, field, says):
    with pytest.raises(errors.Invalid, match=says) as caught:
        enter(pod, **figures)
    assert caught.value.field == field
    assert Match.objects.get(pk=pod.pk).state == "paired"


def test_results_named_by_player_must_name_each_of_the_table_once(rnd, pod):
    here = [seat.entry.public_id for seat in pod.sides.all()]
    other = rnd.matches.get(table_no=2).sides.first().entry
    said = [(here[2], 40), (here[0], 120), (here[1], 85)]
    assert places.by_seat(pod, "seats", said) == (120, 85, 40)
    for wrong, says in [
        ([*said[:2], (other.public_id, 85)], "does not sit at this table"),
        ([*said, said[0]], "is named twice"),
        (said[:2], "is missing"),
    ]:
        with pytest.raises(errors.Invalid, match=says) as caught:
            places.by_seat(pod, "seats", wrong)
        assert caught.value.field == "seats"


def test_a_chouette_has_two_scores_and_the_box_settles_with_each(make_pods, next_round, enter):
    pod = next_round(make_pods(4, variant="chouette")).matches.get()
    with pytest.raises(errors.Invalid, match="two scores, of the box and of all others"):
        enter(pod, points=[120, 80, 60, 60])
    with pytest.raises(errors.Invalid, match="all but the box share a place"):
        enter(pod, places=[1, 2, 3, 4])
    assert came_to(enter(pod, points=[60, 60, 120, 60])) == [
        (2, 7 * P // 3, 60, -60), (2, 7 * P // 3, 60, -60), (1, 5 * P, 120, 180), (2, 7 * P // 3, 60, -60)
    ]  # fmt: skip


def test_standings_by_settlement_need_scores(make_pods, next_round, enter, clock):
    tournament = make_pods(3, options={"table_points": "settlement"})
    rnd = next_round(tournament)
    pod = rnd.matches.get()
    with pytest.raises(errors.Invalid, match="enter the scores") as caught:
        enter(pod, places=[1, 2, 3])
    assert caught.value.field == "places"
    enter(pod, points=[85, 220, 40])
    running.close_round(rnd=rnd, now=clock.later(minutes=1))
    assert [row.points_text for row in standings.standings(tournament)] == ["315", "−90", "−225"]


def test_standings_by_places_count_the_share_of_others_left_behind(make_pods, next_round, enter, clock):
    tournament = make_pods(4, variant="chouette", options={"table_points": "places"})
    rnd = next_round(tournament)
    enter(rnd.matches.get(), places=[4, 1, 1, 1])
    running.close_round(rnd=rnd, now=clock.later(minutes=1))
    assert [row.points_text for row in standings.standings(tournament)] == ["0.67"] * 3 + ["0"]


def test_a_table_that_is_abandoned_settles_by_its_points_to_nothing_together(pod, enter):
    """3P-20: who has nothing yet pays no shutout in a game that nobody has won."""
    assert [settlement for *_rest, settlement in came_to(enter(pod, kind="abandoned", points=[60, 25, 0]))] == [
        95, -10, -85
    ]  # fmt: skip


# ---- who confirms


def test_a_player_reports_and_another_at_the_table_confirms(pod, clock):
    first, second = user_at(pod, 0), user_at(pod, 1)
    pod = recording.record_result(match=pod, points=[120, 85, 40], by=first, now=clock(), is_final=False)
    assert pod.state == "reported"
    with pytest.raises(errors.Refusal, match="another side confirms it"):
        recording.confirm_result(match=pod, by=first, now=clock())
    assert recording.confirm_result(match=pod, by=second, now=clock()).state == "over"
    with pytest.raises(errors.Refusal, match="stands"):
        recording.record_result(match=pod, points=[40, 85, 120], by=second, now=clock(), is_final=False)


def test_a_result_is_undone_for_ten_seconds(pod, enter, organiser, clock):
    pod = enter(pod, points=[120, 85, 40])
    pod = recording.undo_result(match=pod, by=organiser, now=clock.later(seconds=9))
    assert (pod.state, came_to(pod)[0]) == ("paired", (None, None, None, 0))
    pod = enter(pod, points=[120, 85, 40])
    with pytest.raises(errors.Refusal, match="ten seconds"):
        recording.undo_result(match=pod, by=organiser, now=clock.later(seconds=11))


def test_a_result_entered_in_an_older_version_conflicts(pod, enter):
    version = pod.version
    enter(pod, points=[120, 85, 40])
    with pytest.raises(errors.Conflict):
        enter(pod, points=[40, 85, 120], version=version)


# ---- by slip


def test_seats_that_say_different_things_wait_for_an_official_or_for_agreement(pod, clock):
    slips.report(match=pod, order=0, points=[120, 85, 40], now=clock())
    pod = slips.report(match=pod, order=1, points=[120, 95, 40], now=clock())
    assert (pod.state, found_slips.slip_state(pod).stage) == ("reported", "differs")
    pod = slips.report(match=pod, order=2, points=[120, 85, 40], now=clock())
    assert pod.state == "reported", "two against one is for the desk"
    pod = slips.agree(match=pod, order=1, now=clock())
    assert pod.state == "over"


# ---- missing, ratings


def test_a_seat_is_said_to_be_missing_and_comes_after_all(pod, organiser, clock):
    timing.flag_missing(match=pod, order=1, by=organiser, now=clock())
    assert pod.sides.get(order=1).missing_since == clock()
    timing.clear_missing(match=pod, order=1, by=organiser, now=clock())
    assert pod.sides.get(order=1).missing_since is None
    with pytest.raises(errors.Invalid, match="A seat from 1 to 3"):
        timing.flag_missing(match=pod, order=3, by=organiser, now=clock())


def test_a_table_is_rated_as_several_when_its_round_closes(rnd, enter, clock):
    for pod in rnd.matches.all():
        enter(pod, points=[120, 85, 40])
    running.close_round(rnd=rnd, now=clock.later(minutes=1))
    rated = list(RatedMatch.objects.order_by("pk"))
    assert len(rated) == 3
    first = rated[0]
    assert (first.pool.key, first.label, first.weight) == ("cutthroat", "Spring Open, round 1", 1)
    assert [(seat.side, seat.place, seat.points, seat.margin) for seat in first.seats.all()] == [
        (0, 1, 120, 115), (1, 2, 85, 10), (2, 3, 40, -125)
    ]  # fmt: skip
    assert rating_results.known_sources([f"match:{pod.public_id}" for pod in rnd.matches.all()]) == {
        one.source for one in rated
    }


@pytest.mark.parametrize("absent", [(), (0, 1, 2)])
def test_a_double_forfeit_needs_no_names(pod, enter, absent):
    pod = enter(pod, kind="double_forfeit", absent=absent)
    assert (pod.result_kind, pod.points) == ("double_forfeit", (0, 0, 0))
    again = enter(pod, kind="double_forfeit", absent=absent, version=pod.version - 1)
    assert again.version == pod.version, "it is the same, sent again"


def test_scores_without_who_is_away_are_known_when_they_are_sent_again(make_pods, next_round, enter):
    four = next_round(make_pods(4, variant="chouette")).matches.get()
    said = {"points": [0, 120, 60, 60], "absent": [0]}
    done = enter(four, **said)
    assert enter(four, **said, version=done.version - 1).version == done.version


def test_a_forfeit_is_not_rated(rnd, enter, clock):
    one, *others = rnd.matches.all()
    enter(one, kind="forfeit", absent=[0])
    for pod in others:
        enter(pod, places=[1, 2, 3])
    running.close_round(rnd=rnd, now=clock.later(minutes=1))
    assert RatedMatch.objects.count() == 2
