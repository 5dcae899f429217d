"""What goes to an error tracker: the error, and nothing personal."""

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import sentry_sdk
from django.db import IntegrityError
from django.http import HttpRequest
from django.test import RequestFactory
from django.urls import resolve
from sentry_sdk.transport import Transport

from accounts.models import User
from watching import asked, errors

logger = logging.getLogger("games.live")
SECRETS = ("ann@club.example", "192.168.1.5", "2001:db8::17", "q4Zt8hV2", "KH QS", "Ann O'Hara", "sessionid=abc")


class Kept(Transport):
    """Keeps what would be sent."""

    def __init__(self, options: dict[str, Any] | None = None) -> None:
        super().__init__(options)
        self.sent: list[dict[str, Any]] = []

    def capture_envelope(self, envelope: Any) -> None:
        self.sent += [item.payload.json for item in envelope.items if item.type == "event"]


@pytest.fixture
def tracker() -> Iterator[Kept]:
    kept = Kept()
    errors.start("https://key@tracker.example/1", release="undercut@1", transport=kept)
    yield kept
    sentry_sdk.init()  # without an address nothing is sent


def request() -> HttpRequest:
    path = "/accounts/password/reset/key/3-q4Zt8hV2/"
    made = RequestFactory(headers={"cookie": "sessionid=abc"}, REMOTE_ADDR="192.168.1.5").post(
        path, {"name": "Ann O'Hara"}
    )
    made.resolver_match = resolve(path)
    made.user = User(pk=41, username="Ann O'Hara", email="ann@club.example")  # type: ignore[assignment]  # as a view sees it
    return made


def fail(hand: str = "KH QS") -> None:
    raise IntegrityError(
        "duplicate key for ann@club.example from 192.168.1.5 and 2001:db8::17\nDETAIL:  Key (name)=(Ann O'Hara)"
    )


def test_an_error_of_a_page_says_where_and_for_which_account_and_nothing_personal(tracker: Kept) -> None:
    asks = request()
    try:
        fail()
    except IntegrityError as error:
        exc_info = (type(error), error, error.__traceback__)
        said = {"exc_info": exc_info, "extra": {"request": asks, "status_code": 500, "who": "ann@club.example"}}
        logging.getLogger("django.request").error("%s: %s", "Internal Server Error", asks.path, **said)
    [event] = tracker.sent
    whole = json.dumps(event)
    assert not [secret for secret in SECRETS if secret in whole]
    assert event["tags"]["route"] == "account_reset_password_from_key"
    assert event["user"] == {"id": "41"}
    [error] = event["exception"]["values"]
    assert error["type"] == "IntegrityError"
    assert error["value"].startswith("duplicate key for [mail] from [address]")
    assert [frame["function"] for frame in error["stacktrace"]["frames"]][-1] == "fail"
    assert set(event) <= {*errors.KEPT, "tags", "user"}


def test_what_is_no_error_is_not_sent(tracker: Kept) -> None:
    logger.warning("slow query of players")
    assert tracker.sent == []


def test_an_error_of_a_task_says_its_name(tracker: Kept) -> None:
    with asked.working(asked.Named("duework.sweep")):
        logger.error("due work %s failed %d times", "mail for ann@club.example", 20)
    [event] = tracker.sent
    assert event["tags"]["route"] == "duework.sweep"
    assert "ann@club.example" not in json.dumps(event)
