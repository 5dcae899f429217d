"""Actions as the wire's commands: {"do": "discard", "card": "KD"}."""

from typing import Any

from games.engine.actions import (
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
    PassUpcard,
    ShowHand,
    TakeUpcard,
)
from games.engine.cards import GIN_PACK, Pack
from games.engine.codec import reading
from games.engine.codec.bad import BadAction
from games.engine.codec.director import DIRECTOR_FIELDS, DIRECTOR_NAMES, director_to_json
from games.engine.codec.tabled import TABLE_FIELDS, TABLE_NAMES, table_action_to_json
from games.engine.codec.words import CARD, Json, melds_to_json, seat_from_json, seat_to_json
from games.engine.director import DirectorAction
from games.engine.law_actions import (
    AcceptDouble,
    AcceptKnock,
    Admit,
    BigGin,
    ChooseContinue,
    ChooseRedeal,
    DeclineDouble,
    DeclineLast,
    Double,
    DrawExposed,
    ForceExposed,
    LookDiscards,
    Object,
    PeekStock,
    PermitPickup,
    RejectKnock,
    ShowCard,
    StopDeal,
    TouchStock,
)

NAMES: dict[type[Any], str] = {
    DrawForDeal: "draw_for_deal",
    Deal: "deal",
    TakeUpcard: "take_upcard",
    PassUpcard: "pass_upcard",
    DrawStock: "draw_stock",
    DrawDiscard: "draw_discard",
    Discard: "discard",
    Knock: "knock",
    Gin: "gin",
    ShowHand: "show_hand",
    LayOff: "lay_off",
    Finish: "finish",
    BigGin: "big_gin",
    DeclineLast: "decline_last",
    Double: "double",
    AcceptDouble: "accept_double",
    DeclineDouble: "decline_double",
    DrawExposed: "draw_exposed",
    PeekStock: "peek_stock",
    LookDiscards: "look_discards",
    Object: "object",
    Admit: "admit",
    RejectKnock: "reject_knock",
    AcceptKnock: "accept_knock",
    ForceExposed: "force_exposed",
    PermitPickup: "permit_pickup",
    StopDeal: "stop_deal",
    ChooseRedeal: "choose_redeal",
    ChooseContinue: "choose_continue",
    ShowCard: "show_card",
    TouchStock: "touch_stock",
    **TABLE_NAMES,
    **DIRECTOR_NAMES,
}
NOT_A_PLAYERS = frozenset((DrawForDeal, Deal, *DIRECTOR_NAMES))  # what chance and the director do
BOARDS = 8  # as many as the largest team has members
KINDS = {name: kind for kind, name in NAMES.items()}


def action_to_json(action: Action, pack: Pack = GIN_PACK, *, deck: bool = False) -> Json:
    """The command, without the seat; a deck only when asked for: a log leaves it out, it follows from its seed.

    `pack` is that of the rules: it says which texts the cards have.
    """
    data: Json = {"do": NAMES[action.__class__]}
    if not FIELDS[action.__class__]:
        return data
    if action.__class__ is Discard:  # at every second turn
        data["card"] = pack.texts[action.card]
        return data
    if isinstance(action, Deal) and action.board is not None:
        data["board"] = action.board
    if isinstance(action, Deal) and action.dealer is not None:
        data["dealer"] = seat_to_json(action.dealer)
    if isinstance(action, DrawForDeal | Deal):
        return {**data, "deck": list(action.deck)} if deck else data
    if isinstance(action, DirectorAction):
        return director_to_json(action, pack, deck=deck)
    if action.__class__ in TABLE_NAMES:
        return {**data, **table_action_to_json(action, pack)}
    if isinstance(action, Knock | Gin | LayOff | DrawExposed | ShowCard):
        data["card"] = pack.texts[action.card]
    if isinstance(action, Knock | Gin | BigGin) and action.melds is not None:
        data["melds"] = melds_to_json(action.melds, pack)
    if isinstance(action, LayOff) and action.meld is not None:
        data["meld"] = action.meld
    if isinstance(action, DrawDiscard) and action.card is not None:
        data["card"] = pack.texts[action.card]
    if isinstance(action, PeekStock):
        data["n"] = action.n
    return data


