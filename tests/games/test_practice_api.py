"""A practice table by the API."""

import pytest
from django.test import Client

from accounts.models import User
from games.live.setup import terms
from games.models import Table

pytestmark = pytest.mark.django_db


def test_sit_down_against_the_house() -> None:
    client = Client()
    client.force_login(User.objects.create(username="ann", name="Ann"))
    opened = client.post("/api/v1/tables/", {"level": "club"}, content_type="application/json")
    assert opened.status_code == 201
    assert [seat["house"] for seat in opened.json()["seats"]] == ["", "club"]
    assert Table.objects.get().settings["pace"] == "people"
    quick = client.post("/api/v1/tables/", {"pace": "quick"}, content_type="application/json").json()
    table = Table.objects.get(public_id=quick["id"])
    assert table.settings["pace"] == "quick"
    assert terms.terms(table).pause_s > 0, "the next deal waits for the person"
    refused = client.post("/api/v1/tables/", {"rules": "poker"}, content_type="application/json")
    assert refused.status_code == 400
    assert "rules" in refused.json()["errors"]


def test_a_visitor_signs_in_first() -> None:
    assert Client().post("/api/v1/tables/", {}, content_type="application/json").status_code == 403
