"""What a person who has just signed up can reach of other people: nothing, tried step by step over HTTP."""

import json
import urllib.error
import urllib.request
from http.cookiejar import CookieJar
from urllib.parse import urlencode

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts import services as accounts
from accounts.models import User
from games.services import tables
from ratings.models import PlayerRating, RatedMatch
from ratings.services.runs import folding
from tournaments.exchange.selectors import dump
from tournaments.exchange.selectors.reports import report_text
from tournaments.models import Case, Match, Tournament
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db
V1 = "/api/v1"
CLUB = {"name": "Mallory’s Club", "zone": "UTC"}


@pytest.fixture
def victims(clock):
    """Two people at a casual table."""
    return [
        accounts.official(username=name, name=name.title(), email=f"{name}@example.org", password="x")
        for name in ("vera", "will")
    ]


@pytest.fixture
def their_table(victims, clock):
    seats = [tables.SeatSpec(user=user) for user in victims]
    return tables.open_table(rules_key="gin-rummy-com", seats=seats, label="Private", now=clock())


@pytest.fixture
def evening(make_tournament, play_round, organiser, clock):
    """A tournament of a club of others, one round of which is played."""
    tournament = make_tournament(players=4)
    stages.begin(tournament=tournament, by=organiser, now=clock())
    play_round(tournament)
    return Tournament.objects.get(pk=tournament.pk)


@pytest.fixture
def mallory(db) -> Client:
    """Signed up by the page, with a club that they founded by the page."""
    client = Client()
    form = {"username": "mallory", "email": "mallory@example.org", "name": "Mallory", "agreed": "on"}
    secret = "seven of hearts 4711"
    client.post(reverse("account_signup"), {**form, "password1": secret, "password2": secret})
    client.force_login(User.objects.get(username="mallory"))
    mail.outbox.clear()
    assert client.post(reverse("pages:club_new"), CLUB).status_code == 302
    return client


def post(client: Client, path: str, body: dict[str, object]) -> int:
    return client.post(f"{V1}{path}", body, content_type="application/json").status_code


class Visitor:
    """A stranger with a browser of their own: cookies, forms with their token, and the API, all by HTTP at `origin`."""

    def __init__(self, origin: str) -> None:
        self.origin, self.cookies = origin, CookieJar()
        self.browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def get(self, path: str) -> int:
        """The status of a page, at the end of all redirects."""
        return self._ask(urllib.request.Request(self.origin + path))

    def send(self, path: str, form: dict[str, object]) -> int:
        """The status that a form ends with."""
        return self._ask(self._filled(path, urlencode(form).encode(), "application/x-www-form-urlencoded"))

    def call(self, path: str, body: dict[str, object]) -> int:
        """The status of a call of the API."""
        return self._ask(self._filled(V1 + path, json.dumps(body).encode(), "application/json"))

    def _filled(self, path: str, body: bytes, kind: str) -> urllib.request.Request:
        token = next((one.value for one in self.cookies if one.name == "csrftoken"), "")
        headers = {"X-CSRFToken": token or "", "Content-Type": kind, "Origin": self.origin}
        return urllib.request.Request(self.origin + path, body, headers)

    def _ask(self, request: urllib.request.Request) -> int:
        try:
            with self.browser.open(request, timeout=60) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as refused:
            return refused.code


