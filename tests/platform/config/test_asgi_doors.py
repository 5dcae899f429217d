"""The server's entry point: which origins may open a socket, how an unknown address is answered, one server on a data
folder."""

from pathlib import Path
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.conf import settings
from django.test import override_settings

from config import asgi
from games.live.processes import locks

OURS = "https://club.example"
EVIL = [
    None, "null", "https://evil.example", "http://club.example", "https://club.example:8443", "https://www.club.example",
    "https://club.example.evil.example", "https://club.example/", "HTTPS://CLUB.EXAMPLE", "",
]  # fmt: skip


async def first_answer(origins: list[str], path: str = "/ws/t/0/nothing/", cookie: str = "") -> dict[str, Any]:
    headers = [(b"origin", origin.encode()) for origin in origins]
    headers += [(b"cookie", cookie.encode())] if cookie else []
    scope = {"type": "websocket", "path": path, "query_string": b"", "headers": headers, "subprotocols": []}
    line = ApplicationCommunicator(asgi.application, scope)
    await line.send_input({"type": "websocket.connect"})
    answer: dict[str, Any] = await line.receive_output(3)
    await line.wait(1)
    return answer


@override_settings(SITE_ORIGINS=[OURS])
@pytest.mark.parametrize("origin", EVIL)
async def test_another_origin_is_refused_in_the_handshake(origin: str | None) -> None:
    assert (await first_answer([] if origin is None else [origin]))["type"] == "websocket.close"


@override_settings(SITE_ORIGINS=[OURS])
async def test_two_origins_are_one_too_many() -> None:
    assert (await first_answer([OURS, OURS]))["type"] == "websocket.close"


@override_settings(SITE_ORIGINS=[OURS])
async def test_our_origin_is_accepted_and_then_told_what_is_wrong() -> None:
    assert (await first_answer([OURS]))["type"] == "websocket.accept"  # closed afterwards: no hub serves here


@override_settings(SITE_ORIGINS=[OURS])
async def test_only_who_brings_a_session_is_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def stack(inside: Any) -> Any:
        asked.append(1)
        return inside

    monkeypatch.setattr(asgi, "AuthMiddlewareStack", stack)
    for cookie, times in (("", 0), ("csrftoken=abc", 0), (f"a=b; {settings.SESSION_COOKIE_NAME}=x", 1)):
        assert (await first_answer([OURS], cookie=cookie))["type"] == "websocket.accept"
        assert len(asked) == times


@override_settings(SITE_ORIGINS=[OURS])
async def test_an_unknown_address_is_refused() -> None:
    assert (await first_answer([OURS], "/ws/elsewhere/"))["type"] == "websocket.close"


async def test_a_second_server_on_a_data_folder_fails(tmp_path: Path) -> None:
    with override_settings(DATA_DIR=tmp_path):
        first, second = locks.OfFolder(), locks.OfFolder()
        assert await first.take(locks.SERVED, 0)
        assert not await second.take(locks.SERVED, 0)
        await first.close()
        assert await second.take(locks.SERVED, 0)
        await second.close()
