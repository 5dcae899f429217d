"""A finished deal as one look saw it, step by step, while its sitting goes on and some of it is still secret.

Every card in it comes from `engine.view` and `engine.view_event` for that look: a seat's own hand, what lay open, what
a showdown laid open. Once the deal is final, `archive` shows all of it to everybody.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import QuerySet

from games import engine
from games.engine.play.state import Laid
from games.engine.play.view import View
from games.engine.writing.codec.words import cards_to_json, seat_to_json
from games.live.audience import looks
from games.live.audience.looks import Look
from games.live.finished import archive
from games.live.setup import terms
from games.live.setup.terms import LETTERS, Terms
from games.live.store import loading
from games.live.store.loading import Foreign
from games.live.table import public
from games.models import Deal, Table


def finished(table: Table, look: Look) -> QuerySet[Deal]:
    """The deals of a table that are over, in order: for a seat all of them, for watchers (None) those that they have
    seen to the end."""
    return public.deals([table.public_id]) if look is None else Deal.objects.filter(table=table).order_by("number")


def deal_seen(table: Table, number: int, look: Look) -> dict[str, Any] | None:
    """A finished deal of a table as a seat, or the public (None), saw it, as plain JSON. None if there is no such deal,
    or if watchers with a delay have not seen it to its end."""
    deal = finished(table, look).filter(number=number).first()
    if deal is None:
        return None
    fixed = terms.terms(table)
    log = [play for play in loading.history(fixed, until=deal.last_seq) if play.sitting.version >= deal.first_seq]
    return record(fixed, standing(log), look)


def standing(log: Sequence[Foreign]) -> list[Foreign]:
    """The plays of a deal that count: without those that a director's undo took back, and without the undo itself
    (IRR-0)."""
    made = {play.sitting.version: play for play in log}
    found: list[Foreign] = []
    version = log[-1].sitting.version
    while version in made:
        play = made[version]
        if isinstance(play.action, engine.DirUndo):
            version = play.action.event
        else:
            found.append(play)
            version -= 1
    return found[::-1]


def record(fixed: Terms, plays: Sequence[Foreign], look: Look) -> dict[str, Any]:
    """A deal as a look saw it, in the form of `archive.deal_record`. A hand that the look did not see is null, with the
    number of its cards in `counts`. `players` are those who got cards, the look's own seat first; `look` is null for a
    seat without cards."""
    first = engine.view(fixed.rules, plays[0].sitting.state, look)
    players = _players(fixed, first)
    scored = "deal_scored" if first.board is None else "board_scored"
    steps = [step for play in plays for step in _steps(fixed, play, look, players, first.board or 0)]
    dealt = [at for at, step in enumerate(steps) if step["event"]["e"] == "dealt"]
    steps = steps[dealt[-1] if dealt else 0 :]  # IRR-33: a board that is dealt again
    return {
        "table": fixed.public_id,
        "rules": fixed.rules.key,
        "names": fixed.names,
        "players": [LETTERS[seat] for seat in players],
        "look": seat_to_json(look) if look in players else None,
        "board": first.board,
        "deal": first.deal,
        "dealer": seat_to_json(first.dealer),
        "steps": [{"n": n} | step for n, step in enumerate(steps, 1)],
        "result": next((step["event"] for step in steps if step["event"]["e"] == scored), None),
    }


def in_words(fixed: Terms, seen: Mapping[str, Any]) -> dict[str, Any]:
    """A deal as it was seen, with a sentence for each step that has one."""
    spoken = [step | {"text": archive.sentence(fixed, step["event"])} for step in seen["steps"]]
    kept = [step for step in spoken if step["text"]]
    return {**seen, "steps": [step | {"n": n} for n, step in enumerate(kept, 1)]}


def _players(fixed: Terms, seen: View) -> list[int]:
    """The seats that got cards at the board of a view, in the order of play, from the look's own seat on."""
    everybody = range(len(fixed.seats)) if seen.board is None else seen.boards[seen.board].seats
    playing = [seat for seat in everybody if seat not in seen.waiting]
    at = playing.index(seen.seat) if seen.seat in playing else 0
    return playing[at:] + playing[:at]


def _steps(fixed: Terms, play: Foreign, look: Look, players: Sequence[int], board: int) -> list[dict[str, Any]]:
    """The events of a play as a look saw them, each with the table as the look saw it then."""
    here = [event for event in play.events if archive.is_here(event, players, board)]
    seen = engine.view(fixed.rules, play.sitting.state, look)
    return [
        {"v": play.sitting.version, "seat": event.get("seat"), "event": event}
        | _shown(fixed, seen, players, archive.laid_off(seen, later=here[at + 1 :]))
        for at, event in enumerate(looks.events(fixed, here, look))
    ]


def _shown(fixed: Terms, seen: View, players: Sequence[int], off: int) -> dict[str, Any]:
    hands = {seat: hand & ~off for seat, hand in _open_hands(seen).items()}
    known = {LETTERS[seat]: hands.get(seat) for seat in players}
    return {
        "next": seat_to_json(seen.turn),
        "hands": {letter: None if hand is None else cards_to_json(hand, seen.pack) for letter, hand in known.items()},
        "counts": {LETTERS[seat]: seen.counts[seat] for seat in players},
        "top": archive.open_card(fixed, seen),
        "stock": seen.stock,
        "deadwood": None
        if seen.pack != engine.GIN_PACK
        else {letter: None if hand is None else engine.deadwood(hand) for letter, hand in known.items()},
        "table": archive.tabled(seen.table, seen.pack),
    }


def _open_hands(seen: View) -> dict[int, int]:
    """The hands that a view shows, by seat: those laid open by a law or a showdown, or for advice, and the look's
    own."""
    lying = [one for one in (seen.spread, *seen.laid_before, seen.laid) if one is not None]
    hands = dict(seen.faced) | dict(seen.advice)
    hands |= {one.seat: sum(one.melds) | one.deadwood for one in lying}
    for laid in (one for one in lying if isinstance(one, Laid)):
        hands[laid.seat] |= sum(1 << card for card, _ in laid.laid_off)
    return hands if seen.seat is None or seen.hand is None else hands | {seen.seat: seen.hand}