@pytest.mark.django_db(transaction=True)
def test_the_path_to_a_table_of_strangers_is_shut_at_every_step(live_server, evening, their_table):
    """On a running site, from signing up to the table: each step alone answers 403 or 404."""
    mallory, secret = Visitor(live_server.url), "seven of hearts 4711"
    assert mallory.get(reverse("account_signup")) == 200
    known = {"username": "mallory", "email": "mallory@example.org", "name": "Mallory", "agreed": "on"}
    assert mallory.send(reverse("account_signup"), known | {"password1": secret, "password2": secret}) == 200
    assert mallory.send(reverse("pages:club_new"), CLUB) == 200
    club = User.objects.get(username="mallory").memberships.get().club
    read = json.loads(dump.dump_text(evening))
    read["tables"]["case"] = [{"tournament": 0, "match": 0, "table": their_table.public_id, "kind": "desk"}]
    text = json.dumps(read)
    match = Match.objects.filter(round__stage__tournament=evening).first()
    case = reverse("tournaments:case", args=[evening.slug, "aaaaaaaaaaaa"])
    desk, table = f"/tournaments/{evening.public_id}/desk", f"/tables/{their_table.public_id}"
    shut = {
        "load by API": mallory.call("/tournaments/load/", {"club": club.slug, "text": text, "dry_run": False}),
        "load": mallory.send(reverse("tournaments:load"), {"club": club.slug, "text": text, "accept": "1"}),
        "open a case": mallory.send(
            reverse("tournaments:open-case", args=[evening.slug]), {"item": f"{match.public_id}:desk"}
        ),
        "open a case by API": mallory.call(f"{desk}/open/", {"item": f"{match.public_id}:desk"}),
        "see a case": mallory.get(case),
        **{f"{do} at a case": mallory.send(case, {"do": do}) for do in ("look", "preview", "rule")},
        **{
            f"{step} by API": mallory.call(f"{desk}/{step}/", {"case": "aaaaaaaaaaaa"})
            for step in ("look", "ruling/preview", "ruling")
        },
        "dump": mallory.get(reverse("tournaments:dump", args=[evening.slug])),
        "dump by API": mallory.get(f"{V1}/tournaments/{evening.public_id}/dump/"),
        "direct by API": mallory.get(f"{V1}{table}/director"),
        "approve": mallory.call(f"/clubs/{club.slug}/approval", {"approved": True}),
    }
    assert {step: status for step, status in shut.items() if status not in (403, 404)} == {}
    assert not Case.objects.exists()
    assert mallory.send(reverse("pages:club_new"), CLUB | {"name": "Another"}) == 200
    assert User.objects.get(username="mallory").memberships.count() == 2, "was signed in all along"


def test_an_own_club_with_an_own_import_moves_no_rating_of_others(mallory, evening, victims, play_round, clock):
    founder = User.objects.get(username="mallory")
    folding.rate_pending(pool=RatedMatch.objects.first().pool.key)
    before = list(PlayerRating.objects.order_by("pk").values_list("player", "rating"))
    assert before
    report = report_text(evening)
    form = {"club": "mallorys-club", "text": report, "dry_run": False, "rated": True}
    assert post(mallory, "/tournaments/load-report/", form) == 409
    assert post(mallory, "/tournaments/load-report/", form | {"rated": False}) == 200
    made = mallory.post(
        f"{V1}/tournaments/", {"club": "mallorys-club", "name": "Forged", "mode": "in_person"}, "application/json"
    ).json()
    for victim in victims:
        assert post(mallory, f"/entries/?tournament={made['id']}", {"player": victim.public_id}) == 201
    roster = "name,rating,email\nPlayer,,p1@example.org\nOther,,p2@example.org"
    facts = {"text": roster, "dry_run": False}
    assert post(mallory, f"/tournaments/{made['id']}/entries/import/", facts) == 200
    assert post(mallory, f"/tournaments/{made['id']}/entries/check-in/", {}) == 200
    assert post(mallory, f"/tournaments/{made['id']}/begin/", {}) == 200
    known = RatedMatch.objects.count()
    play_round(Tournament.objects.get(public_id=made["id"]))
    forged = RatedMatch.objects.order_by("pk")[known:]
    assert forged
    assert {match.weight for match in forged} == {0}
    folding.rate_pending(pool=RatedMatch.objects.first().pool.key)
    assert list(PlayerRating.objects.order_by("pk").values_list("player", "rating")) == before
    assert founder.memberships.get().role == "organiser"
