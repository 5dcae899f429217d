"""Every row of the decision table of RULES.md §14.2 that gin knows, found by its id."""

from collections.abc import Mapping

from games.engine.gin.irregular import hands, knocks, seen
from games.engine.gin.irregular.effects import found
from games.engine.moves.law_events import Ruled
from games.engine.moves.offence import Offence
from games.engine.play.impossible import Impossible
from games.engine.play.rules import Law, Outcome, RuleSet
from games.engine.play.state import State


def irr_19(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-19: a knock under a ban is illegal (IRR-25); the ban itself came with IRR-16 or IRR-17."""
    return knocks.irr_25(rules, state, offence)


def irr_20(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-20: the stock counts as it is: seen cards have shortened it, and GIN-30 goes by what is left."""
    return state, (Ruled("IRR-20", offence.offender, "the stock counts as it is"),)


def irr_31(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-31: no discard or no draw was made: a wrong number of cards, see IRR-6 to 9 or 10 to 12."""
    return hands.irr_6(rules, state, offence)


def irr_34(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-34, 35: a slip in a count or the score is corrected by adjusting the points."""
    raise Impossible("E_OPTION", offence.irr, "a count or score is put right with dir_adjust")


def when_a_knock_stands(law: Law) -> Law:
    """IRR-21..27: check that there is an illegal knock by that offender."""

    def checked(rules: RuleSet, state: State, offence: Offence) -> Outcome:
        illegal = found(state.rest, "illegal")
        if illegal is None or state.rest.spread is None or illegal.seat != offence.offender:
            raise Impossible("E_PHASE", offence.irr, "there is no illegal knock of that player")
        return law(rules, state, offence)

    checked.__doc__ = law.__doc__
    return checked


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
    "IRR-10": hands.irr_10,
    "IRR-11": hands.irr_10,
    "IRR-12": hands.irr_10,
    "IRR-13": seen.irr_13,
    "IRR-14": seen.irr_14,
    "IRR-15": seen.irr_15,
    "IRR-16": seen.irr_16,
    "IRR-17": seen.irr_17,
    "IRR-18": seen.irr_18,
    "IRR-19": when_a_knock_stands(irr_19),
    "IRR-20": irr_20,
    "IRR-21": when_a_knock_stands(knocks.irr_21),
    "IRR-22": when_a_knock_stands(knocks.irr_22),
    "IRR-23": when_a_knock_stands(knocks.irr_23),
    "IRR-24": when_a_knock_stands(knocks.irr_24),
    "IRR-25": knocks.irr_25,
    "IRR-26": when_a_knock_stands(knocks.irr_26),
    "IRR-27": when_a_knock_stands(knocks.irr_27),
    "IRR-28": seen.irr_28,
    "IRR-29": seen.nothing_follows,
    "IRR-30": seen.nothing_follows,
    "IRR-31": irr_31,
    "IRR-32": seen.irr_32,
    "IRR-33": hands.irr_33,
    "IRR-34": irr_34,
    "IRR-35": irr_34,
}


def law_of(rules: RuleSet, irr: str) -> Law:
    """The law of this id; raises Impossible E_OPTION where the kernel has none."""
    if irr not in rules.kernel.laws:
        raise Impossible(
            "E_OPTION", "§14.2", f"irr: {irr[:20]!r} is no law here; allowed: {', '.join(rules.kernel.laws)}"
        )
    return rules.kernel.laws[irr]
