"""What each class of viewer is shown: one look per seat and one for the public, rendered once and shared.

`engine.view` and `engine.view_event` are the only sources of cards; what stands here can only take away.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any

from games import engine
from games.engine import codec
from games.engine.codec.words import by_seat, card_to_json, cards_to_json
from games.engine.view import Taken
from games.live import sitting as sittings
from games.live.sitting import PAST, Claim, Credit, Flag, Resign, Sitting
from games.live.terms import LETTERS, Terms

Look = int | None
DISCARDS = "discards"


@dataclass(frozen=True, slots=True)
class Seen:
    """What a look was shown last: the engine's view, and all of it as JSON, in which `actions` may be "discards"."""

    view: engine.View
    shown: Mapping[str, Any]


def view(terms: Terms, sitting: Sitting, look: Look) -> dict[str, Any]:
    """The full view of a seat, or of the public (None), as JSON."""
    return _whole(terms, sitting, engine.view(terms.rules, sitting.state, look))


def see(terms: Terms, sitting: Sitting, look: Look, before: Seen | None) -> tuple[Seen, dict[str, Any]]:
    """What a look is shown now, and the top-level keys that are new: no more than the two views say."""
    now = engine.view(terms.rules, sitting.state, look)
    new = _of_a_plain_play(terms, sitting, before, now) if before else None
    if before is not None and new is not None:
        return Seen(now, {**before.shown, **new}), new
    shown = _whole(terms, sitting, now)
    if shown["actions"] and _are_discards(now):
        shown["actions"] = DISCARDS
    return Seen(now, shown), changes(before.shown if before else {}, shown)


def _whole(terms: Terms, sitting: Sitting, seen: engine.View) -> dict[str, Any]:
    shown = codec.view_to_json(seen, with_aids=_has_aids(terms, seen.seat))
    if terms.aids == "count" and shown["aids"]:
        shown["aids"] = {"deadwood": shown["aids"]["deadwood"]}
    ending = sitting.ending
    shown["commitment"] = sitting.commitment
    shown["ending"] = None
    if ending:
        winner = None if ending.winner is None else LETTERS[ending.winner]
        shown |= {"over": True, "actions": [] if seen.seat is not None else None, "turn": None}
        shown["ending"] = {"how": ending.how, "winner": winner}
    return shown


def _has_aids(terms: Terms, look: Look) -> bool:
    """Does anybody see what is worked out for this look? House players work it out for themselves."""
    return terms.aids != "none" and look is not None and not terms.seats[look].house_level


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The top-level keys of a view that differ from the one before: no more than the two views say."""
    return {key: value for key, value in after.items() if before.get(key, ...) != value}


def _taken(taken: Taken | None) -> dict[str, Any] | None:
    return None if taken is None else {"card": card_to_json(taken.card), "from": taken.source}


# What a draw or a discard changes, and how the codec writes it; a test holds both side by side.
PLAIN: Mapping[str, Callable[[engine.View], Any]] = {
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
RARE = attrgetter(*(field.name for field in fields(engine.View) if field.name not in PLAIN))
OWN = attrgetter("hand", "turn", "actions", "taken")


def _of_a_plain_play(terms: Terms, sitting: Sitting, before: Seen, now: engine.View) -> dict[str, Any] | None:
    """The keys that are new when nothing but a draw or a discard happened, without writing out the whole view; None
    when there was more, or aids are due. Only gin: the cards of other kernels may have other names."""
    old, shown = before.view, before.shown
    if sitting.ending or shown["ending"] or shown["commitment"] != sitting.commitment or RARE(old) != RARE(now):
        return None
    if terms.rules.kernel.name != "gin" or (_has_aids(terms, now.seat) and OWN(old) != OWN(now)):
        return None
    return {name: write(now) for name, write in PLAIN.items() if getattr(old, name) != getattr(now, name)}


def _are_discards(seen: engine.View) -> bool:
    """Are the actions one discard for each card of the hand but the one taken from the pile, and nothing else?"""
    if not seen.actions or not seen.hand:
        return False
    barred = 1 << (seen.taken.card or 0) if seen.taken and seen.taken.source == "pile" else 0
    cards = [action.card for action in seen.actions if isinstance(action, engine.Discard)]
    return len(cards) == len(seen.actions) and engine.hand_of(cards) == seen.hand & ~barred


def _actions(seen: engine.View) -> Any:
    if seen.actions is None:
        return None
    return DISCARDS if _are_discards(seen) else [codec.action_to_json(action) for action in seen.actions]


def spelled(shown: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """A client's view after `set`: the new keys laid over, the word "discards" written out."""
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
    if isinstance(event, Resign | Claim | Flag | Credit):
        return plain_event(event)
    return codec.event_to_json(engine.view_event(terms.rules, event, look))


def plain_event(event: Any) -> dict[str, Any]:
    """An event with nothing taken out: for records of what is over."""
    if isinstance(event, Resign | Claim | Flag | Credit):
        told: dict[str, Any] = {"e": PAST[type(event)], "seat": LETTERS[event.seat]}
        return told | ({"ms": event.ms} if isinstance(event, Credit) else {})
    return codec.event_to_json(event)


def clocks(terms: Terms, sitting: Sitting, running_ms: int) -> list[dict[str, Any]] | None:
    """Each board's clock: the banks in ms now, whose time runs, and what this decision may still take; None without."""
    if terms.control is None:
        return None
    runs = sittings.to_act(terms, sitting)
    banks = [None if bank is None else max(0, bank - (running_ms if seat == runs else 0))
             for seat, bank in enumerate(sitting.left)]  # fmt: skip
    board: dict[str, Any] = {LETTERS[seat]: bank for seat, bank in enumerate(banks)}
    board["run"] = None if runs is None else LETTERS[runs]
    if runs is not None and terms.control.move is not None:
        board["move"] = max(0, terms.control.move - running_ms)
    return [board]
