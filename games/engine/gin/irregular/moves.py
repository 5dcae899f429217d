"""The rows that RULES.md §15 adds to MOVES, for each mode of laws."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.engine.gin import ending
from games.engine.gin.irregular import choosing, commands, director
from games.engine.gin.irregular.effects import PLAY, ended
from games.engine.moves.actions import (
    Action,
    Deal,
    Discard,
    DrawDiscard,
    DrawForDeal,
    DrawStock,
    Finish,
    Gin,
    Knock,
    LayOff,
    ShowHand,
    TakeUpcard,
)
from games.engine.moves.director import (
    DirAdjust,
    DirChoice,
    DirRecord,
    DirRedeal,
    DirSetSize,
    DirUndo,
    DirVoid,
    DirWaive,
    Reshuffle,
)
from games.engine.moves.law_actions import (
    AcceptKnock,
    Admit,
    ChooseContinue,
    ChooseRedeal,
    DrawExposed,
    ForceExposed,
    LookDiscards,
    Object,
    PeekStock,
    PermitPickup,
    RejectKnock,
    ShowCard,
    StopDeal,
)
from games.engine.play.rules import Move, Outcome, Rows, RuleSet, nobody, unlisted
from games.engine.play.state import Phase, State

NOT_ENDING = (Deal, DrawForDeal, DirChoice, Reshuffle)  # no turn and no play goes by with these
KNOCK_CHOICES = (RejectKnock, AcceptKnock, ForceExposed, PermitPickup)
DEAL_CHOICES = (ChooseRedeal, ChooseContinue)


def aside(check: Any, do: Any) -> Move:
    """A row for any seat, or for the director: its actions are possible, but not listed as lawful."""
    return Move(unlisted, check, do, aside=nobody)


DIRECTOR: dict[type[Any], Move] = {
    DirRecord: aside(director.check_record, director.record),
    DirChoice: aside(director.check_choice, director.choice),
    DirRedeal: aside(director.check_redeal, director.redeal),
    DirAdjust: aside(director.check_adjust, director.adjust),
    DirSetSize: aside(director.check_set_size, director.set_size),
    DirVoid: aside(director.check_void, director.void),
    DirWaive: aside(director.check_waive, director.waive),
    DirUndo: aside(director.check_undo, director.undo),
    Reshuffle: aside(director.check_reshuffle, director.reshuffle),
}
SHOW_CARD = aside(commands.check_show_card, commands.show_card)
LOOK = aside(commands.check_look, commands.look)
PEEK = aside(commands.check_peek, commands.peek)
STOP = aside(choosing.check_stop, choosing.stop)
OBJECT = aside(choosing.check_object, choosing.object_)
CHOICE = aside(choosing.check_choice, choosing.choose)
OFFERED = replace(CHOICE, choices=choosing.offered)
FROM_ROW = Move(commands.row_choices, commands.check_draw_exposed, commands.draw_exposed)


def under_laws(rules: RuleSet, moves: Rows) -> Rows:
    """§15: the rows with the director's entries in every mode; under table laws and recorded also with what players can
    do wrong."""
    rows = in_every_mode(moves, DIRECTOR)
    if rules.discard_view == "open":
        rows |= {(phase, LookDiscards): LOOK for phase in PLAY}
    if rules.laws != "strict":
        rows |= _at_the_table(rows)
    return rows if rules.laws == "strict" else {key: with_endings(key[1], move) for key, move in rows.items()}


def in_every_mode(moves: Rows, entries: Mapping[type[Any], Move]) -> dict[tuple[Phase, type[Any]], Move]:
    """§15: the rows with what every mode has: the director's `entries`, the choice of a new deal, a shown card."""
    rows = dict(moves)
    for phase in Phase:
        rows |= {(phase, kind): move for kind, move in entries.items()}
        rows |= {(phase, kind): OFFERED if phase is Phase.CHOICE else CHOICE for kind in DEAL_CHOICES}
        rows[phase, StopDeal] = STOP
    return rows | {(phase, ShowCard): SHOW_CARD for phase in PLAY}


def _at_the_table(moves: Rows) -> Rows:
    """§15: the rows that accept the commands marked †, and those that answer them."""
    rows: dict[tuple[Phase, type[Any]], Move] = {}
    for phase in Phase:
        rows |= {(phase, kind): OFFERED if phase is Phase.CHOICE else CHOICE for kind in KNOCK_CHOICES}
        rows |= {(phase, kind): OBJECT for kind in (Object, Admit)}
    for phase in PLAY:
        rows[phase, PeekStock], rows[phase, LookDiscards] = PEEK, LOOK
        rows[phase, DrawStock] = commands.early_draw(moves.get((phase, DrawStock)))
        rows[phase, DrawDiscard] = commands.early_pick(moves.get((phase, DrawDiscard)))
    rows[Phase.DRAW, DrawExposed] = FROM_ROW
    rows[Phase.UPCARD, TakeUpcard] = commands.upcard_only_without_a_debt(moves[Phase.UPCARD, TakeUpcard])
    rows[Phase.DISCARD, Discard] = commands.any_throw(moves[Phase.DISCARD, Discard])
    for kind in (Knock, Gin):
        rows[Phase.DISCARD, kind] = commands.any_knock(moves[Phase.DISCARD, kind])
    rows[Phase.SHOWDOWN, ShowHand] = Move(ending.show_choices, ending.check_show, ending.show_hand)
    rows[Phase.SHOWDOWN, LayOff] = Move(commands.lay_off_choices, commands.check_lay_off, ending.lay_off)
    rows[Phase.SHOWDOWN, Finish] = Move(ending.finish_choices, ending.check_finish, ending.finish)
    return rows


def with_endings(kind: type[Any], move: Move) -> Move:
    """The row with a function behind it that drops the effects which the move has ended."""
    if kind in NOT_ENDING:
        return move
    do = move.do

    def then_ended(rules: RuleSet, state: State, action: Action) -> Outcome:
        return ended(rules, state, action, do(rules, state, action))

    return replace(move, do=then_ended)
