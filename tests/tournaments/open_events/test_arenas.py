"""Arenas: people join, wait, are paired, and play until the time is over."""

from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from accounts import services as accounts
from accounts.models import User
from audit.models import AuditEntry
from games.models import Status, Table
from games.services import tables
from ratings.models import RatedMatch
from tests.markup import tight
from tests.tournaments.open_events.conftest import CLOCK, person
from tournaments.errors import Invalid, Refusal
from tournaments.models import Arena, ArenaGame, ArenaPlayer
from tournaments.open_events.selectors import arena_tables as selectors
from tournaments.open_events.services import arenas as services

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)
START, END = NOON + timedelta(minutes=5), NOON + timedelta(minutes=25)


@pytest.fixture
def arena(ann) -> Arena:
    """An arena of Ann that starts in five minutes and lasts twenty."""
    return open_one(ann)


def open_one(by: User, **changes) -> Arena:
    wish = {"name": "Friday at nine", "rules": "gin-rummy-com", "clock": CLOCK, "minutes": 20, "starts_in": 5}
    return services.open_arena(by=by, now=NOON, **(wish | changes))


def look(arena: Arena, *people: User, at: datetime) -> list[ArenaGame | None]:
    """The pages of these people ask, one after the other, twice, so that everybody hears who came."""
    for _again in range(2):
        found = [services.keep_waiting(player=selectors.place_of(arena, one), now=at) for one in people]
    return found


def end(table: Table, winner: int | None, at: datetime, how: str = "played") -> None:
    """The table is over."""
    points = [100, 40] if winner == 0 else [40, 100] if winner == 1 else [60, 60]
    net = points[0] - points[1]
    result = {
        "winner": winner, "how": how, "points": points, "totals": points, "deals": 2, "shutout": False,
        "net": [net, -net], "deals_won": [1, 1], "loser": None if winner is None else 1 - winner,
        "abandoned": how != "played",
    }  # fmt: skip
    Table.objects.filter(pk=table.pk).update(status=Status.OVER, result=result, finished_at=at)
    for _again in range(2):
        tables.report(table.pk, at)


def lines(arena: Arena) -> list[tuple[int, str, int]]:
    return [(row.place, str(row.player.user), row.player.points) for row in selectors.table_of(arena)]


def test_two_who_wait_sit_down_once_it_starts_and_no_earlier(arena, ann):
    ben = person("Ben")
    services.join(arena=arena, user=ben, now=NOON)
    assert look(arena, ann, ben, at=START - timedelta(seconds=1)) == [None, None]
    game, same = look(arena, ann, ben, at=START)
    assert game == same
    assert {seat.user for seat in game.table.seats.all()} == {ann, ben}
    assert game.table.settings["clock"] == CLOCK
    assert look(arena, ann, ben, at=START + timedelta(seconds=5)) == [game, game], "nobody sits twice"


def test_points_of_a_game_and_the_next_one_by_itself(arena, ann):
    ben, cy = person("Ben"), person("Cy")
    for one in (ben, cy):
        services.join(arena=arena, user=one, now=NOON)
    first, _same, alone = look(arena, ann, ben, cy, at=START)
    assert alone is None
    end(first.table, 0, START + timedelta(minutes=4))
    assert lines(arena) == [(1, "Ann", 2), (2, "Cy", 0), (3, "Ben", 0)], "of nobody's points fewer games stand first"
    again = look(arena, cy, ann, ben, at=START + timedelta(minutes=4, seconds=2))
    assert again[0] == again[1]
    assert again[2] is None, "Ann and Ben have just met"


def test_a_draw_a_streak_and_what_is_said_twice(arena, ann):
    ben = person("Ben")
    services.join(arena=arena, user=ben, now=NOON)
    at, winners = START, []
    for winner in ("Ann", "Ann", "Ann", None):
        game, _same = look(arena, ann, ben, at=at)
        at += timedelta(minutes=4)
        seats = [str(game.first.user), str(game.second.user)]
        end(game.table, None if winner is None else seats.index(winner), at)
        winners.append(game)
    assert lines(arena) == [(1, "Ann", 10), (2, "Ben", 1)], "2, 2, 4, and a draw that counts twice"
    [row, _other] = selectors.table_of(arena)
    assert row.last == ((2, None), (4, True), (2, True), (2, True))


