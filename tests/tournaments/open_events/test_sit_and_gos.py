"""Sit-and-gos: with the last seat a tournament begins and runs by itself."""

import re
from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied

from accounts import services as accounts
from clubs import services as clubs
from clubs.models import Membership
from duework import services as duework
from games.models import LIVE_VARIANTS, Status, Table
from games.services import seeks
from games.services import tables as table_services
from ratings.models import RatedMatch
from tests.markup import tight
from tests.tournaments.open_events.conftest import CLOCK, person
from tournaments.errors import Invalid, Refusal
from tournaments.event.selectors import consent
from tournaments.event.services import creating
from tournaments.models import Match, Mode, SitAndGo, SitAndGoKind, SitAndGoPlace, Tournament, TournamentState
from tournaments.open_events.selectors import waiting
from tournaments.open_events.services import sit_and_gos as services

pytestmark = pytest.mark.django_db


def open_one(by, at, **changes) -> SitAndGo:
    wish = {"rules": "gin-rummy-com", "seats": 4, "clock": CLOCK}
    return services.open_sit_and_go(by=by, now=at(), **(wish | changes))


def fill(found: SitAndGo, clock) -> Tournament:
    """Three more sit down."""
    for name in ("Ben", "Cy", "Dee"):
        found = services.take_seat(found=found, user=person(name), now=clock.later(seconds=1))
    assert found.tournament is not None
    return found.tournament


def sweep_all(clock) -> None:
    clock.later(seconds=services.PAUSE_S)
    while duework.sweep(now=clock()):
        pass


def finish_tables(clock) -> int:
    """Whoever sits in seat A wins each table that is played; how many there were."""
    playing = list(Table.objects.filter(status=Status.PLAYING))
    for table in playing:
        result = {
            "winner": 0, "how": "played", "points": [103, 40], "totals": [103, 40], "deals": 6, "shutout": False,
            "net": [63, -63], "deals_won": [5, 1],
        }  # fmt: skip
        Table.objects.filter(pk=table.pk).update(status=Status.OVER, result=result, finished_at=clock.later(seconds=1))
        table_services.report(table.pk, clock())
    return len(playing)


@pytest.mark.parametrize(("kind", "rounds", "matches"), [("cup", 2, 4), ("swiss", 3, 6)])
def test_it_begins_with_the_last_seat_and_ends_by_itself(ann, clock, kind, rounds, matches):
    tournament = fill(open_one(ann, clock, kind=kind), clock)
    assert {str(entry) for entry in tournament.entries.all()} == {"Ann", "Ben", "Cy", "Dee"}
    played = 0
    for _round in range(rounds):
        sweep_all(clock)
        played += finish_tables(clock)
        sweep_all(clock)
    tournament.refresh_from_db()
    assert tournament.state == TournamentState.FINISHED
    assert played == Match.objects.count() == matches
    assert Table.objects.first().settings["clock"] == CLOCK
    assert not RatedMatch.objects.filter(weight__gt=0).exists()
    assert not Membership.objects.exists(), "nobody is put on the list of a club by playing"


def test_duplicate_gives_every_table_the_same_cards(ann, clock):
    tournament = fill(open_one(ann, clock, kind="duplicate"), clock)
    sweep_all(clock)
    assert tournament.stages.get().format == "duplicate_swiss"
    tables = Table.objects.filter(status=Status.PLAYING)
    assert [(table.is_held, table.settings["decks"]) for table in tables] == [(True, services.DECKS)] * 2


def test_a_seat_is_free_again_a_minute_after_the_page_was_closed(ann, clock):
    found = open_one(ann, clock)
    ben = person("Ben")
    services.take_seat(found=found, user=ben, now=clock.later(seconds=50))
    services.take_seat(found=found, user=ben, now=clock.later(seconds=20))
    assert waiting.seated(found) == [ben], "Ann’s page has not asked for 70 seconds"
    assert [one.taken for one in waiting.that_wait(clock())] == [1]
    for _look in range(3):
        services.take_seat(found=found, user=ben, now=clock.later(seconds=50))
    assert [one.taken for one in waiting.that_wait(clock())] == [1], "whose page asks keeps the seat"
    assert waiting.that_wait(clock() + timedelta(minutes=2)) == []


