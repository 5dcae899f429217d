"""The best of several games wherever a result is said by hand: corrections, rulings, slips, boards of teams."""

from datetime import timedelta

import pytest
from django.urls import reverse

from audit.models import AuditEntry
from games.models import Table
from tests.markup import tight
from tests.tournaments.event.test_match_lengths import end, stands
from tests.tournaments.ladders.climb import Climb, sweep_all
from tournaments import errors
from tournaments.corrections.services import corrections
from tournaments.event.selectors import codes, finding
from tournaments.league.services import appointments
from tournaments.models import Match, MatchState, SlipReport
from tournaments.results.selectors import slips as slips_selectors
from tournaments.results.services import recording
from tournaments.results.services import slips as slips_services
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors.rows.stage_table import crosstable

pytestmark = pytest.mark.django_db


def field_of(work) -> str:
    with pytest.raises(errors.Invalid) as caught:
        work()
    return caught.value.field


# ---- corrections and rulings


@pytest.fixture
def closed(match, enter, clock):
    """A match of a closed round: best of three unless said otherwise, 2-1 in games for the first, which has fewer
    points (290 to 340)."""

    def close(length="best_of:3", **facts):
        facts = facts or {"games": (2, 1), "points": (290, 340), "deals": 15}
        done = enter(match(length=length), **facts)
        running.close_round(rnd=done.round, now=clock.later(seconds=30))
        return Match.objects.paired().get(pk=done.pk)

    return close


@pytest.fixture
def correct(organiser, clock):
    """Look and apply; what was seen."""

    def correct(match, **result):
        seen = corrections.preview_correction(match=match, **result)
        act = {"digest": seen.digest, "reason": "Misread", "by": organiser, "now": clock()}
        corrections.apply_correction(match=match, **act, **result)
        return seen

    return correct


def test_a_correction_takes_games_and_shows_them_before_and_after(closed, correct):
    match = closed()
    seen = correct(match, games=(1, 2), points=(290, 340), deals=15)
    assert seen.games == ((2, 1), (1, 2))
    assert stands(match) == [(0, 1, 290, -50), (2, 2, 340, 50)]
    facts = AuditEntry.objects.get(action="match.correct")
    assert (facts.before["games"], facts.after["games"]) == ([2, 1], [1, 2])


def test_the_corrected_games_count_in_the_tie_break(closed, correct):
    match = closed()
    correct(match, games=(2, 0), points=(290, 190))
    numbers = [side.seat.entry.tpn for side in match.sides.select_related("seat__entry")]
    table = crosstable(match.round.stage).crosstable
    assert [table.result(number, 1).games_won for number in numbers] == [2, 0]


@pytest.mark.parametrize("kind", ["played", "adjusted"])
@pytest.mark.parametrize(("length", "games"), [("best_of:3", (3, 0)), ("best_of:3", (2, 2)), ("deals:8", (2, 1))])
def test_games_that_the_length_does_not_give_are_refused_in_a_correction(closed, kind, length, games):
    match = closed(length, points=(290, 340), deals=8)
    asked = {"games": games, "points": (290, 340), "kind": kind}
    assert field_of(lambda: corrections.preview_correction(match=match, **asked)) == "games"


@pytest.mark.parametrize(
    "figures",
    [
        {"points": (290, 345)},  # who won fewer games had more points before, and has now
        {"points": (345, 290)},
        {"points": (0, 0), "winner": 0},
        {"points": (300, 300)},
        {"points": (280, 290), "kind": "abandoned", "winner": 0},
    ],
)
def test_without_games_those_noted_stay_while_the_winner_does(closed, correct, figures):
    match = closed()
    seen = correct(match, **figures)
    assert seen.games == ((2, 1), (2, 1))
    assert [side[:2] for side in stands(match)] == [(2, 2), (0, 1)]


