"""End a deal: the knock, the showdown by command, the dead hand, and the entry on the sheet."""

from collections.abc import Sequence
from dataclasses import replace

from games.engine.cards.cards import cards_of
from games.engine.cards.layoff import can_lay_off
from games.engine.cards.melds import Spread, best_spread, extensions
from games.engine.gin.latest import thrown_by
from games.engine.gin.laws import correction
from games.engine.gin.scoring.arranging import open_suits, spread_for
from games.engine.gin.scoring.showdown import arranged_answer, score_knock
from games.engine.gin.scoring.upcard import multiplier
from games.engine.laws.entering import entered
from games.engine.moves.actions import Finish, Gin, Knock, LayOff, ShowHand
from games.engine.moves.events import Event, Knocked, LaidOff, Showed
from games.engine.moves.law_actions import BigGin
from games.engine.moves.result import DealResult
from games.engine.play.rules import Actions, Outcome, RuleSet
from games.engine.play.state import Laid, Phase, Rest, Shown, State, changed_rest, make_state


def knock(rules: RuleSet, state: State, action: Knock | Gin | BigGin) -> Outcome:
    """GIN-16..18: throw the card and spread the rest. A count of 0 is gin whatever was called; else it is a knock
    (IRR-26)."""
    seat, rest = action.seat, state.rest
    called = "big_gin" if isinstance(action, BigGin) else "gin" if isinstance(action, Gin) else "knock"
    card = None if isinstance(action, BigGin) else action.card
    kept = state.hands[seat] if card is None else state.hands[seat] & ~(1 << card)
    spread = spread_for(rules, kept, action.melds, how=called, limit=rest.limit, closed=rest.closed)
    how = called if called == "big_gin" else "knock" if spread.count else "gin"
    hands = tuple(kept if at == seat else hand for at, hand in enumerate(state.hands))
    pile = state.pile if card is None else (*state.pile, card)
    if card is not None and len(hands) > 2:
        rest = thrown_by(rest, seat, card)
    thrown = make_state(state.phase, seat, hands, state.stock, pile, rest)
    return lay_open(rules, thrown, spread, how, card)


def lay_open(rules: RuleSet, state: State, spread: Spread, how: str, card: int | None = None) -> Outcome:
    """GIN-16..22, 3P-14, DBL-3: lay open the hand of the seat in turn. Each opponent answers, at once or by command, on
    the melds as shown, whatever another opponent has laid there.

    Under laws that let a player err (IRR-21) the opponents are always asked: they may object.
    """
    seat, rest = state.turn, state.rest
    event = Knocked(seat=seat, card=card, how=how, melds=spread.melds, deadwood=spread.loose, count=spread.count)
    shown = Shown(
        seat=seat,
        how=how,
        melds=spread.melds,
        deadwood=spread.loose,
        count=spread.count,
        discard=card,
        suits=open_suits(spread, rest.closed) if rules.suit_columns else "",
    )
    left, hands = rest.places.after[seat], state.hands
    spread_out = make_state(Phase.SHOWDOWN, left, hands, state.stock, state.pile, changed_rest(rest, spread=shown))
    may_object = rules.laws != "strict" and how != "declined"
    if may_object or (rules.showdown == "manual" and spread.count):
        return spread_out, (event,)
    laid = [arranged_answer(one, hands[one], spread) for one in opponents(rest.places.after, seat)]
    done, scored = _settled(rules, spread_out, laid)
    return done, (event, *(told for one in laid for told in _laid_open(one)), *scored)


