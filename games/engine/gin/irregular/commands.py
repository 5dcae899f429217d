"""Checks and moves of players' irregular acts, and of the answers to them (§15)."""

from typing import Any

from games.engine.gin import ending
from games.engine.gin.bound import took_last
from games.engine.gin.irregular import knocks
from games.engine.gin.irregular.effects import PLAY, found, plays, with_effects
from games.engine.gin.irregular.laws import law_of
from games.engine.gin.laws import correction, is_banned, one_card_corrected
from games.engine.gin.scoring.arranging import spread_for
from games.engine.moves.actions import Discard, DrawDiscard, DrawStock, Gin, Knock
from games.engine.moves.law_actions import (
    DrawExposed,
    LookDiscards,
    PeekStock,
    ShowCard,
)
from games.engine.moves.law_events import ShowedCard
from games.engine.moves.offence import Offence
from games.engine.play.rules import Actions, Move, Outcome, RuleSet, nobody, unlisted
from games.engine.play.state import FROM_STOCK, UNKNOWN, Effect, Phase, State, changed, right_of
from games.engine.play.unknown import is_nowhere

FORGIVEN = ("E_KNOCK_LIMIT", "E_NO_OPEN_SUIT", "E_SAME_CARD")


def early_draw(base: Move | None) -> Move:
    """IRR-13, 14: allow DrawStock out of turn, too."""

    def check(rules: RuleSet, state: State, action: DrawStock) -> str | None:
        if action.seat == state.turn:
            return _in_turn(rules, state, action, base)
        barred = _aside(rules, state, action.seat)
        if barred is not None:
            return barred
        if correction(state.rest, action.seat) or found(state.rest, "owed", action.seat):
            return "E_HAND_SIZE"
        if action.seat != state.rest.places.after[state.turn]:
            return "E_NOT_TURN"  # §14.4: the next player only
        return None if state.stock > rules.stock_floor else "E_EMPTY"

    def do(rules: RuleSet, state: State, action: DrawStock) -> Outcome:
        if action.seat == state.turn and base is not None:
            return base.do(rules, state, action)
        passed = state.phase is Phase.UPCARD and state.passes > 0
        irr = "IRR-14" if passed else "IRR-13"
        return law_of(rules, irr)(rules, state, Offence(irr=irr, offender=action.seat))

    return Move(base.choices if base else unlisted, check, do, aside=nobody)


def early_pick(base: Move | None) -> Move:
    """IRR-15: allow DrawDiscard out of turn, too: the card goes back."""

    def check(rules: RuleSet, state: State, action: DrawDiscard) -> str | None:
        if action.seat == state.turn:
            return _in_turn(rules, state, action, base)
        barred = _aside(rules, state, action.seat)
        if barred is None and action.seat != state.rest.places.after[state.turn]:
            return "E_NOT_TURN"  # §14.4: the next player only
        return barred or (None if state.pile else "E_EMPTY")

    def do(rules: RuleSet, state: State, action: DrawDiscard) -> Outcome:
        if action.seat == state.turn and base is not None:
            return base.do(rules, state, action)
        return law_of(rules, "IRR-15")(rules, state, Offence(irr="IRR-15", offender=action.seat))

    return Move(base.choices if base else unlisted, check, do, aside=nobody)


def any_throw(base: Move) -> Move:
    """IRR-32: allow the discard of the card just taken, too; IRR-25: also when only a knock may follow."""

    def check(rules: RuleSet, state: State, action: Discard) -> str | None:
        code = base.check(rules, state, action)
        if code == "E_MUST_KNOCK" and state.stock <= rules.stock_floor:
            return None if state.hands[state.turn] >> action.card & 1 else "E_NOT_IN_HAND"
        return None if code == "E_SAME_CARD" else code

    def do(rules: RuleSet, state: State, action: Discard) -> Outcome:
        last = took_last(rules, state)
        back = base.check(rules, state, action) == "E_SAME_CARD"
        thrown, events = _thrown_last(rules, state, action) if last else base.do(rules, state, action)
        if not back or thrown.phase is Phase.DONE:
            return thrown, events
        slip = Effect("slip", action.seat, until="play_goes_on", irr="IRR-32", cards=(action.card,))
        return with_effects(thrown, slip), events

    return Move(unbanned(base), check, do)


