"""The players' side of irregularities: object, admit, and choose a remedy (IRR-0, 1, 8, 21..24, 32)."""

from typing import Any

from games.engine.gin.irregular import hands, knocks
from games.engine.gin.irregular.effects import found, next_to_choose, plays
from games.engine.gin.irregular.laws import law_of
from games.engine.moves.law_actions import (
    AcceptKnock,
    Admit,
    ChooseContinue,
    ChooseRedeal,
    ForceExposed,
    Object,
    PermitPickup,
    RejectKnock,
    StopDeal,
)
from games.engine.moves.law_events import Chose
from games.engine.moves.offence import Offence
from games.engine.play.rules import Actions, Outcome, RuleSet
from games.engine.play.state import Effect, Phase, State

Choice = RejectKnock | AcceptKnock | ForceExposed | PermitPickup | ChooseRedeal | ChooseContinue
OFFERS: dict[str, type[Any]] = {
    "reject_knock": RejectKnock,
    "accept_knock": AcceptKnock,
    "force_exposed": ForceExposed,
    "permit_pickup": PermitPickup,
    "choose_redeal": ChooseRedeal,
    "choose_continue": ChooseContinue,
}
NAME_OF = {kind: name for name, kind in OFFERS.items()}


def check_object(rules: RuleSet, state: State, action: Object | Admit) -> str | None:
    """IRR-0, 21..24, 32: check that the other side has done something to object to, or oneself something to admit."""
    slip = found(state.rest, "illegal") or found(state.rest, "slip")
    if slip is None or not plays(state, action.seat) or state.phase is Phase.CHOICE:
        return "E_TOO_LATE" if state.phase is Phase.DONE and state.rest.spread else "E_PHASE"
    if (action.seat == slip.seat) == isinstance(action, Object):
        return "E_NO_RIGHT"
    return "E_TOO_LATE" if slip.n else None


def object_(rules: RuleSet, state: State, action: Object | Admit) -> Outcome:
    """IRR-0: apply the law of the irregularity that has been discovered."""
    illegal = found(state.rest, "illegal")
    offender = (illegal or found(state.rest, "slip") or Effect("", action.seat)).seat
    irr = knocks.law_for(state, illegal) if illegal else "IRR-32"
    return law_of(rules, irr)(rules, state, Offence(irr=irr, offender=offender, by=action.seat))


def offered(rules: RuleSet, state: State) -> Actions:
    """The choice that a law gives the seat in turn."""
    choice = found(state.rest, "choice")
    return () if choice is None else tuple(OFFERS[name](choice.seat) for name in choice.offers)


def check_choice(rules: RuleSet, state: State, action: Choice) -> str | None:
    """IRR-8, 21..23: check that a choice is open, that it is this seat's, and that the law offers this remedy now."""
    if type(action) not in rules.known:
        return "E_OPTION"
    choice = found(state.rest, "choice")
    if choice is None:
        return "E_PHASE"
    if action.seat != choice.seat:
        return "E_NO_RIGHT"
    if NAME_OF[type(action)] in choice.offers:
        return None
    by_option = isinstance(action, AcceptKnock) and choice.irr == "IRR-23" and not rules.accept_after_exposure
    return "E_OPTION" if by_option else "E_PHASE"


def choose(rules: RuleSet, state: State, action: Choice) -> Outcome:
    """IRR-8, 9, 21..23: apply the chosen remedy."""
    chose = Chose(action.seat, NAME_OF[type(action)])
    offence = Offence(irr="IRR-8", offender=None)
    match action:
        case RejectKnock():
            after, events = knocks.rejected(rules, state)
        case AcceptKnock() | ChooseContinue() if (asked := next_to_choose(state)) is not None:
            after, events = asked, ()
        case AcceptKnock():
            after, events = law_of(rules, "IRR-22")(rules, state, _of_the_knock(state))
        case ForceExposed():
            after, events = knocks.forced_exposed(rules, state)
        case PermitPickup():
            after, events = knocks.picked_up(rules, state)
        case ChooseRedeal():
            after, events = hands.redealt(rules, state)
        case _:
            after, events = law_of(rules, "IRR-9")(rules, state, offence)
    return after, (chose, *events)


def check_stop(rules: RuleSet, state: State, action: StopDeal) -> str | None:
    """IRR-1: check that the wrong player is dealing and the upcard has not been turned; afterwards it is too late
    (IRR-2)."""
    misdealt = found(state.rest, "misdealt")
    if misdealt is None and rules.laws == "strict":
        return "E_OPTION"
    if state.phase not in hands.BEFORE_THE_DEAL:
        return "E_TOO_LATE"
    if misdealt is None:
        return "E_PHASE"
    return "E_NO_RIGHT" if action.seat == misdealt.seat or not plays(state, action.seat) else None


def stop(rules: RuleSet, state: State, action: StopDeal) -> Outcome:
    """IRR-1: a new deal by the right dealer."""
    done, events = hands.stopped(rules, state)
    return done, (Chose(action.seat, "stop_deal"), *events)


def _of_the_knock(state: State) -> Offence:
    shown = state.rest.spread
    return Offence(irr="IRR-22", offender=None if shown is None else shown.seat)
