"""The director's entries as words: `!!dir_record(IRR-8,A,11) "words"`."""

import re
from typing import Any, get_args

from games.engine.cards.cards import Pack
from games.engine.moves.actions import Action
from games.engine.moves.director import (
    DirAdjust,
    DirChoice,
    DirectorAction,
    DirRecord,
    DirRedeal,
    DirSetSize,
    DirUndo,
    DirVoid,
    DirWaive,
    LoseShuffle,
    Reshuffle,
)
from games.engine.moves.kinds import name_of
from games.engine.writing import codec
from games.engine.writing.codec.words import SEATS
from games.engine.writing.words import BadWord, Token, read_cards, spelled

SHAPES = {
    "dir_choice": "(A,reject_knock)",
    "dir_redeal": "(A)",
    "dir_adjust": "(A,-10), with the column (A,-10,2) on a sheet of several, by another law (A,-10,IRR-34)",
    "dir_set_size": "(A,11) or (A,11,end)",
    "dir_void": "",
    "dir_waive": "(IRR-21)",
    "dir_undo": "(17)",
    "lose_shuffle": "(A)",
}
IRR_35 = "IRR-35"  # the law of a correction of which none is named
OF_A_BOARD = ("dir_record", "dir_void", "dir_waive", "reshuffle")  # a board other than the first is written before them


def director_action(pack: Pack, token: Token) -> Action:
    """The entry that a token means; raises BadWord, or the codec's BadAction."""
    data: dict[str, Any] = {"do": token.command}
    board = max(token.board - 1, 0)
    if board and token.command not in OF_A_BOARD:
        raise BadWord(f"!!{token.command}: it names its player, and no board stands before it")
    if token.command in OF_A_BOARD:
        data |= {"board": board}
    args = token.args
    match token.command, args:
        case "dir_record", [irr, *rest]:
            data |= {"irr": irr, "words": token.words, **_recorded(rest)}
        case "dir_choice", [who, choice]:
            data |= {"player": who, "choice": choice}
        case "dir_redeal", [who]:
            data |= {"dealer": who}
        case "dir_adjust", [who, points, *more] if len(more) < 2:
            data |= {"player": who, "points": _whole(points), "reason": token.words}
            data |= {"irr" if word.startswith("IRR-") else "column": word for word in more}
        case "lose_shuffle", [who]:
            data |= {"player": who}
        case "dir_set_size", [who, n, *stage] if len(stage) < 2:
            data |= {"player": who, "n": _whole(n), "stage": "".join(stage)}
        case "dir_void", []:
            data |= {"reason": token.words}
        case "dir_waive", [irr]:
            data |= {"irr": irr}
        case "dir_undo", [event]:
            data |= {"event": _whole(event)}
        case "reshuffle", _:
            return Reshuffle(_stock("".join(args), pack), board=board)
        case _:
            shape = SHAPES.get(token.command)
            known = ", ".join(map(name_of, get_args(DirectorAction)))
            raise BadWord(f"!!{token.command}: {shape or known}")
    return codec.action_from_json(data, None, pack)


def director_token(action: Any, pack: Pack) -> Token:
    """The token that writes an entry."""
    args: list[str] = []
    words = ""
    match action:
        case DirRecord():
            args, words = _record_args(action, pack), action.words
        case DirChoice(player, choice):
            args = [SEATS[player], choice]
        case LoseShuffle(player):
            args = [SEATS[player]]
        case DirRedeal(dealer):
            args = [SEATS[dealer]]
        case DirAdjust(player, points, reason, column, irr):
            more = column or ("" if irr == IRR_35 else irr)
            args, words = [SEATS[player], str(points), *([more] if more else [])], reason
        case DirSetSize(player, n, stage):
            args = [SEATS[player], str(n), *([stage] if stage else [])]
        case DirVoid(reason):
            words = reason
        case DirWaive(irr):
            args = [irr]
        case DirUndo(event):
            args = [str(event)]
        case Reshuffle(stock):
            args = [spelled(tuple("?" if card < 0 else pack.texts[card] for card in stock))]
    board = getattr(action, "board", 0)
    before = board + 1 if board else 0
    return Token(letter="!!", board=before, command=name_of(type(action)), args=tuple(args), words=words)


def _record_args(action: DirRecord, pack: Pack) -> list[str]:
    """Law, offender, number, cards, stage and turn, those that are given."""
    args = [action.irr]
    args += [] if action.offender is None else [SEATS[action.offender]]
    args += [] if action.n is None else [str(action.n)]
    args += ["?" if card < 0 else pack.texts[card] for card in action.cards]
    args += [f"stage={action.stage}"] if action.stage else []
    return args + ([f"turn={action.turn}"] if action.turn is not None else [])


def _recorded(args: list[str]) -> dict[str, Any]:
    """Read the fields that the words after the law give: a seat, a number, cards, a stage, a turn."""
    data: dict[str, Any] = {}
    cards: list[str | None] = []
    for arg in args:
        name, equals, value = arg.partition("=")
        if equals and name in ("stage", "turn"):
            data[name] = _whole(value) if name == "turn" else value
        elif len(arg) == 1 and arg in SEATS and "offender" not in data:
            data["offender"] = arg
        elif arg.isascii() and arg.isdigit() and "n" not in data:
            data["n"] = _whole(arg)
        else:
            cards += [None if card == "?" else card for card in read_cards(arg)]
    return {**data, "cards": cards} if cards else data


def _whole(text: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,6}", text):
        raise BadWord(f"{text[:20]!r}: a whole number")
    return int(text)


def _stock(text: str, pack: Pack) -> tuple[int, ...]:
    return tuple(-1 if card == "?" else pack.texts.index(card) for card in read_cards(text))