@pytest.mark.parametrize(
    "figures",
    [
        {"points": (290, 340), "winner": 1},
        {"points": (0, 0), "winner": 1},
        {"points": (280, 290), "kind": "abandoned", "winner": 1},
        {"points": (290, 340), "kind": "adjusted", "ruling": (0, 2)},
    ],
)
def test_another_winner_asks_for_the_games(closed, figures):
    match = closed()
    assert field_of(lambda: corrections.preview_correction(match=match, **figures)) == "games"
    assert stands(match) == [(2, 2, 290, -50), (0, 1, 340, 50)], "nothing is half-written"


def test_points_turned_round_ask_for_the_games(closed):
    match = closed(games=(2, 0), points=(310, 150))
    assert field_of(lambda: corrections.preview_correction(match=match, points=(150, 310))) == "games"


def test_where_nobody_noted_games_a_correction_needs_none(closed, correct):
    match = closed(points=(310, 250))
    seen = correct(match, points=(250, 310))
    assert seen.games == (None, None)
    assert [side[:2] for side in stands(match)] == [(0, None), (2, None)]


def test_a_forfeit_has_no_games(closed, correct):
    match = closed()
    assert correct(match, kind="forfeit", winner=0).games == ((2, 1), None)
    assert [side[:2] for side in stands(match)] == [(2, None), (0, None)]


def test_a_ruling_may_adjust_the_games(closed, correct):
    match = closed()
    correct(match, kind="adjusted", games=(1, 1), points=(290, 240), ruling=(1, 1))
    assert [side[:3] for side in stands(match)] == [(1, 1, 290), (1, 1, 240)]
    correct(match, kind="adjusted", games=(0, 2), points=(290, 240))
    assert [side[:3] for side in stands(match)] == [(0, 0, 290), (2, 2, 240)], "the games decide"


def test_a_correction_named_against_its_games_is_refused(closed):
    match = closed()
    asked = {"games": (2, 0), "points": (310, 190), "winner": 1}
    assert field_of(lambda: corrections.preview_correction(match=match, **asked)) == "winner"


def test_the_correction_page_takes_games_and_shows_both(closed, organiser, client):
    match = closed()
    client.force_login(organiser)
    page = reverse("tournaments:correct", args=[match.public_id])
    field = 'name="first_games" type="number" inputmode="numeric" min="0" max="15" value="2"'
    assert field in tight(client.get(page).content.decode())
    asked = {"outcome": "played", "first": "290", "second": "340", "first_games": "1", "is_rated": "on"}
    half = client.post(page, {**asked, "look": "1"})
    assert half.status_code == 422
    assert "games won by both sides" in tight(half.content.decode())
    asked["second_games"] = "2"
    seen = client.post(page, {**asked, "look": "1"})
    assert "2 – 1 →<strong>1 – 2</strong>" in tight(seen.content.decode())
    digest = seen.context["seen"].digest
    client.post(page, {**asked, "apply": "1", "digest": digest, "reason": "Misread"})
    assert [side[1] for side in stands(match)] == [1, 2]


def test_the_api_of_corrections_takes_games_and_asks_for_them(closed, organiser, client):
    match = closed()
    client.force_login(organiser)
    path = f"/api/v1/matches/{match.public_id}/correction/"
    post = lambda **body: client.post(path, body, content_type="application/json")  # noqa: E731
    asked = post(points=[290, 340], winner=1)
    assert (asked.status_code, list(asked.json()["errors"])) == (400, ["games"])
    assert "2–1" in asked.json()["errors"]["games"][0]
    assert post(points=[290, 340], games=[1, 100]).status_code == 400
    seen = post(points=[290, 340], games=[1, 2]).json()
    assert (seen["games_before"], seen["games"]) == ([2, 1], [1, 2])
    done = post(points=[290, 340], games=[1, 2], digest=seen["digest"], reason="Misread").json()
    assert done["is_done"]
    assert [side[1] for side in stands(match)] == [1, 2]


# ---- slips


def test_both_sides_enter_the_same_games_by_slip(match, clock):
    begun = match(length="best_of:3")
    slips_services.report(match=begun, order=0, games=(2, 1), now=clock())
    slips_services.report(match=begun, order=1, games=(2, 1), now=clock())
    begun.refresh_from_db()
    assert begun.state == MatchState.OVER
    assert [side[:2] for side in stands(begun)] == [(2, 2), (0, 1)]
    assert AuditEntry.objects.get(action="slip.agree").after["games"] == [2, 1]


