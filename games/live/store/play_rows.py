"""Prepare a play for writing: the action that a command asks for, its row, and the other rows of its commit."""

import functools
import hmac
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

import orjson
from django.conf import settings

from accounts.models import new_public_id
from games import engine
from games.engine import codec
from games.engine.laws import catalogue
from games.engine.moves.director import DirectorAction
from games.engine.seatings.lifting import lifted_result
from games.engine.sheets.partnership import seen_from_first
from games.live.setup import clock
from games.live.setup.terms import LETTERS, Terms
from games.live.sitting import sitting, steps
from games.live.sitting.rows import Ended, Secret, Write
from games.live.sitting.sitting import Sitting
from games.live.sitting.steps import Call, Claim, Credit, Flag, Freeze, Resume, SetClock, Step
from games.live.store import snapshots
from games.models import UNFINISHED, VOID, Kind

CALL = "call"
MOST_MS = 3_600_000
BY_CLOCK = (Flag, Call)
PLAYERS_OWN = ("resign", "claim", "commit", "cut", "reveal", "lost")


def own_id(name: str, terms: Terms, before: Sitting) -> UUID:
    """The command id of a play that the table makes by itself. Time is called once, whatever the version. It cannot be
    predicted: each id is written once, so a player who used the id of the coming flag would never be flagged."""
    told = f"{name}:{terms.public_id}" if name == CALL else f"{name}:{terms.public_id}:{before.version}"
    return uuid5(_namespace(settings.SEAL_KEY), told)


@functools.cache
def _namespace(key: str) -> UUID:
    return UUID(bytes=hmac.digest(key.encode(), b"undercut house command ids", "sha256")[:16])


def asked(terms: Terms, wish: Mapping[str, Any], seat: int) -> Step:
    """The action that a player's command asks for. Raises ValueError if it is malformed, engine.Impossible if a player
    may not do it."""
    do = wish.get("do")
    if do in PLAYERS_OWN:
        kind = steps.TABLE_ACTIONS[do]
        if set(wish) != {"do", *steps.LOGGED[kind]}.difference(steps.OF_SEATS):
            raise ValueError(f"{do} takes nothing else, and all of it")
        own: Step = kind(**{name: value for name, value in wish.items() if name != "do"}, seat=seat)
        return own
    action = codec.action_from_json(dict(wish), seat, terms.rules.pack)
    if action.seat != seat:
        raise engine.Impossible("E_OPTION")
    return action


def directed(terms: Terms, wish: Mapping[str, Any]) -> Step:
    """The action that a director's command asks for. Raises ValueError if it is malformed, engine.Impossible if the
    server deals and counts the cards itself, so that such a case cannot occur."""
    do = wish.get("do")
    if do in ("dir_freeze", "dir_resume"):
        if len(wish) > 1:
            raise ValueError(f"{do} takes nothing else")
        return Freeze() if do == "dir_freeze" else Resume()
    if do == "dir_clock":
        player, ms = wish.get("player"), wish.get("ms")
        if set(wish) != {"do", "player", "ms"} or player not in list(LETTERS[: len(terms.seats)]):
            raise ValueError("dir_clock takes a player and ms")
        if type(ms) is not int or not 0 < abs(ms) <= MOST_MS:
            raise ValueError(f"ms: up to {MOST_MS} more or fewer")
        return SetClock(LETTERS.index(player), ms)
    action = codec.action_from_json(dict(wish), None, terms.rules.pack)
    if not isinstance(action, DirectorAction) or isinstance(action, engine.Reshuffle | engine.LoseShuffle):
        raise ValueError("do: a command of the director")
    if isinstance(action, engine.DirSetSize):
        raise engine.Impossible("E_OPTION", "§15", "at a live table the house deals and counts the cards")
    if isinstance(action, engine.DirRecord):
        law = catalogue.call(terms.rules, action.irr, catalogue.DIRECTOR)
        if "dir_record" not in law.by:
            raise engine.Impossible("E_OPTION", "§15", law.why or f"{action.irr} is ruled by {', '.join(law.by)}")
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
    why: str | None = None,
    others: Sequence[int] = (),
) -> Write:
    """The play that leads from `before` to `after`, ready for the writer. A director's play has a reason (`why`);
    `others` is the time that it cost at further boards."""
    kind = _kind(action, by) if why is None else Kind.DIRECTOR
    logged = steps.action_to_log(terms, action)
    if why is not None:
        logged[steps.WHY] = why
    if others:
        logged[steps.OTHERS] = others
    at = datetime.now(UTC)
    return Write(
        table_id=terms.table_id,
        version=after.version,
        epoch=epoch,
        snapshot=snapshots.sealed(terms, after),
        deadline_at=_deadline(terms, after, at),
        cmd_id=cmd_id,
        seat=None if kind in ("system", "director") else action.seat,
        kind=kind,
        action=orjson.dumps(logged).decode(),
        by=by,
        at=at,
        spent_ms=spent,
        lag_ms=lag,
        board=sitting.board_for(before, action),
        result=orjson.dumps(sitting.result_of(terms, after)).decode() if after.ending else None,
        secret=secret,
        ended=ended(before, after),
    )


