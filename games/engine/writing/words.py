"""The words of a record as data: the meaning and the spelling of each token."""

import re
from dataclasses import dataclass
from typing import Any, get_args

from games.engine.moves.actions import Action
from games.engine.moves.kinds import holds

CARD = r"(?:(?:10|[A2-9TJQK])[CDHS]|\?)"
_CARD = re.compile(CARD, re.IGNORECASE)
_PACKED = re.compile(rf"(?:\?(\d{{1,3}})|({CARD}))", re.IGNORECASE)
UNKNOWN = "?"
LETTERS: dict[type[Any], str] = {kind: kind.letter for kind in get_args(Action) if hasattr(kind, "letter")}
SEEN_ONLY = {kind: letter for kind, letter in LETTERS.items() if hasattr(kind, "is_seen")}
BARE = {kind: letter for kind, letter in LETTERS.items() if kind not in SEEN_ONLY and holds(kind) == ()}
OF_CARD = {kind: letter for kind, letter in LETTERS.items() if kind not in SEEN_ONLY and holds(kind) == ("card",)}
OF_MELDS = {kind: letter for kind, letter in LETTERS.items() if "melds" in holds(kind)}
MOST = 400  # cards in one word


class BadWord(ValueError):
    """A text is no word of a record; the message says what is allowed there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """One move: its letter and the letter's arguments. `seat` and `board` (from 1) stand before it, if written.

    `letter` "!" is a command of the laws and "!!" an entry of the director, with `command`, `args` and `words`.
    """

    letter: str
    seat: str = ""
    board: int = 0
    cards: tuple[str, ...] = ()
    melds: tuple[tuple[str, ...], ...] | None = None
    meld: int | None = None
    thrown: str = ""
    command: str = ""
    args: tuple[str, ...] = ()
    words: str = ""
    comments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealing:
    """`#1 B 3H2C…`: deal number, dealer and deck; number 0, without a dealer, is the draw for the first deal."""

    number: int
    dealer: str
    deck: tuple[str, ...]
    board: int = 0
    comments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """`= knock A 46 (4:50)` is the result of a deal, `== A 266 B 112` that of the game (`final`); `words` are kept as
    written."""

    words: tuple[str, ...]
    final: bool = False
    comments: tuple[str, ...] = ()


Item = Token | Dealing | Scored
_PREFIX = re.compile(r"(?:(\d{1,2})/)?(?:([A-P]):)?(.*)", re.DOTALL)
_COMMAND = re.compile(r"(!!?)([a-z_]{1,30})(?:\(([^()\"{}]*)\))?")


def spelled(cards: tuple[str, ...]) -> str:
    """Write cards without blanks; a row of unknown ones as ?n."""
    text, at = [], 0
    while at < len(cards):
        run = 1
        while cards[at] == UNKNOWN and at + run < len(cards) and cards[at + run] == UNKNOWN:
            run += 1
        text.append(cards[at] if run == 1 else f"?{run}")
        at += run
    return "".join(text)


def read_cards(text: str) -> tuple[str, ...]:
    """Read the cards of a packed text, in their order; raises BadWord."""
    cards: list[str] = []
    at = 0
    while at < len(text):
        match = _PACKED.match(text, at)
        if match is None or len(cards) > MOST:
            raise BadWord(f"{text[at : at + 10]!r}: cards such as 3H4H5H, ? or ?10 for unknown ones")
        cards += [UNKNOWN] * min(int(match[1]), MOST) if match[1] else [card_of(match[2])]
        at = match.end()
    return tuple(cards)


def card_of(text: str) -> str:
    """The canonical two letters of a card, or ?; raises BadWord."""
    if not _CARD.fullmatch(text):
        raise BadWord(f"{text[:10]!r}: a card such as KD, or ?")
    return text.upper().replace("10", "T")


def read_word(text: str) -> Token:
    """Read the token that a word spells, without quoted words and comments; raises BadWord."""
    match = _PREFIX.fullmatch(text)
    assert match is not None
    board, seat, rest = int(match[1] or 0), match[2] or "", match[3]
    if match[1] and not board:
        raise BadWord("boards are numbered from 1")
    return _read(rest, seat, board)


def _read(rest: str, seat: str, board: int) -> Token:
    if rest in BARE.values():
        return Token(letter=rest, seat=seat, board=board)
    letter, more = rest[:1], rest[1:]
    if letter == "!":
        return _command(rest, seat, board)
    if letter in (*OF_CARD.values(), *SEEN_ONLY.values()) or letter == "+":
        return _with_card(letter, more, seat, board)
    if letter in ("k", "g"):
        card, colon, melds = more.partition(":")
        laid = read_melds(melds) if colon else None
        return Token(letter=letter, seat=seat, board=board, cards=(card_of(card),), melds=laid)
    if letter == "b" and more[:1] in ("", ":"):
        return Token(letter="b", seat=seat, board=board, melds=read_melds(more[1:]) if more else None)
    if letter == "m" and more:
        return Token(letter="m", seat=seat, board=board, cards=read_cards(more))
    if letter in ("*", "h"):
        melds, dash, thrown = more.partition("-")
        if letter == "h" and dash:
            raise BadWord("h: no card is thrown with it")
        return Token(
            letter=letter, seat=seat, board=board, melds=read_melds(melds), thrown=card_of(thrown) if dash else ""
        )
    raise BadWord(f"{rest[:20]!r}: no word of a record")


def _with_card(letter: str, more: str, seat: str, board: int) -> Token:
    card, arrow, number = more.partition(">") if letter == "+" else (more, "", "")
    if arrow and not re.fullmatch(r"\d{1,2}", number):
        raise BadWord(f"+: the number of a meld after >, from 0, not {number[:10]!r}")
    cards = () if letter in ("t", "r") and not card else (card_of(card),)
    return Token(letter=letter, seat=seat, board=board, cards=cards, meld=int(number) if arrow else None)


def _command(text: str, seat: str, board: int) -> Token:
    match = _COMMAND.fullmatch(text)
    if match is None:
        raise BadWord(f"{text[:20]!r}: a command such as !object or !!dir_record(IRR-8,A,11)")
    args = tuple(match[3].split(",")) if match[3] else ()
    return Token(letter=match[1], seat=seat, board=board, command=match[2], args=args)


def read_melds(text: str) -> tuple[tuple[str, ...], ...]:
    """Read `3H4H5H|9C9D9S`; an empty text is no meld at all. Raises BadWord."""
    return tuple(read_cards(meld) for meld in text.split("|")) if text else ()


def melds_text(melds: tuple[tuple[str, ...], ...]) -> str:
    """Write melds as a record spells them."""
    return "|".join(spelled(meld) for meld in melds)


def word(token: Token) -> str:
    """Write the canonical spelling of a token, without quoted words and comments."""
    text = (f"{token.board}/" if token.board else "") + (f"{token.seat}:" if token.seat else "") + token.letter
    if token.command:
        return text + token.command + (f"({','.join(token.args)})" if token.args else "")
    if token.letter in ("*", "h"):
        return text + melds_text(token.melds or ()) + (f"-{token.thrown}" if token.thrown else "")
    text += spelled(token.cards)
    if token.melds is not None:
        text += ":" + melds_text(token.melds)
    return text if token.meld is None else f"{text}>{token.meld}"
