"""What a seat may see of the laws: rows of seen cards, hands that lie open, effects, and its own choices."""

from dataclasses import dataclass

from games.engine.play.rules import RuleSet
from games.engine.play.state import CHANCE, Effect, Phase, State, right_of

BEFORE_PLAY = (Phase.DEALING, Phase.START)  # a deal by the wrong player can still be stopped (IRR-1)
PUBLIC = ("fix", "ban", "face_up", "no_bonus", "owed", "skip", "reshuffle", "misdealt")


@dataclass(frozen=True, slots=True)
class SeenRow:
    """IRR-16..18: cards lying open beside the pile, who saw them, and who may take one now (None: nobody)."""

    cards: tuple[int, ...]
    offender: int
    right_of: int | None


def rows_seen(state: State) -> tuple[SeenRow, ...]:
    """IRR-18: rows of seen cards lie open for everybody."""
    rows = (effect for effect in state.rest.effects if effect.kind == "row")
    return tuple(SeenRow(row.cards, row.seat, right_of(row)) for row in rows)


def faced_hands(state: State) -> tuple[tuple[int, int], ...]:
    """IRR-21, 23: the hands that lie open, by seat; COL-12..15: at the end of a deal those that were counted."""
    result = state.rest.result
    if state.phase is Phase.DONE and result is not None and result.scores is not None:
        return tuple((seat, hand) for seat, hand in enumerate(state.hands) if hand)
    faced = {effect.seat for effect in state.rest.effects if effect.kind == "face_up"}
    return tuple((seat, state.hands[seat]) for seat in sorted(faced))


def effects_seen(state: State) -> tuple[Effect, ...]:
    """§14.1: the effects that everybody at the table knows; unnoticed offences and cards drawn early are left out."""
    return tuple(
        Effect(effect.kind, effect.seat, effect.n, effect.until, effect.irr)
        for effect in state.rest.effects
        if effect.kind in PUBLIC
    )


def choices_of(rules: RuleSet, state: State, seat: int | None) -> tuple[str, ...]:
    """IRR-1, 8, 21..23: the commands among which this seat may choose, in written form."""
    for effect in state.rest.effects:
        if effect.kind == "choice" and effect.seat == seat:
            return effect.offers
        if effect.kind == "misdealt" and seat is not None and effect.seat != seat and state.phase in BEFORE_PLAY:
            return effect.offers
    return ()


def drawer_of(state: State) -> int:
    """The seat that drew a card in this turn, even if a challenge or a choice has interrupted the turn."""
    if state.rest.challenge is not None:
        return state.rest.challenge.turn
    for effect in state.rest.effects:
        if effect.kind == "choice" and effect.irr == "IRR-8":
            return effect.n
    return state.turn if state.turn != CHANCE else CHANCE
