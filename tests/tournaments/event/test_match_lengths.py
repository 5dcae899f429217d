"""Match lengths in a tournament: games won by hand, and what a live table is told and tells."""

import uuid

import pytest
from django.urls import reverse

from games.models import Deal, Play, Status, Table
from games.services import tables as table_services
from tests.markup import tight
from tests.tournaments.conftest import NOON
from tournaments import errors
from tournaments.corrections.services import corrections
from tournaments.event.selectors import finding
from tournaments.event.services import creating
from tournaments.exchange.services.lists import results as result_lists
from tournaments.models import Match, MatchState
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings
from tournaments.standings.selectors.rows.stage_table import crosstable
from tournaments.tables import selectors as tables

pytestmark = pytest.mark.django_db


def stands(match):
    """By side: match points (in halves), games, points, margin."""
    rows = match.sides.order_by("order").values_list("points", "games_won", "game_points", "margin")
    return [tuple(row) for row in rows]


# ---- in person: games won, entered by hand


def test_who_has_won_more_games_wins_whatever_the_points(match, enter):
    done = enter(match(length="best_of:3"), games=(2, 1), points=(290, 340), deals=15)
    assert stands(done) == [(2, 2, 290, -50), (0, 1, 340, 50)]


def test_games_alone_are_enough(match, enter):
    assert stands(enter(match(length="best_of:5"), games=(1, 3))) == [(0, 1, 0, 0), (2, 3, 0, 0)]


@pytest.mark.parametrize(
    ("length", "games_won", "allowed"),
    [
        ("best_of:3", (3, 0), "the winner has won 2"),
        ("best_of:3", (1, 1), "the winner has won 2"),
        ("best_of:3", (2, 2), "the winner has won 2"),
        ("best_of:3", (1, 0), "the winner has won 2"),
        ("best_of:3/all", (2, 0), "All 3 are played"),
        ("game", (1, 0), "best of several games"),
        ("deals:8", (5, 3), "best of several games"),
        ("best_of:3/deals", (2, 1), "best of several games"),
    ],
)
def test_games_that_the_length_does_not_give(match, enter, length, games_won, allowed):
    begun = match(length=length)
    with pytest.raises(errors.Invalid) as caught:
        enter(begun, games=games_won)
    assert caught.value.field == "games"
    assert allowed in str(caught.value)
    begun.refresh_from_db()
    assert begun.state == MatchState.PAIRED


def test_the_best_of_three_deals_is_won_by_deals(match, enter):
    begun = match(length="best_of:3/deals")
    with pytest.raises(errors.Invalid) as caught:
        enter(begun, deals_won=(3, 0), deals=3)
    assert caught.value.field == "deals_won"
    done = enter(begun, deals_won=(1, 2), deals=3, points=(60, 45))
    assert [side[0] for side in stands(done)] == [0, 2]


def test_after_a_call_fewer_games_may_decide_and_level_is_a_tie(match, enter):
    timed = match(length="best_of:3", minutes=50)
    assert [side[0] for side in stands(enter(timed, games=(1, 0), points=(130, 170)))] == [2, 0]
    assert [side[0] for side in stands(enter(timed, games=(1, 1), points=(230, 170)))] == [2, 0], "then the points"
    assert [side[0] for side in stands(enter(timed, games=(1, 1), points=(170, 170)))] == [1, 1]


def test_the_games_count_in_the_tie_break(match, enter, clock):
    begun = match(length="best_of:3")
    enter(begun, games=(2, 1))
    running.close_round(rnd=begun.round, now=clock.later(seconds=30))
    table = crosstable(begun.round.stage).crosstable
    numbers = [side.seat.entry.tpn for side in begun.sides.select_related("seat__entry")]
    assert [table.result(number, 1).games_won for number in numbers] == [2, 1]


def test_the_games_of_a_closed_match_are_corrected_and_decide_before_points(match, enter, organiser, clock):
    begun = match(length="best_of:3")
    enter(begun, games=(2, 1), points=(290, 340))
    running.close_round(rnd=begun.round, now=clock.later(seconds=30))
    with pytest.raises(errors.Invalid) as caught:
        corrections.preview_correction(match=begun, games=(3, 1), points=(290, 340))
    assert caught.value.field == "games"
    wish = {"games": (1, 2), "points": (340, 290)}
    seen = corrections.preview_correction(match=begun, **wish)
    corrections.apply_correction(match=begun, digest=seen.digest, reason="Typo", by=organiser, now=clock(), **wish)
    assert stands(begun) == [(0, 1, 340, 50), (2, 2, 290, -50)]


