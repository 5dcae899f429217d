"""The flow of one deal of gin on one screen: MOVES says what may happen in which phase, and which functions do it."""

from games.engine.gin import bound, dealing, discarding, doubling, drawing, ending, ending_options
from games.engine.gin.irregular.laws import LAWS
from games.engine.gin.irregular.moves import under_laws
from games.engine.gin.irregular.tries import tries
from games.engine.gin.laws import correction
from games.engine.gin.scoring import showdown
from games.engine.laws import losing
from games.engine.moves.actions import (
    Deal,
    Discard,
    DrawDiscard,
    DrawForDeal,
    DrawStock,
    Finish,
    Gin,
    Knock,
    LayOff,
    PassUpcard,
    ShowHand,
    TakeUpcard,
)
from games.engine.moves.law_actions import AcceptDouble, BigGin, DeclineDouble, DeclineLast, Double
from games.engine.play import dealing as chance
from games.engine.play.rules import Kernel, Move, RuleSet
from games.engine.play.state import Phase, State


def barred(rules: RuleSet, state: State, action: object) -> str | None:
    """The code that refuses an action whoever's turn it is; None if the turn decides.

    IRR-9: a seat with a wrong number of cards neither knocks nor goes gin, and with too many draws none. DBL-2, 3: only
    the other side answers an offer.
    """
    if isinstance(action, AcceptDouble | DeclineDouble):
        return "E_NO_RIGHT" if state.phase is Phase.DOUBLE else "E_PHASE"
    seat = getattr(action, "seat", None)
    fix = correction(state.rest, seat) if seat is not None else 0
    if fix and isinstance(action, Knock | Gin | BigGin):
        return "E_BAN"
    return "E_HAND_SIZE" if fix > 0 and isinstance(action, DrawStock | DrawDiscard | TakeUpcard) else None


def by_command(rules: RuleSet) -> bool:
    """Does the opponent show, lay off and finish by his own commands?"""
    return rules.showdown == "manual"


OFFER = Move(doubling.double_choices, doubling.check_double, doubling.double, doubling.doubles)
ENDING = (
    Move(ending_options.ending_choices, ending_options.check_ending, ending.knock, ending_options.checks_more),
    Move(discarding.throw_choices, discarding.check_ending, ending.knock),
)
Rows = dict[tuple[Phase, type[object]], Move | tuple[Move, ...]]

MOVES: Rows = {
    (Phase.DEALING, DrawForDeal): Move(chance.chance, chance.check_draw_for_deal, chance.draw_for_deal),
    (Phase.DEALING, Deal): Move(chance.chance, chance.check_deal, dealing.deal),
    **losing.before_the_deal(showdown.lost),
    (Phase.UPCARD, TakeUpcard): Move(drawing.take_upcard_choices, drawing.always, drawing.take_upcard),
    (Phase.UPCARD, PassUpcard): (
        Move(drawing.pass_upcard_choices, drawing.always, drawing.pass_for_either, drawing.draws_either),
        Move(drawing.pass_upcard_choices, drawing.always, drawing.pass_upcard),
    ),
    (Phase.UPCARD, Double): OFFER,
    (Phase.DRAW, DrawStock): (
        Move(bound.draw_choices, drawing.check_draw_stock, drawing.draw_stock, bound.binds),
        Move(drawing.draw_choices, drawing.check_draw_stock, drawing.draw_stock),
    ),
    (Phase.DRAW, DrawDiscard): (
        Move(bound.draw_choices, bound.check_draw_discard, drawing.draw_discard, bound.binds),
        Move(drawing.draw_choices, drawing.check_draw_discard, drawing.draw_discard),
    ),
    (Phase.DRAW, Discard): (
        Move(bound.draw_choices, discarding.check_correcting, discarding.correct, bound.binds),
        Move(drawing.draw_choices, discarding.check_correcting, discarding.correct),
    ),
    (Phase.DRAW, Double): OFFER,
    (Phase.DISCARD, Discard): (
        Move(bound.discard_choices, bound.check_discard, bound.discard, bound.binds),
        Move(discarding.discard_choices, discarding.check_discard, discarding.discard, ending_options.checks_more),
        Move(discarding.throw_choices, discarding.check_discard, discarding.discard),
    ),
    (Phase.DISCARD, Knock): ENDING,
    (Phase.DISCARD, Gin): ENDING,
    (Phase.DISCARD, BigGin): Move(
        ending_options.big_gin_choices, ending_options.check_big_gin, ending.knock, ending_options.has_big_gin
    ),
    (Phase.LAST, DrawDiscard): Move(bound.last_choices, bound.check_last_draw, drawing.draw_discard, bound.takes_last),
    (Phase.LAST, DeclineLast): Move(bound.last_choices, drawing.always, bound.decline_last, bound.takes_last),
    (Phase.DOUBLE, AcceptDouble): Move(
        doubling.answer_choices, doubling.check_answer, doubling.accept, doubling.doubles
    ),
    (Phase.DOUBLE, DeclineDouble): Move(
        doubling.answer_choices, doubling.check_answer, doubling.decline, doubling.doubles
    ),
    (Phase.SHOWDOWN, ShowHand): Move(ending.show_choices, ending.check_show, ending.show_hand, by_command),
    (Phase.SHOWDOWN, LayOff): Move(ending.lay_off_choices, ending.check_lay_off, ending.lay_off, by_command),
    (Phase.SHOWDOWN, Finish): Move(ending.finish_choices, ending.check_finish, ending.finish, by_command),
    (Phase.DONE, Deal): Move(chance.chance, chance.check_deal, dealing.deal),
}

GIN_KERNEL = Kernel("gin", MOVES, barred, LAWS, under_laws, tries)
