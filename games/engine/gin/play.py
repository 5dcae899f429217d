"""The flow of one deal of gin on one screen: MOVES says what may happen when, and who carries it out."""

from games.engine.actions import (
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
from games.engine.gin import dealing, discarding, drawing, ending
from games.engine.gin.laws import correction
from games.engine.rules import Kernel, Move, RuleSet
from games.engine.state import Phase, State


def barred(rules: RuleSet, state: State, action: object) -> str | None:
    """IRR-9: what a wrong number of cards forbids, whatever the turn and phase."""
    seat = getattr(action, "seat", None)
    fix = correction(state.rest, seat) if seat is not None else 0
    if fix and isinstance(action, Knock | Gin):
        return "E_BAN"
    return "E_HAND_SIZE" if fix > 0 and isinstance(action, DrawStock | DrawDiscard | TakeUpcard) else None


def by_command(rules: RuleSet) -> bool:
    """The opponent shows, lays off and finishes himself."""
    return rules.showdown == "manual"


MOVES: dict[tuple[Phase, type[object]], Move] = {
    (Phase.DEALING, DrawForDeal): Move(dealing.chance, dealing.check_draw_for_deal, dealing.draw_for_deal),
    (Phase.DEALING, Deal): Move(dealing.chance, dealing.check_deal, dealing.deal),
    (Phase.UPCARD, TakeUpcard): Move(drawing.take_upcard_choices, drawing.always, drawing.take_upcard),
    (Phase.UPCARD, PassUpcard): Move(drawing.pass_upcard_choices, drawing.always, drawing.pass_upcard),
    (Phase.DRAW, DrawStock): Move(drawing.draw_choices, drawing.check_draw_stock, drawing.draw_stock),
    (Phase.DRAW, DrawDiscard): Move(drawing.draw_choices, drawing.check_draw_discard, drawing.draw_discard),
    (Phase.DRAW, Discard): Move(drawing.draw_choices, discarding.check_correcting, discarding.correct),
    (Phase.DISCARD, Discard): Move(discarding.discard_choices, discarding.check_discard, discarding.discard),
    (Phase.DISCARD, Knock): Move(discarding.ending_choices, discarding.check_ending, ending.knock),
    (Phase.DISCARD, Gin): Move(discarding.ending_choices, discarding.check_ending, ending.knock),
    (Phase.SHOWDOWN, ShowHand): Move(ending.show_choices, ending.check_show, ending.show_hand, by_command),
    (Phase.SHOWDOWN, LayOff): Move(ending.lay_off_choices, ending.check_lay_off, ending.lay_off, by_command),
    (Phase.SHOWDOWN, Finish): Move(ending.finish_choices, ending.check_finish, ending.finish, by_command),
    (Phase.DONE, Deal): Move(dealing.chance, dealing.check_deal, dealing.deal),
}

GIN_KERNEL = Kernel("gin", MOVES, barred)
