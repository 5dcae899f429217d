"""Results of tables of three and more: typed, confirmed, undone, by slip; what cannot be is refused with the field."""

import pytest

from ratings.models import RatedMatch
from ratings.services import results as rating_results
from tournaments import errors
from tournaments.event.selectors import codes
from tournaments.models import Pod
from tournaments.pods.selectors import slips as found_slips
from tournaments.pods.services import playing, recording, slips, validation
from tournaments.rounds.services import running
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def rnd(make_pods, next_round):
    return next_round(make_pods(9))


@pytest.fixture
def pod(rnd):
    return rnd.pods.get(table_no=1)


@pytest.fixture
def enter(organiser, clock):
    def enter(pod, **figures):
        return recording.record_result(pod=pod, by=organiser, now=clock(), **figures)

    return enter


def came_to(pod) -> list[tuple]:
    return [(seat.place, seat.points, seat.score, seat.settlement) for seat in pod.pod_seats.order_by("order")]


def user_at(pod, order: int):
    return pod.pod_seats.get(order=order).entry.members.get().user


P = 1680  # a point in the unit of its table


def test_scores_give_places_points_and_what_each_pair_settles(pod, enter):
    pod = enter(pod, scores=[85, 220, 40])
    assert (pod.state, pod.result_kind) == ("over", "played")
    assert came_to(pod) == [(2, 3 * P, 85, -90), (1, 5 * P, 220, 315), (3, P, 40, -225)]


def test_who_scored_nothing_pays_the_winner_more(pod, enter):
    assert [row[3] for row in came_to(enter(pod, scores=[150, 0, 60]))] == [340, -310, -30]


def test_equal_scores_share_their_places(pod, enter):
    assert came_to(enter(pod, scores=[60, 225, 60])) == [
        (2, 2 * P, 60, -165),
        (1, 5 * P, 225, 330),
        (2, 2 * P, 60, -165),
    ]


def test_places_alone_are_enough(pod, enter):
    pod = enter(pod, places=[3, 1, 2])
    assert pod.is_by_places
    assert came_to(pod) == [(3, P, None, None), (1, 5 * P, None, None), (2, 3 * P, None, None)]


@pytest.mark.parametrize(
    ("figures", "field", "says"),
    [
        ({"scores": [120, 85, 40, 10]}, "scores", "has 3 seats: enter 3 figures in their order, not 4"),
        ({"scores": [120, 85]}, "scores", "not 2"),
        ({"places": [1, 2, 3, 4]}, "places", "has 3 seats"),
        ({"places": [1, 1, 2]}, "places", "the next one is left out"),
        ({"places": [0, 1, 2]}, "places", "Places go from 1"),
        ({"places": [1, 1, 1]}, "places", "Somebody won"),
        ({"scores": [90, 80, 10]}, "scores", "the winner has at least 100"),
        ({"scores": [120, 110, 5]}, "scores", "all others have at most 99"),
        ({"scores": [0, 0, 0]}, "scores", "enter the places"),
        ({"scores": [99_999, 85, 40]}, "scores", "whole numbers"),
        ({"scores": [160, 85, 40], "deals": 1}, "deals", "at least 4 deals"),
        ({"scores": [120, 85, 40], "places": [1, 2, 3]}, "places", "not both"),
        ({}, "scores", "all 3 seats, or their places"),
        ({"kind": "forfeit"}, "absent", "who did not come"),
        ({"kind": "forfeit", "absent": [5]}, "absent", "seats from 1 to 3"),
        ({"kind": "lost"}, "kind", "played, abandoned"),
        ({"scores": [120, 85, 40], "absent": [2]}, "absent", "2 cannot play Cutthroat"),
    ],
)
def test_what_the_table_cannot_have_come_to_is_refused_and_nothing_is_written(pod, enter, figures, field, says):
    with pytest.raises(errors.Invalid, match=says) as caught:
        enter(pod, **figures)
    assert caught.value.field == field
    assert Pod.objects.get(pk=pod.pk).state == "paired"