def test_other_games_with_the_same_points_differ(match, clock):
    begun = match(length="best_of:3")
    slips_services.report(match=begun, order=0, points=(310, 150), games=(2, 1), now=clock())
    slips_services.report(match=begun, order=1, points=(310, 150), games=(2, 0), now=clock())
    assert slips_selectors.slip_state(slips_selectors.matches().get(pk=begun.pk)).stage == "differs"
    assert sorted(one.games for one in SlipReport.objects.all()) == [[2, 0], [2, 1]]


@pytest.mark.parametrize("order", [0, 1])
def test_games_of_either_slip_must_be_possible(match, clock, order):
    begun = match(length="best_of:3")
    if order:
        slips_services.report(match=begun, order=0, games=(2, 1), now=clock())
    assert field_of(lambda: slips_services.report(match=begun, order=order, games=(2, 2), now=clock())) == "games"
    assert SlipReport.objects.count() == order


def test_the_page_of_a_slip_takes_games_without_points(match, client):
    begun = match(length="best_of:3")
    page = reverse("tournaments:slip", args=[codes.slip_code(begun, 0)])
    assert "Best of 3 games" in tight(client.get(page).content.decode())
    assert client.post(page, {"first_games": "2"}).status_code == 422
    assert client.post(page, {}).status_code == 422
    assert client.post(page, {"first_games": "2", "second_games": "0"}).status_code == 302
    assert [side[1] for side in stands(begun)] == [2, 0]


def test_the_page_of_a_slip_of_one_game_asks_for_no_games(match, client):
    begun = match(length="game")
    page = reverse("tournaments:slip", args=[codes.slip_code(begun, 0)])
    assert "first_games" not in client.get(page).content.decode()


@pytest.mark.parametrize(("length", "lines"), [("best_of:3", 1), ("game", 0), ("best_of:3/deals", 0)])
def test_a_slip_on_paper_has_room_for_games(match, organiser, client, length, lines):
    begun = match(length=length)
    client.force_login(organiser)
    paper = reverse("tournaments:print-document", args=[begun.round.stage.tournament.slug, "slips"])
    page = client.get(f"{paper}?round=1").content.decode()
    assert page.count('<th scope="col">Games</th>') == lines


# ---- boards of teams


@pytest.fixture
def boards(make_tournament, organiser, clock):
    """The two boards of the one match of a round of teams, best of three each."""

    def begin(mode="in_person"):
        options = {"boards": 2, "reserves": 0, "length": "best_of:3"}
        tournament = make_tournament(2, rounds=1, mode=mode, template="team_swiss", options=options)
        stages.begin(tournament=tournament, now=clock(), by=organiser)
        rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
        editing.publish_round(rnd=rnd, now=clock(), by=organiser)
        running.start_round(rnd=rnd, now=clock())
        return list(Match.objects.of_boards().order_by("number"))

    return begin


def held(board) -> tuple:
    board.refresh_from_db()
    return board.points[0], board.points[1], board.games, board.game_points


def test_games_decide_a_board_and_can_be_corrected(boards, organiser, clock, correct):
    one, two = boards()
    say = {"by": organiser, "now": clock()}
    assert field_of(lambda: recording.record_result(match=one, games=(1, 1), **say)) == "games"
    recording.record_result(match=one, games=(2, 1), points=(290, 340), **say)
    assert held(one) == (2, 0, (2, 1), (290, 340))
    recording.record_result(match=two, games=(0, 2), **say)
    running.close_round(rnd=one.parent.round, now=clock.later(seconds=30))
    asked = {"match": one}
    assert field_of(lambda: corrections.preview_correction(**asked, points=(290, 340), winner=1)) == "games"
    assert corrections.preview_correction(**asked, points=(290, 345)).games == ((2, 1), (2, 1))
    correct(one, games=(0, 2), points=(190, 340))
    assert held(one) == (0, 2, (0, 2), (190, 340))
    facts = AuditEntry.objects.get(action="board.correct")
    assert (facts.before["games"], facts.after["games"]) == ([2, 1], [0, 2])


