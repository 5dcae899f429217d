"""Tables of three and more over the API, on paper, in lists and dumps, at live tables, from the shell's club night."""

import json

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from games import models as game_models
from games.services import tables as table_services
from ratings.models import RatedMatch
from tests.markup import tight
from tests.tournaments.exchange.test_dump import empty_house
from tournaments.desk import services as desk
from tournaments.entries.services import spreadsheets
from tournaments.event.selectors import finding
from tournaments.exchange.selectors import dump, exports
from tournaments.exchange.services import loading
from tournaments.exchange.services.lists import own_pairings
from tournaments.exchange.services.lists import results as result_lists
from tournaments.models import Case
from tournaments.paper import selectors as paper
from tournaments.results.services import from_tables, recording
from tournaments.rounds.services import drafts, running
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def rnd(make_pods, next_round):
    return next_round(make_pods(10))


@pytest.fixture
def pod(rnd):
    return rnd.matches.get(table_no=1)


@pytest.fixture
def api(client, organiser):
    client.force_login(organiser)

    def call(path, **data):
        return client.post(f"/api/v1/{path}/", data, content_type="application/json")

    return call


# ---- the API


def test_a_table_is_read_and_its_result_entered(api, client, rnd, pod):
    said = client.get(f"/api/v1/rounds/{rnd.public_id}/matches/").json()
    assert [one["table_no"] for one in said] == [1, 2, 3]
    assert len(said[0]["sides"]) == 3
    done = api(f"matches/{pod.public_id}/result", points=[120, 85, 40])
    assert done.status_code == 200
    assert [(seat["place"], seat["margin"]) for seat in done.json()["sides"]] == [(1, 115), (2, 10), (3, -125)]


def test_results_named_by_player_come_in_any_order(api, pod):
    here = [seat.entry.public_id for seat in pod.sides.all()]
    results = [{"entry": here[2], "score": 120}, {"entry": here[0], "score": 40}, {"entry": here[1], "score": 85}]
    done = api(f"matches/{pod.public_id}/result", results=results).json()
    assert [side["game_points"] for side in done["sides"]] == [40, 85, 120]


@pytest.mark.parametrize(
    ("said", "field", "words"),
    [
        ({"points": [120, 85, 40, 10]}, "points", "has 3 seats"),
        ({"points": "many"}, "points", ""),
        ({"results": [{"entry": "nobody", "score": 1}]}, "results", "does not sit at this table"),
        ({"places": [1, 2, 4]}, "places", "Places go from 1"),
        ({"kind": "forfeit"}, "absent", "who did not come"),
        ({"kind": "won"}, "kind", ""),
    ],
)
def test_a_result_that_cannot_be_is_refused_with_its_field(api, pod, said, field, words):
    answer = api(f"matches/{pod.public_id}/result", **said)
    assert answer.status_code == 400
    errors = answer.json().get("errors", answer.json())
    assert field in json.dumps(errors)
    assert words in json.dumps(errors)
    pod.refresh_from_db()
    assert pod.state == "paired"


def test_somebody_named_twice_is_refused(api, pod):
    one = pod.sides.first().entry.public_id
    answer = api(f"matches/{pod.public_id}/result", results=[{"entry": one, "score": 120}] * 2)
    assert answer.status_code == 400
    assert "named twice" in tight(answer.content.decode())


def test_a_correction_over_the_api_is_seen_first(api, rnd, pod, organiser, clock):
    for one in rnd.matches.all():
        recording.record_result(match=one, points=[120, 85, 40], by=organiser, now=clock())
    running.close_round(rnd=rnd, now=clock.later(minutes=1))
    seen = api(f"matches/{pod.public_id}/correction", points=[40, 85, 120])
    assert seen.status_code == 200
    assert seen.json()["is_done"] is False
    done = api(
        f"matches/{pod.public_id}/correction", points=[40, 85, 120], digest=seen.json()["digest"], reason="Misread"
    )
    assert done.json()["is_done"] is True
    assert [seat.place for seat in pod.sides.all()] == [3, 2, 1]


# ---- paper


def test_everything_prints_for_tables_of_three_and_more(client, rnd, organiser):
    client.force_login(organiser)
    slug = rnd.stage.tournament.slug
    for name in ("names", "pairings", "standings", "crosstable", "slips", "sheets", "pack"):
        page = client.get(reverse("tournaments:print-document", args=[slug, name]))
        assert page.status_code == 200, name
    [page, *_] = paper.slips(rnd, lambda code: f"http://here/s/{code}/")
    assert [len(slip.stubs) for slip in page] == [3, 3]
    hall = paper.HallView(rnd.stage.tournament, rnd, names=paper.by_name(rnd))
    assert len(hall.names) == 10, "nine at tables, and the bye"


