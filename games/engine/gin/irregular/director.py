"""The director's entries: each a check and a move; all of them in every mode of laws."""

from collections.abc import Callable
from typing import Any

from games.engine.gin.bound import took_last
from games.engine.gin.irregular import choosing, commands, hands, knocks
from games.engine.gin.irregular.effects import PLAY, ended, found, plays, with_effects, without
from games.engine.gin.irregular.laws import law_of
from games.engine.gin.laws import correction
from games.engine.laws.entering import adjusted
from games.engine.moves.actions import DrawDiscard, DrawStock
from games.engine.moves.director import (
    DirAdjust,
    DirChoice,
    DirRecord,
    DirRedeal,
    DirSetSize,
    DirUndo,
    DirVoid,
    DirWaive,
    Reshuffle,
)
from games.engine.moves.law_actions import LookDiscards, PeekStock, StopDeal
from games.engine.moves.law_events import Counted, Reshuffled, Ruled
from games.engine.moves.offence import Offence
from games.engine.play.dealing import HAND_SIZE
from games.engine.play.impossible import Impossible
from games.engine.play.rules import Outcome, RuleSet
from games.engine.play.state import Effect, Phase, State, changed, changed_rest
from games.engine.play.unknown import may_have_topped

WAIVABLE = ("ban", "row", "face_up", "no_bonus", "skip", "choice", "misdealt", "illegal", "slip")
NOT_BY_ITSELF = ("IRR-18", "IRR-22")  # a draw and a choice: they follow from other rows
AT_THE_TABLE = tuple(f"IRR-{n}" for n in (13, 14, 15, 16, 17, 19, 21, 22, 23, 24, 25, 26, 27, 28, 32))


def check_record(rules: RuleSet, state: State, action: DirRecord) -> str | None:
    """§14.2: check that the law is a row of the table, that the offender plays, and that the row fits the moment.

    IRR-0: strict play refuses the commands of the rows AT_THE_TABLE and keeps no account of what they would leave
    behind (bans, seen cards, owed draws, objections), so that a director cannot record them there either.
    """
    law_of(rules, action.irr)
    seat = action.offender
    if state.rest.places.dealer is None:
        return "E_PHASE"  # nobody deals before the draw for the first deal
    if rules.laws == "strict" and action.irr in AT_THE_TABLE:
        return "E_OPTION"
    if action.irr in NOT_BY_ITSELF or (seat is not None and not plays(state, seat)):
        return "E_OPTION"
    match action.irr:
        case "IRR-6" | "IRR-7" | "IRR-8" | "IRR-9" | "IRR-31":
            return None if state.phase in (*PLAY, *hands.COMPLETED) else "E_PHASE"
        case "IRR-19" | "IRR-21" | "IRR-23" | "IRR-24" | "IRR-26" | "IRR-27":
            return knocks.check_row(state, action.irr, seat)
        case "IRR-25":
            is_last = state.phase is Phase.DISCARD and seat == state.turn and took_last(rules, state)
            return None if is_last else knocks.check_row(state, action.irr, seat)
        case "IRR-2" | "IRR-5" | "IRR-20" | "IRR-29" | "IRR-30":
            return "E_PHASE" if state.phase is Phase.CHOICE else None
        case "IRR-13" | "IRR-14" | "IRR-15" | "IRR-16" | "IRR-17" | "IRR-28":
            return "E_OPTION" if seat is None else _check_deed(rules, state, action, seat)
    return None


def _check_deed(rules: RuleSet, state: State, action: DirRecord, seat: int) -> str | None:
    """IRR-13..17, 28: check that the player could have done this now, as if online."""
    if state.phase not in PLAY:
        return "E_PHASE"
    if action.irr in ("IRR-13", "IRR-14"):
        return commands.early_draw(None).check(rules, state, DrawStock(seat))
    if action.irr == "IRR-15":
        return commands.early_pick(None).check(rules, state, DrawDiscard(seat))
    if action.irr == "IRR-28":
        return commands.check_look(rules, state, LookDiscards(seat))
    if (seat == state.turn) != (action.irr == "IRR-16"):
        return "E_PHASE"
    if action.cards and not may_have_topped(state, action.cards):
        raise Impossible("E_OPTION", action.irr, "cards: those on top of the stock, or cards that lie nowhere in sight")
    return commands.check_peek(rules, state, PeekStock(seat, _seen(action)))