def test_who_has_closed_the_page_is_not_paired(arena, ann):
    ben, cy = person("Ben"), person("Cy")
    for one in (ben, cy):
        services.join(arena=arena, user=one, now=NOON)
    look(arena, ann, at=START)
    found = look(arena, ann, cy, at=START + timedelta(seconds=2))
    assert found[0] is not None
    assert found[0] == found[1], "Ben’s page has not asked for five minutes"


def test_who_runs_out_of_time_pauses_and_comes_back(arena, ann):
    ben = person("Ben")
    services.join(arena=arena, user=ben, now=NOON)
    game, _same = look(arena, ann, ben, at=START)
    loser = game.second.user
    end(game.table, 0, START + timedelta(minutes=3), how="flag")
    place = selectors.place_of(arena, loser)
    assert place.waits_since is None
    assert selectors.place_of(arena, game.first.user).waits_since is not None
    services.join(arena=arena, user=loser, now=START + timedelta(minutes=4))
    assert all(look(arena, ann, ben, at=START + timedelta(minutes=4)))


def test_no_game_begins_after_the_end_and_one_that_has_begun_counts(arena, ann):
    ben = person("Ben")
    services.join(arena=arena, user=ben, now=NOON)
    game, _same = look(arena, ann, ben, at=END - timedelta(seconds=10))
    end(game.table, 0, END + timedelta(minutes=5))
    assert sorted(one[2] for one in lines(arena)) == [0, 2]
    assert look(arena, ann, ben, at=END + timedelta(minutes=5)) == [None, None]
    with pytest.raises(Refusal, match="over"):
        services.join(arena=arena, user=person("Cy"), now=END)


def test_who_pauses_keeps_their_points_and_who_leaves_before_the_first_game_is_gone(arena, ann):
    ben = person("Ben")
    services.join(arena=arena, user=ben, now=NOON)
    services.pause(arena=arena, user=ben)
    assert selectors.place_of(arena, ben) is None
    services.join(arena=arena, user=ben, now=NOON)
    game, _same = look(arena, ann, ben, at=START)
    services.pause(arena=arena, user=ben)
    assert selectors.game_of(selectors.place_of(arena, ben)) == game, "a game that has begun goes on"
    end(game.table, 0, START + timedelta(minutes=1))
    assert len(lines(arena)) == 2


@pytest.mark.parametrize("is_rated", [True, False])
def test_a_rated_arena_counts_for_the_ratings(ann, is_rated):
    arena, ben = open_one(ann, is_rated=is_rated), person("Ben")
    services.join(arena=arena, user=ben, now=NOON)
    game, _same = look(arena, ann, ben, at=START)
    end(game.table, 0, START + timedelta(minutes=3))
    assert RatedMatch.objects.get().weight == int(is_rated)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"rules": "cutthroat"}, "rules"),
        ({"rules": "whist"}, "rules"),
        ({"clock": None}, "clock"),
        ({"clock": {"bank_s": -1}}, "clock"),
        ({"minutes": 7}, "minutes"),
        ({"starts_in": 0}, "starts_in"),
        ({"length": "deals:99"}, "length"),
        ({"name": "   "}, "name"),
        ({"name": "x" * 61}, "name"),
    ],
)
def test_what_cannot_be_is_refused_with_its_field(ann, changes, field):
    with pytest.raises(Invalid) as refused:
        open_one(ann, **changes)
    assert refused.value.field == field
    assert not Arena.objects.exists()


def test_two_open_arenas_a_person_and_none_for_guests(arena, ann):
    open_one(ann)
    with pytest.raises(Refusal, match="2 arenas"):
        open_one(ann)
    guest = accounts.guest()
    with pytest.raises(Refusal, match="account"):
        open_one(guest)
    with pytest.raises(Refusal, match="account"):
        services.join(arena=arena, user=guest, now=NOON)


