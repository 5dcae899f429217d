"""Online rounds: live tables open, their ends become results, ratings hear of it, nothing is lost or told twice."""

from datetime import timedelta

import pytest
from django.urls import reverse

from accounts import services as accounts
from duework import services as duework
from duework.models import DueWork, SkippedRow
from games.models import Deal, Status, Table
from games.services import tables as table_services
from ratings.models import RatedMatch
from ratings.services.runs import folding
from tournaments import errors
from tournaments.event.selectors import finding
from tournaments.models import MatchState, RoundState, TournamentState
from tournaments.results.services import from_tables, recording
from tournaments.rounds.services import running
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db

RESULT = {
    "winner": 1, "how": "played", "points": [40, 103], "totals": [60, 243], "net": [-183, 183], "deals": 6,
    "deals_won": [1, 5], "shutout": False,
}  # fmt: skip


def end(table: Table, clock, report: bool = True, **changes) -> None:
    """Let a table be over as its actor would."""
    Table.objects.filter(pk=table.pk).update(
        status=Status.OVER, result={**RESULT, **changes}, finished_at=clock.later(seconds=1)
    )
    if report:
        table_services.report(table.pk, clock())


def sweep_all(clock) -> None:
    while duework.sweep(now=clock()):
        pass


@pytest.fixture
def online(make_tournament, clock):
    tournament = make_tournament(players=4, rounds=2, mode="online", settings={"pause_s": 5, "aids": "count"})
    stages.begin(tournament=tournament, now=clock(), automatic=True)
    sweep_all(clock)
    return tournament


def test_a_table_opens_for_every_match_with_what_it_must_know(online):
    tables = list(Table.objects.order_by("pk"))
    assert [table.label for table in tables] == [f"Spring Open, round 1, table {n}" for n in (1, 2)]
    assert [seat.user.name for seat in tables[0].seats.order_by("seat")] == ["Player 01", "Player 03"]
    assert tables[0].settings["aids"] == "count"
    assert (tables[0].settings["tournament"], tables[0].settings["round"]) == (online.public_id, 1)


def test_the_page_of_a_match_under_play_leads_to_its_deals_that_are_over(online, clock, client):
    """To those that this visitor may look back on: as the table is shown, later, or to its seats alone."""
    table = Table.objects.order_by("pk")[0]
    row = {"winner": 1, "points": 25, "type": "knock", "first_seq": 2, "last_seq": 9, "finished_at": clock()}
    Deal.objects.create(table=table, number=1, dealer=0, **row)
    address = reverse("tournaments:match", args=[finding.matches().get(table=table.public_id).public_id])
    link, plain = f'href="/tables/{table.public_id}/deals/1/"', dict(table.settings)
    for settings, is_linked in (({}, True), ({"delay": "moves:3"}, False), ({"spectators": False}, False)):
        Table.objects.filter(pk=table.pk).update(settings=plain | settings)
        client.logout()
        assert (link in client.get(address).content.decode()) == is_linked
        client.force_login(table.seats.get(seat=1).user)
        assert link in client.get(address).content.decode()


def test_results_come_by_themselves_and_rounds_follow(online, clock):
    for _ in range(2):
        for table in Table.objects.filter(status=Status.PLAYING):
            end(table, clock)
        sweep_all(clock)
        clock.later(seconds=5)
        sweep_all(clock)
    online.refresh_from_db()
    assert online.state == TournamentState.FINISHED
    best = standings.standings(online)[0]
    assert (best.points, best.margin, best.entry.name) == (2, 366, "Player 04")
    match = finding.latest_results(1)[0]
    assert [(side.points, side.game_points, side.margin, side.deals_won) for side in match.sides.all()] == [
        (0, 60, -183, 1),
        (2, 243, 183, 5),
    ]


def test_the_end_of_a_match_leads_its_players_back_to_the_tournament(online, clock, client):
    table = Table.objects.order_by("pk")[0]
    end(table, clock)
    part = reverse("pages:table-end", args=[table.public_id])
    link = f'href="{reverse("tournaments:detail", args=[online.slug])}"'
    assert link not in client.get(part).content.decode(), "who watches has the other tables instead"
    client.force_login(table.seats.get(seat=1).user)
    assert link in client.get(part).content.decode()


def test_the_end_at_a_table_of_three_leads_back_too_and_tells_ratings_alone(make_pods, next_round, clock, client):
    rnd = next_round(make_pods(3, mode="online", settings={"pace": "fast"}))
    table = Table.objects.get(public_id=rnd.matches.get().table)
    totals = [200, 50, 10]
    end(table, clock, winner=0, points=totals, totals=totals, net=[9, -4, -5], deals_won=[4, 1, 1])
    folding.rate_pending(pool=RatedMatch.objects.get().pool.key)
    client.force_login(table.seats.get(seat=2).user)
    address = reverse("pages:table-end", args=[table.public_id])
    part = client.get(address).content.decode()
    assert f'href="{reverse("tournaments:detail", args=[rnd.stage.tournament.slug])}"' in part
    assert "Rating" in part
    assert "One thing to learn" not in part
    assert client.post(address).status_code == 404, "no deal of three decides alone, and none is analysed here"
    assert f'data-end="{address}"' in client.get(reverse("games:table", args=[table.public_id])).content.decode()


