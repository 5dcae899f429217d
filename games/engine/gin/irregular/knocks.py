"""Illegal knocks: IRR-21 to IRR-27. The engine knows the offence at once; the law applies only when it is
discovered."""

from collections.abc import Callable

from games.engine.gin import ending
from games.engine.gin.bound import takes_last
from games.engine.gin.irregular.effects import found, nothing_shown, to_choose, with_effects, without
from games.engine.gin.irregular.seen import offender_of
from games.engine.moves.actions import Finish
from games.engine.moves.law_events import Ruled
from games.engine.moves.offence import Offence
from games.engine.play.impossible import Impossible
from games.engine.play.rules import Outcome, RuleSet
from games.engine.play.state import NOT_TAKEN, Effect, Phase, State, changed

ONLY_THE_COUNT = "E_KNOCK_LIMIT"
LAW_OF = {"E_KNOCK_LIMIT": "IRR-21", "E_BAN": "IRR-25", "E_NO_OPEN_SUIT": "IRR-25", "E_SAME_CARD": "IRR-32"}
BY_STAGE = {"before": "IRR-21", "shown": "IRR-23", "laid": "IRR-24"}


def stage_of(state: State) -> str:
    """§14.5: the stage of a knock: "before" the opponent shows a card, "shown", or "laid" after a lay-off."""
    rest = state.rest
    if rest.laid is None:
        return "shown" if rest.laid_before else "before"
    return "laid" if rest.laid.laid_off or any(laid.laid_off for laid in rest.laid_before) else "shown"


def law_for(state: State, illegal: Effect) -> str:
    """§14.2: the row that answers an illegal knock at its present stage."""
    if illegal.code == "E_SAME_CARD" or (illegal.code != ONLY_THE_COUNT and stage_of(state) == "before"):
        return LAW_OF[illegal.code]
    return BY_STAGE[stage_of(state)]


def check_row(state: State, irr: str, offender: int | None) -> str | None:
    """§14.2: check that this row answers the knock at its present stage. IRR-26 and 27 lead to IRR-21 to 24 at any
    stage; IRR-25 is for knocks that are illegal for another reason than their count."""
    illegal = found(state.rest, "illegal")
    if illegal is None or state.phase is not Phase.SHOWDOWN or illegal.seat != offender:
        return "E_PHASE"
    if stage_of(state) == "laid" and illegal.code != "E_SAME_CARD":
        return None if irr == "IRR-24" else "E_TOO_LATE"
    if irr == "IRR-19":
        return None if illegal.code == "E_BAN" else "E_PHASE"
    if irr in ("IRR-26", "IRR-27"):
        return None if illegal.code != "E_SAME_CARD" else "E_PHASE"
    fits = illegal.irr == "IRR-25" if irr == "IRR-25" else irr == law_for(state, illegal)
    return None if fits else "E_PHASE"


def irr_21(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-21, 22, 26, 27: too high a count, before the opponent shows a card: he may reject the knock, or accept it."""
    illegal = _illegal(state, offence)
    accept = ("accept_knock",) if illegal.code == ONLY_THE_COUNT else ()
    return _to_choose(state, offence, ("reject_knock", *accept))


def irr_22(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-22: an accepted knock is scored as a legal one with the true counts; lay-off and undercut apply. Several
    opponents answer it in their order (3P-14)."""
    stands = without(state, *(e for e in state.rest.effects if e.kind in ("illegal", "choice")))
    stands = changed(stands, phase=Phase.SHOWDOWN, turn=ending.still_to_answer(stands.rest))
    by_command = rules.showdown == "manual" or len(stands.hands) > 2
    return (stands, ()) if by_command else ending.finish(rules, stands, Finish(stands.turn))


def irr_23(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-23, A8: found after the opponent showed: the knocker plays on exposed, or without bonuses, or it stands."""
    illegal = _illegal(state, offence)
    accept = rules.accept_after_exposure and illegal.code == ONLY_THE_COUNT
    return _to_choose(state, offence, ("force_exposed", "permit_pickup", *(("accept_knock",) if accept else ())))


def irr_24(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-24: found after any lay-off: the knock stands, with the true counts."""
    if offence.by is not None:
        raise Impossible("E_TOO_LATE", "IRR-24", "cards have been laid off: the knock stands")
    return state, (Ruled("IRR-24", offence.offender, "stands"),)


def irr_25(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-25: illegal for another reason (a ban, or no open suit by CGN-9): as IRR-21, but the knock cannot be
    accepted."""
    if found(state.rest, "illegal") is None:
        return dead_by_law(rules, state, offence)
    return _as_it_stands(rules, state, offence)


def dead_by_law(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-25, GIN-31: the last discard was taken, and no knock followed: the hand is dead."""
    done, events = ending.dead(rules, state)
    return done, (Ruled("IRR-25", offence.offender, "dead"), *events)


def irr_26(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-26: gin called with a count: within the limit an ordinary knock, else as IRR-21."""
    return _as_it_stands(rules, state, offence)


def irr_27(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-27: a wrongly thrown card is not taken back; the ten kept cards decide: a legal knock, or as IRR-21."""
    return _as_it_stands(rules, state, offence)


def rejected(rules: RuleSet, state: State) -> Outcome:
    """IRR-21: the knock is off and the discard stands, face up. The knocker's hand lies open until the opponent has
    made his next play; with several opponents until the last of them has (ours)."""
    return _off(rules, state, lambda knocker, by: Effect("face_up", knocker, until="play", irr="IRR-21", by=by))


def forced_exposed(rules: RuleSet, state: State) -> Outcome:
    """IRR-23 (a): the knocker plays the rest of the hand face up."""
    return _off(rules, state, lambda knocker, by: Effect("face_up", knocker, until="deal", irr="IRR-23"))


def picked_up(rules: RuleSet, state: State) -> Outcome:
    """IRR-23 (b): the knocker picks his cards up and loses the gin and undercut bonus of this hand."""
    return _off(rules, state, lambda knocker, by: Effect("no_bonus", knocker, until="deal", irr="IRR-23"))


def _as_it_stands(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-21, 23 or 24, by what has been shown."""
    rows = {"before": irr_21, "shown": irr_23, "laid": irr_24}
    return rows[stage_of(state)](rules, state, offence)


def _illegal(state: State, offence: Offence) -> Effect:
    illegal = found(state.rest, "illegal", offender_of(offence))
    if illegal is None:
        raise Impossible("E_PHASE", offence.irr, "the knock is legal")
    return illegal


def _to_choose(state: State, offence: Offence, offers: tuple[str, ...]) -> Outcome:
    return to_choose(state, offence, offers), (Ruled(offence.irr, offence.offender, "choose"),)


def _off(rules: RuleSet, state: State, remedy: Callable[[int, int], Effect]) -> Outcome:
    """Take the knock off: the opponent takes his own cards back, the knocker's discard stands, and it is the opponent's
    turn.

    IRR-25: the last discard had been taken to knock (GIN-31): without the knock the hand is dead.
    """
    shown = state.rest.spread
    assert shown is not None
    by = ending.opponents(state.rest.places.after, shown.seat)[-1]
    rest = nothing_shown(state.rest)
    off = changed(state, rest=rest, phase=Phase.DRAW, turn=rest.places.after[shown.seat], taken=NOT_TAKEN, passes=0)
    off = with_effects(off, remedy(shown.seat, by))
    if off.stock > rules.stock_floor:
        return off, ()
    if takes_last(rules) and rest.bound == shown.seat:
        return dead_by_law(rules, off, Offence(irr="IRR-25", offender=shown.seat))
    return ending.exhausted(rules, off)
