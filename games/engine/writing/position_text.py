"""A position on one line: `rules hands pile stock turn/dealer phase table effects`; `-` is an empty field.

gin-pagat AS2S3S?7/KDKH?8 9D7H 2H?19 A/B draw - up=9D,x2,dr=A
"""

import re
from typing import Any

from games.engine.cards.cards import Pack, cards_of, hand_of, parse_card
from games.engine.gin.scoring.upcard import limit_under
from games.engine.play.impossible import Impossible, Unplayable
from games.engine.play.options import TABLED
from games.engine.play.rules import RuleSet
from games.engine.play.state import (
    CHANCE,
    FROM_STOCK,
    NOT_TAKEN,
    WITH_CENTRE,
    Phase,
    Places,
    Rest,
    State,
    Tabled,
    make_state,
)
from games.engine.writing.effects_text import EffectText
from games.engine.writing.rules_text import parse_rules, rules_text
from games.engine.writing.words import BadWord, read_cards, spelled

SEATS = "ABCDEFGHIJKLMNOP"
FIELDS = "rules hands pile stock turn/dealer phase table effects"
WRITABLE = (
    *(Phase.DEALING, Phase.UPCARD, Phase.DRAW, Phase.DISCARD, Phase.LAST, Phase.DOUBLE),
    *(Phase.START, Phase.OFFER, Phase.TURNED, Phase.FORCE_WINDOW, Phase.FORCED),
)
_HELD = re.compile(r"(.*?)(?:\?(-?\d{1,2}))?")
_PHASE = re.compile(r"([a-z_]+)(?::(s?)([0-9A-Z?]{1,3}))?(?:\+(\d))?", re.IGNORECASE)


def position_text(rules: RuleSet, state: State) -> str:
    """The line of a deal in play; score and number of the deal are left out. Raises Unplayable for any other moment."""
    if state.phase not in WRITABLE or state.boards:
        raise Unplayable("phase", state.phase, ", ".join(WRITABLE) + ", at one board")
    pack, rest = rules.pack, state.rest
    centred = rules.kernel.wastes and state.phase in WITH_CENTRE
    pile = state.pile[:-1] if centred else state.pile
    dealer = rest.places.dealer
    fields = (
        rules_text(rules),
        "/".join(_held(hand, more, pack) or "-" for hand, more in zip(state.hands, rest.unknown, strict=True)),
        _cards(pile, pack),
        _cards(tuple(reversed(rest.stock[: state.stock])), pack),
        f"{_seat(state.turn)}/{'-' if dealer is None else SEATS[dealer]}",
        _phase(state, pack),
        _table(rest.table, pack) + (f"@{_cards(state.pile[-1:], pack)}" if centred else ""),
        EffectText(pack).written(rest, rules.kernel.name),
    )
    return " ".join(field or "-" for field in fields)


def parse_position(text: str) -> tuple[RuleSet, State]:
    """The rules and the state of a line; raises Impossible (E_OPTION) with the field at fault and what is allowed."""
    fields = text.split()
    if len(fields) != len(FIELDS.split()):
        raise Unplayable("position", text, FIELDS)
    rules = parse_rules(fields[0])
    try:
        return rules, _state(rules, fields)
    except (BadWord, ValueError) as error:
        raise Impossible("E_OPTION", "§2", str(error)) from None


def _state(rules: RuleSet, fields: list[str]) -> State:
    _, hands, pile, stock, turns, phase, table, effects = ("" if field == "-" else field for field in fields)
    pack = rules.pack
    held = [_read_held(hand, pack) for hand in hands.split("/")]
    after = rules.seating.places(len(held)).after
    if len(held) not in rules.seating.numbers(rules) or rules.inner is not None:
        raise BadWord(f"hands: of {len(held)} seats; a position is a deal at one board")
    at, taken, passes = _read_phase(phase, pack)
    turn, dealer = _read_turns(turns, len(held))
    laid, _, centre = table.partition("@")
    lying = _read_cards(pile, pack) + (_read_cards(centre, pack) if "@" in table else ())
    drawn = _read_cards(stock, pack)
    score = rules.sheet.blank(len(held))
    rest = Rest(
        places=Places(dealer, after),
        score=score,
        standing=rules.sheet.settle(rules, score),
        deal=0 if at is Phase.DEALING else 1,
        stock=drawn[::-1],
        unknown=tuple(more for _, more in held),
        table=_read_table(laid, len(held), pack),
        **EffectText(pack).read(effects, len(held), rules.kernel.name),
    )
    rest = _with_limit(rules, rest)
    _check(rest, [hand for hand, _ in held], [*lying, *drawn])
    return make_state(at, turn, tuple(hand for hand, _ in held), len(drawn), lying, rest, taken=taken, passes=passes)


def _with_limit(rules: RuleSet, rest: Rest) -> Rest:
    """OKL-1: the limit follows from the upcard; melds on the table know none."""
    if rules.kernel.name in TABLED:
        return rest
    values: dict[str, Any] = {name: getattr(rest, name) for name in Rest.__slots__}
    return Rest(**{**values, "limit": limit_under(rules, rest.upcard)})