def any_knock(base: Move) -> Move:
    """IRR-21, 25, 26: Knock and Gin without a check of limit, ban and open suits, until somebody objects."""

    def check(rules: RuleSet, state: State, action: Knock | Gin) -> str | None:
        code = base.check(rules, state, action)
        return None if code in FORGIVEN else code

    def do(rules: RuleSet, state: State, action: Knock | Gin) -> Outcome:
        code = base.check(rules, state, action)
        laid, events = base.do(rules, state, action)
        shown = laid.rest.spread
        if is_banned(state.rest, action.seat) and shown is not None and shown.count and code != "E_SAME_CARD":
            code = "E_BAN"
        if code is None or laid.phase is Phase.DONE:
            return laid, events
        cards = (action.card,)
        illegal = Effect("illegal", action.seat, until="showdown", irr=knocks.LAW_OF[code], cards=cards, code=code)
        slip = Effect("slip", action.seat, until="showdown", irr="IRR-32", cards=cards)
        return with_effects(laid, illegal, *((slip,) if code == "E_SAME_CARD" else ())), events

    return Move(unbanned(base), check, do)


def unbanned(base: Move) -> Any:
    """IRR-19: the lawful endings, among other actions or alone; under a ban only gin."""
    if base.choices in UNBANNED:
        return UNBANNED[base.choices]

    def choices(rules: RuleSet, state: State) -> Actions:
        listed = base.choices(rules, state)
        if not state.rest.effects or not is_banned(state.rest, state.turn):
            return listed
        return tuple(action for action in listed if _is_gin(rules, state, action))

    return UNBANNED.setdefault(base.choices, choices)


UNBANNED: dict[Any, Any] = {}


def _is_gin(rules: RuleSet, state: State, action: object) -> bool:
    """GIN-17: does this ending leave no deadwood?"""
    if not isinstance(action, Knock | Gin):
        return True
    rest, kept = state.rest, state.hands[state.turn] & ~(1 << action.card)
    how = "gin" if isinstance(action, Gin) else "knock"
    return spread_for(rules, kept, action.melds, how=how, limit=rest.limit, closed=rest.closed).count == 0


def upcard_only_without_a_debt(base: Move) -> Move:
    """IRR-13: a player who has drawn early may not take the upcard."""

    def choices(rules: RuleSet, state: State) -> Actions:
        return () if found(state.rest, "owed", state.turn) else base.choices(rules, state)

    def check(rules: RuleSet, state: State, action: Any) -> str | None:
        return "E_HAND_SIZE" if found(state.rest, "owed", state.turn) else base.check(rules, state, action)

    return Move(choices, check, base.do)


def row_choices(rules: RuleSet, state: State) -> Actions:
    """IRR-18: the seen cards that the seat in turn has the right to take."""
    if not state.rest.effects or correction(state.rest, state.turn) > 0:
        return ()
    rows = [effect for effect in state.rest.effects if effect.kind == "row" and right_of(effect) == state.turn]
    return tuple(DrawExposed(state.turn, card) for row in rows for card in row.cards if card != UNKNOWN)


def check_draw_exposed(rules: RuleSet, state: State, action: DrawExposed) -> str | None:
    """IRR-18: check that the card lies in a row of seen cards, and that this seat has the right to it."""
    if correction(state.rest, state.turn) > 0:
        return "E_HAND_SIZE"
    rows = [effect for effect in state.rest.effects if effect.kind == "row"]
    holding = [row for row in rows if action.card in row.cards]
    holding = holding or [row for row in rows if UNKNOWN in row.cards and is_nowhere(state, action.card)]
    return None if holding and right_of(holding[0]) == action.seat else "E_NO_RIGHT"