def test_a_finished_match_goes_down_to_the_ratings_once(online, clock):
    first = Table.objects.first()
    end(first, clock)
    from_tables.table_over(table=Table.objects.get(pk=first.pk), now=clock())
    [rated] = RatedMatch.objects.all()
    assert (rated.score_a, rated.margin, rated.deals, rated.weight) == (0.0, -183, 6, 1)
    assert rated.label == "Spring Open, round 1"


def test_a_table_whose_end_nobody_told_is_found_by_looking(online, clock):
    first = Table.objects.first()
    end(first, clock, report=False)
    sweep_all(clock)
    assert standings.progress(online).matches_over == 0
    clock.later(seconds=61)
    sweep_all(clock)
    assert standings.progress(online).matches_over == 1
    table_services.report(first.pk, clock())
    assert RatedMatch.objects.count() == 1


def test_who_leaves_the_table_loses_and_finished_deals_make_the_margin(online, clock):
    end(Table.objects.first(), clock, how="resign", winner=1, points=[50, 20])
    match = finding.latest_results(1)[0]
    assert match.result_kind == "abandoned"
    assert [(side.points, side.margin) for side in match.sides.all()] == [(0, 30), (2, -30)]


def test_results_at_live_tables_are_not_entered_by_hand(online, organiser, clock):
    match = finding.round_matches(standings.current_round(online))[0]
    assert match.state == MatchState.PLAYING
    with pytest.raises(errors.Refusal):
        recording.record_result(match=match, points=(100, 3), by=organiser, now=clock())


def test_an_official_corrects_what_a_table_said_and_the_ratings_follow(online, organiser, clock):
    first, second = Table.objects.order_by("pk")
    end(first, clock)
    match, other = finding.round_matches(standings.current_round(online))
    recording.record_result(match=match, points=(120, 20), deals=4, by=organiser, now=clock())
    assert RatedMatch.objects.get().margin == -183, "an official can still take it back"
    end(second, clock)
    recording.record_result(match=other, kind="forfeit", winner=0, by=organiser, now=clock())
    sweep_all(clock)
    running.close_round(rnd=match.round, by=organiser, now=clock.later(seconds=11))
    rated = RatedMatch.objects.get(source=f"match:{match.public_id}")
    assert (rated.score_a, rated.margin, rated.deals, rated.annulled) == (1.0, 100, 4, False)
    assert RatedMatch.objects.get(source=f"match:{other.public_id}").annulled, "a forfeit is not rated"


def test_a_correction_taken_back_leaves_what_the_table_said(online, organiser, clock):
    end(Table.objects.first(), clock)
    match = finding.round_matches(standings.current_round(online))[0]
    recording.record_result(match=match, points=(120, 20), by=organiser, now=clock())
    undone = recording.undo_result(match=match, by=organiser, now=clock.later(seconds=5))
    assert (undone.state, undone.result_kind, undone.entered_by) == (MatchState.OVER, "played", None)
    assert [side.margin for side in undone.sides.all()] == [-183, 183]


@pytest.mark.parametrize(("rated_house", "weight"), [(True, 1), (False, 0)])
def test_the_house_plays_on_behalf_of_the_entrants_and_is_rated_if_the_tournament_says_so(
    make_tournament, clock, rated_house, weight
):
    settings = {"house_level": "club", "rated_house": rated_house, "pace": "fast"}
    tournament = make_tournament(players=2, rounds=1, mode="online", settings=settings)
    stages.begin(tournament=tournament, now=clock(), automatic=True)
    sweep_all(clock)
    table = Table.objects.get()
    assert [seat.house_level for seat in table.seats.all()] == ["club", "club"]
    end(table, clock)
    assert RatedMatch.objects.get().weight == weight


@pytest.mark.parametrize(("level", "weight"), [("", 1), ("novice", 0)])
def test_casual_sittings_are_rated_between_people_only(db, clock, level, weight):
    ann, _ = accounts.player_for(name="Ann")
    bob = accounts.house_player(name="Bob", level=level) if level else accounts.player_for(name="Bob")[0]
    seats = [table_services.SeatSpec(user=ann), table_services.SeatSpec(user=bob, house_level=level)]
    rated_one = {"rated": True}
    end(table_services.open_table(rules_key="gin-rummy-com", seats=seats, settings=rated_one, now=clock()), clock)
    rated = RatedMatch.objects.get()
    assert (rated.kind, rated.weight, rated.score_a) == ("casual", weight, 0.0)


