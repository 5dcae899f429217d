"""The flow of one deal of battle royal on one screen."""

from games.engine.gin import dealing, discarding, drawing, ending, ending_options
from games.engine.gin.irregular import laws, moves
from games.engine.gin.irregular.tries import tries
from games.engine.gin.play import barred, by_command
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
from games.engine.moves.law_actions import BigGin
from games.engine.play import dealing as chance
from games.engine.play.rules import Kernel, Move
from games.engine.play.state import Phase
from games.engine.royal import turns

MOVES: dict[tuple[Phase, type[object]], Move | tuple[Move, ...]] = {
    (Phase.DEALING, DrawForDeal): Move(chance.chance, chance.check_draw_for_deal, chance.draw_for_deal),
    (Phase.DEALING, Deal): Move(chance.chance, chance.check_deal, dealing.deal),
    **losing.before_the_deal(showdown.lost),
    (Phase.UPCARD, TakeUpcard): Move(drawing.take_upcard_choices, drawing.always, drawing.take_upcard),
    (Phase.UPCARD, PassUpcard): Move(drawing.pass_upcard_choices, drawing.always, drawing.pass_upcard),
    (Phase.DRAW, DrawStock): Move(turns.draw_choices, drawing.check_draw_stock, drawing.draw_stock_by_law),
    (Phase.DRAW, DrawDiscard): Move(turns.draw_choices, turns.check_draw_discard, turns.draw_discard),
    (Phase.DRAW, Discard): Move(turns.draw_choices, discarding.check_correcting, turns.correct),
    (Phase.DISCARD, Discard): Move(discarding.throw_choices, discarding.check_discard, turns.discard),
    (Phase.DISCARD, Knock): Move(discarding.throw_choices, discarding.check_ending, ending.knock),
    (Phase.DISCARD, Gin): Move(discarding.throw_choices, discarding.check_ending, ending.knock),
    (Phase.DISCARD, BigGin): Move(
        ending_options.big_gin_choices, ending_options.check_big_gin, ending.knock, ending_options.has_big_gin
    ),
    (Phase.SHOWDOWN, ShowHand): Move(ending.show_choices, ending.check_show, ending.show_hand, by_command),
    (Phase.SHOWDOWN, LayOff): Move(ending.lay_off_choices, ending.check_lay_off, ending.lay_off, by_command),
    (Phase.SHOWDOWN, Finish): Move(ending.finish_choices, ending.check_finish, ending.finish, by_command),
    (Phase.DONE, Deal): Move(chance.chance, chance.check_deal, dealing.deal),
}

ROYAL_KERNEL = Kernel("royal", MOVES, barred, laws.LAWS, moves.under_laws, tries)
