"""How a deal ends: the knock, the showdown by command, the dead hand, and the entry on the sheet."""

from dataclasses import replace

from games.engine.actions import Finish, Gin, Knock, LayOff, ShowHand
from games.engine.cards import cards_of
from games.engine.events import DealScored, Event, GameWon, Knocked, LaidOff, Showed
from games.engine.gin.arranging import open_suits, spread_for
from games.engine.gin.laws import correction
from games.engine.gin.showdown import arranged_answer, score_knock
from games.engine.gin.upcard import multiplier
from games.engine.law_actions import BigGin
from games.engine.layoff import can_lay_off
from games.engine.melds import Spread, best_spread, extensions
from games.engine.result import DealResult
from games.engine.rules import Actions, Outcome, RuleSet
from games.engine.state import CHANCE, Laid, Phase, Rest, Shown, State, changed_rest, make_state


def knock(rules: RuleSet, state: State, action: Knock | Gin | BigGin) -> Outcome:
    """GIN-16..18: throws the card, spreads the rest; a count of 0 is gin whatever was called (IRR-26: else a knock)."""
    seat, rest = action.seat, state.rest
    called = "big_gin" if isinstance(action, BigGin) else "gin" if isinstance(action, Gin) else "knock"
    card = None if isinstance(action, BigGin) else action.card
    kept = state.hands[seat] if card is None else state.hands[seat] & ~(1 << card)
    spread = spread_for(rules, kept, action.melds, how=called, limit=rest.limit, closed=rest.closed)
    how = called if called == "big_gin" else "knock" if spread.count else "gin"
    hands = tuple(kept if at == seat else hand for at, hand in enumerate(state.hands))
    pile = state.pile if card is None else (*state.pile, card)
    thrown = make_state(state.phase, seat, hands, state.stock, pile, rest)
    return lay_open(rules, thrown, spread, how, card)


def lay_open(rules: RuleSet, state: State, spread: Spread, how: str, card: int | None = None) -> Outcome:
    """GIN-16..22, DBL-3: the seat in turn lays its hand open; the opponent answers at once or by command.

    Under laws that let a player err (IRR-21) the opponent is always asked: he may object.
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
    defender = rest.places.after[seat]
    hands = state.hands
    spread_out = make_state(Phase.SHOWDOWN, defender, hands, state.stock, state.pile, changed_rest(rest, spread=shown))
    may_object = rules.laws != "strict" and how != "declined"
    if may_object or (rules.showdown == "manual" and spread.count):
        return spread_out, (event,)
    laid = arranged_answer(defender, hands[defender], spread)
    settled, events = settle(rules, spread_out, laid)
    lay_offs = tuple(LaidOff(defender, card, meld) for card, meld in laid.laid_off)
    return settled, (event, *lay_offs, *events)


def show_choices(rules: RuleSet, state: State) -> Actions:
    """GIN-20: once."""
    return () if state.rest.laid else (ShowHand(state.turn),)


def check_show(rules: RuleSet, state: State, action: ShowHand) -> str | None:
    """GIN-20: a hand that lies open cannot be shown again."""
    return "E_PHASE" if state.rest.laid else None


def show_hand(rules: RuleSet, state: State, action: ShowHand) -> Outcome:
    """GIN-20: the opponent's hand lies open, arranged as it counts least by itself."""
    laid = arranged(state.turn, state.hands[state.turn], ())
    return _with_laid(state, laid), (_showed(laid),)


def lay_off_choices(rules: RuleSet, state: State) -> Actions:
    """GIN-20: every card still held that fits on a meld of the knocker as it lies now, on each meld it fits."""
    shown = state.rest.spread
    assert shown is not None
    held = _held(state)
    return tuple(
        LayOff(state.turn, card, meld)
        for card in cards_of(held & extensions(shown.melds))
        for meld in can_lay_off(card, shown.melds)
    )


def check_lay_off(rules: RuleSet, state: State, action: LayOff) -> str | None:
    """GIN-20: the card is held, and fits on the meld named, or on any where none is named."""
    shown = state.rest.spread
    assert shown is not None
    if not 0 <= action.card < 64 or not _held(state) >> action.card & 1:
        return "E_NOT_IN_HAND"
    fits = can_lay_off(action.card, shown.melds)
    if not fits or (action.meld is not None and action.meld not in fits):
        return "E_BAD_MELD"
    return None


def lay_off(rules: RuleSet, state: State, action: LayOff) -> Outcome:
    """GIN-20: the card joins the meld, which the next card may extend again; the rest is arranged anew."""
    shown = state.rest.spread
    assert shown is not None
    meld = can_lay_off(action.card, shown.melds)[0] if action.meld is None else action.meld
    melds = tuple(mask | 1 << action.card if at == meld else mask for at, mask in enumerate(shown.melds))
    before = state.rest.laid.laid_off if state.rest.laid else ()
    laid_off = (*before, (action.card, meld))
    laid = arranged(state.turn, _held(state) & ~(1 << action.card), laid_off)
    rest = replace(state.rest, spread=replace(shown, melds=melds), laid=laid)
    after = make_state(state.phase, state.turn, state.hands, state.stock, state.pile, rest)
    return after, (LaidOff(state.turn, action.card, meld),)


