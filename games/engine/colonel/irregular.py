"""The laws of irregularity in Colonel (RULES.md §14.4 and §15): those of gin, with going out for the knock. Few of them
need rows of their own."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.engine.cards.cards import cards_of
from games.engine.colonel.scoring import rescored
from games.engine.gin.irregular import commands, director, hands, seen
from games.engine.gin.irregular.effects import found, plays, with_effects, without
from games.engine.gin.irregular.laws import irr_20, irr_31, irr_34, law_of
from games.engine.gin.irregular.moves import (
    DIRECTOR,
    FROM_ROW,
    LOOK,
    OBJECT,
    PEEK,
    aside,
    in_every_mode,
    with_endings,
)
from games.engine.gin.irregular.tries import tries as gin_tries
from games.engine.gin.laws import correction
from games.engine.moves.actions import Discard, DrawDiscard, DrawStock
from games.engine.moves.director import DirRecord, DirSetSize
from games.engine.moves.law_actions import Admit, DrawExposed, LookDiscards, Object, PeekStock
from games.engine.moves.law_events import Counted, LookedBack, Ruled
from games.engine.moves.offence import Offence
from games.engine.moves.table_actions import Add, Meld
from games.engine.play.impossible import Impossible
from games.engine.play.rules import Actions, Law, Move, Outcome, Rows, RuleSet
from games.engine.play.state import Effect, Phase, State, changed, changed_rest


def irr_10(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-10..12, §14.4: too few cards at the end: 10 points off each; too many: no going out; both wrong: void."""
    wrong = hands.counted(state, offence)
    if state.phase is not Phase.DONE or state.rest.result is None:
        raise Impossible("E_PHASE", offence.irr, "the deal is not completed")
    if len(wrong) > 1:
        ruled = (Ruled("IRR-12", None, "void"),)
    else:
        irr, remedy = ("IRR-11", "cannot go out") if wrong[0].n > 0 else ("IRR-10", "10 points a card")
        ruled = (Ruled(irr, wrong[0].seat, remedy),)
    fixes = tuple(sum(effect.n for effect in wrong if effect.seat == seat) for seat in range(len(state.hands)))
    done, events = rescored(rules, without(state, *wrong), fixes)
    return done, (*ruled, *events)


