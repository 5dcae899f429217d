"""The pages of challenges: from a player's page to a card on Play and home, and to the table."""

import pytest
from django.test import Client

from accounts import services as accounts
from accounts.models import User
from games.models import Challenge, Table

pytestmark = pytest.mark.django_db
GIN = {"rules": "gin-pagat", "length": "best_of:3"}


def person(name: str) -> tuple[User, Client]:
    user = accounts.official(username=name.lower(), name=name, email="", password="x" * 12)
    client = Client()
    client.force_login(user)
    return user, client


def words(client: Client, path: str) -> str:
    """What a page says; the list of open searches as the page Play asks for it."""
    answer = client.get(path, headers={"HX-Request": "true"} if path == "/play/open/" else {})
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_challenge_from_a_players_page_to_the_table() -> None:
    _, as_ann = person("Ann")
    ben, as_ben = person("Ben")
    form = f"/play/challenges/to/{ben.public_id}/"
    assert form in words(as_ann, f"/players/{ben.public_id}/")
    assert form not in words(as_ben, f"/players/{ben.public_id}/")
    waits = as_ann.post(form, GIN)["Location"]
    assert "to answer. Keep this page open" in words(as_ann, waits)
    for page in ("/", "/me/", "/play/open/"):
        shown = words(as_ben, page)
        assert "Ann challenges you" in shown
        assert "best of 3 games" in shown
    as_ben.post(waits, {"do": "accept"})
    there = f"/tables/{Table.objects.get().public_id}/"
    assert as_ann.get(waits, headers={"HX-Request": "true"}).headers["HX-Redirect"] == there
    assert as_ben.get(waits)["Location"] == there
    assert "challenges you" not in words(as_ben, "/play/open/")


def test_the_notice_leads_to_the_challenge() -> None:
    ben, as_ben = person("Ben")
    waits = person("Ann")[1].post(f"/play/challenges/to/{ben.public_id}/", GIN)["Location"]
    shown = words(as_ben, "/my/notices/")
    assert "Ann challenges you" in shown
    assert as_ben.get(f"/my/notices/{ben.told.get().public_id}/")["Location"] == waits
    assert "Answer within" in words(as_ben, waits)


def test_a_declined_challenge_says_so_and_no_longer_asks() -> None:
    ben, as_ben = person("Ben")
    as_ann = person("Ann")[1]
    waits = as_ann.post(f"/play/challenges/to/{ben.public_id}/", GIN)["Location"]
    as_ben.post(waits, {"do": "decline"})
    shown = words(as_ann, waits)
    assert "Ben has declined" in shown
    assert "hx-trigger" not in shown.partition('id="challenge"')[2].partition(">")[0]
    assert person("Cy")[1].get(waits).status_code == 404


def test_challenges_are_turned_off_on_my_page() -> None:
    ben, as_ben = person("Ben")
    as_ann = person("Ann")[1]
    assert "Take no challenges" in words(as_ben, "/me/")
    as_ben.post("/play/challenges/taking/", {"takes": "0"})
    assert "Nobody can challenge you to a game" in words(as_ben, "/me/")
    assert "/play/challenges/to/" not in words(as_ann, f"/players/{ben.public_id}/")
    answer = as_ann.post(f"/play/challenges/to/{ben.public_id}/", GIN)
    assert (answer.status_code, "takes no challenges" in answer.content.decode()) == (422, True)
    assert not Challenge.objects.exists()


@pytest.mark.parametrize("absurd", [{"rules": "whist"}, {"rules": "cutthroat"}, {"length": "best_of:999"}])
def test_absurd_terms_are_refused_on_the_form(absurd: dict[str, str]) -> None:
    ben = person("Ben")[0]
    answer = person("Ann")[1].post(f"/play/challenges/to/{ben.public_id}/", GIN | absurd)
    assert answer.status_code == 422
    assert 'class="errorlist"' in answer.content.decode()
    assert not Challenge.objects.exists()