def opponents(after: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """The other hands of the deal, starting left of the seat; `after` gives for each seat the one that plays after
    it."""
    other, found = after[seat], []
    while other != seat and other not in found:
        found.append(other)
        other = after[other]
    return tuple(found)


def still_to_answer(rest: Rest) -> int:
    """3P-14: the opponent who has to answer the knock next."""
    assert rest.spread is not None
    return opponents(rest.places.after, rest.spread.seat)[len(rest.laid_before)]


def show_choices(rules: RuleSet, state: State) -> Actions:
    """GIN-20: an opponent may show the hand once."""
    return () if state.rest.laid else (ShowHand(state.turn),)


def check_show(rules: RuleSet, state: State, action: ShowHand) -> str | None:
    """GIN-20: refuse to show a hand that already lies open."""
    return "E_PHASE" if state.rest.laid else None


def show_hand(rules: RuleSet, state: State, action: ShowHand) -> Outcome:
    """GIN-20: lay the opponent's hand open, in the arrangement with the least count by itself."""
    laid = arranged(state.turn, state.hands[state.turn], ())
    return _with_laid(state, laid), (_showed(laid),)


def lay_off_choices(rules: RuleSet, state: State) -> Actions:
    """GIN-20: every card still held that fits on a meld of the knocker as it lies now, once for each such meld."""
    shown = state.rest.spread
    assert shown is not None
    held = _held(state)
    return tuple(
        LayOff(state.turn, card, meld)
        for card in cards_of(held & extensions(shown.melds))
        for meld in can_lay_off(card, shown.melds)
    )


def check_lay_off(rules: RuleSet, state: State, action: LayOff) -> str | None:
    """GIN-20: check that the card is held and fits on the named meld, or on any if none is named."""
    shown = state.rest.spread
    assert shown is not None
    if not 0 <= action.card < 64 or not _held(state) >> action.card & 1:
        return "E_NOT_IN_HAND"
    fits = can_lay_off(action.card, shown.melds)
    if not fits or (action.meld is not None and action.meld not in fits):
        return "E_BAD_MELD"
    return None


def lay_off(rules: RuleSet, state: State, action: LayOff) -> Outcome:
    """GIN-20: add the card to the meld, which the next card may extend again, and arrange the rest again."""
    shown = state.rest.spread
    assert shown is not None
    meld = can_lay_off(action.card, shown.melds)[0] if action.meld is None else action.meld
    melds = tuple(mask | 1 << action.card if at == meld else mask for at, mask in enumerate(shown.melds))
    before = state.rest.laid.laid_off if state.rest.laid else ()
    laid_off = (*before, (action.card, meld))
    laid = arranged(state.turn, _held(state) & ~(1 << action.card), laid_off)
    rest = changed_rest(state.rest, spread=replace(shown, melds=melds), laid=laid)
    after = make_state(state.phase, state.turn, state.hands, state.stock, state.pile, rest)
    return after, (LaidOff(state.turn, action.card, meld),)


def finish_choices(rules: RuleSet, state: State) -> Actions:
    """GIN-20: an opponent may finish at any moment of the showdown."""
    return (Finish(state.turn),)


def check_finish(rules: RuleSet, state: State, action: Finish) -> str | None:
    """GIN-20: allow an opponent to finish at any time."""
    return None


def finish(rules: RuleSet, state: State, action: Finish) -> Outcome:
    """GIN-20, 3P-14: finish this hand; then the next opponent answers the melds as shown, or the deal is scored."""
    rest, laid = state.rest, _answered(rules, state)
    assert rest.spread is not None
    if state.turn == opponents(rest.places.after, rest.spread.seat)[-1]:
        return settle(rules, state, laid)
    shown = replace(rest.spread, melds=_as_shown(rest.spread.melds, laid))
    rest = changed_rest(rest, spread=shown, laid=None, laid_before=(*rest.laid_before, laid))
    turn = rest.places.after[state.turn]
    return make_state(state.phase, turn, state.hands, state.stock, state.pile, rest), (_showed(laid),)


def _answered(rules: RuleSet, state: State) -> Laid:
    """GIN-20, 22: the hand as its owner has laid it; under `best` the engine also lays off whatever still helps."""
    rest, seat = state.rest, state.turn
    assert rest.spread is not None
    if rules.showdown == "manual":
        return rest.laid or arranged(seat, state.hands[seat], ())
    before = rest.laid.laid_off if rest.laid else ()
    shown = Spread(rest.spread.melds, rest.spread.deadwood, rest.spread.count)
    answer = arranged_answer(seat, _held(state), shown)
    return replace(answer, laid_off=(*before, *answer.laid_off))


def _as_shown(melds: tuple[int, ...], laid: Laid) -> tuple[int, ...]:
    """3P-14: the knocker's melds as he showed them, without the cards that an opponent laid off there."""
    shown = list(melds)
    for card, meld in laid.laid_off:
        shown[meld] &= ~(1 << card)
    return tuple(shown)


def exhausted(rules: RuleSet, state: State) -> Outcome:
    """GIN-30, 31: the deal is dead, or the next seat may take the last discard to end it."""
    if rules.last_discard == "dead":
        return dead(rules, state)
    rest = changed_rest(state.rest, bound=state.turn)
    return make_state(Phase.LAST, state.turn, state.hands, state.stock, state.pile, rest), ()


def dead(rules: RuleSet, state: State) -> tuple[State, tuple[Event, ...]]:
    """GIN-30, 3P-18: the stock is used up: no points, no box, same dealer."""
    rest = state.rest
    result = DealResult(
        type="dead",
        winner=None,
        points=0,
        penalties=(0,) * len(state.hands),
        factor=rest.factor * multiplier(rules, rest.upcard),
        next_dealer=rest.places.dealer,
    )
    return entered(rules, state, result)


def turn_passes(rules: RuleSet, state: State, rest: Rest, events: tuple[Event, ...]) -> Outcome:
    """IRR-9: pass the turn after a draw that was the whole turn (`correct_at_once`: all draws); GIN-30 applies as after
    a discard."""
    goes_on = rules.correct_at_once and correction(rest, state.turn) < 0
    return _turn_begins(rules, state, rest, state.turn if goes_on else rest.places.after[state.turn], events)


def turn_lost(rules: RuleSet, state: State, events: tuple[Event, ...]) -> Outcome:
    """IRR-28: pass the turn without a draw, even if a wrong number of cards still has to be corrected."""
    return _turn_begins(rules, state, state.rest, state.rest.places.after[state.turn], events)


def _turn_begins(rules: RuleSet, state: State, rest: Rest, seat: int, events: tuple[Event, ...]) -> Outcome:
    """GIN-30: let the seat draw next, or end the deal as dead if the stock is used up."""
    passed = make_state(Phase.DRAW, seat, state.hands, state.stock, state.pile, rest)
    if state.stock > rules.stock_floor:
        return passed, events
    done, ended = dead(rules, passed)
    return done, events + ended


def settle(rules: RuleSet, state: State, laid: Laid) -> Outcome:
    """GIN-23..29, 3P-15..17: score the deal, as the last hand lies open."""
    done, scored = _settled(rules, state, (*state.rest.laid_before, laid))
    return done, (_showed(laid), *scored)


def _settled(rules: RuleSet, state: State, laid: Sequence[Laid]) -> Outcome:
    """GIN-23..29, 3P-15..17: score the deal from all counts."""
    rest = state.rest
    shown = rest.spread
    assert shown is not None
    counts = {shown.seat: shown.count} | {one.seat: one.count for one in laid}
    seats = range(len(state.hands))
    result = score_knock(
        rules,
        tuple(counts),
        tuple(counts[seat] for seat in seats),
        how=shown.how,
        upcard=rest.upcard,
        suits=shown.suits,
        factor=rest.factor,
        fixes=tuple(correction(rest, seat) for seat in seats),
        no_bonus=tuple(effect.seat for effect in rest.effects if effect.kind == "no_bonus"),
    )
    lying = changed_rest(rest, laid_before=tuple(laid[:-1]), laid=laid[-1])
    return entered(rules, make_state(state.phase, state.turn, state.hands, state.stock, state.pile, lying), result)


def arranged(seat: int, held: int, laid_off: tuple[tuple[int, int], ...]) -> Laid:
    own = best_spread(held)
    return Laid(seat=seat, melds=own.melds, deadwood=own.loose, count=own.count, laid_off=laid_off)


def _held(state: State) -> int:
    """The cards of the opponent that he has not laid off."""
    hand = state.hands[state.turn]
    for card, _ in state.rest.laid.laid_off if state.rest.laid else ():
        hand &= ~(1 << card)
    return hand


def _with_laid(state: State, laid: Laid) -> State:
    rest = changed_rest(state.rest, laid=laid)
    return make_state(state.phase, state.turn, state.hands, state.stock, state.pile, rest)


def _laid_open(laid: Laid) -> tuple[Event, ...]:
    """The events of an opponent's showdown."""
    return (*(LaidOff(laid.seat, card, meld) for card, meld in laid.laid_off), _showed(laid))


def _showed(laid: Laid) -> Showed:
    return Showed(seat=laid.seat, melds=laid.melds, deadwood=laid.deadwood, count=laid.count)
