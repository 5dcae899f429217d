"""What one seat may see, as an allow-list: anything that View does not name stays hidden."""

from dataclasses import dataclass

from games.engine.cards.cards import GIN_PACK, Pack, values
from games.engine.cards.holding import held_melds
from games.engine.cards.melds import best_spread, deadwood
from games.engine.moves.actions import Action, Discard, Gin, Knock
from games.engine.moves.events import Drew, Event
from games.engine.moves.result import DealResult, Settlement
from games.engine.play.law_view import SeenRow, choices_of, drawer_of, effects_seen, faced_hands, rows_seen
from games.engine.play.referee import legal_actions, open_actions
from games.engine.play.rules import RuleSet
from games.engine.play.state import (
    CHANCE,
    FROM_STOCK,
    NOT_TAKEN,
    UNKNOWN,
    Effect,
    Laid,
    Phase,
    Shown,
    State,
    Tabled,
    centre_of,
)


@dataclass(frozen=True, slots=True)
class Taken:
    """The card drawn in this turn, from the "stock" or the "pile"; `card` is None for viewers who may not see it."""

    card: int | None
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSeen:
    """A summary of a board of a larger sitting: who plays there, whose turn it is, cards in hand, the top discard, how
    it ended."""

    seats: tuple[int, int]
    phase: Phase
    turn: int | None
    counts: tuple[int, int]
    stock: int
    top: int | None
    type: str | None
    winner: int | None
    points: int | None


