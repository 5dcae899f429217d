"""Messages between the processes of a site about its tables, through Redis where there is one. A message is a request
to a table's owner, its answer, or news that another door has committed a play. A request may hold a card and names its
sender: every message is sealed with the site's key, so that Redis can neither read nor forge one. Nothing depends on a
message: without Redis every door writes by itself, and owners compare versions."""

import asyncio
import functools
import logging
import secrets
from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID
from weakref import WeakKeyDictionary

import orjson
import redis
import redis.asyncio
from cryptography.exceptions import InvalidTag
from django.conf import settings
from django.db import connection
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import NoBackoff
from redis.retry import Retry

from games.live.shuffle import seal
from games.live.store import loading
from games.live.table.commands import Answer, OutsideCommand

logger = logging.getLogger(__name__)
PATIENCE_S = 2.0
CONNECT_S = 1.0
SILENT_S = 5.0
AGAIN_S = 1.0
KEPT_S = 10

_kept: WeakKeyDictionary[asyncio.AbstractEventLoop, "redis.asyncio.Redis"] = WeakKeyDictionary()  # that listen


def ask(wish: OutsideCommand) -> Answer | None:
    """Send a request to the process that owns its table, and wait 2 s for the answer. None: nobody answered; the
    request may or may not have been carried out, and repeating it is harmless."""
    reply = f"live.reply.{wish.cmd_id}.{secrets.token_hex(4)}"
    named = {"table": wish.table, "id": wish.cmd_id.hex, "v": wish.seen, "by": wish.by, "why": wish.why}
    try:
        if not _publish(wish.table, {**named, "action": wish.action, "reply": reply}):
            return None
        told = _client(settings.REDIS_URL).brpop([reply], timeout=PATIENCE_S)
        given = _opened(reply, told[1]) if told else None  # type: ignore[arg-type]  # bytes: nothing decodes them
    except redis.RedisError as error:
        logger.warning("Redis does not answer, the door writes by itself: %s", error)
        return None
    return Answer(wish.cmd_id, given["v"], given["code"], given["rule"]) if given else None


def tell(table: str, version: int) -> None:
    """Tell the owner of a table that another door has committed a version. The message may be lost: it is a hint."""
    try:
        _publish(table, {"table": table, "v": version})
    except redis.RedisError as error:
        logger.warning("Redis does not answer, the owner finds version %d by itself: %s", version, error)


def silence(table: str, user_id: int, reason: str | None) -> None:
    """Tell the owner of a table that somebody is silenced there, or no longer. The message may be lost."""
    try:
        _publish(table, {"table": table, "silenced": user_id, "reason": reason})
    except redis.RedisError as error:
        logger.warning("Redis does not answer, who is silenced learns of it at the next word: %s", error)


def sign_out(shard: int, session: str) -> None:
    """Tell the owner of a shard that a login has ended. The message may be lost."""
    try:
        _say(_name(shard), {"signed_out": session})
    except redis.RedisError as error:
        logger.warning("Redis does not answer, shard %d finds by itself who has signed out: %s", shard, error)


async def listen(shard: int, hear: Callable[[Mapping[str, Any]], None]) -> None:
    """Receive messages to the owner of a shard, for ever. While Redis is away, retry every second. Answers use the same
    connection."""
    here = asyncio.get_running_loop()
    while True:
        try:
            async with _line() as line, line.pubsub() as ear:
                _kept[here] = line
                await ear.subscribe(_name(shard))
                await _hear_all(ear, _name(shard), hear)
        except (redis.RedisError, OSError) as error:
            logger.warning("shard %d does not hear Redis: %s", shard, error)
        finally:
            _kept.pop(here, None)
        await asyncio.sleep(AGAIN_S)


async def _hear_all(ear: Any, name: str, hear: Callable[[Mapping[str, Any]], None]) -> None:
    """Receive until the connection breaks. After 5 s of silence it is pinged; without an answer it is closed. A message
    that cannot be read (perhaps from another version of the site) is dropped."""
    is_tried = False
    while True:
        heard = await ear.get_message(timeout=SILENT_S)
        if heard is None and is_tried:
            raise redis.ConnectionError("the line is silent")
        if heard is None:
            await ear.ping()
        elif heard["type"] == "message" and (said := _opened(name, heard["data"])):
            try:
                hear(said)
            except Exception:
                logger.exception("a message on %s was not understood", name)
        is_tried = heard is None


async def answer(reply: str, given: Answer) -> None:
    """Leave the answer where the sender waits, for 10 s. It uses the open connection: a new one for each answer would
    take three times as long where Redis is far away."""
    told = _sealed(reply, {"v": given.version, "code": given.code, "rule": given.rule})
    line = _kept.get(asyncio.get_running_loop())
    if line is None:
        logger.warning("an answer could not be left in Redis: nobody listens here")
        return
    try:
        async with line.pipeline() as both:
            both.lpush(reply, told)
            both.expire(reply, KEPT_S)
            await both.execute()
    except (redis.RedisError, OSError) as error:
        logger.warning("an answer could not be left in Redis: %s", error)


def wish_of(said: Mapping[str, Any]) -> OutsideCommand:
    """The request in a message."""
    return OutsideCommand(table=said["table"], cmd_id=UUID(said["id"]), seen=said["v"], action=said["action"],
                          by=said["by"], why=said["why"])  # fmt: skip


def _name(shard: int) -> str:
    """The name of the channel of a shard's owner. It contains the name of the database, so that sites can share a
    Redis."""
    return f"live.{connection.settings_dict['NAME']}.{shard}"


def _publish(table: str, said: Mapping[str, Any]) -> int:
    """Send a message to the owner of a table; returns how many processes receive it."""
    return _say(_name(loading.shard_of(table)), said)


def _say(name: str, said: Mapping[str, Any]) -> int:
    return int(_client(settings.REDIS_URL).publish(name, _sealed(name, said)))


def _sealed(name: str, said: Mapping[str, Any]) -> bytes:
    return seal.seal(orjson.dumps(said), name.encode())


def _opened(name: str, told: bytes) -> Mapping[str, Any] | None:
    """The content of a message. A message that is not from this site is dropped."""
    try:
        said: Mapping[str, Any] = orjson.loads(seal.unseal(told, name.encode()))
    except (InvalidTag, ValueError):
        logger.warning("a message on %s does not bear this site's seal", name)
        return None
    return said


@functools.cache
def _client(url: str) -> "redis.Redis":
    """The connections of the threads that send requests. They wait as long as for an answer, and little longer for
    Redis."""
    return redis.Redis.from_url(
        url, socket_timeout=PATIENCE_S + 0.5, socket_connect_timeout=CONNECT_S,
        retry=Retry(NoBackoff(), 1),
    )  # fmt: skip


def _line() -> "redis.asyncio.Redis":
    """A connection for the event loop that owns tables."""
    return redis.asyncio.Redis.from_url(
        settings.REDIS_URL, socket_timeout=PATIENCE_S, socket_connect_timeout=CONNECT_S,
        retry=AsyncRetry(NoBackoff(), 0),
    )  # fmt: skip