def test_a_match_of_teams_takes_no_games_as_a_whole(boards, organiser, clock):
    for board in boards():
        recording.record_result(match=board, games=(2, 1), by=organiser, now=clock())
    match = Match.objects.paired().get()
    running.close_round(rnd=match.round, now=clock.later(seconds=30))
    with pytest.raises(errors.Refusal) as caught:
        corrections.preview_correction(match=match, kind="adjusted", ruling=(2, 2), games=(2, 1))
    assert caught.value.code == "boards"


def test_grid_and_api_take_the_games_of_a_board(boards, organiser, client):
    one, two = boards()
    client.force_login(organiser)
    grid = reverse("tournaments:results", args=[one.parent.round.stage.tournament.slug, 1])
    assert "first_games" in client.get(grid).content.decode()
    client.post(grid, {"table": "1.1", "line": "2-1 310-250"})
    assert held(one) == (2, 0, (2, 1), (310, 250))
    api = f"/api/v1/boards/{two.public_id}/result/"
    answer = client.post(api, {"games": [3, 0]}, content_type="application/json")
    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["games"])
    assert client.post(api, {"games": [1, 2]}, content_type="application/json").json()["games"] == [1, 2]
    page = reverse("tournaments:match", args=[one.parent.public_id])
    assert "2 – 1 games" in tight(client.get(page).content.decode())


def test_a_slip_of_teams_on_paper_has_room_for_the_games_of_each_board(boards, organiser, client):
    one, _two = boards()
    client.force_login(organiser)
    paper = reverse("tournaments:print-document", args=[one.parent.round.stage.tournament.slug, "slips"])
    page = tight(client.get(f"{paper}?round=1").content.decode())
    assert page.count('<th scope="col">Games</th><th scope="col">Points</th>') == 1


def test_the_match_page_takes_the_games_of_a_board(boards, organiser, client):
    one, _two = boards()
    client.force_login(organiser)
    assert "first-games-1" in client.get(reverse("tournaments:match", args=[one.parent.public_id])).content.decode()
    client.post(
        reverse("tournaments:board-result", args=[one.public_id]),
        {"first_games": "1", "second_games": "2", "outcome": "played", "version": one.version},
    )
    assert held(one) == (0, 2, (1, 2), (0, 0))


# ---- at live tables


def length_at(table: str) -> str:
    return Table.objects.get(public_id=table).settings["length"]


def test_the_live_table_of_a_challenge_plays_the_best_of_three(make_tournament, organiser, clock):
    options = {"length": "best_of:3"}
    ladder = make_tournament(3, mode="online", rounds=None, template="ladder", options=options)
    stages.begin(tournament=ladder, now=clock(), by=organiser)
    climb = Climb(ladder, organiser, clock)
    match = climb.accept(climb.challenge(2, 1))
    appointments.set_time(match=match, at=clock() + timedelta(days=1), now=clock(), by=organiser)
    climb.later(days=1)
    match.refresh_from_db()
    assert length_at(match.table) == "best_of:3"


def test_the_live_table_of_a_league_match_plays_the_best_of_three(make_tournament, organiser, clock):
    options = {"window_hours": 168, "settle_hours": 72, "notice_hours": 24, "length": "best_of:3"}
    league = make_tournament(2, mode="online", rounds=None, template="league", options=options)
    stages.begin(tournament=league, now=clock(), by=organiser)
    sweep_all(clock)
    match = Match.objects.paired().get()
    assert not match.table
    appointments.set_time(match=match, at=clock() + timedelta(days=1), now=clock(), by=organiser)
    clock.later(days=1)
    sweep_all(clock)
    match.refresh_from_db()
    assert length_at(match.table) == "best_of:3"


def test_the_live_table_of_a_board_is_told_its_length_and_tells_its_games(boards, clock):
    one, _two = boards("online")
    assert length_at(one.table) == "best_of:3"
    end(one.table, clock, games=[2, 1])
    assert held(one)[:3] == (2, 0, (2, 1))