def action_from_json(data: object, seat: int | None, pack: Pack = GIN_PACK) -> Action:
    """The action of `seat` (None: chance or director) that a command means; raises BadAction with field and allowed."""
    if not isinstance(data, dict):
        raise BadAction("command", "an object")
    do = data.get("do")
    kind = KINDS.get(do) if isinstance(do, str) else None
    if kind is None:
        raise BadAction("do", ", ".join(KINDS))
    if (seat is None) != (kind in NOT_A_PLAYERS):
        allowed = (name for name, known in KINDS.items() if (seat is None) == (known in NOT_A_PLAYERS))
        raise BadAction("do", ", ".join(allowed))
    fields = FIELDS[kind]
    extra = [str(name)[:40] for name in data if name != "do" and name not in fields]
    if extra:
        raise BadAction(min(extra), "nothing: there is no such field" if not fields else f"one of {', '.join(fields)}")
    values = {name: read(data, name, pack) for name, read in fields.items()}
    action: Action = kind(**values) if seat is None else kind(seat=seat, **values)
    return action


def _board(data: Json, name: str, pack: Pack) -> int | None:
    board = data.get(name)
    if board is not None and (type(board) is not int or not 0 <= board < BOARDS):
        raise BadAction(name, f"the number of a board, from 0 to {BOARDS - 1}")
    return board


def _dealer(data: Json, name: str, pack: Pack) -> int | None:
    dealer = data.get(name)
    if dealer is not None and dealer not in ("A", "B"):
        raise BadAction(name, "A or B: only for two a dealer is named")
    return None if dealer is None else seat_from_json(dealer)


def _melds(data: Json, name: str, pack: Pack) -> tuple[int, ...] | None:
    melds = data.get(name)
    if melds is None:
        return None
    if not isinstance(melds, list) or len(melds) > 4 or not all(isinstance(meld, list) for meld in melds):
        raise BadAction(name, "a list of at most four lists of cards")
    return tuple(reading.mask(name, meld, pack) for meld in melds)


def _index(data: Json, name: str, pack: Pack) -> int | None:
    index = data.get(name)
    if index is None:
        return None
    if type(index) is not int or not 0 <= index <= 3:
        raise BadAction(name, "the number of a meld, from 0")
    return index


def _number(data: Json, name: str, pack: Pack) -> int:
    number = data.get(name)
    if type(number) is not int or not 1 <= number <= len(CARD):
        raise BadAction(name, f"a number from 1 to {len(CARD)}")
    return number


def _deck(data: Json, name: str, pack: Pack) -> tuple[int, ...]:
    deck = data.get(name)
    if not isinstance(deck, list) or not all(type(card) is int and 0 <= card < len(CARD) for card in deck):
        raise BadAction(name, f"a list of card numbers from 0 to {len(CARD) - 1}")
    return tuple(deck)


FIELDS: dict[type[Any], dict[str, reading.Reader]] = {
    **{kind: {} for kind in NAMES},
    DrawForDeal: {"deck": _deck},
    Deal: {"deck": _deck, "board": _board, "dealer": _dealer},
    DrawDiscard: {"card": reading.card_or_none},
    Discard: {"card": reading.card},
    Knock: {"card": reading.card, "melds": _melds},
    Gin: {"card": reading.card, "melds": _melds},
    LayOff: {"card": reading.card, "meld": _index},
    BigGin: {"melds": _melds},
    DrawExposed: {"card": reading.card},
    PeekStock: {"n": _number},
    ShowCard: {"card": reading.card},
    **TABLE_FIELDS,
    **DIRECTOR_FIELDS,
}
