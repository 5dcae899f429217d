"""What each class of viewer is shown. There is one look for each seat and one for the public; each is rendered once and
shared.

`engine.view` and `engine.view_event` are the only sources of cards; what stands here can only take away.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from games import engine
from games.engine import codec
from games.engine.play.view import Taken
from games.engine.writing.codec.words import by_seat, card_to_json, cards_to_json
from games.live.setup.terms import LETTERS, Terms
from games.live.sitting import attempts
from games.live.sitting import sitting as sittings
from games.live.sitting.sitting import Sitting
from games.live.sitting.steps import PAST, SetClock, written

Look = int | None
Course = Sequence[Mapping[str, Any]]
DISCARDS = "discards"
# The values in a view as long as no law of irregularity applies.
BY_LAW: Mapping[str, list[Any]] = {"rows": [], "effects": [], "choices": [], "tries": []}


@dataclass(slots=True)
class Seen:
    """What a look was shown last: the state, the part that changes at every turn, and the whole view as JSON, in which
    `actions` may be "discards"."""

    state: engine.State
    moving: engine.Moving
    shown: dict[str, Any]


def view(terms: Terms, sitting: Sitting, look: Look, course: Course = ()) -> dict[str, Any]:
    """The full view of a seat, or of the public (None), as JSON; `course` is the deal up to this version for watchers
    with open hands."""
    return _whole(terms, sitting, engine.view(terms.rules, sitting.state, look), course)


def see(
    terms: Terms, sitting: Sitting, look: Look, before: Seen | None, course: Course = ()
) -> tuple[Seen, dict[str, Any]]:
    """The present view of a look, as `view` writes it, and the top-level keys that are new, found by comparing the two
    views. `before` may be reused: after a plain play it is changed and returned."""
    state = sitting.state
    plain = _of_a_plain_play(terms, sitting, before, look) if before else None
    if before is not None and plain is not None:
        before.state, (before.moving, new) = state, plain
        before.shown |= new
        return before, new
    seen = engine.view(terms.rules, state, look)
    moving = engine.Moving(*MOVING(seen))
    shown = _whole(terms, sitting, seen, course)
    if shown["actions"] and _are_discards(moving):
        shown["actions"] = DISCARDS
    return Seen(state, moving, shown), changes(before.shown if before else {}, shown)


def opens_hands(terms: Terms) -> bool:
    """Do watchers see the hands of both players? Only at a table of two, and never without a delay."""
    return terms.delay is not None and terms.delay.is_open and terms.rules.seating.name == "two"


def _whole(terms: Terms, sitting: Sitting, seen: engine.View, course: Course) -> dict[str, Any]:
    shown = {**BY_LAW, **codec.view_to_json(seen, with_aids=_has_aids(terms, seen.seat))}
    if seen.seat is None and opens_hands(terms):
        shown["hands"] = {LETTERS[at]: cards_to_json(held, seen.pack) for at, held in enumerate(sitting.state.hands)}
        shown["course"] = course
    shown["tries"] = _verbs(seen)
    if terms.aids == "count" and shown["aids"]:
        shown["aids"] = {"deadwood": shown["aids"]["deadwood"]}
    if terms.rules.kernel.wastes and shown["actions"]:
        shown["actions"] = by_table(shown["actions"])
    if shown["spread"] and _is_untold(terms, seen.phase):
        shown["spread"] = {**shown["spread"], "count": None}
    ending = sitting.ending
    board = sittings.board_of(sitting, seen.seat)
    shown["commitment"] = sitting.commitments[board]
    shown["ending"] = None
    if terms.decks and shown["result"]:
        shown["result"] = _without_next(shown["result"])
    shown["frozen"] = sitting.is_frozen
    if sitting.is_frozen:
        shown |= {"actions": [] if seen.seat is not None else None, "tries": []}
    shown["over"] = ending is not None  # a game may be over, and the next one follows
    if not terms.is_plain or sitting.games:  # a drawn game is played on
        shown["match"] = match(terms, sitting)
    if terms.shuffle == "players":
        shown["shuffle"] = _shuffle(terms, sitting, seen.seat, board)
    if ending:
        winner, loser = codec.seat_to_json(ending.winner), codec.seat_to_json(ending.loser)
        shown |= {"actions": [] if seen.seat is not None else None, "turn": None, **BY_LAW}
        shown["ending"] = {"how": ending.how, "winner": winner, "loser": loser}
    return shown


def _shuffle(terms: Terms, sitting: Sitting, look: Look, board: int) -> dict[str, Any]:
    """The shuffle under way (with several boards, the look's own), without the server's secret; after it, the code of
    the deal. `others` are the seats that the other boards wait for: nobody gets cards before every board has
    shuffled."""
    attempt = next((one for one in sitting.attempts if one.board == board), None)
    if look is not None and terms.boards > 1:
        attempt = attempts.of_seat(sitting.attempts, look)
    others = [seat for one in sitting.attempts if one is not attempt for seat in _awaited(sitting, one)]
    more = {"board": board, "others": others} if terms.boards > 1 and sitting.attempts else {}
    if attempt is None:
        return {"code": sitting.codes[board], **more}
    return {
        **more,
        "ctx": attempt.ctx,
        "commitment": attempt.commitment,
        "house": [LETTERS[seat] for seat in attempt.house],
        "commitments": _of_seats(attempt, attempt.commitments),
        "entropies": _of_seats(attempt, attempt.entropies),
        "cut": attempt.cut,
        "awaits": _awaited(sitting, attempt),
    }


def _awaited(sitting: Sitting, attempt: attempts.Attempt) -> list[str]:
    """The seats that must send something now."""
    return [] if sitting.ending or sitting.is_frozen else [LETTERS[seat] for seat in attempts.awaited(attempt)]


def _of_seats(attempt: attempts.Attempt, row: tuple[str, ...]) -> dict[str, str]:
    return {LETTERS[seat]: one for seat, one in zip(attempt.seats, row, strict=True)}


def match(terms: Terms, sitting: Sitting) -> dict[str, Any]:
    """How far a sitting is by its length: the game and the deal that is played or was scored last, games won, points
    over all games, the earlier games, and the call of time (`ends_at` in ms since 1970)."""
    tally = sittings.tally(terms, sitting)
    is_dealt = tally.is_dealt or tally.deals == 0
    start = sum(terms.head_start)
    return {
        "length": {"kind": terms.length.kind, "n": terms.length.n, "all": terms.length.plays_all,
                   "deals": terms.length.by_deals},
        "game": start + len(sitting.games) + 1,
        "games": by_seat(tally.games),
        "credits": by_seat(tally.credits),
        "deal": tally.deals + is_dealt,
        "won": by_seat(tally.deals_won),
        "points": by_seat(tally.points),
        "before": [{"winner": codec.seat_to_json(game.winner), "totals": by_seat(game.totals)}
                   for game in sitting.games],
        "start": by_seat(terms.head_start),
        "ends_at": round(terms.calls_at.timestamp() * 1000) if terms.calls_at else None,
        "called": sitting.is_called,
    }  # fmt: skip


def by_table(actions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """CNQ-8, 10: group the actions that make a new table: one entry for each table, with the cards that may be thrown
    then. There can be dozens of both."""
    short: list[dict[str, Any]] = []
    for action in actions:
        thrown = action.get("discard")
        if thrown is not None and short and short[-1].get("table") == action["table"] and "throws" in short[-1]:
            short[-1]["throws"].append(thrown)
        elif thrown is not None:
            short.append({"do": action["do"], "table": action["table"], "throws": [thrown]})
        else:
            short.append(action)
    return short


def _verbs(seen: engine.View) -> list[str]:
    """The verbs that a seat may try besides its lawful actions; their cards are those of its hand."""
    return list(dict.fromkeys(codec.action_to_json(action)["do"] for action in seen.tries))


def _is_untold(terms: Terms, phase: str) -> bool:
    """IRR-0: is the deadwood of the open hand kept secret, because a knock can still be objected to under table
    laws?"""
    return terms.rules.laws != "strict" and phase == engine.Phase.SHOWDOWN


def _has_aids(terms: Terms, look: Look) -> bool:
    """Does this look get aids? House players get none: they compute them themselves."""
    return terms.aids != "none" and look is not None and not terms.seats[look].house_level


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The top-level keys of a view that differ from the view before, found by comparing the two."""
    return {key: value for key, value in after.items() if before.get(key, ...) != value}


def _taken(taken: Taken | None) -> dict[str, Any] | None:
    return None if taken is None else {"card": card_to_json(taken.card), "from": taken.source}


# What a draw or a discard changes, and how the codec writes it; a test holds both side by side.
PLAIN: Mapping[str, Callable[[engine.Moving], Any]] = {
    "phase": lambda seen: str(seen.phase),
    "turn": lambda seen: codec.seat_to_json(seen.turn),
    "hand": lambda seen: None if seen.hand is None else cards_to_json(seen.hand),
    "counts": lambda seen: by_seat(seen.counts),
    "stock": lambda seen: seen.stock,
    "pile": lambda seen: seen.pile,
    "top": lambda seen: card_to_json(seen.top),
    "pile_cards": lambda seen: None if seen.pile_cards is None else list(map(card_to_json, seen.pile_cards)),
    "taken": lambda seen: _taken(seen.taken),
    "actions": lambda seen: _actions(seen),
}
NAMES, WRITERS = engine.Moving._fields, tuple(PLAIN[name] for name in engine.Moving._fields)
MOVING = attrgetter(*NAMES)
ONLY_DISCARDS = {engine.Discard}
OWN = attrgetter("hand", "turn", "actions", "taken")


def _of_a_plain_play(
    terms: Terms, sitting: Sitting, before: Seen, look: Look
) -> tuple[engine.Moving, dict[str, Any]] | None:
    """The keys that change after a mere draw or discard, without writing out the whole view; None if more happened, or
    if aids are due. For gin only: cards of other kernels may have other names."""
    shown = before.shown
    if sitting.ending or shown["ending"] or shown["commitment"] != sitting.commitments[0] or sitting.state.boards[1:]:
        return None
    if sitting.is_frozen or shown["frozen"] or sitting.attempts or "hands" in shown:
        return None
    if (sitting.is_called and not shown["match"]["called"]) or terms.rules.kernel.name != "gin":
        return None
    old, now = before.moving, engine.moving(terms.rules, before.state, sitting.state, look)
    if now is None or (_has_aids(terms, look) and OWN(old) != OWN(now)):
        return None
    return now, {
        name: write(now) for name, write, was, there in zip(NAMES, WRITERS, old, now, strict=True) if was != there
    }


def _are_discards(seen: engine.Moving) -> bool:
    """Are the actions exactly one discard for each card of the hand, except the card taken from the pile?"""
    if not seen.actions or not seen.hand:
        return False
    barred = 1 << (seen.taken.card or 0) if seen.taken and seen.taken.source == "pile" else 0
    if len(seen.actions) != (seen.hand & ~barred).bit_count():
        return False
    return {action.__class__ for action in seen.actions} == ONLY_DISCARDS  # and no two of the same card


def _actions(seen: engine.Moving) -> Any:
    if seen.actions is None:
        return None
    return DISCARDS if _are_discards(seen) else [codec.action_to_json(action) for action in seen.actions]


def spelled(shown: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """A client's view after `set`: the new keys replace the old ones, and the word "discards" is written out as
    actions."""
    after = {**shown, **new}
    if after["actions"] == DISCARDS:
        taken = after["taken"]
        barred = taken["card"] if taken and taken["from"] == "pile" else None
        after["actions"] = [{"do": "discard", "card": card} for card in after["hand"] if card != barred]
    return after


def events(terms: Terms, happened: Iterable[Any], look: Look) -> list[dict[str, Any]]:
    """What happened, as this look may know it."""
    return [_event(terms, event, look) for event in happened]


def _event(terms: Terms, event: Any, look: Look) -> dict[str, Any]:
    if event.__class__ in PAST:
        return plain_event(terms, event)
    told = codec.event_to_json(engine.view_event(terms.rules, event, look), terms.rules.pack)
    if terms.rules.laws != "strict" and told["e"] == "knocked" and told["how"] != "big_gin":
        told["count"] = None
    return _without_next(told) if terms.decks and told["e"] == "deal_scored" else told


def _without_next(result: dict[str, Any]) -> dict[str, Any]:
    """The event without the next dealer by GIN-38. That rule does not apply where each deck names its dealer."""
    return {**result, "next_dealer": None}


def plain_event(terms: Terms, event: Any) -> dict[str, Any]:
    """The full event, with nothing hidden, for records of finished deals."""
    if isinstance(event, SetClock):
        return {"e": PAST[SetClock], "seat": LETTERS[event.player], "ms": event.ms}
    if event.__class__ in PAST:
        return {"e": PAST[type(event)], **written(event)}
    return codec.event_to_json(event, terms.rules.pack)


def clocks(terms: Terms, sitting: Sitting, running_ms: Sequence[int]) -> list[dict[str, Any]] | None:
    """The clock of each board: the banks in ms now, whose time runs, and how long this decision may still take; None
    without a clock."""
    if terms.control is None:
        return None
    return [_clock(terms, sitting, board, running) for board, running in enumerate(running_ms)]


def still_clocks(terms: Terms, sitting: Sitting) -> list[dict[str, Any]] | None:
    """The banks at the moment when a version was made, with no clock running, for watchers with a delay."""
    found = clocks(terms, sitting, (0,) * terms.boards)
    return found and [{seat: left for seat, left in one.items() if seat != "move"} | {"run": None} for one in found]


def _clock(terms: Terms, sitting: Sitting, board: int, running_ms: int) -> dict[str, Any]:
    assert terms.control is not None
    runs = sittings.to_act(terms, sitting, board)
    shown: dict[str, Any] = {
        LETTERS[seat]: None if bank is None else max(0, bank - (running_ms if seat == runs else 0))
        for seat, bank in enumerate(sitting.left)
        if sittings.board_of(sitting, seat) == board
    }
    shown["run"] = codec.seat_to_json(runs)
    if runs is not None and terms.control.move is not None:
        shown["move"] = max(0, terms.control.move - running_ms)
    return shown