@dataclass(slots=True, kw_only=True)
class View:
    """All that a seat (None: a spectator) sees; hands and melds are masks, tuples are by seat. Not frozen, for
    speed as with State: one is made for every look, and guarding forty fields took 3 of its 8 µs.

    `hand` and `actions` are the seat's own, `turn` is None while no seat decides, `pile_cards` (bottom first) is None
    where only the top may be seen, `faced` are hands lying open by a law, `spread` and `laid` what a knock laid open.
    `double_right` alone may offer to double next, None while either may.

    Of more than two seats: `waiting` sit this deal out, `box` plays alone, `advice` are hands that this seat may see
    because it may advise, `latest` by seat the discard that may still be taken (battle royal), `laid_before` the
    opponent's hand that was laid open first; `board` is the one shown of several and `boards` a glance at each.

    By the laws (§14): `rows` of seen cards, `effects` that everybody knows of, `choices` open to this seat, `tries` the
    acts that are accepted besides its lawful actions, although a law answers them.

    With melds on the table: `table` with who laid what, `credit` what each seat's laid cards count, `challenger` who
    has an open challenge. Conquian: `centre` is the card on offer, `waste` cards face down, `lifted` two to pick from.
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
    double_right: int | None
    target: int | None
    deals: tuple[DealResult, ...]
    standing: Settlement
    result: DealResult | None
    over: bool
    actions: tuple[Action, ...] | None
    waiting: tuple[int, ...] = ()
    box: int | None = None
    advice: tuple[tuple[int, int], ...] = ()
    latest: tuple[int | None, ...] = ()
    laid_before: tuple[Laid, ...] = ()
    board: int | None = None
    boards: tuple[BoardSeen, ...] = ()
    pack: Pack = GIN_PACK
    table: tuple[Tabled, ...] = ()
    credit: tuple[int, ...] = ()
    challenger: int | None = None
    centre: int | None = None
    waste: int | None = None
    folded: tuple[int, ...] = ()
    lifted: tuple[int, ...] = ()
    rows: tuple[SeenRow, ...] = ()
    effects: tuple[Effect, ...] = ()
    choices: tuple[str, ...] = ()
    tries: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Aids:
    """Aids that a player could work out from their own hand: least deadwood, one best arrangement, discards and knocks.

    `after` gives for each card that may be thrown the deadwood that it leaves, `knock` the cards that permit a knock.
    Of games with melds on the table: the melds of the hand, and what the cards in none of them count.
    """

    deadwood: int
    melds: tuple[int, ...]
    loose: int
    after: tuple[tuple[int, int], ...]
    knock: tuple[int, ...]


def view(rules: RuleSet, state: State, seat: int | None) -> View:
    """What `seat`, or a spectator (None), may see of `state`."""
    rest = state.rest
    if state.boards and rules.seating.boards is not None:
        seen: View = rules.seating.boards.view(rules, state, seat)
        return seen
    pile = state.pile
    centre = centre_of(state) if rules.kernel.wastes else None
    waste = len(pile) - (centre is not None) if rules.kernel.wastes else None
    actions = None if seat is None else legal_actions(rules, state, seat)
    return View(
        rules=rules.key,
        phase=state.phase,
        turn=None if state.turn == CHANCE else state.turn,
        dealer=rest.places.dealer,
        seat=seat,
        deal=rest.deal,
        hand=None if seat is None else state.hands[seat],
        counts=_counts(state),
        stock=state.stock,
        pile=0 if rules.kernel.wastes else len(pile),
        top=pile[-1] if pile and not rules.kernel.wastes else None,
        pile_cards=pile if rules.discard_view == "open" or rules.pickup == "pile" else None,
        upcard=rest.upcard,
        limit=rest.limit,
        taken=_taken(state, seat),
        faced=faced_hands(state),
        rows=rows_seen(state),
        effects=effects_seen(state),
        choices=choices_of(rules, state, seat),
        tries=() if seat is None or rules.laws == "strict" else open_actions(rules, state, seat)[len(actions or ()) :],
        spread=rest.spread,
        laid=rest.laid,
        laid_before=rest.laid_before,
        latest=tuple(None if card == NOT_TAKEN else card for card in rest.latest),
        factor=rest.factor,
        double_right=rest.double_right,
        target=rules.target,
        pack=rules.pack,
        table=rest.table,
        credit=rest.credit,
        challenger=None if rest.challenge is None else rest.challenge.seat,
        centre=centre,
        waste=waste,
        folded=rest.folded,
        lifted=rest.lifted,
        deals=rest.score.deals,
        standing=rest.standing,
        result=rest.result,
        over=state.phase is Phase.DONE and rest.standing.over,
        actions=actions,
    )


def view_event(rules: RuleSet, event: Event, seat: int | None) -> Event:
    """The event as `seat`, or a spectator, may see it: only the drawer sees a card from the stock."""
    if isinstance(event, Drew) and event.source == "stock" and event.seat != seat:
        return Drew(event.seat, event.source, None)
    return event


def aids(seen: View) -> Aids | None:
    """The aids that the engine computes for the seat from its own view alone; None for a spectator."""
    if seen.hand is None or (not seen.hand and seen.pack is GIN_PACK):
        return None
    if seen.pack is not GIN_PACK:
        melds = held_melds(seen.hand, seen.pack)
        loose = seen.hand & ~sum(melds)
        return Aids(deadwood=values(loose, seen.pack), melds=melds, loose=loose, after=(), knock=())
    spread = best_spread(seen.hand)
    throwing = seen.phase is Phase.DISCARD and seen.turn == seen.seat
    throws = [action for action in seen.actions or () if isinstance(action, Discard | Knock | Gin)] if throwing else []
    return Aids(
        deadwood=spread.count,
        melds=spread.melds,
        loose=spread.loose,
        after=tuple((card, deadwood(seen.hand & ~(1 << card))) for card in sorted({way.card for way in throws})),
        knock=tuple(action.card for action in seen.actions or () if isinstance(action, Knock | Gin)),
    )


def _counts(state: State) -> tuple[int, ...]:
    """The number of cards that each seat holds, including those whose faces nobody has entered."""
    if any(state.rest.unknown):
        return tuple(hand.bit_count() + more for hand, more in zip(state.hands, state.rest.unknown, strict=True))
    return tuple(map(int.bit_count, state.hands))


def _taken(state: State, seat: int | None) -> Taken | None:
    if state.taken == NOT_TAKEN:
        return None
    card = state.taken - FROM_STOCK
    if card < UNKNOWN:
        return Taken(state.taken, "pile")
    return Taken(card if seat == drawer_of(state) and card != UNKNOWN else None, "stock")
