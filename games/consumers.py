"""The websocket of a table, for one viewer. It unpacks frames, hands them to the table's actor, and sends answers."""

import logging
from contextvars import copy_context
from typing import Any
from urllib.parse import parse_qs

from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.core import signing
from django.core.exceptions import ObjectDoesNotExist
from django.db import DatabaseError

from accounts import guests
from games.live import wire
from games.live.audience.audience import role
from games.live.audience.viewer import Viewer
from games.live.house import tokens
from games.live.processes import hub
from games.live.processes.hub import Hub
from games.live.store.loading import TableClosed
from games.live.table.actor import TableActor
from games.live.table.commands import Answer, Command
from watching import asked, figures

logger = logging.getLogger(__name__)
FULL = "full"


class TableConsumer(AsyncWebsocketConsumer):
    """A socket at a table. It uses no channel layer, and nothing here touches the database."""

    channel_layer_alias = "none"
    hub: Hub | None = None
    actor: TableActor | None = None
    viewer: Viewer | None = None
    direct: Any = None
    base_send: Any

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Handle one message after the other, without the stock loop's hop through a thread and two tasks a message."""
        self.scope, self.base_send = scope, send
        try:
            while await self._handle(await receive()):
                pass
        finally:
            self._leave()

    async def _handle(self, message: dict[str, Any]) -> bool:
        """Handle one message and say whether more may come; a bug closes this socket and no other."""
        try:
            if message["type"] == "websocket.receive":
                self._receive(message.get("text") or message.get("bytes") or b"")
            elif message["type"] == "websocket.connect":
                await self._connect()
            return bool(message["type"] != "websocket.disconnect")
        except Exception:
            self._log_bug()
            await self.close(wire.BUG)
            return False

    def heard(self, text: str) -> None:
        """Handle one frame of a direct socket; a bug closes this socket and no other."""
        try:
            self._receive(text)
        except Exception:
            self._log_bug()
            assert self.viewer is not None
            self.viewer.close(wire.BUG)

    def _log_bug(self) -> None:
        at = (self.actor.terms.public_id, self.actor.sitting.version) if self.actor else ("-", 0)
        logger.exception("socket at table %s, version %s", *at)

    # ---- coming and going

    async def _connect(self) -> None:
        """Accept in any case (a browser learns nothing from a refused handshake), then let the visitor in or close with
        a reason."""
        self.direct = (self.scope.get("extensions") or {}).get(wire.DIRECT, {}).get("socket")
        offered = self.scope.get("subprotocols", ())
        await self.accept(wire.PROTOCOL if wire.PROTOCOL in offered else None)
        self.hub = hub.current()
        named, own = self.scope["url_route"]["kwargs"]["shard"], settings.LIVE_SHARD
        if self.hub is None and named == own:  # it has given its tables up and ends
            await self.close(wire.RESTART, wire.MOVED if settings.LIVE_SHARDS > 1 else "restart")
            return
        if self.hub is None or not await self.hub.has(named):
            if self.hub is not None and named in self.hub.comes:  # neither has it yet: the database is away
                await self.close(wire.LATER, wire.MOVED)
                return
            logger.error(
                "1013 shard: a socket for shard %s came to the process of shard %s: the proxy in front (nginx.conf) "
                "leads /ws/t/%s/ to the wrong process",
                named, self.hub.shard if self.hub else "none", named,
            )  # fmt: skip
            await self.close(wire.LATER, "shard")
            return
        public_id = self.scope["url_route"]["kwargs"]["public_id"]
        if not self.hub.serves(public_id):
            await self.close(wire.LATER, wire.MOVED)
            return
        query = parse_qs(self.scope["query_string"].decode("latin-1"))
        try:
            self.actor = await self.hub.actor(public_id)
            self.viewer = self._identify(self.actor)
        except (ObjectDoesNotExist, PermissionError, signing.BadSignature) as refused:
            await self.close(wire.POLICY, FULL if str(refused) == FULL else "auth")
            return
        except TableClosed:
            await self.close(wire.POLICY, wire.CLOSED)
            return
        except ConnectionError:
            await self.close(wire.RESTART, self.hub.leaves)
            return
        except DatabaseError:
            logger.warning("table %s could not be loaded", public_id, exc_info=True)
            await self.close(wire.LATER, "database")
            return
        asked.is_for(self.viewer.user_id)
        self._join(self.actor, self.viewer, since(query))
        if self.direct:
            here = copy_context()  # the server calls from elsewhere; what is done with a frame is work of this socket
            self.direct.listen(lambda text: here.run(self.heard, text))

    def _identify(self, actor: TableActor) -> Viewer:
        """Identify the visitor: a house token gives its seat, and cookies are ignored; otherwise it is the signed-in
        user, or this browser's guest."""
        assert self.hub is not None
        given = tokens.offered(self.scope["headers"])
        if given:
            token = tokens.read(given)
            seat = token.seat if token.table == actor.terms.public_id else None
            if seat is None or actor.terms.seat_of(token.user_id) != seat:
                raise PermissionError
            return Viewer(self, look=seat, user_id=token.user_id, trusted=True, now=self.hub.now())
        account = getattr(self.scope.get("user"), "pk", None)
        user_id = account or guests.in_session(self.scope.get("session"))
        look = actor.terms.seat_of(user_id)
        if look is None and not actor.terms.spectators:
            raise PermissionError
        session = getattr(self.scope.get("session"), "session_key", None) or ""
        viewer = Viewer(
            self, look=look, user_id=user_id, trusted=False, now=self.hub.now(), session=session,
            has_account=account is not None,
        )  # fmt: skip
        self._check_room(actor, viewer)
        return viewer

    def _check_room(self, actor: TableActor, viewer: Viewer) -> None:
        """Apply the limits: a fourth socket of a user closes the oldest one. Sent away are spectators beyond 200 at a
        table (without an account beyond 120 from one address, because a hall is one address), and sockets beyond 300
        from one address."""
        assert self.hub is not None
        client = self.scope.get("client")
        address = client[0] if client else ""
        crowded = viewer.look is None and (
            actor.audience.count(None) >= wire.MOST_SPECTATORS
            or (viewer.user_id is None and actor.audience.strangers(address) >= wire.MOST_STRANGERS_PER_ADDRESS)
        )
        if crowded or (address and self.hub.addresses[address] >= wire.MOST_SOCKETS_PER_ADDRESS):
            raise PermissionError(FULL)
        viewer.address = address
        if viewer.user_id is not None:
            own = [other for other in actor.audience.viewers.get(viewer.look, ()) if other.user_id == viewer.user_id]
            for old in own[: 1 - wire.MOST_SOCKETS_PER_USER]:
                old.close(wire.POLICY, "tabs")

    def _join(self, actor: TableActor, viewer: Viewer, known: int | None) -> None:
        assert self.hub is not None
        now = self.hub.now()
        self.hub.addresses[viewer.address] += 1
        actor.audience.add(viewer)
        if viewer.look is not None:
            actor.presence[viewer.look].came(now)
        viewer.send(_hello(actor, viewer))
        if known != _version(actor, viewer):
            actor.audience.catch_up(viewer, actor.sitting, known, actor.clk())
        if not actor.audience.is_late(viewer.look):
            viewer.send(wire.pack(actor.pres(now)))
        actor.tell_next()
        if actor.sitting.ending:
            viewer.close(wire.OVER, "over")

    def _leave(self) -> None:
        if self.hub and self.actor and self.viewer:
            self.hub.leave(self.actor, self.viewer)
            if self.viewer.sender:
                self.viewer.sender.cancel()
        self.viewer = self.direct = None

    # ---- sending (games.live.audience.viewer.Line)

    def tell(self, frame: bytes, *, more: bool = False) -> bool:
        """Send one frame at once if the server allows it (config/sockets.py) and the socket is not full."""
        return self.direct is not None and self.direct.tell(frame, more=more)

    async def empty(self, viewer: Viewer) -> None:
        """Send what waits, then close the socket if that was asked for."""
        try:
            while viewer.outbox:
                await self.base_send({"type": "websocket.send", "text": viewer.outbox.popleft().decode()})
            if viewer.closing:
                await self.close(*viewer.closing)
        except Exception:  # the peer is gone: its disconnect message says the rest
            logger.debug("a socket ended while it was written to", exc_info=True)

    # ---- frames

    def _receive(self, text: str | bytes) -> None:
        viewer, actor = self.viewer, self.actor
        if viewer is None or actor is None or self.hub is None or viewer.closing:
            return
        now = self.hub.now()
        viewer.heard_at = now
        if viewer.look is not None:
            actor.presence[viewer.look].heard(now)
        if not viewer.trusted and not viewer.bucket.take(now):
            viewer.close(wire.POLICY, "rate")
            return
        try:
            frame = wire.read(text)
        except wire.BadFrame as error:
            self._bad_frame(viewer, error, len(text))
            return
        HANDLERS[frame.k](self, actor, viewer, frame)

    def _bad_frame(self, viewer: Viewer, error: wire.BadFrame, size: int) -> None:
        """Report a malformed frame; a second frame that is too large closes the socket."""
        assert self.actor is not None
        viewer.send(wire.no("frame", _version(self.actor, viewer), error.cmd_id))
        if size > wire.MOST_BYTES:
            viewer.bad_frames += 1
            if viewer.bad_frames > 1:
                viewer.close(wire.POLICY, "frame")

    def _command(self, actor: TableActor, viewer: Viewer, frame: wire.Frame) -> None:
        assert self.hub is not None
        assert frame.id is not None
        assert frame.action is not None
        if viewer.look is None:  # whatever it is, and however the table stands by now
            viewer.send(wire.no("role", _version(actor, viewer), frame.id))
            return

        now, came = self.hub.now, viewer.heard_at

        def answer(given: Answer) -> None:
            if given.code:
                viewer.send(wire.no(given.code, given.version, given.cmd_id, given.rule or None))
            else:
                viewer.send(wire.ack(given.cmd_id, given.version), more=given.is_shown_next)
                figures.acknowledged(now() - came)

        seat = viewer.look if actor.audience.plays(viewer) else None
        actor.command(
            Command(cmd_id=frame.id, seen=frame.seen, action=frame.action, seat=seat, by=viewer.user_id,
                    board=frame.board, at=viewer.heard_at, answer=answer)
        )  # fmt: skip

    def _sync(self, actor: TableActor, viewer: Viewer, frame: wire.Frame) -> None:
        if frame.number == _version(actor, viewer):
            viewer.send(_hello(actor, viewer))
        else:
            actor.audience.catch_up(viewer, actor.sitting, frame.number, actor.clk())

    def _pong(self, actor: TableActor, viewer: Viewer, frame: wire.Frame) -> None:
        if viewer.look is not None and frame.number == viewer.ping:
            actor.lags[viewer.look].measured(round((viewer.heard_at - viewer.pinged_at) * 1000))

    def _seat(self, actor: TableActor, viewer: Viewer, frame: wire.Frame) -> None:
        if viewer.look is not None:
            actor.audience.take_seat(viewer)

    def _ready(self, actor: TableActor, viewer: Viewer, frame: wire.Frame) -> None:
        if viewer.look is not None and actor.audience.plays(viewer):
            actor.set_ready(viewer.look)

    def _say(self, actor: TableActor, viewer: Viewer, frame: wire.Frame) -> None:
        assert self.hub is not None
        assert frame.id is not None
        assert frame.said is not None
        self.hub.say(actor, viewer, frame.id, frame.said)

    def _bye(self, actor: TableActor, viewer: Viewer, frame: wire.Frame) -> None:
        if viewer.look is not None:
            actor.presence[viewer.look].bye()


def _version(actor: TableActor, viewer: Viewer) -> int:
    """The version of the table that this viewer sees."""
    return actor.audience.present(actor.sitting, viewer.look).version


def _hello(actor: TableActor, viewer: Viewer) -> bytes:
    """Send the greeting: which version the viewer sees, and as whom."""
    return wire.pack({"k": "hello", "v": _version(actor, viewer), "role": role(viewer.look),
                      "now": round(actor.runtime.now() * 1000), "names": actor.terms.names,
                      "active": actor.audience.plays(viewer),
                      "beat": 0 if viewer.look is None or viewer.trusted else round(wire.BEAT_S * 1000)})  # fmt: skip


def since(query: dict[str, list[str]]) -> int | None:
    """The version in the address; None if it is absent or no version."""
    text = query.get("since", [""])[0]
    return int(text) if text.isdecimal() and len(text) < 10 else None


HANDLERS = {
    "cmd": TableConsumer._command,
    "sync": TableConsumer._sync,
    "pong": TableConsumer._pong,
    "seat": TableConsumer._seat,
    "ready": TableConsumer._ready,
    "say": TableConsumer._say,
    "bye": TableConsumer._bye,
}
