"""Laws and director's entries that are shared by the games with melds on the table."""

from dataclasses import replace

from games.engine.laws.entering import entered
from games.engine.moves.events import Event
from games.engine.moves.law_events import Counted, Ruled
from games.engine.moves.offence import Offence
from games.engine.moves.result import DealResult
from games.engine.play.impossible import Impossible
from games.engine.play.rules import Outcome, RuleSet
from games.engine.play.state import CHANCE, Phase, State, changed_rest, make_state


def offender_of(offence: Offence) -> int:
    """The seat that committed the offence; raises Impossible E_OPTION if the law needs one and none is named."""
    if offence.offender is None:
        raise Impossible("E_OPTION", offence.irr, "offender: this law asks who did it")
    return offence.offender


def being_dealt(rules: RuleSet, state: State) -> State:
    """The state with the places of the deal being dealt: between two deals those of the next one."""
    before = state.rest
    if state.phase is not Phase.DONE:
        return state
    if before.standing.over or before.result is None:
        raise Impossible("E_PHASE", "IRR-1", "the game is over")
    places = rules.seating.next(rules, before.places, before.result)
    rest = changed_rest(before, places=places, deal=before.deal + 1, result=None, effects=())
    return make_state(Phase.DEALING, CHANCE, state.hands, state.stock, state.pile, rest)


def dealt_again(rules: RuleSet, state: State, ruled: Ruled, kind: str, dealer: int | None = None) -> Outcome:
    """§14.2: the deal does not count and all its effects end; `dealer`, else the same one, deals again."""
    state = being_dealt(rules, state)
    places = state.rest.places if dealer is None else replace(state.rest.places, dealer=dealer)
    clean = make_state(
        state.phase, state.turn, state.hands, state.stock, state.pile, changed_rest(state.rest, places=places)
    )
    done, events = entered(rules, clean, DealResult(type=kind, winner=None, points=0))
    told: tuple[Event, ...] = (ruled, *events)
    return done, told


def sized(state: State, seat: int, n: int) -> Outcome:
    """IRR-41, IRR-6..12: the state in which the hand holds `n` cards, whatever is known of them."""
    held = state.hands[seat].bit_count()
    unknown = tuple(n - held if at == seat else more for at, more in enumerate(state.rest.unknown))
    rest = changed_rest(state.rest, unknown=unknown)
    counted = make_state(
        state.phase, state.turn, state.hands, state.stock, state.pile, rest, taken=state.taken, passes=state.passes
    )
    return counted, (Counted(seat, n),)
