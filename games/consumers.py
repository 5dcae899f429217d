"""The door of a table: one websocket, one viewer. It unpacks frames, hands them to the table's actor, sends answers."""

import asyncio
import logging
from typing import Any
from urllib.parse import parse_qs

from channels.generic.websocket import AsyncWebsocketConsumer
from django.core import signing
from django.core.exceptions import ObjectDoesNotExist

from games.live import hub, tokens, wire
from games.live.actor import Answer, Command, TableActor
from games.live.audience import role
from games.live.hub import Hub
from games.live.viewer import Viewer

logger = logging.getLogger(__name__)
FULL = "full"


class TableConsumer(AsyncWebsocketConsumer):
    """A socket at a table. No channel layer stands on its path, and nothing here touches the database."""

    channel_layer_alias = "none"
    hub: Hub | None = None
    actor: TableActor | None = None
    viewer: Viewer | None = None
    sending: "asyncio.Task[None] | None" = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """One message after the other, without the stock loop's hop through a thread and two tasks a message."""
        self.scope, self.base_send, self.channel_layer = scope, send, None
        try:
            while await self.dispatch(await receive()):
                pass
        finally:
            self._leave()

    async def dispatch(self, message: dict[str, Any]) -> bool:
        """Handle one message and say whether more may come; a bug closes this socket and no other."""
        try:
            if message["type"] == "websocket.receive":
                self._receive(message.get("text") or message.get("bytes") or b"")
            elif message["type"] == "websocket.connect":
                await self._connect()
            return bool(message["type"] != "websocket.disconnect")
        except Exception:
            at = (self.actor.terms.public_id, self.actor.sitting.version) if self.actor else ("-", 0)
            logger.exception("socket at table %s, version %s", *at)
            await self.close(wire.BUG)
            return False

    # ---- coming and going

    async def _connect(self) -> None:
        """Accept in any case (a browser hears nothing of a refused handshake), then let in or close with a reason."""
        offered = self.scope.get("subprotocols") or []
        await self.accept(wire.PROTOCOL if wire.PROTOCOL in offered else None)
        self.hub = hub.current()
        if self.hub is None:
            await self.close(wire.LATER, "starting")
            return
        public_id = self.scope["url_route"]["kwargs"]["public_id"]
        query = parse_qs(self.scope["query_string"].decode("latin-1"))
        try:
            self.actor = await self.hub.actor(public_id)
            self.viewer = self._identify(self.actor, query)
        except (ObjectDoesNotExist, PermissionError, signing.BadSignature) as refused:
            await self.close(wire.POLICY, FULL if str(refused) == FULL else "auth")
            return
        except ConnectionError:
            await self.close(wire.RESTART, "restart")
            return
        self._join(self.actor, self.viewer, since(query))
        self.sending = asyncio.create_task(self._send_what_waits(self.viewer))

    def _identify(self, actor: TableActor, query: dict[str, list[str]]) -> Viewer:
        """Who this is: with a house token its seat alone, whatever the cookies say; else the signed-in user."""
        assert self.hub is not None
        given = query.get("token")
        if given:
            token = tokens.read(given[0])
            seat = token.seat if token.table == actor.terms.public_id else None
            if seat is None or actor.terms.seat_of(token.user_id) != seat:
                raise PermissionError
            return Viewer(look=seat, user_id=token.user_id, trusted=True, now=self.hub.now())
        user_id = getattr(self.scope.get("user"), "pk", None)
        look = actor.terms.seat_of(user_id)
        if look is None and not actor.terms.spectators:
            raise PermissionError
        session = getattr(self.scope.get("session"), "session_key", None) or ""
        viewer = Viewer(look=look, user_id=user_id, trusted=False, now=self.hub.now(), session=session)
        self._check_room(actor, viewer)
        return viewer

    def _check_room(self, actor: TableActor, viewer: Viewer) -> None:
        """The house's limits: a user's oldest socket makes way for a fourth; spectators beyond 200 at a table and
        sockets beyond 300 from one address (a hall is one address) are sent away."""
        assert self.hub is not None
        crowded = viewer.look is None and actor.audience.count(None) >= wire.MOST_SPECTATORS
        client = self.scope.get("client")
        address = client[0] if client else ""
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
        version = actor.sitting.version
        viewer.send(
            wire.pack({"k": "hello", "v": version, "role": role(viewer.look), "now": round(now * 1000),
                       "names": actor.terms.names, "active": actor.audience.plays(viewer)})
        )  # fmt: skip
        if known != version:
            actor.audience.catch_up(viewer, actor.sitting, known, actor.clk())
        viewer.send(wire.pack(actor.pres(now)))
        actor.tell_next()
        if actor.sitting.ending:
            viewer.close(wire.OVER, "over")

    def _leave(self) -> None:
        if self.hub and self.actor and self.viewer:
            self.hub.leave(self.actor, self.viewer)
        if self.sending:
            self.sending.cancel()

    async def _send_what_waits(self, viewer: Viewer) -> None:
        """The socket's own sender: a slow reader delays nobody else."""
        try:
            while True:
                await viewer.waiting()
                while viewer.outbox:
                    await self.base_send({"type": "websocket.send", "text": viewer.outbox.popleft()})
                if viewer.closing:
                    await self.close(*viewer.closing)
                    return
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
        """Say so; a second frame that is too large ends the socket."""
        assert self.actor is not None
        viewer.send(wire.no("frame", self.actor.sitting.version, error.cmd_id))
        if size > wire.MOST_BYTES:
            viewer.bad_frames += 1
            if viewer.bad_frames > 1:
                viewer.close(wire.POLICY, "frame")

    def _command(self, actor: TableActor, viewer: Viewer, frame: wire.Frame) -> None:
        assert self.hub is not None
        assert frame.id is not None
        assert frame.action is not None

        def answer(given: Answer) -> None:
            if given.code:
                viewer.send(wire.no(given.code, given.version, given.cmd_id, given.rule or None))
            else:
                viewer.send(wire.ack(given.cmd_id, given.version))

        seat = viewer.look if actor.audience.plays(viewer) else None
        actor.command(
            Command(cmd_id=frame.id, seen=frame.seen, action=frame.action, seat=seat, by=viewer.user_id,
                    at=self.hub.now(), answer=answer)
        )  # fmt: skip

    def _sync(self, actor: TableActor, viewer: Viewer, frame: wire.Frame) -> None:
        if frame.number == actor.sitting.version:
            viewer.send(wire.pack({"k": "hello", "v": frame.number, "role": role(viewer.look),
                                   "now": round(actor.house.now() * 1000), "names": actor.terms.names,
                                   "active": actor.audience.plays(viewer)}))  # fmt: skip
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

    def _bye(self, actor: TableActor, viewer: Viewer, frame: wire.Frame) -> None:
        if viewer.look is not None:
            actor.presence[viewer.look].bye()


def since(query: dict[str, list[str]]) -> int | None:
    """The version in the address, None when it is absent or no version."""
    text = query.get("since", [""])[0]
    return int(text) if text.isdecimal() and len(text) < 10 else None


HANDLERS = {
    "cmd": TableConsumer._command,
    "sync": TableConsumer._sync,
    "pong": TableConsumer._pong,
    "seat": TableConsumer._seat,
    "ready": TableConsumer._ready,
    "bye": TableConsumer._bye,
}