def test_only_who_opened_it_calls_it_off_and_not_once_somebody_has_played(arena, ann):
    ben = person("Ben")
    with pytest.raises(Refusal, match="Only the person who opened"):
        services.call_off(arena=arena, by=ben, now=NOON)
    services.call_off(arena=open_one(ann), by=ann, now=NOON)
    assert AuditEntry.objects.filter(action="arena.call_off").count() == 1
    services.join(arena=arena, user=ben, now=NOON)
    look(arena, ann, ben, at=START)
    with pytest.raises(Refusal, match="Somebody has played"):
        services.call_off(arena=arena, by=ann, now=START)


def test_what_nobody_played_is_forgotten_and_results_stay(arena, ann):
    ben, empty = person("Ben"), open_one(ann, name="Nobody came")
    services.join(arena=arena, user=ben, now=NOON)
    game, _same = look(arena, ann, ben, at=START)
    end(game.table, 0, START + timedelta(minutes=3))
    assert services.forget_old_arenas(now=END + timedelta(hours=23)) == 0
    assert services.forget_old_arenas(now=END + timedelta(hours=25)) == 1
    assert list(Arena.objects.all()) == [arena]
    assert not Arena.objects.filter(pk=empty.pk).exists()


def test_pages_from_opening_to_the_table(client, ann):
    client.force_login(ann)
    assert "None is planned" in tight(client.get("/open/").content.decode())
    bad = client.post(
        "/arenas/new/", {"name": "", "rules": "gin-rummy-com", "clock": "5+3", "starts_in": 2, "minutes": 20}
    )
    assert bad.status_code == 422
    wish = {"name": "Lunch", "rules": "gin-rummy-com", "clock": "5+3", "starts_in": 2, "minutes": 20, "length": ""}
    page = client.post("/arenas/new/", wish, follow=True)
    assert "You take part" in tight(page.content.decode())
    arena = Arena.objects.get()
    assert "Lunch" in client.get("/open/").content.decode()
    ben = person("Ben")
    services.join(arena=arena, user=ben, now=arena.opened_at)
    Arena.objects.update(starts_at=arena.opened_at)
    services.keep_waiting(player=selectors.place_of(arena, ben), now=arena.opened_at)
    where = f"/arenas/{arena.public_id}/"
    part = client.get(f"{where}?waits=1", headers={"HX-Request": "true"})
    game = ArenaGame.objects.get()
    assert part.headers["HX-Redirect"] == f"/tables/{game.table.public_id}/"
    assert "To your table" in tight(client.get(where).content.decode()), (
        "who comes to look at the table of points stays there"
    )
    assert f'data-event="{where}"' in client.get(f"/tables/{game.table.public_id}/").content.decode()
    client.logout()
    page = tight(client.get(where).content.decode())
    assert "Sign in to take part" in page
    assert f'<a class="button" href="/accounts/signup/?next={where}">' in page, "who has no account comes back, too"


def test_the_api_opens_joins_and_tells_the_table(client, ann):
    client.force_login(ann)
    wish = {"name": "Lunch", "rules": "gin-rummy-com", "clock": CLOCK, "starts_in": 2, "minutes": 20}
    bad = client.post("/api/v1/arenas/", wish | {"rules": "cutthroat"}, content_type="application/json")
    assert (bad.status_code, list(bad.json()["errors"])) == (400, ["rules"])
    made = client.post("/api/v1/arenas/", wish, content_type="application/json")
    assert made.status_code == 201
    where = f"/api/v1/arenas/{made.json()['id']}/"
    assert made.json()["joined"] == 1
    ben = person("Ben")
    client.force_login(ben)
    assert client.post(f"{where}join/").json() == {"waits": True, "table": ""}
    assert [row["name"] for row in client.get(f"{where}table/").json()] == ["Ann", "Ben"]
    assert client.post(f"{where}pause/").status_code == 204
    assert ArenaPlayer.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_pages_that_ask_at_once_seat_nobody_twice(ann, race) -> None:
    arena, names = open_one(ann), ("Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")
    people = [ann, *(person(name) for name in names)]
    for one in people:
        services.join(arena=arena, user=one, now=START)
    places = [selectors.place_of(arena, one) for one in people]
    found = race(*(partial(services.keep_waiting, player=place, now=START) for place in places))
    assert not [one for one in found if isinstance(one, Exception)]
    games_on = ArenaGame.objects.all()
    assert sorted(seat for game in games_on for seat in (game.first_id, game.second_id)) == sorted(
        place.pk for place in places
    )
