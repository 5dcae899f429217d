"""Cards drawn, seen or thrown that should not have been: IRR-13 to IRR-20, IRR-28 to IRR-32."""

from dataclasses import replace

from games.engine.gin.ending import opponents, turn_lost
from games.engine.gin.irregular.effects import found, nothing_shown, with_effects, without
from games.engine.moves.events import Drew, Event
from games.engine.moves.law_events import Exposed, LookedBack, Ruled, TurnLost
from games.engine.moves.offence import Offence
from games.engine.play.impossible import Impossible
from games.engine.play.rules import Outcome, RuleSet
from games.engine.play.state import UNKNOWN, Effect, Phase, Rest, State, changed, changed_rest


def offender_of(offence: Offence) -> int:
    """The seat that committed the offence; raises Impossible E_OPTION if the law needs one and none is named."""
    if offence.offender is None:
        raise Impossible("E_OPTION", offence.irr, "offender: this law asks who did it")
    return offence.offender


def irr_13(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-13: a stock card drawn before the opponent's discard stands, no penalty; it replaces his next draw."""
    seat = offender_of(offence)
    left = state.stock - 1
    card = state.rest.stock[left]
    drawn = changed(state, stock=left, **_held(state, seat, card))
    owed = Effect("owed", seat, until="his_throw", irr=offence.irr, cards=(card,))
    drew = Drew(seat, "stock", None if card == UNKNOWN else card)
    return with_effects(drawn, owed), (drew, Ruled(offence.irr, seat, "stands"))


def irr_14(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-14, A6: drawn before the dealer refused a passed upcard: as IRR-13, and the dealer keeps his option."""
    return irr_13(rules, state, offence)


def irr_15(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-15: a pile card taken out of turn is not a draw: returned, no penalty."""
    return state, (Ruled("IRR-15", offence.offender, "returned"),)


def irr_16(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-16, 18, 19: stock cards that a player saw in turn lie open; the others may take them first; only gin may end
    this turn."""
    seat = offender_of(offence)
    ban = Effect("ban", seat, until="his_turn", irr="IRR-19")
    return _exposed(state, offence, 0, (ban,))


def irr_17(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-17: cards seen out of turn: the same, but the offender may never take them; the rules say whether his knock
    is banned."""
    seat = offender_of(offence)
    ban = Effect("ban", seat, until="his_turn_after", irr="IRR-19")
    return _exposed(state, offence, 1, (ban,) if rules.seen_ban_out_of_turn == "next_turn" else ())


def irr_18(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-18: take a card of the row as the draw of this turn; GIN-11 does not bind it."""
    seat = offender_of(offence)
    (card,) = offence.cards
    row = next(e for e in state.rest.effects if e.kind == "row" and (card in e.cards or UNKNOWN in e.cards))
    lying = list(row.cards)
    lying.remove(card if card in lying else UNKNOWN)
    effects = tuple(replace(e, cards=tuple(lying)) if e is row else e for e in state.rest.effects)
    after = changed(state, rest=changed_rest(state.rest, effects=effects))
    after = changed(after, phase=Phase.DISCARD, passes=0, **_held(after, seat, card))
    return after, (Drew(seat, "row", card),)


def irr_28(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-28, A9: a player who looks at a covered discard loses his next draw, and so that whole turn.

    Before drawing the turn passes at once; later, or out of turn, the following turn is lost. IRR-29: no offence where
    the pile lies open by agreement.
    """
    seat = offender_of(offence)
    if rules.discard_view == "open":
        return state, (LookedBack(seat),)
    ruled = Ruled("IRR-28", seat, "loses his next draw")
    if state.turn == seat and state.phase is Phase.DRAW:
        return turn_lost(rules, state, (ruled, TurnLost(seat)))
    if found(state.rest, "skip", seat):
        return state, (ruled,)
    return with_effects(state, Effect("skip", seat, until="used", irr="IRR-28")), (ruled,)


def irr_32(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-32: the card thrown straight back is taken back, and another discarded."""
    slip = found(state.rest, "slip", offender_of(offence))
    if slip is None:
        raise Impossible("E_PHASE", "IRR-32", "nobody has thrown back the card that he had just taken")
    if slip.n:
        raise Impossible("E_TOO_LATE", "IRR-32", "play has gone on: the discard stands")
    seat, card = slip.seat, slip.cards[0]
    rest = nothing_shown(state.rest)
    back = changed(without(state, slip), phase=Phase.DISCARD, turn=seat, pile=state.pile[:-1], passes=0, rest=rest)
    back = without(back, *(e for e in rest.effects if e.kind in ("slip", "illegal") and e.seat == seat))
    hands = tuple(hand | 1 << card if at == seat else hand for at, hand in enumerate(back.hands))
    return changed(back, hands=hands, taken=card), (Ruled("IRR-32", seat, "taken back"),)


def nothing_follows(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-29, 30: no offence, no penalty."""
    return state, (Ruled(offence.irr, offence.offender, "none"),)


def _exposed(state: State, offence: Offence, never: int, bans: tuple[Effect, ...]) -> Outcome:
    """IRR-16: each seen card leaves the stock and lies face up; the cards seen on one occasion form one row."""
    seat = offender_of(offence)
    left = state.stock - offence.n
    cards = offence.cards or tuple(reversed(state.rest.stock[left : state.stock]))
    waiting = (*opponents(state.rest.places.after, seat), seat)
    row = Effect("row", seat, never, "both_drawn", offence.irr, cards, waiting=waiting)
    same = next(
        (e for e in state.rest.effects if e.kind == "row" and (e.seat, e.n, e.waiting) == (seat, never, waiting)), None
    )
    if same is not None:
        row = replace(row, cards=(*same.cards, *cards))
        state = without(state, same)
    state = without(state, *(e for e in state.rest.effects if e in bans))
    events: tuple[Event, ...] = (Exposed(seat, cards), Ruled(offence.irr, seat, "exposed"))
    return with_effects(changed(state, stock=left), row, *bans), events


def _held(state: State, seat: int, card: int) -> dict[str, object]:
    """The slots of the state that change when a card joins a hand; a card whose face nobody entered is only counted."""
    if card == UNKNOWN:
        unknown = tuple(n + (at == seat) for at, n in enumerate(state.rest.unknown))
        rest: Rest = changed_rest(state.rest, unknown=unknown)
        return {"rest": rest}
    return {"hands": tuple(hand | 1 << card if at == seat else hand for at, hand in enumerate(state.hands))}
