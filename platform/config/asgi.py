"""The server's only entry point: pages by HTTP, tables by websocket, and the hub, which lives as long as the server.

Any ASGI server that speaks lifespan will do; uvicorn is what is tested:
`uvicorn config.asgi:application --workers 1 --ws config.sockets:TableSocket --ws-max-size 16384
--ws-per-message-deflate false`
"""

import gc
import logging
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from asgiref.sync import sync_to_async
from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.http import parse_cookie
from django.urls import get_resolver

http = get_asgi_application()

from accounts.second_factor import services as second_factor  # noqa: E402
from games.live.processes.hub import Hub, WrongSealKey  # noqa: E402  (needs the apps)
from games.live.processes.shards import Keeper  # noqa: E402
from games.routing import websocket_urlpatterns  # noqa: E402
from keeping.tables import differences  # noqa: E402
from watching.sockets import Sockets  # noqa: E402

logger = logging.getLogger(__name__)
kept_out = sync_to_async(second_factor.is_kept_out)
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class ExactOrigin:
    """Accepts a websocket only from an origin in settings.SITE_ORIGINS: scheme, host and port must be equal."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        origins = [value.decode("latin-1") for name, value in scope["headers"] if name == b"origin"]
        if len(origins) == 1 and origins[0] in settings.SITE_ORIGINS:
            await self.application(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": "origin"})


class SignedIn:
    """Puts the session's user into the scope, and nothing else: frames do not pass the session's wrapper. A person
    without the second step that the site requires of everybody is refused. A request without a session, or with an
    impossible session key, is anonymous and needs no thread."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        cookies = [value.decode("latin-1") for name, value in scope["headers"] if name == b"cookie"]
        session = parse_cookie("; ".join(cookies)).get(settings.SESSION_COOKIE_NAME, "")
        if not session or "\0" in session:
            await self.application(scope, receive, send)
            return

        async def inside(signed: Any, *_: Any) -> None:
            if second_factor.is_demanded_of(second_factor.EVERYBODY) and await kept_out(signed["user"]):
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": "second step"})
                return
            await self.application(signed, receive, send)

        with_user: Any = AuthMiddlewareStack(inside)  # which the stubs take for an application of ASGI 2, too
        await with_user(scope, receive, send)


async def unknown(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Refuse a websocket at an unknown address."""
    await receive()
    await send({"type": "websocket.close", "code": 1008, "reason": "address"})


class Addresses:
    """The websocket addresses; an unknown one is refused, and not logged as a fault."""

    def __init__(self) -> None:
        self.known: Any = URLRouter(websocket_urlpatterns)

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        path = scope["path"].lstrip("/")
        served = any(pattern.pattern.match(path) for pattern in websocket_urlpatterns)
        await (self.known if served else unknown)(scope, receive, send)


def freeze_gc() -> None:
    """Exclude everything imported so far from garbage collection, because it stays as long as the process. A full
    collection over it takes a quarter of a second, and would come with every few large pages. All pages are imported
    first, which would otherwise happen at the first visit. From here on it is Python's own pace again, which
    config/__init__.py slows down for the start."""
    _pages = get_resolver().url_patterns
    gc.collect()
    gc.freeze()
    gc.set_threshold(700, 10, 10)


def tune_gc() -> None:
    """Tune garbage collection and threads for a process that owns tables. Full collections are rare, because one would
    stop every table for the time of a hundred moves. Collections of the youngest objects are frequent and small: one
    over 20,000 objects stops every table for 10 ms, one over 2,000 for 1 ms. The writer's thread waits 1 ms instead of
    5 for its turn while the loop is busy."""
    gc.set_threshold(500, 4, 200)
    sys.setswitchinterval(0.001)


async def lifespan(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Check the tables of the database, take the shard and start the hub; at the end finish the batch and release the
    tables. A process without a shard serves only pages."""
    await receive()
    if (refusal := await sync_to_async(differences.refusal)()) is not None:
        await send({"type": "lifespan.startup.failed", "message": refusal})
        return
    shard = settings.LIVE_SHARD
    if shard is None:
        freeze_gc()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await send({"type": "lifespan.shutdown.complete"})
        return
    try:
        freeze_gc()  # before it has tables, for which players wait
        keeper = Keeper(Hub(shard))
        await keeper.start()
        tune_gc()
        if keeper.has_neighbour:
            keeper.leave_at(signal.SIGTERM)
    except BlockingIOError:
        where = f"on {settings.DATA_DIR}: stop it, or use another UNDERCUT_DATA"
        if not settings.EMBEDDED:
            where = "in this database: stop it, or give one of them another UNDERCUT_SHARD"
        message = f"another server already has the tables of shard {shard} {where}"
        await send({"type": "lifespan.startup.failed", "message": message})
        return
    except WrongSealKey as wrong:
        await send({"type": "lifespan.startup.failed", "message": str(wrong)})
        return
    except Exception as error:
        logger.exception("the tables could not be started")
        await send({"type": "lifespan.startup.failed", "message": repr(error)})
        return
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await keeper.leave()
    await send({"type": "lifespan.shutdown.complete"})


sockets = Sockets(ExactOrigin(SignedIn(Addresses())))
application = ProtocolTypeRouter({"http": http, "websocket": sockets, "lifespan": lifespan})