def record(rules: RuleSet, state: State, action: DirRecord) -> Outcome:
    """§15: apply the law of the row; if a number of cards is named, they are counted first."""
    return recorded(rules, state, action, set_size)


def recorded(
    rules: RuleSet, state: State, action: DirRecord, count: Callable[[RuleSet, State, DirSetSize], Outcome]
) -> Outcome:
    """§15: as `record`, with the kernel's own way to `count` a hand."""
    events: tuple[Any, ...] = ()
    if action.n is not None and action.offender is not None and action.irr in ("IRR-6", "IRR-7", "IRR-8", "IRR-31"):
        state, events = count(rules, state, DirSetSize(action.offender, action.n))
    offence = Offence(irr=action.irr, offender=action.offender, cards=action.cards, n=_seen(action), stage=action.stage)
    ruled, told = law_of(rules, action.irr)(rules, state, offence)
    return ruled, (*events, *told)


def _seen(action: DirRecord) -> int:
    """IRR-16: the number of cards seen: those that are named, else `n`, else one."""
    return len(action.cards) or action.n or 1


def check_choice(rules: RuleSet, state: State, action: DirChoice) -> str | None:
    """§15: check a choice by its command: the player could make it now."""
    if action.choice == "stop_deal":
        return choosing.check_stop(rules, state, StopDeal(action.player))
    if action.choice not in choosing.OFFERS:
        raise Impossible("E_OPTION", "§15", f"choice: allowed are stop_deal, {', '.join(choosing.OFFERS)}")
    return choosing.check_choice(rules, state, choosing.OFFERS[action.choice](action.player))


def choice(rules: RuleSet, state: State, action: DirChoice) -> Outcome:
    """§15: carry out the player's choice, as if he had given the command."""
    if action.choice == "stop_deal":
        return choosing.stop(rules, state, StopDeal(action.player))
    command = choosing.OFFERS[action.choice](action.player)
    return ended(rules, state, command, choosing.choose(rules, state, command))


def check_going_on(rules: RuleSet, state: State, action: object) -> str | None:
    """GIN-32, 33: refuse if the game is over."""
    return "E_TOO_LATE" if state.phase is Phase.DONE and state.rest.standing.over else None


def check_redeal(rules: RuleSet, state: State, action: DirRedeal) -> str | None:
    """IRR-1: check that the dealer plays, and that the game is not over."""
    if not plays(state, action.dealer):
        return "E_OPTION"
    return "E_PHASE" if state.rest.places.dealer is None else check_going_on(rules, state, action)


def redeal(rules: RuleSet, state: State, action: DirRedeal) -> Outcome:
    """§15: the hand in play does not count; that player deals again."""
    return hands.void(rules, hands.next_deal(rules, state), Ruled("IRR-1", None, "new deal"), action.dealer)


def check_void(rules: RuleSet, state: State, action: DirVoid) -> str | None:
    """IRR-33: check that a hand is in play."""
    return "E_TOO_LATE" if state.phase is Phase.DONE else "E_PHASE" if state.phase is Phase.DEALING else None


def void(rules: RuleSet, state: State, action: DirVoid) -> Outcome:
    """§15, IRR-33: the hand is void, the same dealer deals again."""
    return hands.void(rules, state, Ruled("IRR-33", None, "void"))


def check_adjust(rules: RuleSet, state: State, action: DirAdjust) -> str | None:
    """IRR-35: check that the player takes part in the sitting and the game is not settled."""
    return None if 0 <= action.player < len(state.hands) else "E_OPTION"


def adjust(rules: RuleSet, state: State, action: DirAdjust) -> Outcome:
    """IRR-35: enter the correction by itself on the sheet; earlier entries are never changed."""
    rest, told = adjusted(rules, state, action, action.player)
    return changed(state, rest=rest), told


def check_set_size(rules: RuleSet, state: State, action: DirSetSize) -> str | None:
    """IRR-6..12: check that a hand is in play, or was just completed."""
    if not plays(state, action.player) or action.n < 0:
        return "E_OPTION"
    if state.phase is Phase.DONE and state.rest.standing.over:
        return "E_TOO_LATE"
    return None if state.phase in (*PLAY, *hands.COMPLETED) else "E_PHASE"


