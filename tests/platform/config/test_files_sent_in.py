"""No file that somebody sends in is kept or handed to anybody as it was sent: a picture is drawn anew, of any
other file only what it says is read."""

import io
from collections.abc import Iterator

import pytest
from django import forms
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import models
from django.test import Client
from django.utils import timezone
from PIL import Image

from accounts import services as accounts
from clubs import services as clubs
from clubs.models import Club, Noticeboard
from pages.forms import BoardForm
from tournaments.event.forms.desk import RosterForm
from tournaments.event.services import creating
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
MARK = b"X5O-A-FILE-THAT-A-SCANNER-KNOWS"


@pytest.fixture
def organiser(db: None) -> Client:
    olga = accounts.official(username="olga", name="Olga", email="", password="x" * 12, site_admin=True)
    club = clubs.create_club(name="Cards", organiser=olga)
    creating.create_tournament(
        club=club, name="Open", by=olga, now=timezone.now(), mode="in_person", rounds=3, variant="gin-rummy-com"
    )
    browser = Client()
    browser.force_login(olga)
    return browser


def sent(name: str, data: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data)


def picture() -> bytes:
    """A picture with more behind its end, as such files are hidden."""
    out = io.BytesIO()
    Image.new("RGB", (80, 80), "red").save(out, "PNG")
    return out.getvalue() + MARK


def all_kept() -> Iterator[bytes]:
    """All that the database keeps as text or bytes."""
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if isinstance(field, (models.CharField, models.TextField, models.JSONField, models.BinaryField)):
                for value in model._default_manager.values_list(field.attname, flat=True):
                    yield bytes(value) if isinstance(value, (bytes, memoryview)) else str(value).encode()


def subclasses(of: type) -> Iterator[type]:
    for one in of.__subclasses__():
        yield one
        yield from subclasses(one)


def test_nothing_is_kept_or_served_as_it_was_sent(organiser: Client) -> None:
    event, club = Tournament.objects.get(), Club.objects.get()
    lists = b"name,rating,email,note\nCem,,," + MARK + b"\n"
    board = {"name": "Cards", "zone": "UTC", "meets": "", "about": "", "note": "", "colour": ""}
    doors = {
        f"/clubs/{club.slug}/board/": board | {"logo": sent("logo.png", picture())},
        f"/o/{event.slug}/entries/": {"file": sent("list.csv", lists), "accept": "1"},
        f"/o/{event.slug}/import/results/1/": {"file": sent("list.csv", lists)},
        "/o/load/": {"file": sent("report.trf", MARK), "club": club.pk},
        "/o/evening/": {"file": sent("list.csv", lists), "club": club.pk},
    }
    for where, form in doors.items():
        assert organiser.post(where, form).status_code < 500, where
    for where in ("/api/v1/tournaments/load/", "/api/v1/tournaments/load-report/"):
        body = {"data": sent("report.trf", MARK), "club": club.slug}
        assert organiser.post(where, body).status_code < 500, where
    logo = Noticeboard.objects.get()
    page = Client().get(f"/clubs/{club.slug}/logo/{logo.logo_key}.webp")
    assert logo.logo
    assert MARK not in (page.content if page.status_code == 200 else bytes(logo.logo))
    assert not [kept for kept in all_kept() if MARK in kept]


def test_every_form_that_takes_a_file_is_known_here() -> None:
    taking = {
        one
        for one in subclasses(forms.BaseForm)
        if any(isinstance(f, forms.FileField) for f in getattr(one, "base_fields", {}).values())
    }
    ours = {
        one for one in taking if one.__module__.startswith(("pages.", "tournaments.", "games.", "clubs.", "notices."))
    }
    assert {one for one in ours if not issubclass(one, (BoardForm, RosterForm))} == set(), "send a file to it above"
    kept = [f for model in apps.get_models() for f in model._meta.get_fields() if isinstance(f, models.FileField)]
    assert kept == [], "no row names a file"