# ---- lists and dumps


def test_lists_hold_every_seat_and_results_come_back_in(rnd, organiser, clock):
    for one in rnd.matches.all()[:2]:
        recording.record_result(match=one, points=[120, 85, 40], by=organiser, now=clock())
    tournament = rnd.stage.tournament
    seats = exports.export(tournament, "pairings", rnd)
    assert seats.columns == ("table", "seat", "player", "bye")
    assert len(seats.rows) == 10
    assert len(exports.export(tournament, "results").rows) == 10
    found = exports.export(tournament, "results", rnd)
    assert [row[2] for row in found.rows] == ["120 85 40"] * 2
    text = "table,result\n3,1. 3. 2."
    report = result_lists.import_results(rnd=rnd, text=text, dry_run=False, now=clock(), by=organiser)
    assert report.is_done
    assert [seat.place for seat in rnd.matches.get(table_no=3).sides.all()] == [1, 3, 2]


def test_a_list_of_results_names_every_bad_line_and_enters_nothing(rnd, organiser, clock):
    text = "table,result\n1,120 85 40\n1,120 85 40\n9,120 85 40\n2,120 85 40 10\n3,what"
    report = result_lists.import_results(rnd=rnd, text=text, dry_run=False, now=clock(), by=organiser)
    assert [problem.line for problem in report.problems] == [3, 4, 5, 6]
    assert not rnd.matches.exclude(state="paired").exists()


def test_results_in_a_column_for_each_seat_are_read(rnd, organiser, clock):
    text = "table,seat1,seat2,seat3,deals\n1,120,85,40,7\n2,1.,3.,2.,"
    report = result_lists.import_results(rnd=rnd, text=text, dry_run=False, now=clock(), by=organiser)
    assert report.is_done, report.problems
    one, two = (rnd.matches.get(table_no=n) for n in (1, 2))
    assert ([seat.game_points for seat in one.sides.all()], one.deals) == ([120, 85, 40], 7)
    assert [seat.place for seat in two.sides.all()] == [1, 3, 2]


def test_figures_follow_the_players_that_a_line_names(rnd, pod, organiser, clock):
    names = [seat.entry.name for seat in pod.sides.all()]
    text = f"players,result\n{names[2]} – {names[0]} – {names[1]},40 120 85"
    report = result_lists.import_results(rnd=rnd, text=text, dry_run=False, now=clock(), by=organiser)
    assert report.is_done, report.problems
    assert [seat.game_points for seat in pod.sides.all()] == [120, 85, 40]
    text = f'table,players,result\n1,"{names[0]}, {names[1]}",1. 2. 3.\n1,{names[0]} – {names[1]} – Nobody,1. 2. 3.'
    report = result_lists.import_results(rnd=rnd, text=text, dry_run=False, now=clock(), by=organiser)
    assert [str(problem) for problem in report.problems] == [
        f"Line 2: At table 1 sit {', '.join(names)}.",
        "Line 3: players: nobody in this round is called “Nobody”.",
    ]


def test_what_goes_out_comes_in_again_as_it_is(rnd, organiser, clock):
    for one in rnd.matches.all():
        recording.record_result(match=one, points=[120, 85, 40], deals=6, by=organiser, now=clock())
    found = exports.export(rnd.stage.tournament, "results", rnd)
    text = spreadsheets.to_csv(found.columns, found.rows)
    report = result_lists.import_results(rnd=rnd, text=text, dry_run=True, now=clock(), by=organiser)
    assert [line.status for line in report.lines] == ["same"] * 3


def test_the_page_names_the_columns_of_tables(client, rnd, organiser):
    client.force_login(organiser)
    address = reverse("tournaments:take", args=[rnd.stage.tournament.slug, "results", 1])
    page = client.get(address).content.decode()
    assert 'placeholder="table,players,seat1,seat2,seat3,deals"' in page
    assert "the score of each seat" in page
    page = client.post(address, {"text": "table,seat1,seat2,seat3\n1,120,85,40\n2,120,85,40"}).content.decode()
    assert "Accept all 2 lines" in page


def test_own_seatings_come_from_a_list_and_nobody_sits_twice(make_pods, organiser, clock):
    tournament = make_pods(6)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    lines = [f"{n % 2 + 1},,Player {n:02d}" for n in range(1, 7)]
    twice = "\n".join(["table,seat,player", *lines[:5], "1,,Player 01"])
    report = own_pairings.import_pairings(rnd=rnd, text=twice, dry_run=True, now=clock(), by=organiser)
    assert any("is also in line 2" in problem.text for problem in report.problems)
    assert any("has no line" in problem.text for problem in report.problems)
    text = "\n".join(["table,seat,player", *lines])
    assert own_pairings.import_pairings(rnd=rnd, text=text, dry_run=False, now=clock(), by=organiser).is_done
    seated = [seat.entry.name for seat in rnd.matches.get(table_no=2).sides.all()]
    assert seated == ["Player 01", "Player 03", "Player 05"]


