"""What each class of viewer is shown: one look per seat and one for the public, rendered once and shared.

`engine.view` and `engine.view_event` are the only sources of cards; what stands here can only take away.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from games import engine
from games.engine import codec
from games.live import sitting as sittings
from games.live.sitting import PAST, Claim, Credit, Flag, Resign, Sitting
from games.live.terms import LETTERS, Terms

Look = int | None


def view(terms: Terms, sitting: Sitting, look: Look) -> dict[str, Any]:
    """The full view of a seat, or of the public (None), as JSON."""
    shown = codec.view_to_json(engine.view(terms.rules, sitting.state, look), with_aids=terms.aids != "none")
    if terms.aids == "count" and shown["aids"]:
        shown["aids"] = {"deadwood": shown["aids"]["deadwood"]}
    ending = sitting.ending
    shown["commitment"] = sitting.commitment
    shown["ending"] = None
    if ending:
        winner = None if ending.winner is None else LETTERS[ending.winner]
        shown |= {"over": True, "actions": [] if look is not None else None, "turn": None}
        shown["ending"] = {"how": ending.how, "winner": winner}
    return shown


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The top-level keys of a view that differ from the one before: no more than the two views say."""
    return {key: value for key, value in after.items() if before.get(key, ...) != value}


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