def test_a_correction_by_page_and_api_takes_games(match, enter, organiser, clock, client):
    begun = match(length="best_of:3")
    enter(begun, games=(2, 1), points=(290, 340))
    running.close_round(rnd=begun.round, now=clock.later(seconds=30))
    client.force_login(organiser)
    page = reverse("tournaments:correct", args=[begun.public_id])
    shown = client.get(page).content.decode()
    assert 'name="first_games"' in shown
    assert shown.count('class="score-line"') == 2, "games and points, each pair in one line"
    wish = {"outcome": "played", "first": "150", "second": "240", "first_games": "0"}
    assert client.post(page, wish).status_code == 422, "games come in pairs"
    seen = client.post(page, {**wish, "second_games": "2"}).context["seen"]
    assert (seen.points, seen.score.games) == ((0, 2), (0, 2))
    path = f"/api/v1/matches/{begun.public_id}/correction/"
    answer = client.post(path, {"games": [0, 2], "points": [150, 240]}, content_type="application/json").json()
    assert (answer["points"], answer["digest"], answer["is_done"]) == ([0, 2], seen.digest, False)


def test_an_undone_result_leaves_no_games(match, enter, organiser, clock):
    done = enter(match(length="best_of:3"), games=(2, 0))
    recording.undo_result(match=done, by=organiser, now=clock())
    assert [side[1] for side in stands(done)] == [None, None]


def test_a_list_has_games_first(match, organiser, clock):
    begun = match(length="best_of:3")
    first, second = (side.entry.name for side in begun.sides.all())
    text = f"first,second,result\n{second},{first},2-1 310-250/14\n"
    said = {"rnd": begun.round, "by": organiser, "now": clock()}
    seen = result_lists.import_results(text=text, dry_run=True, **said)
    assert seen.lines[0].text.endswith("1-2 250-310/14")
    result_lists.import_results(text=text, dry_run=False, seen=seen.digest, **said)
    assert stands(begun) == [(0, 1, 250, -60), (2, 2, 310, 60)]
    again = result_lists.import_results(text=text, dry_run=True, **said)
    assert again.lines[0].status == "same"
    bad = result_lists.import_results(text=f"first,second,result\n{first},{second},3-1\n", dry_run=True, **said)
    assert "the winner has won 2" in bad.problems[0].text


# ---- at live tables


def told(match):
    """What the live table of a match knows about its length."""
    settings = Table.objects.get(public_id=match.table).settings
    return {key: settings[key] for key in ("length", "minutes", "head_start") if key in settings}


@pytest.mark.parametrize(
    ("stage", "plain"),
    [
        ({"length": "game"}, {}),
        ({"length": "best_of:3"}, {"length": "best_of:3"}),
        ({"length": "deals:8"}, {"length": "deals:8"}),
        ({"length": "game", "minutes": 40}, {"length": "game", "minutes": 40}),
        ({"length": "hollywood/more", "minutes": 40}, {"length": "hollywood/more", "minutes": 40}),
    ],
)
def test_a_live_table_is_told_its_length_as_plain_data(match, stage, plain):
    begun = match("online", **stage)
    assert {"length": "game", **told(begun)} == {"length": "game", **plain}
    assert begun.round.minutes == stage.get("minutes")


def end(table, clock, **result):
    figures = {"winner": 0, "how": "played", "points": [310, 250], "totals": [790, 530], "net": [260, -260],
               "deals": 14, "deals_won": [8, 6], "games": [2, 1], "shutout": False}  # fmt: skip
    Table.objects.filter(public_id=table).update(
        status=Status.OVER, result={**figures, **result}, finished_at=clock.later(seconds=1)
    )
    table_services.report(Table.objects.get(public_id=table).pk, clock())


def test_a_table_tells_its_games(match, clock):
    begun = match("online", length="best_of:3")
    end(begun.table, clock)
    begun.refresh_from_db()
    assert (begun.state, begun.result_kind, begun.deals) == (MatchState.OVER, "played", 14)
    assert stands(begun) == [(2, 2, 790, 260), (0, 1, 530, -260)]


def test_level_at_the_call_is_a_tie_and_no_match_that_was_left(match, clock):
    begun = match("online", length="best_of:3", minutes=40)
    end(begun.table, clock, winner=None, how="time", games=[1, 1], points=[150, 150], totals=[150, 150], net=[0, 0])
    begun.refresh_from_db()
    assert begun.result_kind == "played"
    assert [side[:2] for side in stands(begun)] == [(1, 1), (1, 1)]