@pytest.mark.parametrize(("how", "timed_out"), [("flag", True), ("claim", True), ("resign", False), ("played", False)])
def test_ratings_hear_who_lost_on_time(online, db, clock, how, timed_out):
    for table in Table.objects.all():
        end(table, clock, how=how)
    users = [accounts.player_for(name=name)[0] for name in ("Ann", "Bob")]
    seats = [table_services.SeatSpec(user=user) for user in users]
    end(table_services.open_table(rules_key="gin-rummy-com", seats=seats, now=clock()), clock, how=how)
    assert set(RatedMatch.objects.values_list("timed_out", flat=True)) == {timed_out}
    assert RatedMatch.objects.count() == 3


@pytest.mark.parametrize(
    ("rules", "names", "ending", "places"),
    [
        ("cutthroat", "Ann Bob Cleo", {"winner": 2, "totals": (40, 55, 210), "net": (-9, 5, 4)}, [3, 2, 1]),
        ("battle-royal", "Ann Bob Cleo", {"winner": 0, "totals": (230, 90, 90), "net": (9, -4, -5)}, [1, 2, 2]),
        ("battle-royal", "Ann Bob Cleo", {"winner": 1, "loser": 0, "how": "resign", "points": (90, 80, 10)}, [3, 1, 2]),
        (
            "chouette",
            "Ann Bob Cleo Dora",
            {"winner": 1, "totals": (50, 130, 130, 130), "net": (-9, 3, 3, 3)},
            [4, 1, 1, 1],
        ),
        ("partnership", "Ann Bob Cleo Dora", {"winner": 1, "totals": (60, 300), "net": (-240, 240)}, [2, 1, 2, 1]),
        (
            "partnership",
            "Ann Bob Cleo Dora",
            {"winner": 0, "loser": 3, "how": "flag", "points": (20, 90), "net": (-7, 7)},
            [1, 2, 1, 2],
        ),
    ],
)
def test_casual_tables_of_several_are_rated_by_final_score(db, clock, rules, names, ending, places):
    users = [accounts.player_for(name=name)[0] for name in names.split()]
    seats = [table_services.SeatSpec(user=user) for user in users]
    table = table_services.open_table(rules_key=rules, seats=seats, settings={"rated": True}, now=clock())
    end(
        table,
        clock,
        **{"points": ending.get("totals"), "totals": ending.get("points"), "net": [0] * len(users)} | ending,
    )
    table.refresh_from_db()
    from_tables.table_over(table=table, now=clock())
    rated = RatedMatch.objects.get()
    kind = "abandoned" if "how" in ending else "casual"
    assert (rated.pool.key, rated.kind, rated.weight, rated.link) == (rules, kind, 1, f"/tables/{table.public_id}/")
    assert [seat.player for seat in rated.seats.all()] == users
    assert [seat.place for seat in rated.seats.all()] == places


def test_a_table_of_several_with_a_house_player_is_not_rated(db, clock):
    users = [accounts.player_for(name=name)[0] for name in ("Ann", "Bob")]
    house = accounts.house_player(name="Hector", level="club")
    seats = [
        *(table_services.SeatSpec(user=user) for user in users),
        table_services.SeatSpec(user=house, house_level="club"),
    ]
    table = table_services.open_table(rules_key="cutthroat", seats=seats, now=clock())
    end(table, clock, winner=0, points=[200, 50, 10], totals=[200, 50, 10], net=[9, -4, -5])
    assert RatedMatch.objects.get().weight == 0


def test_starting_and_closing_twice_does_nothing_more(online, clock):
    rnd = standings.current_round(online)
    running.start_round(rnd=rnd, now=clock())
    assert Table.objects.count() == 2
    for table in Table.objects.all():
        end(table, clock)
    running.close_round(rnd=rnd, now=clock())
    closed_at = running.close_round(rnd=rnd, now=clock() + timedelta(seconds=9)).closed_at
    assert closed_at == clock()
    assert running.close_round(rnd=rnd, now=clock()).state == RoundState.CLOSED


def test_a_table_that_cannot_be_read_keeps_no_other_result_back(online, clock):
    first, second = Table.objects.order_by("pk")
    for table in (first, second):
        end(table, clock, report=False)
    Table.objects.filter(pk=first.pk).update(result={})
    clock.later(seconds=61)
    sweep_all(clock)
    assert standings.progress(online).matches_over == 1
    assert SkippedRow.objects.get().row == f"table {first.public_id}"
    assert DueWork.objects.filter(kind="tournaments.look", done_at=None, attempts=0).exists(), "it looks again"
