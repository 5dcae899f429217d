"""A table of four whose fourth player has left plays on as three: who is away is noted there, and nobody who reports or
enters the result need say it again."""

import pytest
from django.urls import reverse

from tournaments import errors
from tournaments.entries.services import entering
from tournaments.event.selectors import codes, finding
from tournaments.exchange.services.lists import results as lists
from tournaments.models import Match
from tournaments.results.services import recording, result_lines, slips
from tournaments.rounds.services import drafts, editing, running
from tournaments.standings.selectors.words import result_of

pytestmark = pytest.mark.django_db
AS_THREE = [(1, 120, 70), (2, 85, -35), (2, 85, -35), (4, 0, 0)]
P = 1680  # a point in the unit of its table


@pytest.fixture
def table(make_pods, organiser, clock):
    """A chouette of four: the last has left before the start."""
    tournament = make_pods(4, variant="chouette")
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    entering.withdraw(entry=rnd.matches.get().sides.get(order=3).entry, now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock())
    return finding.round_matches(rnd)[0]


def came_to(table) -> list[tuple]:
    sides = Match.objects.get(pk=table.pk).sides.order_by("order")
    assert [side.is_absent for side in sides] == [False, False, False, True]
    return [(side.place, side.game_points, side.margin) for side in sides]


@pytest.mark.parametrize("line", ["120 85 85", "120 85 85 0", "120 85 85 -", "120 85 85 −"])
def test_a_typed_line_has_the_scores_of_those_who_played(table, organiser, clock, line):
    recording.record_result(match=table, by=organiser, now=clock(), **result_lines.facts_of(line, table))
    assert came_to(table) == AS_THREE


@pytest.mark.parametrize("line", ["1. 2. 2.", "1. 2. 2. -", "1. 2. 2. 4."])
def test_or_their_places(table, organiser, clock, line):
    recording.record_result(match=table, by=organiser, now=clock(), **result_lines.facts_of(line, table))
    assert [place for place, _score, _margin in came_to(table)] == [1, 2, 2, 4]
    assert result_of(finding.matches().get(pk=table.pk)) == "1. 2. 2. -"


def test_two_slips_are_enough(client, table):
    one, other = (reverse("tournaments:slip", args=[codes.slip_code(table, n)]) for n in (0, 1))
    assert "score_3" not in client.get(one).content.decode(), "nobody is asked what the absent player scored"
    assert client.post(one, {"score_0": 120, "score_1": 85, "score_2": 85}).status_code == 302
    assert client.post(other, {"score_0": 120, "score_1": 85, "score_2": 85}).status_code == 302
    assert came_to(table) == AS_THREE
    assert Match.objects.get(pk=table.pk).state == "over", "both say the same"


def test_slips_with_and_without_a_nought_for_who_is_away_agree(table, clock):
    slips.report(match=table, order=0, points=[120, 85, 85], now=clock())
    slips.report(match=table, order=1, points=[120, 85, 85, 0], now=clock())
    assert Match.objects.get(pk=table.pk).state == "over"


def test_what_a_list_of_results_says_is_read_again(table, organiser, clock):
    recording.record_result(match=table, points=[120, 85, 85, 0], absent=[3], by=organiser, now=clock())
    typed = result_of(finding.matches().get(pk=table.pk))
    assert typed == "120 85 85 -"
    text = f"table,result\n1,{typed}"
    report = lists.import_results(rnd=table.round, text=text, dry_run=False, now=clock(), by=organiser)
    assert [line.status for line in report.lines] == ["same"]
    assert came_to(table) == AS_THREE


def test_a_program_need_not_name_who_is_away_either(client, table, organiser):
    client.force_login(organiser)
    path = f"/api/v1/matches/{table.public_id}/result/"
    done = client.post(path, {"points": [120, 85, 85]}, content_type="application/json")
    assert done.status_code == 200, done.content
    assert came_to(table) == AS_THREE
    named = [
        {"entry": side.entry.public_id, "score": score}
        for side, score in zip(table.sides.all(), (120, 85, 85, None), strict=True)
    ]
    assert client.post(path, {"results": named}, content_type="application/json").status_code == 200
    assert came_to(table) == AS_THREE


def test_a_score_of_who_is_away_is_refused_and_says_what_to_do(table, organiser, clock):
    with pytest.raises(errors.Invalid, match="is noted as absent: leave the score out") as caught:
        recording.record_result(match=table, points=[120, 85, 85, 85], by=organiser, now=clock())
    assert caught.value.field == "points"


def test_who_came_after_all_is_counted_where_an_official_says_so(table, organiser, clock):
    recording.record_result(match=table, points=[120, 85, 85, 85], absent=[], by=organiser, now=clock())
    assert [side.place for side in table.sides.order_by("order")] == [1, 2, 2, 2]


def test_who_is_away_stays_away_when_a_result_is_undone(table, organiser, clock):
    recording.record_result(match=table, points=[120, 85, 85], by=organiser, now=clock())
    recording.undo_result(match=table, by=organiser, now=clock.later(seconds=5))
    assert came_to(table)[3] == (None, None, 0)


def test_a_line_says_that_somebody_did_not_come_to_a_table_of_four(make_pods, next_round, organiser, clock):
    table = finding.round_matches(next_round(make_pods(4, variant="chouette")))[0]
    recording.record_result(match=table, by=organiser, now=clock(), **result_lines.facts_of("- 120 85 85", table))
    assert [side.points for side in table.sides.order_by("order")] == [0, 5 * P, 3 * P, 3 * P]


def test_a_forfeit_gives_way_to_the_scores_of_all(make_pods, next_round, organiser, clock):
    table = finding.round_matches(next_round(make_pods(3)))[0]
    recording.record_result(match=table, kind="forfeit", absent=[1], by=organiser, now=clock())
    recording.record_result(match=table, points=[120, 85, 40], by=organiser, now=clock())
    assert [side.place for side in table.sides.order_by("order")] == [1, 2, 3]