def _kind(action: Step, by: int | None) -> str:
    if action.__class__ in BY_CLOCK or (action.__class__ is Claim and by is None):
        return "clock"
    return "system" if action.seat is None or action.__class__ is Credit else "player"


def ended(before: Sitting, after: Sitting) -> Ended | None:
    """The deal that this play ended, for the archive: it was scored, or the end of the sitting cut it short."""
    if after.state.rest is before.state.rest and after.ending is None:
        return None
    is_new = len(after.games) > len(before.games)  # a game of which the first deal is lost without a card
    more = after.state.rest.score.deals[0 if is_new else len(before.state.rest.score.deals) :]
    scored = bool(more) and more[-1].type != "adjusted"  # IRR-35 puts right what a deal has brought
    if scored and more[-1].type in VOID and before.state.phase in (engine.Phase.DEALING, engine.Phase.DONE):
        return None  # IRR-1, 3, 4: it is dealt again before it had a card
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
        type=result.type if result else UNFINISHED,
        first_seq=after.deal_seq,
        last_seq=after.version,
        entry=_entry(result) | _boards(after.state) if result else {},
    )


def _entry(result: engine.DealResult) -> dict[str, Any]:
    """The fields of a deal that a sheet needs besides type, winner and points, as plain data without defaults."""
    said = {
        "extra_boxes": result.extra_boxes or None,
        "penalties": list(result.penalties) if any(result.penalties) else None,
        "scores": None if result.scores is None else list(result.scores),
        "suits": result.suits or None,
        "box": result.box,
    }
    return {name: value for name, value in said.items() if value is not None}


def _boards(state: engine.State) -> dict[str, Any]:
    """PRT-3: the result of each board of a deal of teams, with the seats of the table; empty where there is one
    board."""
    if len(state.boards) < 2:
        return {}
    seats = len(state.hands)
    told = [
        (board, lifted_result(board.state.rest.result, board.seats, seats))
        for board in state.boards
        if board.state.rest.result is not None
    ]
    return {
        "boards": [
            {"seats": list(board.seats), "winner": result.winner, "points": result.points, "type": result.type,
             "net": seen_from_first(result)}
            for board, result in told
        ]
    }  # fmt: skip


def _deadline(terms: Terms, after: Sitting, at: datetime) -> datetime | None:
    """When the table must move by itself after this version, for a process that finds it without an owner."""
    if after.ending:
        return None
    calls_at = None if after.is_called else terms.calls_at
    due = _due(terms, after, at)
    return min(due, calls_at) if due and calls_at else due or calls_at


def _due(terms: Terms, after: Sitting, at: datetime) -> datetime | None:
    """The time of the next deal, or of the first flag of those on move; None while a director has stopped play."""
    if after.is_frozen:
        return None
    seats = sitting.movers(terms, after)
    if not seats:
        return at + timedelta(seconds=terms.pause_s)
    if terms.control is None:
        return None
    return at + timedelta(milliseconds=min(clock.allowed(terms.control, after.left[seat]) for seat in seats))
