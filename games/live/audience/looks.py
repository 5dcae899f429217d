"""What each class of viewer is shown. There is one look for each seat and one for the public; each is rendered once and
shared.

`engine.view` and `engine.view_event` are the only sources of cards; what stands here can only take away.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games import engine
from games.engine import codec
from games.engine.writing.codec.words import by_seat, cards_to_json
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


def view(terms: Terms, sitting: Sitting, look: Look, course: Course = ()) -> dict[str, Any]:
    """The full view of a seat, or of the public (None), as JSON; `course` is the deal up to this version for watchers
    with open hands."""
    seen = engine.view(terms.rules, sitting.state, look)
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
    none: list[Any] | None = [] if seen.seat is not None else None
    board = sittings.board_of(sitting, seen.seat)
    shown["commitment"] = sitting.commitments[board]
    shown["ending"] = None
    if terms.decks and shown["result"]:
        shown["result"] = _without_next(shown["result"])
    shown["frozen"] = sitting.is_frozen
    if sitting.is_frozen:
        shown |= {"actions": none, "tries": []}
    shown["over"] = ending is not None  # of the sitting: a game may be over before it
    if not terms.is_plain or sitting.games:  # another game follows a drawn one
        shown["match"] = match(terms, sitting)
    if terms.shuffle == "players":
        shown["shuffle"] = _shuffle(terms, sitting, seen.seat, board)
    if ending:
        winner, loser = codec.seat_to_json(ending.winner), codec.seat_to_json(ending.loser)
        shown |= {"actions": none, "turn": None, **BY_LAW}
        shown["ending"] = {"how": ending.how, "winner": winner, "loser": loser}
    return shown


def see(
    terms: Terms, sitting: Sitting, look: Look, before: Mapping[str, Any], course: Course = ()
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The present view of a look, in which `actions` may be the word "discards", and those of its top-level keys that
    differ from the view `before` (empty: none)."""
    shown = view(terms, sitting, look, course)
    if _are_discards(shown):
        shown["actions"] = DISCARDS
    return shown, {key: value for key, value in shown.items() if before.get(key, ...) != value}


def opens_hands(terms: Terms) -> bool:
    """Do watchers see the hands of both players? Only at a table of two, and never without a delay."""
    return terms.delay is not None and terms.delay.is_open and terms.rules.seating.name == "two"


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


def _are_discards(shown: Mapping[str, Any]) -> bool:
    """Are the actions exactly one discard for each card of the hand, except the card taken from the pile?"""
    actions = shown["actions"]
    if not actions or actions[0].keys() != {"do", "card"} or not shown["hand"]:
        return False
    return bool(actions == _discards(shown))


def _discards(shown: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What the word "discards" stands for."""
    taken = shown["taken"]
    barred = taken["card"] if taken and taken["from"] == "pile" else None
    return [{"do": "discard", "card": card} for card in shown["hand"] if card != barred]


def spelled(shown: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """A client's view after `set`: the new keys replace the old ones, and the word "discards" is written out as
    actions."""
    after = {**shown, **new}
    if after["actions"] == DISCARDS:
        after["actions"] = _discards(after)
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
