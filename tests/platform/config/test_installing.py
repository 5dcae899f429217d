"""The site as an app: a manifest in the reader's language, and a page without a connection that names nobody."""

from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from PIL import Image

from accounts.models import User
from config import views

pytestmark = pytest.mark.django_db
TOKENS = Path(__file__).parents[3] / "static/css/tokens.css"


def test_the_manifest_names_icons_of_the_sizes_it_says(client: Client) -> None:
    answer = client.get("/app.webmanifest")
    told = answer.json()
    assert answer["Content-Type"] == "application/manifest+json"
    assert {one["purpose"] for one in told["icons"]} == {"any", "maskable"}
    for one in told["icons"]:
        with Image.open(finders.find(one["src"].removeprefix("/static/"))) as icon:
            assert "{}x{}".format(*icon.size) == one["sizes"]
    with Image.open(finders.find("app/mask-512.png")) as mask:
        assert mask.convert("RGBA").getextrema()[3] == (255, 255)  # a phone cuts it: no corner may be empty
    for way in told["shortcuts"]:
        assert client.get(way["url"]).status_code in (200, 302), way


def test_the_colours_are_those_of_the_pages() -> None:
    text = TOKENS.read_text()
    assert f"--green-deep: light-dark({views.GROUND}," in text
    assert f"--paper: light-dark({views.PAPER}," in text


def test_both_speak_the_language_of_the_page(client: Client) -> None:
    assert client.get("/app.webmanifest?lang=es").json()["lang"] == "es"
    assert client.get("/app.webmanifest?lang=xx").json()["lang"] == "en"
    assert "Sin conexión" in client.get("/offline/?lang=es").content.decode()


def test_what_a_browser_keeps_knows_nobody(client: Client) -> None:
    ana = User.objects.create_user("ana", password="a long word")
    before = client.get("/offline/").content
    client.force_login(ana)
    answer = client.get("/offline/")
    assert answer.content == before
    assert not answer.cookies
    assert "Cookie" not in answer.get("Vary", "")
    assert answer["Cache-Control"] == "public, max-age=3600"


def test_only_the_worker_of_the_app_may_control_all_pages() -> None:
    def allowed(address: str) -> dict[str, str]:
        headers: dict[str, str] = {}
        settings.WHITENOISE_ADD_HEADERS_FUNCTION(headers, "", address)
        return headers

    assert allowed("/static/dist/app-worker.js") == {"Service-Worker-Allowed": "/"}
    assert allowed("/static/dist/sheet-worker.0f.js") == {"Service-Worker-Allowed": "/s/"}
    assert allowed("/static/dist/site.js") == {}
