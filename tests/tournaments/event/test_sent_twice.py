"""A form that creates something and is sent twice, even at once, creates it once."""

import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.sessions.backends.db import SessionStore
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from doors.once import once
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)
WISH = {
    "name": "Night", "variant": "gin-rummy-com", "template": "swiss", "rounds": 3, "mode": "in_person",
    "timezone": "Europe/Vienna",
}  # fmt: skip


@pytest.fixture
def sent(club, organiser):
    """The form of a new tournament as a browser has it, with the token of its page."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(organiser)

    def page() -> dict[str, object]:
        text = client.get(reverse("tournaments:new")).content.decode()
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', text)
        assert token is not None
        return {**WISH, "club": club.pk, "csrfmiddlewaretoken": token[1]}

    return client, page


def test_two_at_once_make_one_and_both_lead_to_it(sent, race):
    client, page = sent
    form = page()

    def send():
        other = Client(enforce_csrf_checks=True)
        other.cookies = client.cookies
        return other.post(reverse("tournaments:new"), form)["Location"]

    first, second = race(send, send)
    assert Tournament.objects.count() == 1
    assert first == second == reverse("tournaments:entries", args=[Tournament.objects.get().slug])


def test_a_page_asked_for_again_or_a_changed_field_is_another_form(sent):
    client, page = sent
    client.post(reverse("tournaments:new"), page())
    client.post(reverse("tournaments:new"), page())
    assert Tournament.objects.count() == 2
    form = page()
    client.post(reverse("tournaments:new"), form)
    client.post(reverse("tournaments:new"), {**form, "name": "Another night"})
    assert Tournament.objects.count() == 4


def test_what_was_refused_may_be_sent_again(sent):
    client, page = sent
    form = page() | {"rounds": 0}
    assert client.post(reverse("tournaments:new"), form).status_code == 200
    assert client.post(reverse("tournaments:new"), form).status_code == 200
    assert not Tournament.objects.exists()


def test_of_two_at_once_that_are_refused_both_say_why(sent, race):
    client, page = sent
    form = page() | {"rounds": 0}

    def send():
        other = Client(enforce_csrf_checks=True)
        other.cookies = client.cookies
        return other.post(reverse("tournaments:new"), form).status_code

    assert race(send, send) == [200, 200]
    assert not Tournament.objects.exists()


def test_another_file_of_the_same_name_is_another_form():
    read = []

    @once
    def view(request: HttpRequest) -> HttpResponse:
        read.append(request.FILES["file"].read())
        return HttpResponse(status=302, headers={"Location": "/there/"})

    for content in (b"Ana", b"Ben", b"Ben"):
        form = {"csrfmiddlewaretoken": "t", "file": SimpleUploadedFile("list.csv", content)}
        asked = RequestFactory().post("/load/", form)
        asked.user, asked.session = AnonymousUser(), SessionStore()
        asked._messages = FallbackStorage(asked)
        assert view(asked).status_code == 302
    assert read == [b"Ana", b"Ben"]