# ---- the grand final with a game's start


@pytest.fixture
def double(make_tournament, organiser, clock):
    def make(mode="in_person", **options):
        options = {"grand_final": "advantage", "length": "best_of:3", **options}
        tournament = make_tournament(4, template="double_elim", mode=mode, options=options)
        return stages.begin(tournament=tournament, now=clock(), by=organiser)

    return make


@pytest.mark.parametrize("length", ["game", "deals:8/more", "best_of:3/deals", "hollywood"])
def test_a_start_of_a_game_needs_a_final_of_several(make_tournament, length):
    with pytest.raises(errors.Invalid) as caught:
        make_tournament(4, template="double_elim", options={"grand_final": "advantage", "length": length})
    assert caught.value.field == "grand_final"


def test_the_length_of_the_grand_final_alone_is_enough(make_tournament, organiser, clock):
    tournament = make_tournament(4, template="double_elim")
    stage = finding.main_stage(tournament)
    changes = {"grand_final": "advantage", "lengths": {"GF": ["best_of:5"]}}
    assert creating.change_stage(stage=stage, settings=changes, by=organiser, now=clock()).settings["lengths"]


def final_of(tournament, organiser, clock):
    """Play until the grand final has begun, the lower number always 2-0; the final."""
    while True:
        stage = finding.main_stage(tournament)
        rnd = drafts.pair_round(stage=stage, now=clock(), by=organiser)
        editing.publish_round(rnd=rnd, now=clock(), by=organiser)
        running.start_round(rnd=rnd, now=clock())
        for match in rnd.matches.all():
            if match.slot == "GF":
                return match
            first, second = (side.entry.tpn for side in match.sides.all())
            won = (2, 0) if first < second else (0, 2)
            recording.record_result(match=match, by=organiser, now=clock(), games=won)
        running.close_round(rnd=rnd, now=clock.later(seconds=30))


def test_the_unbeaten_side_needs_one_game_and_the_other_two(double, organiser, clock, enter):
    tournament = double()
    final = final_of(tournament, organiser, clock)
    unbeaten, other = (side.entry.name for side in final.sides.all())
    assert (unbeaten, other) == ("Player 01", "Player 02")
    with pytest.raises(errors.Invalid) as caught:
        enter(final, games=(0, 2))
    assert caught.value.field == "games", "0-2 cannot be: it starts one game up"
    enter(final, games=(1, 2))
    running.close_round(rnd=final.round, now=clock.later(seconds=30))
    tournament.refresh_from_db()
    assert standings.is_end_due(tournament), "there is no second match"
    assert [row.entry.name for row in standings.standings(tournament)][:2] == [other, unbeaten]
    assert Match.objects.count() == 2 * 4 - 2


def test_online_the_table_is_told_who_starts_a_game_up(double, organiser, clock):
    tournament = double(mode="online")
    for _ in range(6):
        rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
        editing.publish_round(rnd=rnd, now=clock(), by=organiser)
        running.start_round(rnd=rnd, now=clock())
        for match in rnd.matches.all():
            if match.slot == "GF":
                assert told(match) == {"length": "best_of:3", "head_start": [1, 0]}
                end(match.table, clock, games=[2, 0])
                match.refresh_from_db()
                assert stands(match)[0][:2] == (2, 2)
                return
            assert "head_start" not in told(match)
            end(match.table, clock)
        running.close_round(rnd=rnd, now=clock.later(seconds=30))
    raise AssertionError("there was no grand final")


# ---- what people see


def test_the_match_page_takes_games_and_says_the_length(match, organiser, client):
    begun = match(length="best_of:3")
    client.force_login(organiser)
    page = client.get(f"/matches/{begun.public_id}/").content.decode()
    assert "Best of 3 games" in page
    sent = {"first_games": "1", "second_games": "2", "outcome": "played", "version": begun.version}
    assert client.post(f"/matches/{begun.public_id}/result/", sent).status_code == 302
    assert [side[1] for side in stands(begun)] == [1, 2]
    assert "Games won" in tight(client.get(f"/matches/{begun.public_id}/").content.decode())


