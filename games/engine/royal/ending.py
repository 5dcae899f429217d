"""How a deal of battle royal ends: the knock, two answers to it, the drawn deal, and the entry on the sheet."""

from dataclasses import replace

from games.engine.actions import Discard, Finish, Gin, Knock
from games.engine.events import DealScored, Event, GameWon, Knocked, LaidOff, Showed
from games.engine.gin.arranging import spread_for, why_not_down
from games.engine.gin.discarding import check_discard
from games.engine.gin.laws import correction
from games.engine.gin.showdown import arranged_answer
from games.engine.gin.upcard import multiplier
from games.engine.law_actions import BigGin
from games.engine.melds import Spread, best_spread
from games.engine.result import DealResult
from games.engine.royal.laying import as_shown, thrown_by
from games.engine.royal.showdown import answers, score_royal
from games.engine.rules import Outcome, RuleSet
from games.engine.state import CHANCE, Laid, Phase, Shown, State, make_state


def check_ending(rules: RuleSet, state: State, action: Knock | Gin) -> str | None:
    """GIN-11, 13, 15: possession, melds, limit; the count decides whether it is a knock or gin (GIN-17)."""
    refusal = check_discard(rules, state, Discard(action.seat, action.card))
    if refusal:
        return refusal
    kept, limit = state.hands[state.turn] & ~(1 << action.card), state.rest.limit
    return why_not_down(
        rules, spread_for(rules, kept, action.melds, how="knock", limit=limit), how="knock", limit=limit
    )


def knock(rules: RuleSet, state: State, action: Knock | Gin | BigGin) -> Outcome:
    """3P-14, 17: throws the card and spreads the rest; both opponents answer, at once or by command, but not to gin."""
    seat, rest = action.seat, state.rest
    card = None if isinstance(action, BigGin) else action.card
    kept = state.hands[seat] if card is None else state.hands[seat] & ~(1 << card)
    called = "big_gin" if card is None else "knock"
    spread = spread_for(rules, kept, action.melds, how=called, limit=rest.limit)
    how = called if card is None else "knock" if spread.count else "gin"
    melds, loose, count = spread.melds, spread.loose, spread.count
    event = Knocked(seat=seat, card=card, how=how, melds=melds, deadwood=loose, count=count)
    shown = Shown(seat=seat, how=how, melds=melds, deadwood=loose, count=count, discard=card)
    hands = tuple(kept if at == seat else hand for at, hand in enumerate(state.hands))
    pile = state.pile if card is None else (*state.pile, card)
    rest = replace(rest if card is None else thrown_by(rest, seat, card), spread=shown)
    laid_open = make_state(Phase.SHOWDOWN, rest.places.after[seat], hands, state.stock, pile, rest)
    if rules.laws != "strict" or (rules.showdown == "manual" and spread.count):
        return laid_open, (event,)
    both = answers(spread, opponents(state, seat), hands)
    done, scored = _settled(rules, laid_open, both)
    return done, (event, *(told for laid in both for told in _laid_open(laid)), *scored)


def finish(rules: RuleSet, state: State, action: Finish) -> Outcome:
    """3P-14: the first opponent is done, and the other answers the melds as shown; or both are, and it is scored."""
    rest, seat = state.rest, state.turn
    laid = _answered(rules, state)
    if rest.laid_before:
        return settle(rules, state, laid)
    assert rest.spread is not None
    rest = replace(rest, spread=as_shown(rest.spread, laid), laid=None, laid_before=(laid,))
    turn = rest.places.after[seat]
    return make_state(state.phase, turn, state.hands, state.stock, state.pile, rest), (_showed(laid),)


def dead(rules: RuleSet, state: State) -> Outcome:
    """3P-18: the deal is drawn; the same dealer deals again."""
    rest = state.rest
    result = DealResult(
        type="dead",
        winner=None,
        points=0,
        penalties=(0,) * len(state.hands),
        factor=rest.factor * multiplier(rules, rest.upcard),
        next_dealer=rest.places.dealer,
    )
    return _scored(rules, state, result)


def opponents(state: State, seat: int) -> tuple[int, int]:
    """The other two, the knocker's left first."""
    left = state.rest.places.after[seat]
    return left, state.rest.places.after[left]


def settle(rules: RuleSet, state: State, laid: Laid) -> Outcome:
    """3P-15..17: the second opponent's hand lies as it is, and the deal is scored."""
    done, scored = _settled(rules, state, (*state.rest.laid_before, laid))
    return done, (_showed(laid), *scored)


def still_to_answer(state: State) -> int:
    """3P-14: the opponent whose answer to the knock is awaited."""
    rest = state.rest
    assert rest.spread is not None
    left = rest.places.after[rest.spread.seat]
    return rest.places.after[left] if rest.laid_before else left


def _answered(rules: RuleSet, state: State) -> Laid:
    """GIN-20, 22: the hand as its owner has laid it; under `best` the engine lays off whatever still helps."""
    rest, seat = state.rest, state.turn
    assert rest.spread is not None
    if rules.showdown == "manual":
        return rest.laid or _as_it_lies(seat, state.hands[seat])
    before = rest.laid.laid_off if rest.laid else ()
    held = state.hands[seat] & ~sum(1 << card for card, _ in before)
    spread = Spread(rest.spread.melds, rest.spread.deadwood, rest.spread.count)
    answer = arranged_answer(seat, held, spread)
    return replace(answer, laid_off=(*before, *answer.laid_off))


def _settled(rules: RuleSet, state: State, both: tuple[Laid, ...]) -> Outcome:
    """3P-15..17: all three counts are known."""
    rest = state.rest
    shown = rest.spread
    assert shown is not None
    counts = {shown.seat: shown.count, **{laid.seat: laid.count for laid in both}}
    result = score_royal(
        rules,
        tuple(counts),
        counts,
        how=shown.how,
        upcard=rest.upcard,
        factor=rest.factor,
        fixes={seat: correction(rest, seat) for seat in counts},
        no_bonus=tuple(effect.seat for effect in rest.effects if effect.kind == "no_bonus"),
    )
    result = replace(result, next_dealer=rules.seating.next(rules, rest.places, result).dealer)
    first, second = both
    rest = replace(rest, laid_before=(first,), laid=second)
    lying = make_state(state.phase, state.turn, state.hands, state.stock, state.pile, rest)
    return _scored(rules, lying, result)


def _scored(rules: RuleSet, state: State, result: DealResult) -> Outcome:
    """Enters the deal on the sheet; every effect ends with the deal."""
    score = rules.sheet.enter(rules, state.rest.score, result)
    game = rules.sheet.settle(rules, score)
    rest = replace(state.rest, score=score, standing=game, result=result, effects=(), latest=())
    done = make_state(Phase.DONE, CHANCE, state.hands, state.stock, state.pile, rest)
    if not game.over:
        return done, (DealScored(result),)
    return done, (DealScored(result), GameWon(game.winner, game.totals, game.net))


def _laid_open(laid: Laid) -> tuple[Event, ...]:
    """What an opponent does in his showdown, as it is told."""
    return (*(LaidOff(laid.seat, card, meld) for card, meld in laid.laid_off), _showed(laid))


def _as_it_lies(seat: int, hand: int) -> Laid:
    own = best_spread(hand)
    return Laid(seat=seat, melds=own.melds, deadwood=own.loose, count=own.count)


def _showed(laid: Laid) -> Showed:
    return Showed(seat=laid.seat, melds=laid.melds, deadwood=laid.deadwood, count=laid.count)
