"""The page of webhooks and its API: for organisers; the secret is shown once, a test shows the answer."""

import html
import re

import pytest
from django.test import Client
from django.utils import timezone

from accounts import services as accounts
from audit.models import AuditEntry
from clubs import services as clubs
from clubs.models import Club
from tests.platform.webhooks.receivers import listen
from webhooks.models import Delivery, Endpoint
from webhooks.services import delivering, endpoints

pytestmark = pytest.mark.django_db
SECRET = re.compile(r"<code[^>]*>(whsec_[^<]+)</code>")
FORM = {"kinds": ["round.published", "result.entered"]}


@pytest.fixture
def as_olga(olga) -> Client:
    client = Client()
    client.force_login(olga)
    return client


@pytest.fixture
def stranger(club) -> Client:
    """A director of the club, who organises another one."""
    dirk = accounts.player_for(name="Dirk Direct")[0]
    clubs.add_member(club=club, user=dirk, role="director")
    clubs.create_club(name="Elsewhere", organiser=dirk)
    client = Client()
    client.force_login(dirk)
    return client


def page_of(answer) -> str:
    return html.unescape(answer.content.decode())


def test_an_organiser_adds_tests_changes_and_removes(as_olga, club, hook):
    where = f"/clubs/{club.slug}/webhooks/"
    assert "Nobody is told yet" in page_of(as_olga.get(where))
    added = as_olga.post(f"{where}new/", {**FORM, "url": hook.url})
    [secret] = SECRET.findall(page_of(added))
    one = f"{where}{Endpoint.objects.get().public_id}/"
    again = page_of(as_olga.get(one))
    assert not SECRET.findall(again), "it is shown this once"
    assert f'<form class="form panel" method="post" action="{one}">' in again, "what is changed is sent to this page"
    assert added["Cache-Control"] == "private, no-store"

    hook.answer((201, {}, b"<b>Thanks & hello</b>"))
    tried = page_of(as_olga.post(f"{one}test/"))
    assert "The test was taken" in tried
    assert "Answer 201" in tried
    assert "<b>Thanks & hello</b>" in tried
    assert hook.opened(secret)["type"] == "webhook.test"
    hook.answer(500)
    assert "The test was not taken" in page_of(as_olga.post(f"{one}test/"))

    fresh = SECRET.findall(page_of(as_olga.post(f"{one}secret/")))
    assert fresh != [secret]
    assert as_olga.post(one, {**FORM, "url": hook.url}).status_code == 302
    assert Endpoint.objects.get().off_reason == "by_hand"
    assert "turned off by an organiser" in page_of(as_olga.get(one))
    assert as_olga.post(f"{one}remove/").status_code == 302
    assert not Endpoint.objects.exists()
    acts = AuditEntry.objects.filter(action__startswith="webhook.").values_list("action", flat=True)
    assert list(acts) == ["webhook.add", "webhook.rotate", "webhook.change", "webhook.remove"]


def test_a_bad_address_is_named(as_olga, club, settings):
    settings.WEBHOOKS_LOCAL = False
    where = f"/clubs/{club.slug}/webhooks/new/"
    for url, words in (("https://127.0.0.1/", "not in the public internet"), ("http://1.1.1.1/", "begin with https")):
        answer = as_olga.post(where, {**FORM, "url": url})
        assert (answer.status_code, words in page_of(answer)) == (422, True)
    assert as_olga.post(where, {"url": "https://1.1.1.1/"}).status_code == 422, "at least one kind of event"
    assert not Endpoint.objects.exists()


def test_nobody_else_sees_or_does_anything(stranger, client, club, olga, hook):
    endpoint, _secret = listen(hook.url, club, olga, timezone.now())
    one = f"/clubs/{club.slug}/webhooks/{endpoint.public_id}/"
    api = f"/api/v1/clubs/{club.slug}/webhooks"
    for path in (f"/clubs/{club.slug}/webhooks/", one, "/site/webhooks/", api, f"{api}/{endpoint.public_id}"):
        assert stranger.get(path).status_code == 403, path
        assert client.get(path).status_code in (302, 401, 403), path
    for act in ("", "secret/", "remove/", "test/"):
        assert stranger.post(f"{one}{act}").status_code == 403
    assert stranger.get(f"/clubs/elsewhere/webhooks/{endpoint.public_id}/").status_code == 404
    assert stranger.post(f"/clubs/elsewhere/webhooks/{endpoint.public_id}/remove/").status_code == 404
    assert Endpoint.objects.filter(pk=endpoint.pk).exists()
    assert hook.had == []


def test_the_staff_look_after_those_of_the_site(as_olga, olga, hook):
    olga.is_staff = True
    olga.save()
    added = as_olga.post("/site/webhooks/new/", {**FORM, "url": hook.url})
    assert len(SECRET.findall(page_of(added))) == 1
    assert Endpoint.objects.get().club is None


def test_the_log_shows_and_sends_again(as_olga, olga, club, hook):
    endpoint, _secret = listen(hook.url, club, olga, timezone.now())
    hook.answer((500, {}, b"out of order"))
    delivering.try_out(endpoint=endpoint, by=olga, now=timezone.now())
    one = f"/clubs/{club.slug}/webhooks/{endpoint.public_id}/"
    assert "out of order" in page_of(as_olga.get(one))
    delivery = Delivery.objects.get()
    assert as_olga.post(f"{one}deliveries/{delivery.public_id}/again/").status_code == 302
    delivery.refresh_from_db()
    assert delivery.state == "waiting"


def test_the_page_of_the_club_says_when_one_is_off(as_olga, client, club, olga, hook):
    endpoint, _secret = listen(hook.url, club, olga, timezone.now())
    Endpoint.objects.filter(pk=endpoint.pk).update(off_reason="failing", off_at=timezone.now())
    assert "An address is off" in page_of(as_olga.get(f"/clubs/{club.slug}/"))
    assert "webhooks" not in page_of(client.get(f"/clubs/{club.slug}/"))


def test_the_api_does_the_same(as_olga, club, hook):
    where = f"/api/v1/clubs/{club.slug}/webhooks"
    json = {"content_type": "application/json"}
    added = as_olga.post(where, {**FORM, "url": hook.url}, **json)
    assert added.status_code == 201
    secret, one = added.json()["secret"], f"{where}/{added.json()['id']}"
    assert "secret" not in as_olga.get(one).json()
    assert as_olga.post(f"{one}/test").json()["status"] == 204
    assert hook.opened(secret)["data"]["club"]["name"] == "Thursday Club"
    [sent] = as_olga.get(f"{one}/deliveries").json()["results"]
    assert (sent["kind"], sent["state"], len(sent["attempts"])) == ("webhook.test", "delivered", 1)
    assert as_olga.post(f"{one}/deliveries/{sent['id']}/again").status_code == 202
    assert as_olga.post(f"{one}/deliveries/{sent['id']}/again").json()["type"] == "waiting"
    assert as_olga.patch(one, {"is_on": False}, **json).json()["off_reason"] == "by_hand"
    wrong = as_olga.patch(one, {"url": "gopher://x"}, **json)
    assert (wrong.status_code, list(wrong.json()["errors"])) == (400, ["url"])
    assert as_olga.post(f"{one}/secret").json()["secret"] != secret
    assert as_olga.delete(one).status_code == 204


def test_a_club_has_at_most_ten(olga, club: Club, hook, monkeypatch):
    monkeypatch.setattr(endpoints, "MOST", 1)
    listen(hook.url, club, olga, timezone.now())
    with pytest.raises(endpoints.Refused) as refused:
        listen(hook.url, club, olga, timezone.now())
    assert refused.value.code == "too_many"
