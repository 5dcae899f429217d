"""Messages to the owner of a table, in whichever process it is: requests for a play, and news of a play, a silenced
player or a sign-out."""

import asyncio
import concurrent.futures

from django.conf import settings

from games.live.processes import channel, hub
from games.live.store.loading import TableClosed
from games.live.table.commands import Answer, OutsideCommand


def ask(wish: OutsideCommand) -> Answer | None:
    """Send a request to the table's owner, in this process or through Redis. None: no owner answered within 2 s; the
    request may or may not have been carried out."""
    here = _here(wish.table)
    if here is None:
        return channel.ask(wish) if settings.REDIS_URL else None
    waiting = asyncio.run_coroutine_threadsafe(here.command(wish), here.loop)
    try:
        return waiting.result(channel.PATIENCE_S)
    except (concurrent.futures.TimeoutError, ConnectionError, TableClosed):  # it is busy, it stops, or all is over
        waiting.cancel()
        return None


def tell(table: str, version: int) -> None:
    """Tell the table's owner that another door has committed a version, so that it catches up at once."""
    here = _here(table)
    if here is not None:
        here.loop.call_soon_threadsafe(here.heard_of, table, version)
    elif settings.REDIS_URL:
        channel.tell(table, version)


def silence(table: str, user_id: int, reason: str | None) -> None:
    """Tell the table's owner that somebody is silenced there, or no longer (None), so that they learn it at once."""
    here = _here(table)
    if here is not None:
        here.loop.call_soon_threadsafe(here.silenced, table, user_id, reason)
    elif settings.REDIS_URL:
        channel.silence(table, user_id, reason)


def sign_out(session: str) -> None:
    """Tell the owners of all tables that a login has ended, so that its sockets are closed."""
    here = hub.current()
    if here is not None:
        here.loop.call_soon_threadsafe(here.signed_out, session)
    if settings.REDIS_URL:
        for shard in range(int(settings.LIVE_SHARDS)):
            if here is None or shard not in here.names:
                channel.sign_out(shard, session)


def _here(table: str) -> hub.Hub | None:
    """The hub of this process if it serves the table, else None."""
    found = hub.current()
    return found if found is not None and found.serves(table) else None
