"""A play before it is written: what a command asks for, the row it becomes, and what else its commit records."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

import orjson

from accounts.models import new_public_id
from games import engine
from games.engine import codec
from games.live import clock, loading, sitting
from games.live.sitting import Claim, Credit, Flag, Resign, Sitting, Step
from games.live.statements import Ended, Secret, Write
from games.live.terms import Terms

NAMESPACE = UUID("8f0e6b1e-4b0c-5c11-9d0a-2d6f1f9c7a10")


def own_id(name: str, terms: Terms, before: Sitting) -> UUID:
    """The command id of a play that the table makes by itself."""
    return uuid5(NAMESPACE, f"{name}:{terms.public_id}:{before.version}")


def asked(wish: Mapping[str, Any], seat: int) -> Step:
    """The action that a player's command names. Raises ValueError when it is malformed, engine.Impossible when it is
    not a player's to do."""
    do = wish.get("do")
    if do in ("resign", "claim"):
        if len(wish) > 1:
            raise ValueError(f"{do} takes nothing else")
        return Resign(seat) if do == "resign" else Claim(seat)
    action = codec.action_from_json(dict(wish), seat)
    if action.seat != seat:
        raise engine.Impossible("E_OPTION")
    return action


def write_of(
    terms: Terms,
    before: Sitting,
    after: Sitting,
    action: Step,
    *,
    cmd_id: UUID,
    epoch: int,
    by: int | None = None,
    secret: Secret | None = None,
    spent: int = 0,
    lag: int = 0,
) -> Write:
    """The play that makes `after` of `before`, ready for the writer."""
    kind = _kind(action)
    at = datetime.now(UTC)
    return Write(
        table_id=terms.table_id,
        version=after.version,
        epoch=epoch,
        snapshot=loading.snapshot(terms, after),
        deadline_at=_deadline(terms, after, at),
        cmd_id=cmd_id,
        seat=None if kind == "system" else action.seat,
        kind=kind,
        action=orjson.dumps(sitting.action_to_log(action)).decode(),
        by=by,
        at=at,
        spent_ms=spent,
        lag_ms=lag,
        result=orjson.dumps(sitting.result_of(terms, after)).decode() if after.ending else None,
        secret=secret,
        ended=_ended(before, after),
    )


def _kind(action: Step) -> str:
    if isinstance(action, Flag):
        return "clock"
    return "system" if isinstance(action, Credit) or action.seat is None else "player"


def _ended(before: Sitting, after: Sitting) -> Ended | None:
    """The deal that this play ended, for the archive: scored, or cut short by the end of the sitting."""
    scored = len(after.state.rest.score.deals) > len(before.state.rest.score.deals)
    unfinished = after.ending is not None and after.state.rest.result is None and after.deal_seq > 0
    if not scored and not unfinished:
        return None
    result = after.state.rest.score.deals[-1] if scored else None
    return Ended(
        public_id=new_public_id(),
        number=after.state.rest.deal,
        dealer=after.state.rest.places.dealer,
        winner=result.winner if result else None,
        points=result.points if result else 0,
        type=result.type if result else "unfinished",
        first_seq=after.deal_seq,
        last_seq=after.version,
    )


def _deadline(terms: Terms, after: Sitting, at: datetime) -> datetime | None:
    """When the table must move by itself after this version, for whoever finds it without an owner."""
    if after.ending:
        return None
    seat = sitting.to_act(terms, after)
    if seat is None:
        return at + timedelta(seconds=terms.pause_s)
    if terms.control is None:
        return None
    return at + timedelta(milliseconds=clock.allowed(terms.control, after.left[seat]))