def set_size(rules: RuleSet, state: State, action: DirSetSize) -> Outcome:
    """IRR-6..12: note the number of cards counted in a hand, whatever is known of them; at the end of a deal they are
    scored at once."""
    seat, rest = action.player, state.rest
    held = state.hands[seat].bit_count()
    unknown = tuple(action.n - held if at == seat else n for at, n in enumerate(rest.unknown))
    old = [e for e in rest.effects if e.seat == seat and e.kind == "counted"]
    sized = without(changed(state, rest=changed_rest(rest, unknown=unknown)), *old)
    wrong = action.n - _expected(state, seat)
    sized = with_effects(sized, Effect("counted", seat, wrong, until="ruled", irr="IRR-6")) if wrong else sized
    counted = (Counted(seat, action.n),)
    if not wrong or action.stage != "end" or state.phase not in hands.COMPLETED:
        return sized, counted
    ruled, events = hands.irr_10(rules, sized, Offence(irr="IRR-10", offender=seat))
    return ruled, (*counted, *events)


def _expected(state: State, seat: int) -> int:
    """IRR-6: the number of cards that the seat should hold: ten, or eleven after its draw, with corrections that are
    under way."""
    if state.phase in hands.COMPLETED:
        shown = state.rest.spread
        return HAND_SIZE + (shown is not None and shown.seat == seat and shown.how == "big_gin")
    drawn = (state.phase is Phase.DISCARD and state.turn == seat) or found(state.rest, "owed", seat) is not None
    return HAND_SIZE + drawn + correction(state.rest, seat)


def check_waive(rules: RuleSet, state: State, action: DirWaive) -> str | None:
    """IRR-0: check that this law has a remedy that can be waived."""
    law_of(rules, action.irr)
    return None if _waived(state, action.irr) else "E_PHASE"


def waive(rules: RuleSet, state: State, action: DirWaive) -> Outcome:
    """IRR-0: drop the remedy: an open choice is decided as if nobody had objected; a row of seen cards goes under the
    top discard."""
    ruled = Ruled(action.irr, None, "waived")
    choice = found(state.rest, "choice")
    if choice is not None and choice.irr == action.irr:
        offence = Offence(irr=action.irr, offender=choice.by)
        after, events = (hands.irr_9 if choice.irr == "IRR-8" else knocks.irr_22)(rules, state, offence)
        return after, (ruled, *events)
    for effect in _waived(state, action.irr):
        pile = (*state.pile[:-1], *effect.cards, *state.pile[-1:]) if effect.kind == "row" else state.pile
        state = changed(without(state, effect), pile=pile)
    return state, (ruled,)


def _waived(state: State, irr: str) -> list[Effect]:
    """The effects that remain when a side waives its right under a law. IRR-18: the right is to a row of seen cards."""
    waived = [effect for effect in state.rest.effects if effect.irr == irr and effect.kind in WAIVABLE]
    return waived or [effect for effect in state.rest.effects if irr == "IRR-18" and effect.kind == "row"]


def check_undo(rules: RuleSet, state: State, action: DirUndo) -> str | None:
    """IRR-0: always refuse, because a state does not know how it came about."""
    raise Impossible("E_OPTION", "IRR-0", "event: only a log can be taken back: replay it with dir_undo in it")


def undo(rules: RuleSet, state: State, action: DirUndo) -> Outcome:
    """Never called: see `check_undo`."""
    return state, ()


def check_reshuffle(rules: RuleSet, state: State, action: Reshuffle) -> str | None:
    """IRR-5: check that a reshuffle is due, and that it has exactly the cards that have not been drawn."""
    if found(state.rest, "reshuffle") is None:
        return "E_PHASE"
    if sorted(action.stock) != sorted(state.rest.stock[: state.stock]):
        raise Impossible("E_OPTION", "IRR-5", f"stock: the {state.stock} undrawn cards, each once")
    return None


def reshuffle(rules: RuleSet, state: State, action: Reshuffle) -> Outcome:
    """IRR-5: put the undrawn stock in its new order."""
    due = [effect for effect in state.rest.effects if effect.kind == "reshuffle"]
    shuffled = without(state, *due)
    rest = changed_rest(shuffled.rest, stock=tuple(reversed(action.stock)))
    return changed(shuffled, rest=rest), (Reshuffled(len(action.stock)),)
