"""The flow of one deal of battle royal on one screen."""

from games.engine import dealing as chance
from games.engine import losing
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
from games.engine.gin import dealing, drawing, endings, showdown
from games.engine.gin import ending as two_handed
from games.engine.gin.irregular.tries import tries
from games.engine.gin.play import barred, by_command
from games.engine.law_actions import BigGin
from games.engine.royal import ending, laws, turns
from games.engine.rules import Kernel, Move
from games.engine.state import Phase

MOVES: dict[tuple[Phase, type[object]], Move | tuple[Move, ...]] = {
    (Phase.DEALING, DrawForDeal): Move(chance.chance, chance.check_draw_for_deal, chance.draw_for_deal),
    (Phase.DEALING, Deal): Move(chance.chance, chance.check_deal, dealing.deal),
    **losing.before_the_deal(showdown.lost),
    (Phase.UPCARD, TakeUpcard): Move(turns.take_choices, drawing.always, turns.take_upcard),
    (Phase.UPCARD, PassUpcard): Move(turns.pass_choices, drawing.always, turns.pass_upcard),
    (Phase.DRAW, DrawStock): Move(turns.draw_choices, turns.check_draw_stock, turns.draw_stock),
    (Phase.DRAW, DrawDiscard): Move(turns.draw_choices, turns.check_draw_discard, turns.draw_discard),
    (Phase.DRAW, Discard): Move(turns.draw_choices, turns.check_correcting, turns.correct),
    (Phase.DISCARD, Discard): Move(turns.discard_choices, turns.check_throw, turns.discard),
    (Phase.DISCARD, Knock): Move(turns.ending_choices, ending.check_ending, ending.knock),
    (Phase.DISCARD, Gin): Move(turns.ending_choices, ending.check_ending, ending.knock),
    (Phase.DISCARD, BigGin): Move(endings.big_gin_choices, endings.check_big_gin, ending.knock, endings.has_big_gin),
    (Phase.SHOWDOWN, ShowHand): Move(two_handed.show_choices, two_handed.check_show, two_handed.show_hand, by_command),
    (Phase.SHOWDOWN, LayOff): Move(
        two_handed.lay_off_choices, two_handed.check_lay_off, two_handed.lay_off, by_command
    ),
    (Phase.SHOWDOWN, Finish): Move(two_handed.finish_choices, two_handed.check_finish, ending.finish, by_command),
    (Phase.DONE, Deal): Move(chance.chance, chance.check_deal, dealing.deal),
}

ROYAL_KERNEL = Kernel("royal", MOVES, barred, laws.LAWS, laws.under_laws, tries, settle=ending.settle)
