"""Rounds at tables of three and more: drawn up, changed by hand, started, closed; who leaves, comes late, sits out."""

from itertools import combinations

import pytest
from django.db import IntegrityError, transaction

from duework import services as duework
from tournaments import errors
from tournaments.entries.services import entering
from tournaments.event.selectors import finding
from tournaments.models import Bye, Match, RoundSeat
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, requests, running
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db


def names(pod) -> list[str]:
    return [seat.entry.name for seat in pod.sides.order_by("order")]


def results(rnd, organiser, clock) -> None:
    """Everybody wins by start number: the best of each table has 120 points, the next 80, 60, …"""
    for pod in rnd.matches.all():
        order = sorted(names(pod))
        scores = [[120, 80, 60, 30][order.index(name)] for name in names(pod)]
        recording.record_result(match=pod, points=scores, by=organiser, now=clock())


def test_nine_meet_everybody_once_in_four_rounds(make_pods, next_round, organiser, clock, confirm):
    tournament = make_pods(9, template="pod_rounds", rounds=None)
    met: set[frozenset[str]] = set()
    for number in range(1, 5):
        rnd = next_round(tournament)
        assert (rnd.number, rnd.matches.count()) == (number, 3)
        for pod in rnd.matches.all():
            pairs = set(map(frozenset, combinations(names(pod), 2)))
            assert not pairs & met, "nobody meets twice"
            met |= pairs
        results(rnd, organiser, clock)
        running.close_round(rnd=rnd, now=clock.later(minutes=1))
    assert len(met) == 36
    confirm(tournament)
    assert tournament.state == "finished", "four rounds are enough for nine"
    rows = standings.standings(tournament)
    assert rows[0].entry.name == "Player 01"
    assert rows[0].points_text == "20", "four tables won, five points each"


def test_seven_sit_at_a_table_of_three_and_one_of_four(make_pods, next_round):
    rnd = next_round(make_pods(7, variant="chouette"))
    assert sorted(pod.sides.count() for pod in rnd.matches.all()) == [3, 4]
    assert not Bye.objects.filter(seat__round=rnd).exists()


def test_rules_for_exactly_three_leave_one_of_seven_a_bye_and_never_the_same_one(
    make_pods, next_round, organiser, clock
):
    tournament, had = make_pods(7), []
    for _ in range(3):
        rnd = next_round(tournament)
        assert [pod.sides.count() for pod in rnd.matches.all()] == [3, 3]
        had.append(Bye.objects.get(seat__round=rnd, kind="pab").seat.entry.name)
        results(rnd, organiser, clock)
        running.close_round(rnd=rnd, now=clock.later(minutes=1))
    assert len(set(had)) == 3
    row = next(row for row in standings.standings(tournament, after=1) if row.entry.name == had[0])
    assert row.points_text == "3", "a bye is worth the middle of a table"


def test_who_comes_late_plays_from_the_next_round_and_who_leaves_plays_no_more(make_pods, next_round, organiser, clock):
    tournament = make_pods(9)
    rnd = next_round(tournament)
    results(rnd, organiser, clock)
    running.close_round(rnd=rnd, now=clock.later(minutes=1))
    act = {"by": organiser, "now": clock()}
    late = entering.enter(tournament=tournament, name="Zoe", email="zoe@example.org", **act)
    entering.check_in(entry=late, **act)
    entering.withdraw(entry=tournament.entries.get(name="Player 04"), **act)
    rnd = next_round(tournament)
    seated = {name for pod in rnd.matches.all() for name in names(pod)}
    assert "Zoe" in seated
    assert "Player 04" not in seated | set(RoundSeat.objects.filter(round=rnd).values_list("entry__name", flat=True))


def test_a_bye_that_was_asked_for_leaves_the_seat_empty(make_pods, next_round, organiser, clock):
    tournament = make_pods(10)
    entry = tournament.entries.get(name="Player 02")
    requests.ask_bye(entry=entry, round_number=1, now=clock(), by=organiser)
    rnd = next_round(tournament)
    assert rnd.matches.count() == 3
    assert Bye.objects.get(seat__round=rnd).kind == "half"
    results(rnd, organiser, clock)
    running.close_round(rnd=rnd, now=clock.later(minutes=1))
    assert next(r for r in standings.standings(tournament) if r.entry == entry).points_text == "1½"


def someone(rnd, table: int, seat: int = 0):
    return rnd.matches.get(table_no=table).sides.get(order=seat).entry


# ---- who is not there


def test_who_has_left_before_the_start_loses_the_table_that_cannot_be_played(make_pods, organiser, clock):
    tournament = make_pods(9)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    gone = someone(rnd, 1, 1)
    entering.withdraw(entry=gone, by=organiser, now=clock())
    rnd = running.start_round(rnd=rnd, now=clock())
    pod = rnd.matches.get(table_no=1)
    assert (pod.state, pod.result_kind) == ("over", "forfeit")
    assert [(seat.place, seat.points) for seat in pod.sides.all()] == [(1, 4 * 1680), (3, 0), (1, 4 * 1680)]