def draw_exposed(rules: RuleSet, state: State, action: DrawExposed) -> Outcome:
    """IRR-18: draw the card as this turn's draw; IRR-9: with too few cards it is the whole turn."""
    offence = Offence(irr="IRR-18", offender=action.seat, cards=(action.card,))
    drawn, events = law_of(rules, "IRR-18")(rules, state, offence)
    if correction(state.rest, action.seat) < 0:
        return ending.turn_passes(rules, drawn, one_card_corrected(drawn.rest, action.seat), events)
    return changed(drawn, taken=action.card + FROM_STOCK), events


def check_peek(rules: RuleSet, state: State, action: PeekStock) -> str | None:
    """IRR-16, 17: check that the stock has as many cards as were seen."""
    barred = None if action.seat == state.turn else _aside(rules, state, action.seat)
    return barred or (None if 0 < action.n <= state.stock else "E_EMPTY")


def peek(rules: RuleSet, state: State, action: PeekStock) -> Outcome:
    """IRR-16, 17: see stock cards, in turn or out of turn."""
    irr = "IRR-16" if action.seat == state.turn else "IRR-17"
    return law_of(rules, irr)(rules, state, Offence(irr=irr, offender=action.seat, n=action.n))


def check_look(rules: RuleSet, state: State, action: LookDiscards) -> str | None:
    """IRR-28: check that there are covered discards."""
    barred = None if action.seat == state.turn else _aside(rules, state, action.seat)
    return barred or (None if len(state.pile) > 1 else "E_EMPTY")


def look(rules: RuleSet, state: State, action: LookDiscards) -> Outcome:
    """IRR-28, 29: look at the discards; IRR-29 applies if they lie open."""
    return law_of(rules, "IRR-28")(rules, state, Offence(irr="IRR-28", offender=action.seat))


def check_show_card(rules: RuleSet, state: State, action: ShowCard) -> str | None:
    """IRR-30: check that the card is his own."""
    if not plays(state, action.seat):
        return "E_NOT_TURN"
    if not 0 <= action.card < 52:
        return "E_NOT_IN_HAND"
    held = state.hands[action.seat] >> action.card & 1
    unknown = state.rest.unknown[action.seat] > 0 and is_nowhere(state, action.card)
    return None if held or unknown else "E_NOT_IN_HAND"


def show_card(rules: RuleSet, state: State, action: ShowCard) -> Outcome:
    """IRR-30: show a card: no penalty, no effect."""
    return state, (ShowedCard(action.seat, action.card),)


def check_lay_off(rules: RuleSet, state: State, action: Any) -> str | None:
    """GIN-21: refuse to lay off against gin."""
    shown = state.rest.spread
    return "E_PHASE" if shown is None or not shown.count else ending.check_lay_off(rules, state, action)


def lay_off_choices(rules: RuleSet, state: State) -> Actions:
    """GIN-20, 21: the lay-offs; none against gin."""
    shown = state.rest.spread
    return () if shown is None or not shown.count else ending.lay_off_choices(rules, state)


def _in_turn(rules: RuleSet, state: State, action: Any, base: Move | None) -> str | None:
    if base is not None:
        return base.check(rules, state, action)
    return rules.kernel.barred(rules, state, action) or "E_PHASE"


def _aside(rules: RuleSet, state: State, seat: int) -> str | None:
    """Can a seat that is not in turn act irregularly now? Only while a turn goes on."""
    if not plays(state, seat):
        return "E_NOT_TURN"
    return None if state.phase in PLAY else "E_PHASE"


def _thrown_last(rules: RuleSet, state: State, action: Discard) -> Outcome:
    """GIN-31, IRR-25: discard after the last discard was taken for a knock."""
    held = tuple(hand & ~(1 << action.card) if at == action.seat else hand for at, hand in enumerate(state.hands))
    thrown = changed(state, hands=held, pile=(*state.pile, action.card))
    done, events = law_of(rules, "IRR-25")(rules, thrown, Offence(irr="IRR-25", offender=action.seat))
    return done, events