def finish_choices(rules: RuleSet, state: State) -> Actions:
    """GIN-20: at any moment of the showdown."""
    return (Finish(state.turn),)


def check_finish(rules: RuleSet, state: State, action: Finish) -> str | None:
    """GIN-20: nothing stands in the way."""
    return None


def finish(rules: RuleSet, state: State, action: Finish) -> Outcome:
    """GIN-20: what has not been laid off stays where it is; own melds as they count least."""
    laid = state.rest.laid or arranged(state.turn, state.hands[state.turn], ())
    return settle(rules, state, laid)


def exhausted(rules: RuleSet, state: State) -> Outcome:
    """GIN-30, 31: the deal is dead, or the next seat may take the last discard to end it."""
    if rules.last_discard == "dead":
        return dead(rules, state)
    rest = replace(state.rest, bound=state.turn)
    return make_state(Phase.LAST, state.turn, state.hands, state.stock, state.pile, rest), ()


def dead(rules: RuleSet, state: State) -> tuple[State, tuple[Event, ...]]:
    """GIN-30: the stock is used up: no points, no box, same dealer."""
    rest = state.rest
    factor = rest.factor * multiplier(rules, rest.upcard)
    result = DealResult(type="dead", winner=None, points=0, factor=factor, next_dealer=rest.places.dealer)
    return scored(rules, state, result)


def turn_passes(rules: RuleSet, state: State, rest: Rest, events: tuple[Event, ...]) -> Outcome:
    """IRR-9: a draw that was the whole turn, `correct_at_once`: all of them; GIN-30 holds for it as for a discard."""
    goes_on = rules.correct_at_once and correction(rest, state.turn) < 0
    after = state.turn if goes_on else rest.places.after[state.turn]
    passed = make_state(Phase.DRAW, after, state.hands, state.stock, state.pile, rest)
    if state.stock > rules.stock_floor:
        return passed, events
    done, ended = dead(rules, passed)
    return done, events + ended


def settle(rules: RuleSet, state: State, laid: Laid) -> Outcome:
    """GIN-23..29: both counts are known; the deal is scored."""
    rest = state.rest
    shown = rest.spread
    assert shown is not None
    counts = (shown.count, laid.count) if shown.seat == 0 else (laid.count, shown.count)
    fixes = (correction(rest, 0), correction(rest, 1))
    result = score_knock(
        rules,
        shown.seat,
        counts,
        how=shown.how,
        upcard=rest.upcard,
        suits=shown.suits,
        factor=rest.factor,
        fixes=fixes,
        no_bonus=tuple(effect.seat for effect in rest.effects if effect.kind == "no_bonus"),
    )
    result = replace(result, next_dealer=rules.seating.next(rules, rest.places, result).dealer)
    done, events = scored(rules, _with_laid(state, laid), result)
    return done, (_showed(laid), *events)


def scored(rules: RuleSet, state: State, result: DealResult) -> Outcome:
    """Enters the deal on the sheet; every effect ends with the deal. `result` already names the next dealer."""
    before = state.rest
    score = rules.sheet.enter(rules, before.score, result)
    game = rules.sheet.settle(rules, score)
    rest = Rest(
        places=before.places,
        score=score,
        standing=game,
        deal=before.deal,
        stock=before.stock,
        upcard=before.upcard,
        limit=before.limit,
        factor=before.factor,
        double_right=before.double_right,
        closed=before.closed,
        unknown=before.unknown,
        spread=before.spread,
        laid=before.laid,
        result=result,
        table=before.table,
        credit=before.credit,
    )
    done = make_state(Phase.DONE, CHANCE, state.hands, state.stock, state.pile, rest)
    if not game.over:
        return done, (DealScored(result),)
    return done, (DealScored(result), GameWon(game.winner, game.totals, game.net))


def arranged(seat: int, held: int, laid_off: tuple[tuple[int, int], ...]) -> Laid:
    own = best_spread(held)
    return Laid(seat=seat, melds=own.melds, deadwood=own.loose, count=own.count, laid_off=laid_off)


def _held(state: State) -> int:
    """The opponent's cards that he has not laid off."""
    hand = state.hands[state.turn]
    for card, _ in state.rest.laid.laid_off if state.rest.laid else ():
        hand &= ~(1 << card)
    return hand


def _with_laid(state: State, laid: Laid) -> State:
    rest = changed_rest(state.rest, laid=laid)
    return make_state(state.phase, state.turn, state.hands, state.stock, state.pile, rest)


def _showed(laid: Laid) -> Showed:
    return Showed(seat=laid.seat, melds=laid.melds, deadwood=laid.deadwood, count=laid.count)