def test_results_named_by_player_must_name_each_of_the_table_once(rnd, pod):
    here = [seat.entry.public_id for seat in pod.pod_seats.all()]
    other = rnd.pods.get(table_no=2).pod_seats.first().entry
    said = [(here[2], 40), (here[0], 120), (here[1], 85)]
    assert validation.by_seat(pod, "seats", said) == (120, 85, 40)
    for wrong, says in [
        ([*said[:2], (other.public_id, 85)], "does not sit at this table"),
        ([*said, said[0]], "is named twice"),
        (said[:2], "is missing"),
    ]:
        with pytest.raises(errors.Invalid, match=says) as caught:
            validation.by_seat(pod, "seats", wrong)
        assert caught.value.field == "seats"


def test_a_chouette_has_two_scores_and_the_box_settles_with_each(make_pods, next_round, enter):
    pod = next_round(make_pods(4, variant="chouette")).pods.get()
    with pytest.raises(errors.Invalid, match="two scores, of the box and of all others"):
        enter(pod, scores=[120, 80, 60, 60])
    with pytest.raises(errors.Invalid, match="all but the box share a place"):
        enter(pod, places=[1, 2, 3, 4])
    assert came_to(enter(pod, scores=[60, 60, 120, 60])) == [
        (2, 7 * P // 3, 60, -60), (2, 7 * P // 3, 60, -60), (1, 5 * P, 120, 180), (2, 7 * P // 3, 60, -60)
    ]  # fmt: skip


def test_standings_by_settlement_need_scores(make_pods, next_round, enter, clock):
    tournament = make_pods(3, options={"table_points": "settlement"})
    rnd = next_round(tournament)
    pod = rnd.pods.get()
    with pytest.raises(errors.Invalid, match="enter the scores") as caught:
        enter(pod, places=[1, 2, 3])
    assert caught.value.field == "places"
    enter(pod, scores=[85, 220, 40])
    running.close_round(rnd=rnd, now=clock.later(minutes=1))
    assert [row.points_text for row in standings.standings(tournament)] == ["315", "−90", "−225"]


def test_standings_by_places_count_the_share_of_others_left_behind(make_pods, next_round, enter, clock):
    tournament = make_pods(4, variant="chouette", options={"table_points": "places"})
    rnd = next_round(tournament)
    enter(rnd.pods.get(), places=[4, 1, 1, 1])
    running.close_round(rnd=rnd, now=clock.later(minutes=1))
    assert [row.points_text for row in standings.standings(tournament)] == ["0.67"] * 3 + ["0"]


def test_a_table_that_is_abandoned_settles_by_its_points_to_nothing_together(pod, enter):
    """3P-20: who has nothing yet pays no shutout in a game that nobody has won."""
    assert [settlement for *_rest, settlement in came_to(enter(pod, kind="abandoned", scores=[60, 25, 0]))] == [
        95, -10, -85
    ]  # fmt: skip


# ---- who confirms


def test_a_player_reports_and_another_at_the_table_confirms(pod, clock):
    first, second = user_at(pod, 0), user_at(pod, 1)
    pod = recording.record_result(pod=pod, scores=[120, 85, 40], by=first, now=clock(), is_final=False)
    assert pod.state == "reported"
    with pytest.raises(errors.Refusal, match="another player at the table"):
        recording.confirm_result(pod=pod, by=first, now=clock())
    assert recording.confirm_result(pod=pod, by=second, now=clock()).state == "over"
    with pytest.raises(errors.Refusal, match="stands"):
        recording.record_result(pod=pod, scores=[40, 85, 120], by=second, now=clock(), is_final=False)


def test_a_result_is_undone_for_ten_seconds(pod, enter, organiser, clock):
    pod = enter(pod, scores=[120, 85, 40])
    pod = recording.undo_result(pod=pod, by=organiser, now=clock.later(seconds=9))
    assert (pod.state, came_to(pod)[0]) == ("paired", (None, None, None, None))
    pod = enter(pod, scores=[120, 85, 40])
    with pytest.raises(errors.Refusal, match="ten seconds"):
        recording.undo_result(pod=pod, by=organiser, now=clock.later(seconds=11))


def test_a_result_entered_in_an_older_version_conflicts(pod, enter):
    version = pod.version
    enter(pod, scores=[120, 85, 40])
    with pytest.raises(errors.Conflict):
        enter(pod, scores=[40, 85, 120], version=version)


# ---- by slip


def test_two_seats_that_say_the_same_are_enough(pod, clock):
    pod = slips.report(pod=pod, order=0, scores=[120, 85, 40], now=clock())
    assert pod.state == "reported"
    pod = slips.report(pod=pod, order=2, scores=[120, 85, 40], now=clock())
    assert pod.state == "over"


def test_seats_that_say_different_things_wait_for_an_official_or_for_agreement(pod, clock):
    slips.report(pod=pod, order=0, scores=[120, 85, 40], now=clock())
    pod = slips.report(pod=pod, order=1, scores=[120, 95, 40], now=clock())
    assert (pod.state, found_slips.slip_state(pod).stage) == ("reported", "differs")
    pod = slips.report(pod=pod, order=2, scores=[120, 85, 40], now=clock())
    assert pod.state == "reported", "two against one is for the desk"
    pod = slips.agree(pod=pod, order=1, now=clock())
    assert pod.state == "over"


def test_a_seat_that_sends_its_result_twice_enters_it_once_and_others_may_be_as_late(pod, clock):
    for _ in range(2):
        slips.report(pod=pod, order=0, scores=[120, 85, 40], now=clock(), version=pod.version, key="k1")
    assert pod.reports.count() == 1
    with pytest.raises(errors.Conflict):
        slips.report(pod=pod, order=1, scores=[120, 95, 40], now=clock(), version=pod.version, key="k2")
    assert slips.report(pod=pod, order=1, scores=[120, 85, 40], now=clock(), version=pod.version).state == "over"


def test_a_slip_undoes_its_own_report_for_ten_seconds(pod, clock):
    pod = slips.report(pod=pod, order=0, places=[1, 2, 3], now=clock())
    pod = slips.take_back(pod=pod, order=0, version=pod.version, now=clock.later(seconds=5))
    assert (pod.state, pod.reports.count()) == ("paired", 0)


def test_a_slip_opens_its_own_seat_and_no_other(pod):
    pod = found_slips.pods().get(pk=pod.pk)
    code = codes.pod_code(pod, 1)
    assert (found_slips.by_code(code).pod, found_slips.by_code(code).order) == (pod, 1)
    assert found_slips.by_code(code[:-1] + ("a" if code[-1] != "a" else "b")) is None
    assert found_slips.by_letters(1, codes.pod_letters(pod, 2)).order == 2
    assert found_slips.by_letters(2, codes.pod_letters(pod, 2)) is None


# ---- missing, ratings


def test_a_seat_is_said_to_be_missing_and_comes_after_all(pod, organiser, clock):
    playing.flag_missing(pod=pod, order=1, by=organiser, now=clock())
    assert pod.pod_seats.get(order=1).missing_since == clock()
    playing.clear_missing(pod=pod, order=1, by=organiser, now=clock())
    assert pod.pod_seats.get(order=1).missing_since is None
    with pytest.raises(errors.Invalid, match="A seat from 1 to 3"):
        playing.flag_missing(pod=pod, order=3, by=organiser, now=clock())


def test_a_table_is_rated_as_several_when_its_round_closes(rnd, enter, clock):
    for pod in rnd.pods.all():
        enter(pod, scores=[120, 85, 40])
    running.close_round(rnd=rnd, now=clock.later(minutes=1))
    rated = list(RatedMatch.objects.order_by("pk"))
    assert len(rated) == 3
    first = rated[0]
    assert (first.pool.key, first.label, first.weight) == ("cutthroat", "Spring Open, round 1", 1)
    assert [(seat.side, seat.place, seat.points, seat.margin) for seat in first.seats.all()] == [
        (0, 1, 120, 115), (1, 2, 85, 10), (2, 3, 40, -125)
    ]  # fmt: skip
    assert rating_results.known_sources([f"pod:{pod.public_id}" for pod in rnd.pods.all()]) == {
        one.source for one in rated
    }


def test_a_forfeit_is_not_rated(rnd, enter, clock):
    one, *others = rnd.pods.all()
    enter(one, kind="forfeit", absent=[0])
    for pod in others:
        enter(pod, places=[1, 2, 3])
    running.close_round(rnd=rnd, now=clock.later(minutes=1))
    assert RatedMatch.objects.count() == 2
