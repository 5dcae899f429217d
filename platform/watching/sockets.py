"""An ASGI application around the websockets: each has a request id, that of nginx or a new one."""

from collections.abc import Awaitable, Callable
from typing import Any
from uuid import uuid4

from django_guid import set_guid

from watching import asked

ROUTE = "socket"
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class Sockets:
    """Say, as long as a socket is open, what is worked on."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        name = asked.HEADER.lower().encode()
        given = next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")
        set_guid(given if asked.REQUEST_ID.fullmatch(given) else uuid4().hex)
        with asked.working(asked.Named(ROUTE)):
            await self.application(scope, receive, send)
