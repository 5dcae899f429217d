"""The flow of one deal of Conquian on one screen: MOVES says what may happen in which phase, and which functions do
it."""

from games.engine.conquian import dealing, ending, forcing, picking, turning, using
from games.engine.conquian.irregular import tries, under_laws
from games.engine.conquian.laws import LAWS
from games.engine.laws import losing
from games.engine.moves.actions import Deal, DrawForDeal
from games.engine.moves.table_actions import CqFold, CqForce, CqHand, CqPass, CqPick, CqReject, CqTurn, CqUse, CqWaive
from games.engine.play import dealing as chance
from games.engine.play.rules import Kernel, Move, RuleSet
from games.engine.play.state import Phase, State


def barred(rules: RuleSet, state: State, action: object) -> str | None:
    """The code that refuses an action whoever's turn it is; None if the turn decides.

    CNQ-14, IRR-43: the opponent answers with force, waive and pick in another's turn.
    """
    if isinstance(action, CqPick):
        return "E_NO_RIGHT" if state.phase is Phase.PICK else "E_PHASE"
    if isinstance(action, CqForce | CqWaive):
        if state.phase in (Phase.DEALING, Phase.DONE):
            return "E_PHASE"
        return "E_NO_RIGHT" if state.phase is Phase.FORCE_WINDOW else "E_NOT_FORCIBLE"
    return None


def on_demand(rules: RuleSet) -> bool:
    """CNQ-14: is the opponent asked whether he forces?"""
    return rules.force == "on_demand"


def forced(rules: RuleSet) -> bool:
    """CNQ-12: can cards be forced at all?"""
    return rules.force != "off"


def may_fold(rules: RuleSet) -> bool:
    """CNQ-20: may a player fold?"""
    return rules.fold


def hand_alone(rules: RuleSet) -> bool:
    """CNQ-23: may cards be laid from the hand alone?"""
    return rules.hand_meld_alone


def forced_hand(rules: RuleSet) -> bool:
    """CNQ-12, 23: are there forced cards, and cards laid from the hand alone?"""
    return forced(rules) and hand_alone(rules)


def forced_fold(rules: RuleSet) -> bool:
    """CNQ-12, 20: are there forced cards and folding?"""
    return forced(rules) and may_fold(rules)


USE = Move(using.use_choices, using.check_use, using.use)
FOLD = Move(turning.fold_choices, turning.always, turning.fold, may_fold)

MOVES: dict[tuple[Phase, type[object]], Move | tuple[Move, ...]] = {
    (Phase.DEALING, DrawForDeal): Move(chance.chance, chance.check_draw_for_deal, chance.draw_for_deal),
    (Phase.DEALING, Deal): Move(chance.chance, chance.check_deal, dealing.deal),
    **losing.before_the_deal(ending.lost),
    (Phase.START, CqTurn): Move(turning.turn_choices, turning.check_turn, turning.turn),
    (Phase.OFFER, CqUse): USE,
    (Phase.OFFER, CqReject): Move(turning.reject_choices, turning.always, turning.reject),
    (Phase.OFFER, CqFold): FOLD,
    (Phase.TURNED, CqUse): USE,
    (Phase.TURNED, CqHand): Move(using.hand_choices, using.check_hand, using.lay_hand, hand_alone),
    (Phase.TURNED, CqPass): Move(turning.pass_choices, turning.always, turning.pass_on),
    (Phase.TURNED, CqFold): FOLD,
    (Phase.FORCE_WINDOW, CqForce): Move(forcing.force_choices, turning.always, forcing.force, on_demand),
    (Phase.FORCE_WINDOW, CqWaive): Move(forcing.waive_choices, turning.always, forcing.waive, on_demand),
    (Phase.FORCED, CqUse): Move(using.use_choices, using.check_use, using.use, forced),
    (Phase.FORCED, CqReject): Move(turning.no_choices, turning.must_use, turning.reject, forced),
    (Phase.FORCED, CqPass): Move(turning.no_choices, turning.must_use, turning.pass_on, forced),
    (Phase.FORCED, CqFold): Move(turning.no_choices, turning.must_use, turning.fold, forced_fold),
    (Phase.FORCED, CqHand): Move(turning.no_choices, turning.must_use, using.lay_hand, forced_hand),
    (Phase.PICK, CqPick): Move(picking.pick_choices, picking.check_pick, picking.pick),
    (Phase.DONE, Deal): Move(chance.chance, chance.check_deal, dealing.deal),
}

CITES = {
    "E_NOT_TURN": "CNQ-7",
    "E_PHASE": "CNQ-7",
    "E_EMPTY": "CNQ-17",
    "E_NOT_IN_HAND": "CNQ-8",
    "E_BAD_MELD": "CNQ-8",
}
CONQUIAN_KERNEL = Kernel("conquian", MOVES, barred, LAWS, under_laws, tries, wastes=True, cites=CITES)