def irr_21(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-21..27, §14.4: a false going out: the cards go back to the hand, and the turn continues."""
    if state.phase is not Phase.DISCARD:
        raise Impossible("E_PHASE", offence.irr, "nobody is going out")
    return state, (Ruled("IRR-21", offence.offender, "cards back to hand"),)


def irr_19(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-19, §14.4: a player under a ban may not go out; the table enforces it."""
    raise Impossible("E_OPTION", "IRR-19", "a player who is banned cannot go out: there is nothing to record")


LAWS: Mapping[str, Law] = {
    "IRR-1": hands.irr_1,
    "IRR-2": hands.irr_2,
    "IRR-3": hands.irr_3,
    "IRR-4": hands.irr_4,
    "IRR-5": hands.irr_5,
    "IRR-6": hands.irr_6,
    "IRR-7": hands.irr_6,
    "IRR-8": hands.irr_6,
    "IRR-9": hands.irr_9,
    "IRR-10": irr_10,
    "IRR-11": irr_10,
    "IRR-12": irr_10,
    "IRR-13": seen.irr_13,
    "IRR-15": seen.irr_15,
    "IRR-16": seen.irr_16,
    "IRR-17": seen.irr_17,
    "IRR-18": seen.irr_18,
    "IRR-19": irr_19,
    "IRR-20": irr_20,
    "IRR-21": irr_21,
    "IRR-28": seen.irr_28,
    "IRR-29": seen.nothing_follows,
    "IRR-30": seen.nothing_follows,
    "IRR-31": irr_31,
    "IRR-32": seen.irr_32,
    "IRR-33": hands.irr_33,
    "IRR-35": irr_34,
}


def set_size(rules: RuleSet, state: State, action: DirSetSize) -> Outcome:
    """IRR-6..12: note the number of cards counted in a hand, and how many it has too many or too few by the play so
    far."""
    seat, rest = action.player, state.rest
    before = found(rest, "counted", seat)
    proper = state.hands[seat].bit_count() + rest.unknown[seat] - (before.n if before else 0)
    wrong = action.n - proper - correction(rest, seat)
    unknown = tuple(action.n - state.hands[seat].bit_count() if at == seat else n for at, n in enumerate(rest.unknown))
    sized = changed(state, rest=changed_rest(rest, unknown=unknown))
    sized = without(sized, before) if before else sized
    counted = (Counted(seat, action.n),)
    if not wrong:
        return sized, counted
    sized = with_effects(sized, Effect("counted", seat, wrong, until="ruled", irr="IRR-6"))
    if action.stage != "end" or state.phase is not Phase.DONE:
        return sized, counted
    ruled, events = irr_10(rules, sized, Offence(irr="IRR-10", offender=seat))
    return ruled, (*counted, *events)


def check_record(rules: RuleSet, state: State, action: DirRecord) -> str | None:
    """§14.2: check as in gin. IRR-21, §14.4: a false going out leaves nothing behind, so it can be recorded in strict
    play, too."""
    if action.irr == "IRR-21" and state.rest.places.dealer is not None:
        return None if action.offender is None or plays(state, action.offender) else "E_OPTION"
    return director.check_record(rules, state, action)


def record(rules: RuleSet, state: State, action: DirRecord) -> Outcome:
    """§15: as in gin, but hands are counted by Colonel's own measure."""
    return director.recorded(rules, state, action, set_size)


OWN_DIRECTOR: dict[type[Any], Move] = {
    **DIRECTOR,
    DirRecord: aside(check_record, record),
    DirSetSize: aside(director.check_set_size, set_size),
}


def under_laws(rules: RuleSet, moves: Rows) -> Rows:
    """§15: the rows with the director's entries in every mode; under table laws and recorded also with what players can
    do wrong."""
    rows = in_every_mode(moves, OWN_DIRECTOR)
    if rules.laws != "strict":
        rows |= _at_the_table(rules, rows)
        rows = {key: with_endings(key[1], move) for key, move in rows.items()}
    return rows


def _at_the_table(rules: RuleSet, moves: Rows) -> Rows:
    """§15: the rows that accept the commands marked †, and those that answer them."""
    rows: dict[tuple[Phase, type[Any]], Move] = {}
    for phase in Phase:
        rows |= {(phase, kind): OBJECT for kind in (Object, Admit)}
    for phase in (Phase.DRAW, Phase.DISCARD):
        rows[phase, PeekStock] = PEEK
        rows[phase, LookDiscards] = aside(commands.check_look, look_freely) if rules.pickup == "pile" else LOOK
        rows[phase, DrawStock] = commands.early_draw(moves.get((phase, DrawStock)))
        rows[phase, DrawDiscard] = commands.early_pick(moves.get((phase, DrawDiscard)))
    rows[Phase.DRAW, DrawExposed] = FROM_ROW
    rows[Phase.DISCARD, Discard] = commands.any_throw(moves[Phase.DISCARD, Discard])
    for kind in (Meld, Add):
        rows[Phase.DISCARD, kind] = any_meld(moves[Phase.DISCARD, kind])
    return rows


def any_meld(base: Move) -> Move:
    """IRR-21, §14.4: allow Meld and Add for cards that are no meld, too: they go back to the hand, and the turn goes
    on."""

    def check(rules: RuleSet, state: State, action: Meld | Add) -> str | None:
        code = base.check(rules, state, action)
        return None if code == "E_BAD_MELD" else code

    def do(rules: RuleSet, state: State, action: Meld | Add) -> Outcome:
        if base.check(rules, state, action) is None:
            return base.do(rules, state, action)
        return law_of(rules, "IRR-21")(rules, state, Offence(irr="IRR-21", offender=action.seat))

    return replace(base, check=check, do=do)


def tries(rules: RuleSet, state: State, seat: int) -> Actions:
    """§15: the irregular acts of gin that exist here, and two laid cards that are no meld (IRR-21), which stand for all
    such."""
    if rules.laws == "strict" or state.phase is not Phase.DISCARD or seat != state.turn:
        return gin_tries(rules, state, seat)
    two = sum(1 << card for card in cards_of(state.hands[seat])[:2])
    slip = Meld(seat, two)
    row = rules.rows[state.phase][Meld]
    return (*gin_tries(rules, state, seat), *([slip] if row.check(rules, state, slip) is None else []))


def look_freely(rules: RuleSet, state: State, action: LookDiscards) -> Outcome:
    """IRR-29, §14.4: everybody may look at a pile that is taken whole, because it lies open."""
    return state, (LookedBack(action.seat),)