def test_a_dump_carries_tables_and_is_loaded_elsewhere(rnd, organiser, clock):
    for one in rnd.matches.all():
        recording.record_result(match=one, points=[120, 85, 40], by=organiser, now=clock())
    running.close_round(rnd=rnd, now=clock.later(minutes=1))
    seat = rnd.matches.first().sides.first()
    caller = seat.entry.members.get().user
    desk.call_director(match=seat.match, table="", words="Please count again", by=caller, now=clock())
    tournament = rnd.stage.tournament
    before = [(row.entry.name, row.points_text) for row in standings.standings(tournament)]
    text = dump.dump_text(tournament)
    assert any(entry["target"].startswith("match:") for entry in json.loads(text)["history"])
    empty_house()
    report = loading.load_tournament(data=text, now=clock())
    assert (dict(report.counts)["match"], dict(report.counts)["matchside"]) == (3, 9)
    assert Case.objects.get().match.table_no == seat.match.table_no
    assert [(row.entry.name, row.points_text) for row in standings.standings(report.tournament)] == before
    assert dump.dump_text(report.tournament) == text
    assert RatedMatch.objects.count() == 3


def test_a_report_file_says_why_there_is_none(client, rnd, organiser):
    client.force_login(organiser)
    slug = rnd.stage.tournament.slug
    assert client.get(reverse("tournaments:report", args=[slug])).status_code == 404
    page = client.get(reverse("tournaments:lists", args=[slug])).content.decode()
    assert "no place for a table of three and more" in page


# ---- at live tables


def test_a_round_opens_a_live_table_for_each_and_hears_how_it_ended(make_pods, next_round, clock):
    rnd = next_round(make_pods(7, variant="chouette", mode="online", settings={"pace": "fast"}))
    tables = {pod.table: pod for pod in rnd.matches.all()}
    assert sorted(game_models.Seat.objects.filter(table__public_id=key).count() for key in tables) == [3, 4]
    table = game_models.Table.objects.get(public_id=next(key for key, pod in tables.items() if pod.table_no == 1))
    pod = tables[table.public_id]
    assert (pod.state, table.ref) == ("playing", f"match:{pod.public_id}")
    count = pod.sides.count()
    net = [2 * (count - 1), *[-2] * (count - 1)]
    table.result = {
        "winner": 0, "points": [110, *[40] * (count - 1)], "totals": [235, *[65] * (count - 1)], "net": net,
        "deals": 9, "deals_won": [5, *[4] * (count - 1)], "shutout": False, "how": "played",
    }  # fmt: skip
    table.status, table.finished_at = game_models.Status.OVER, clock()
    table.save()
    from_tables.table_over(table=table, now=clock())
    from_tables.table_over(table=table, now=clock())
    pod.refresh_from_db()
    assert (pod.state, pod.deals) == ("over", 9)
    assert [seat.place for seat in pod.sides.all()] == [1, *[2] * (count - 1)]
    assert [seat.margin for seat in pod.sides.all()] == net
    rated = RatedMatch.objects.get()
    assert (rated.pool.key, rated.deals, rated.seats.count()) == ("chouette", 9, count)


def test_a_live_table_that_is_no_ones_changes_nothing(make_pods, next_round, clock):
    """A table may name any round; only the round that opened it listens."""
    rnd = next_round(make_pods(3, mode="online"))
    pod = rnd.matches.get()
    seats = [table_services.SeatSpec(user=seat.entry.members.get().user) for seat in pod.sides.all()]
    other = table_services.open_table(rules_key="cutthroat", seats=seats, now=clock(), ref=f"match:{pod.public_id}")
    other.result = {"winner": 0, "points": [1, 0, 0], "totals": [1, 0, 0], "net": [2, -1, -1], "deals": 1,
                    "deals_won": [1, 0, 0], "shutout": False, "how": "played"}  # fmt: skip
    other.status, other.finished_at = game_models.Status.OVER, clock()
    other.save()
    from_tables.table_over(table=other, now=clock())
    pod.refresh_from_db()
    assert pod.state == "playing"


def test_the_command_refuses_rules_for_three_with_a_format_for_two(tmp_path):
    roster = tmp_path / "roster.csv"
    roster.write_text("name\nAna\nBo\n")
    with pytest.raises(CommandError, match="a table takes at least 3"):
        call_command("clubnight", str(roster), preset="cutthroat", rounds=1)