def test_a_table_of_four_plays_on_without_who_has_left(make_pods, organiser, clock):
    tournament = make_pods(4, variant="chouette")
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    entering.withdraw(entry=someone(rnd, 1, 0), by=organiser, now=clock())
    pod = running.start_round(rnd=rnd, now=clock()).matches.get()
    assert [seat.is_absent for seat in pod.sides.all()] == [True, False, False, False]
    assert pod.state == "paired"
    done = recording.record_result(match=pod, points=[0, 120, 60, 60], absent=[0], by=organiser, now=clock())
    assert [(s.place, s.points, s.margin) for s in done.sides.all()] == [
        (4, 0, 0), (1, 5 * 1680, 120), (2, 3 * 1680, -60), (2, 3 * 1680, -60)
    ]  # fmt: skip


def test_who_does_not_come_is_flagged_and_loses_by_the_stated_rule(make_pods, next_round, organiser, clock):
    tournament = make_pods(9, settings={"no_show": "forfeit"})
    rnd = next_round(tournament)
    late = someone(rnd, 2)
    entering.mark_absent(entry=late, by=organiser, now=clock())
    duework.sweep(now=clock.later(minutes=11))
    pod = rnd.matches.get(table_no=2)
    assert pod.sides.get(order=0).missing_since is not None
    assert (pod.state, pod.result_kind) == ("over", "forfeit")
    assert rnd.matches.filter(state="paired").count() == 2


def test_a_round_closes_only_when_all_tables_are_in(make_pods, next_round, organiser, clock):
    rnd = next_round(make_pods(9))
    first = rnd.matches.get(table_no=1)
    recording.record_result(match=first, points=[120, 80, 60], by=organiser, now=clock())
    with pytest.raises(errors.OpenResults) as caught:
        running.close_round(rnd=rnd, now=clock())
    assert caught.value.tables == (2, 3)


def test_the_best_play_a_final_table(make_pods, next_round, organiser, clock, confirm):
    tournament = make_pods(9, template="pod_final", rounds=2, settings={"automatic": False})
    for _ in range(2):
        rnd = next_round(tournament)
        results(rnd, organiser, clock)
        running.close_round(rnd=rnd, now=clock.later(minutes=1))
    final = tournament.stages.get(number=2)
    stages.cut_stage(stage=final, digest=stages.preview_cut(stage=final).digest, now=clock(), by=organiser)
    best = [row.entry.name for row in standings.overall(tournament.stages.get(number=1))[:3]]
    rnd = next_round(tournament)
    assert set(names(rnd.matches.get())) == set(best)
    results(rnd, organiser, clock)
    running.close_round(rnd=rnd, now=clock.later(minutes=1))
    confirm(tournament)
    assert tournament.state == "finished"
    assert [row.entry.name for row in standings.standings(tournament)[:3]] == sorted(best)


# ---- what cannot be made


@pytest.mark.parametrize(
    ("conditions", "field", "says"),
    [
        ({"variant": "gin-rummy-com"}, "template", "choose rules for three and more, such as Cutthroat"),
        ({"template": "swiss"}, "template", "choose pod_swiss, pod_rounds or pod_final"),
        ({"options": {"seats_most": 4}}, "seats_most", "played by 3 at a table"),
        ({"options": {"seats": 4}}, "seats", "played by 3"),
        ({"options": {"table_points": "9-9-9"}}, "table_points", "5-3-1"),
        ({"options": {"table_points": {"key": "mine", "seats": {"4": [3, 2, 1, 0]}}}}, "table_points", "table of 3"),
        ({"options": {"tiebreaks": ["BH"]}}, "tiebreaks", "TW"),
        ({"options": {"length": "best_of:3"}}, "length", "game"),
        ({"mode": "online", "options": {"minutes": 30}}, "minutes", "without a time"),
    ],
)  # fmt: skip
def test_what_does_not_go_together_is_refused_with_the_field(make_tournament, conditions, field, says):
    with pytest.raises(errors.Invalid, match=says) as caught:
        make_tournament(9, **{"variant": "cutthroat", "template": "pod_swiss", "rounds": 4, **conditions})
    assert caught.value.field == field


def test_nobody_sits_at_two_tables_of_a_round(make_pods, next_round):
    """The database itself refuses it, whatever a service forgets."""
    rnd = next_round(make_pods(9))
    seat = RoundSeat.objects.filter(round=rnd).first()
    other = Match.objects.filter(round=rnd).exclude(sides__seat=seat).first()
    with pytest.raises(IntegrityError), transaction.atomic():
        other.sides.create(seat=seat, order=3)