def test_one_seat_a_person_and_who_leaves_last_closes_it(ann, clock):
    first, second = open_one(ann, clock), open_one(ann, clock)
    assert (waiting.seated(first), waiting.seated(second)) == ([], [ann])
    services.stand_up(found=second, user=ann, now=clock())
    with pytest.raises(Refusal, match="Everybody has left"):
        services.take_seat(found=second, user=ann, now=clock())


def test_nobody_sits_down_once_it_has_begun(ann, clock):
    found = open_one(ann, clock)
    fill(found, clock)
    with pytest.raises(Refusal, match="All seats were taken"):
        services.take_seat(found=found, user=person("Eve"), now=clock())
    assert Tournament.objects.count() == 1
    assert not SitAndGoPlace.objects.exists()


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"seats": 5}, "seats"),
        ({"kind": "league"}, "kind"),
        ({"clock": None}, "clock"),
        ({"clock": {"bank_s": "much"}}, "clock"),
        ({"rules": "cutthroat"}, "rules"),
        ({"rules": "whist"}, "rules"),
    ],
)
def test_what_cannot_be_is_refused_with_its_field(ann, clock, changes, field):
    with pytest.raises(Invalid) as refused:
        open_one(ann, clock, **changes)
    assert refused.value.field == field
    assert not SitAndGo.objects.exists()


def test_its_page_says_why_it_is_not_rated_and_nobody_can_have_it_rated(client, ann, clock):
    club = clubs.club_of_the_site()
    with pytest.raises(PermissionDenied, match="never rated"):
        clubs.approve_club(club=club, by=None, now=clock())
    assert consent.event_words(Tournament(club=club)) == "Not rated: players opened it themselves."
    page = client.get(f"/clubs/{club.slug}/").content.decode()
    assert "They are not rated." in page
    assert "approved" not in page


def test_guests_take_no_seat_and_what_never_began_is_forgotten(ann, clock):
    found = open_one(ann, clock)
    with pytest.raises(Refusal, match="account"):
        services.take_seat(found=found, user=accounts.guest(), now=clock())
    assert services.forget_old(now=clock.later(days=2)) == 1


def test_pages_from_opening_to_the_tournament(client, ann, clock):
    client.force_login(ann)
    page = tight(client.get("/open/").content.decode())
    assert "Nobody waits" in page
    for address in ("/open/", "/tournaments/"):
        assert re.search(r'<a class="button[^"]*" href="/daily/">', tight(client.get(address).content.decode()))
    wish = {"rules": "gin-rummy-com", "clock": "5+3", "kind": "cup", "seats": 4}
    page = client.post("/sit-and-go/new/", wish, follow=True).content.decode()
    assert "3 seats are free" in page
    found = SitAndGo.objects.get()
    assert "1 of 4 seats" in tight(client.get("/open/").content.decode())
    for name in ("Ben", "Cy", "Dee"):
        services.take_seat(found=found, user=person(name), now=found.opened_at)
    tournament = Tournament.objects.get()
    part = client.get(f"/sit-and-go/{found.public_id}/", headers={"HX-Request": "true"})
    assert part.headers["HX-Redirect"] == f"/t/{tournament.slug}/"
    assert tournament.name not in client.get("/tournaments/").content.decode(), "that list is of clubs"


def test_the_api_opens_and_sits(client, ann):
    client.force_login(ann)
    wish = {"rules": "gin-rummy-com", "clock": CLOCK, "seats": 4}
    assert client.post("/api/v1/sit-and-gos/", wish | {"seats": 5}, content_type="application/json").status_code == 400
    made = client.post("/api/v1/sit-and-gos/", wish, content_type="application/json").json()
    assert made["players"] == [ann.public_id]
    client.force_login(person("Ben"))
    assert len(client.post(f"/api/v1/sit-and-gos/{made['id']}/sit/").json()["players"]) == 2
    assert [one["id"] for one in client.get("/api/v1/sit-and-gos/").json()] == [made["id"]]
    assert client.post(f"/api/v1/sit-and-gos/{made['id']}/leave/").status_code == 204


def test_every_game_for_two_can_be_played_in_each_kind() -> None:
    for kind in SitAndGoKind.values:
        template, options = services.plan(kind)
        for rules in LIVE_VARIANTS:
            if seeks.is_for_two(rules):
                assert creating.planned(template, options, rules, Mode.ONLINE), (kind, rules)