def _check(rest: Rest, hands: list[int], lying: list[int]) -> None:
    """GIN-1: no card in two places."""
    row = [card for effect in rest.effects if effect.kind == "row" for card in effect.cards]
    masks = [*hands, *(meld.cards for meld in rest.table)]
    known = [card for card in (*lying, *row) if card >= 0]
    everywhere = hand_of(known)
    for mask in masks:
        everywhere |= mask
    if everywhere.bit_count() != len(known) + sum(mask.bit_count() for mask in masks):
        raise BadWord("a card lies in two places")


def _held(hand: int, more: int, pack: Pack) -> str:
    return spelled(tuple(pack.texts[card] for card in cards_of(hand))) + (f"?{more}" if more else "")


def _read_held(text: str, pack: Pack) -> tuple[int, int]:
    """Known cards, and how many unknown ones."""
    match = _HELD.fullmatch("" if text == "-" else text)
    assert match is not None
    known, more = match[1], int(match[2] or 0)
    if known.endswith("?"):
        known, more = known[:-1], more + 1
    cards = _read_cards(known, pack)
    if len(set(cards)) != len(cards) or any(card < 0 for card in cards):
        raise BadWord(f"hands: {text[:40]!r}: each card once, then ?n for unknown ones")
    return hand_of(cards), more


def _cards(cards: tuple[int, ...], pack: Pack) -> str:
    return spelled(tuple("?" if card < 0 else pack.texts[card] for card in cards))


def _read_cards(text: str, pack: Pack) -> tuple[int, ...]:
    return tuple(-1 if card == "?" else parse_card(card, pack) for card in read_cards(text))


def _seat(seat: int) -> str:
    return "-" if seat == CHANCE else SEATS[seat]


def _read_turns(text: str, seats: int) -> tuple[int, int | None]:
    turn, slash, dealer = text.partition("/")
    known = SEATS[:seats] + "-"
    if not slash or len(turn) != 1 or len(dealer) != 1 or turn not in known or dealer not in known:
        raise BadWord(f"turn/dealer: {text[:20]!r}: seats of {SEATS[:seats]}, or - for nobody")
    return (CHANCE if turn == "-" else SEATS.index(turn)), (None if dealer == "-" else SEATS.index(dealer))


def _phase(state: State, pack: Pack) -> str:
    """`discard:7H` taken from the pile, `discard:s7H` from the stock, `draw+2` after two passes."""
    text = str(state.phase)
    if state.taken != NOT_TAKEN:
        card = state.taken - FROM_STOCK
        text += f":{_cards((state.taken,), pack)}" if card < -1 else f":s{_cards((card,), pack)}"
    return text + (f"+{state.passes}" if state.passes else "")


def _read_phase(text: str, pack: Pack) -> tuple[Phase, int, int]:
    match = _PHASE.fullmatch(text)
    if match is None or match[1] not in WRITABLE:
        raise BadWord(f"phase: {text[:20]!r}: one of {', '.join(WRITABLE)}, with the taken card as in discard:7H")
    if not match[3]:
        return Phase(match[1]), NOT_TAKEN, int(match[4] or 0)
    (card,) = _read_cards(match[3], pack)
    return Phase(match[1]), card + FROM_STOCK if match[2] or card < 0 else card, int(match[4] or 0)


def _table(table: tuple[Tabled, ...], pack: Pack) -> str:
    """`A:3H4H5H|9C9D9S;B:…`, in the order laid; what another seat added stands after a +, as in `3H4H5H+B6H`."""
    groups: list[tuple[int, list[str]]] = []
    for meld in table:
        owner = max(range(len(meld.laid)), key=lambda seat: (meld.laid[seat].bit_count(), -seat))
        text = _held(meld.laid[owner], 0, pack)
        for seat, cards in enumerate(meld.laid):
            text += f"+{SEATS[seat]}{_held(cards, 0, pack)}" if seat != owner and cards else ""
        if groups and groups[-1][0] == owner:
            groups[-1][1].append(text)
        else:
            groups.append((owner, [text]))
    return ";".join(f"{SEATS[owner]}:{'|'.join(melds)}" for owner, melds in groups)


def _read_table(text: str, seats: int, pack: Pack) -> tuple[Tabled, ...]:
    table: list[Tabled] = []
    for group in text.split(";") if text else ():
        owner, colon, melds = group.partition(":")
        if not colon or len(owner) != 1 or owner not in SEATS[:seats]:
            raise BadWord(f"table: {group[:20]!r}: melds by seat, as in A:3H4H5H|9C9D9S;B:2C2D2H")
        for meld in melds.split("|"):
            table.append(_read_meld(meld, owner, seats, pack))
    return tuple(table)


def _read_meld(text: str, owner: str, seats: int, pack: Pack) -> Tabled:
    first, *added = text.split("+")
    laid = [0] * seats
    for part in (owner + first, *added):
        if part[:1] not in SEATS[:seats] or not part[:1]:
            raise BadWord(f"table: {text[:20]!r}: a seat stands before what it added, as in 3H4H5H+B6H")
        laid[SEATS.index(part[0])] |= hand_of(card for card in _read_cards(part[1:], pack) if card >= 0)
    return Tabled(sum(laid), tuple(laid))