def test_the_grid_takes_games_typed_and_in_the_row(match, organiser, client):
    begun = match(length="best_of:3")
    client.force_login(organiser)
    tournament = begun.round.stage.tournament
    grid = reverse("tournaments:results", args=[tournament.slug, 1])
    assert "Games won by" in tight(client.get(grid).content.decode())
    client.post(grid, {"table": "1", "line": "2-1 310-250"})
    assert stands(begun) == [(2, 2, 310, 60), (0, 1, 250, -60)]
    begun.refresh_from_db()
    row = {"match": begun.public_id, "version": begun.version, "outcome": "played", "first_games": "0"}
    assert client.post(grid, row).status_code == 422
    client.post(grid, {**row, "second_games": "2", "first": "90", "second": "210"})
    assert stands(begun) == [(0, 0, 90, -120), (2, 2, 210, 120)]


def test_the_api_takes_games(match, organiser, client):
    begun = match(length="best_of:3")
    client.force_login(organiser)
    path = f"/api/v1/matches/{begun.public_id}/result/"
    answer = client.post(path, {"games": [3, 1]}, content_type="application/json")
    assert answer.status_code == 400
    assert "games" in answer.json()["errors"]
    answer = client.post(path, {"games": [2, 1]}, content_type="application/json")
    assert [side["games_won"] for side in answer.json()["sides"]] == [2, 1]


def scored(table, *deals):
    """Deals of a live table as its actor writes them: winner and points of each."""
    row = Table.objects.get(public_id=table)
    for number, (winner, points) in enumerate(deals, 1):
        Deal.objects.create(
            table=row, number=number, winner=winner, points=points, type="knock", first_seq=number, last_seq=number,
            finished_at=NOON,
        )  # fmt: skip


def ruled(table, seq, **action):
    """A director's command as the table's log has it."""
    row = Table.objects.get(public_id=table)
    Play.objects.create(table=row, seq=seq, cmd_id=uuid.uuid4(), kind="director", action=action, at=NOON)


@pytest.mark.parametrize(
    ("rulings", "stands_at"),
    [
        ([], "Game 1 of 3, 0–0"),
        ([("A", 12, 3)], "Game 2 of 3, 1–0"),
        ([("A", 11, 3)], "Game 1 of 3, 0–0"),
        ([("B", 70, 2)], "Game 2 of 3, 0–1"),
    ],
)
def test_the_list_counts_a_game_that_a_director_put_right(match, rulings, stands_at):
    """IRR-35: 88 to 30 after two deals; points that a ruling gives can end a game to 100, one point fewer does not."""
    begun = match("online", length="best_of:3")
    scored(begun.table, (0, 88), (1, 30))
    for player, points, seq in rulings:
        ruled(begun.table, seq, do="dir_adjust", player=player, points=points)
    [line] = tables.live_tables(begun.round.stage.tournament)
    assert line.stands == stands_at
    ruled(begun.table, 9, do="dir_undo", event=1)
    [line] = tables.live_tables(begun.round.stage.tournament)
    assert line.stands == "Game 1 of 3, 0–0", "what is taken back does not count"


@pytest.mark.parametrize(
    ("length", "stands_at"),
    [
        ("best_of:3", "Game 2 of 3, 1–0"),
        ("best_of:3/deals", "Best of 3 deals, 2–1"),
        ("deals:8", "Deal 4 of 8"),
        ("match:500", "200–0 of 500 points"),
        ("game", ""),
    ],
)
def test_the_list_of_live_tables_says_where_each_stands(match, length, stands_at):
    begun = match("online", length=length)
    scored(begun.table, (0, 60), (1, 30), (0, 45))
    [line] = tables.live_tables(begun.round.stage.tournament)
    assert (line.points, line.deals, line.stands) == ((105, 30), 3, stands_at)


def test_boxes_and_penalties_of_its_deals_count_in_what_a_match_is_credited(match):
    """GIN-36, 39, IRR-10: what the sheet needs beyond the points of a deal stands in its row."""
    begun = match("online", length="match:500")
    scored(begun.table, (0, 60), (1, 30), (0, 45))
    Deal.objects.filter(number=1).update(entry={"extra_boxes": 2})
    Deal.objects.filter(number=2).update(entry={"penalties": [0, 10]})
    [line] = tables.live_tables(begun.round.stage.tournament)
    assert line.stands == "260–0 of 500 points"


def test_a_match_whose_decks_are_played_elsewhere_tells_no_credits(match):
    begun = match("online", length="match:500")
    scored(begun.table, (0, 60), (0, 45))
    Table.objects.filter(public_id=begun.table).update(is_held=True)
    [line] = tables.live_tables(begun.round.stage.tournament)
    assert (line.points, line.stands) == ((0, 0), "")
