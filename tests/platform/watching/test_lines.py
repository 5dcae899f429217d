"""Lines of the log, entries of the audit log and tasks say for which request they are, and tell nothing personal."""

import json
import logging
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from celery import current_app, signals
from celery.app.trace import trace_task
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.urls import resolve
from django.utils import timezone
from django_guid import set_guid

from accounts import services as accounts
from accounts.models import User
from audit.models import AuditEntry
from clubs import services as clubs
from config.celery import app
from config.environment import logs
from duework import services as duework
from duework.tasks import sweep
from tournaments.event.services import creating
from watching import asked, lines
from watching.sockets import Sockets

ID, TOKEN = "0123456789abcdef" * 2, "q4Zt8hV2nXw7"
ODD = ["", "a", ID.upper(), "urn:uuid:" + ID, "{" * 40 + ID, ID + "\n", "é" * 32]


def line_of(**facts: Any) -> dict[str, Any]:
    """A line of JSON, as the console writes it."""
    record = logging.makeLogRecord({"name": "games", "levelname": "ERROR", "msg": "table %s", "args": (3,), **facts})
    lines.Where().filter(record)
    return dict(json.loads(lines.JsonLine().format(record)))


def asked_for(path: str, **facts: Any) -> HttpRequest:
    request = RequestFactory().get(path)
    request.resolver_match = resolve(path)
    for name, value in facts.items():
        setattr(request, name, value)
    return request


def test_a_line_has_these_fields_and_no_others() -> None:
    with asked.working(asked.Named("socket", 7)):
        said = line_of(created=0.0, email="ann@club.example", server_time="now", ip="192.168.1.5")
    said.pop("request_id", None)
    assert said == {
        "time": "1970-01-01T00:00:00.000+00:00", "level": "ERROR", "logger": "games", "message": "table 3",
        "person": 7, "route": "socket",
    }  # fmt: skip


def test_a_trace_is_one_field() -> None:
    try:
        raise OSError("the disk is full")
    except OSError as error:
        said = line_of(exc_info=(type(error), error, error.__traceback__))
    assert said["trace"].startswith("Traceback")
    assert said["trace"].endswith("OSError: the disk is full")


def test_the_line_of_a_page_names_route_and_person_and_hides_what_opens_something() -> None:
    user = User(pk=41, username="ann", email="ann@club.example")
    request = asked_for(f"/accounts/password/reset/key/3-{TOKEN}/", user=user)
    said = line_of(msg="%s: %s", args=("Not Found", request.path), request=request, status_code=404)
    assert said["route"] == "account_reset_password_from_key"
    assert said["person"] == 41
    assert said["message"] == "Not Found: /accounts/password/reset/key/3-…/"
    assert "ann" not in json.dumps(said)


def test_a_line_reads_no_account() -> None:
    """No database is allowed here."""
    request = asked_for("/")
    Client().handler.load_middleware()
    assert "person" not in line_of(request=request)


@pytest.mark.parametrize("given", ODD)
def test_an_odd_id_is_no_id(given: str) -> None:
    answer = Client(headers={"x-request-id": given}).get("/robots.txt")
    assert asked.REQUEST_ID.fullmatch(answer["X-Request-ID"])
    assert answer["X-Request-ID"] != given


def test_nginx_is_told_the_route() -> None:
    answer = Client(headers={"x-request-id": ID}).get("/robots.txt")
    assert (answer["X-Request-ID"], answer["X-Route"]) == (ID, "robots")
    assert Client(headers={"x-request-id": ID}).get("/static/nothing.css")["X-Route"] == "static"
    assert "X-Route" not in Client().get("/robots.txt")


@pytest.mark.django_db
def test_an_entry_of_the_audit_log_has_the_id_of_its_request(client: Client) -> None:
    olga = accounts.official(username="olga", name="Olga", email="", password="correct horse 9")
    club = clubs.create_club(name="Strangers", organiser=olga)
    creating.create_tournament(
        club=club, name="Tuesday", by=olga, now=timezone.now(), mode="in_person", rounds=3, variant="gin-rummy-com"
    )
    client.force_login(accounts.official(username="root", name="Root", email="", password="x", site_admin=True))
    client.post(f"/clubs/{club.slug}/approval/", {"approved": "yes"}, headers={"x-request-id": ID})
    assert AuditEntry.objects.latest("pk").request_id == ID


async def test_all_that_a_socket_does_has_its_id() -> None:
    found = []

    async def inside(_scope: Any, receive: Any, _send: Any) -> None:
        asked.is_for(12)
        found.append((asked.request_id(), asked.route(), getattr(asked.present(), "person", None)))
        await receive()

    for given in (ID, "evil"):
        scope = {"type": "websocket", "headers": [(b"x-request-id", given.encode())]}
        line = ApplicationCommunicator(Sockets(inside), scope)
        await line.send_input({"type": "websocket.connect"})
        await line.wait(1)
    assert found[0] == (ID, "socket", 12)
    assert asked.REQUEST_ID.fullmatch(found[1][0])


@pytest.mark.django_db
def test_a_task_has_the_id_of_the_request_that_asked_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    monkeypatch.setitem(duework._inside, "test.look", lambda _w, _n: found.append((asked.request_id(), asked.route())))
    duework.plan(key="look", kind="test.look", due_at=timezone.now())
    set_guid(ID)
    headers: dict[str, Any] = {}
    signals.before_task_publish.send(sender=sweep.name, headers=headers)
    assert headers["X-Request-ID"] == ID
    trace_task(current_app.tasks[sweep.name], "one", (), {}, request=headers, app=app)
    assert found == [(ID, "duework.sweep")]
    assert asked.present() is None


@pytest.mark.parametrize("form", logs.FORMS)
def test_the_log_has_both_forms(form: str) -> None:
    assert logs.logging(level="INFO", form=form)["handlers"]["console"]["formatter"] == form
