"""What one seat may see: an allow-list. What View does not name is not seen."""

from dataclasses import dataclass

from games.engine.actions import Action, Gin, Knock
from games.engine.cards import cards_of
from games.engine.events import Drew, Event
from games.engine.melds import best_spread, deadwood
from games.engine.referee import legal_actions
from games.engine.result import DealResult, Settlement
from games.engine.rules import RuleSet
from games.engine.state import CHANCE, FROM_STOCK, NOT_TAKEN, UNKNOWN, Laid, Phase, Shown, State


@dataclass(frozen=True, slots=True)
class Taken:
    """The card drawn in this turn, from the "stock" or the "pile"; `card` is None for whoever may not see it."""

    card: int | None
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """All that a seat (None: a spectator) sees; hands and melds are masks, tuples are by seat.

    `hand` and `actions` are the seat's own, `turn` is None while no seat decides, `pile_cards` (bottom first) is None
    where only the top may be seen, `faced` are hands lying open by a law, `spread` and `laid` what a knock laid open.
    """

    rules: str
    phase: Phase
    turn: int | None
    dealer: int | None
    seat: int | None
    deal: int
    hand: int | None
    counts: tuple[int, ...]
    stock: int
    pile: int
    top: int | None
    pile_cards: tuple[int, ...] | None
    upcard: int | None
    limit: int
    taken: Taken | None
    faced: tuple[tuple[int, int], ...]
    spread: Shown | None
    laid: Laid | None
    factor: int
    target: int
    deals: tuple[DealResult, ...]
    standing: Settlement
    result: DealResult | None
    over: bool
    actions: tuple[Action, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Aids:
    """What a player could work out from his own hand: least deadwood, one best arrangement, discards and knocks.

    `after` gives for each card that may be thrown the deadwood that it leaves, `knock` the cards that permit a knock.
    """

    deadwood: int
    melds: tuple[int, ...]
    loose: int
    after: tuple[tuple[int, int], ...]
    knock: tuple[int, ...]


def view(rules: RuleSet, state: State, seat: int | None) -> View:
    """What `seat`, or a spectator (None), may see of `state`."""
    rest = state.rest
    pile = state.pile
    return View(
        rules=rules.key,
        phase=state.phase,
        turn=None if state.turn == CHANCE else state.turn,
        dealer=rest.places.dealer,
        seat=seat,
        deal=rest.deal,
        hand=None if seat is None else state.hands[seat],
        counts=tuple(hand.bit_count() + more for hand, more in zip(state.hands, rest.unknown, strict=True)),
        stock=state.stock,
        pile=len(pile),
        top=pile[-1] if pile else None,
        pile_cards=pile if rules.discard_view == "open" else None,
        upcard=rest.upcard,
        limit=rest.limit,
        taken=_taken(state, seat),
        faced=(),
        spread=rest.spread,
        laid=rest.laid,
        factor=rest.factor,
        target=rules.target,
        deals=rest.score.deals,
        standing=rest.standing,
        result=rest.result,
        over=state.phase is Phase.DONE and rest.standing.over,
        actions=None if seat is None else legal_actions(rules, state, seat),
    )


def view_event(rules: RuleSet, event: Event, seat: int | None) -> Event:
    """The event as `seat`, or a spectator, may see it: a card from the stock is its drawer's alone."""
    if isinstance(event, Drew) and event.source == "stock" and event.seat != seat:
        return Drew(event.seat, event.source, None)
    return event


def aids(seen: View) -> Aids | None:
    """What the engine can work out for the seat from its own view alone; None for a spectator or an empty hand."""
    if not seen.hand:
        return None
    spread = best_spread(seen.hand)
    throwing = seen.phase is Phase.DISCARD and seen.turn == seen.seat
    cards = cards_of(seen.hand) if throwing else ()
    return Aids(
        deadwood=spread.count,
        melds=spread.melds,
        loose=spread.loose,
        after=tuple((card, deadwood(seen.hand & ~(1 << card))) for card in cards if not _just_taken(seen, card)),
        knock=tuple(action.card for action in seen.actions or () if isinstance(action, Knock | Gin)),
    )


def _taken(state: State, seat: int | None) -> Taken | None:
    if state.taken == NOT_TAKEN:
        return None
    card = state.taken - FROM_STOCK
    if card < UNKNOWN:
        return Taken(state.taken, "pile")
    return Taken(card if seat == state.turn and card != UNKNOWN else None, "stock")


def _just_taken(seen: View, card: int) -> bool:
    return seen.taken is not None and seen.taken.source == "pile" and seen.taken.card == card
