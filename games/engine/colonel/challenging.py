"""COL-15: the challenge, at any time by either player."""

from games.engine.colonel.ready import ACCEPT_CHALLENGE, CHALLENGE, REFUSE_CHALLENGE
from games.engine.colonel.scoring import challenged
from games.engine.moves.table_actions import AcceptChallenge, Challenge, RefuseChallenge
from games.engine.moves.table_events import ChallengeAnswered, ChallengeMade
from games.engine.play.rules import Actions, Outcome, RuleSet
from games.engine.play.state import Challenged, Phase, Rest, State, changed_rest, make_state


def choices(rules: RuleSet, state: State) -> Actions:
    """COL-15: the seat in turn may challenge once until its next turn."""
    return aside(rules, state, state.turn)


def aside(rules: RuleSet, state: State, seat: int) -> Actions:
    """COL-15: the other seat may challenge, too, in the middle of the turn."""
    return () if seat in state.rest.challengers else CHALLENGE[seat]


def check(rules: RuleSet, state: State, action: Challenge) -> str | None:
    """COL-15: refuse a second challenge between two turns of the same seat (ours)."""
    return "E_PHASE" if action.seat in state.rest.challengers else None


def challenge(rules: RuleSet, state: State, action: Challenge) -> Outcome:
    """COL-15: the opponent answers before anything else is done."""
    seat, rest = action.seat, state.rest
    stopped = Challenged(seat, state.turn, state.phase)
    rest = changed_rest(rest, challenge=stopped, challengers=(*rest.challengers, seat))
    return _with(state, Phase.CHALLENGE, rest.places.after[seat], rest), (ChallengeMade(seat),)


def accept_choices(rules: RuleSet, state: State) -> Actions:
    """COL-15: the challenged player may accept."""
    return ACCEPT_CHALLENGE[state.turn]


def refuse_choices(rules: RuleSet, state: State) -> Actions:
    """COL-15: the challenged player may refuse."""
    return REFUSE_CHALLENGE[state.turn]


def always(rules: RuleSet, state: State, action: object) -> str | None:
    """Allow the answer at any time."""
    return None


def accept(rules: RuleSet, state: State, action: AcceptChallenge) -> Outcome:
    """COL-15: both count their whole hands."""
    done, events = challenged(rules, state)
    return done, (ChallengeAnswered(action.seat, True), *events)


def refuse(rules: RuleSet, state: State, action: RefuseChallenge) -> Outcome:
    """COL-15: the turn goes on where it was interrupted."""
    before = state.rest.challenge
    assert before is not None
    rest = changed_rest(state.rest, challenge=None)
    return _with(state, before.phase, before.turn, rest), (ChallengeAnswered(action.seat, False),)


def _with(state: State, phase: Phase, turn: int, rest: Rest) -> State:
    return make_state(phase, turn, state.hands, state.stock, state.pile, rest, taken=state.taken)
