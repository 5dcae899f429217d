"""How the reference files write seats, cards and commands."""

from typing import Any

import games.engine as engine

Case = dict[str, Any]
Answers = dict[str, Any]

UNKNOWN = "??"


class BadCase(Exception):
    """A case that cannot be run: an unknown kind, key, command or value."""


def seat_of(letter: str) -> int:
    """The seat with this letter; raises BadCase."""
    try:
        return engine.codec.seat_from_json(letter)
    except ValueError:
        raise BadCase(f"there is no seat {letter!r}") from None


def letter_of(seat: int | None) -> str | None:
    """The letter of a seat; None for nobody."""
    return engine.codec.seat_to_json(seat)


def hand(text: str | None, pack: engine.Pack = engine.GIN_PACK) -> int:
    """Read a string of cards as a mask."""
    return engine.parse_hand(text or "", pack)


def held(dealt: Case, letters: str, pack: engine.Pack = engine.GIN_PACK) -> tuple[list[int], list[int]]:
    """The hands of these seats as masks, and the number of unknown cards (`??`) that each holds besides."""
    only_known(dealt, *letters)
    words = [(dealt.get(letter) or "").split() for letter in letters]
    known = [hand(" ".join(word for word in seat if word != UNKNOWN), pack) for seat in words]
    return known, [seat.count(UNKNOWN) for seat in words]


def in_play(rules: engine.RuleSet, given: Case, letters: str, usual: str) -> dict[str, Any]:
    """The position that a case describes, for any kernel: the hands of the seats in `letters`, stock and pile, the
    dealer, and the phase (`usual` if the case names none). Raises BadCase."""
    fixes = given.get("size_fix") or {}
    hands, unknown = held(given.get("hands") or {}, letters, rules.pack)
    try:
        phase = engine.Phase(given.get("phase", usual))
    except ValueError:
        raise BadCase(f"unknown phase {given['phase']}") from None
    return {
        "hands": hands,
        "unknown": unknown,
        "phase": phase,
        "dealer": seat_of(given.get("dealer", "B")),
        "pile": cards(given.get("discard"), rules.pack),
        "stock": cards(given.get("stock"), rules.pack),
        "stock_size": given.get("stock_size"),
        "size_fix": {seat_of(letter): n for letter, n in fixes.items()},
        "first_drawn": [seat_of(letter) for letter in (given.get("first_drawn") or "").split()],
        "proper_dealer": seat_of(given["proper_dealer"]) if given.get("proper_dealer") else None,
    }


def cards(text: str | None, pack: engine.Pack = engine.GIN_PACK) -> list[int]:
    """Read a string of cards in its order; `??` is an unknown one."""
    return [engine.UNKNOWN if word == UNKNOWN else engine.parse_card(word, pack) for word in (text or "").split()]


def face(card: int | None, pack: engine.Pack = engine.GIN_PACK) -> str | None:
    """Write a card as the files do; None if there is none or nobody knows its face."""
    return None if card is None or card == engine.UNKNOWN else engine.card_text(card, pack)


def only_known(given: Case, *known: str) -> None:
    """Raise BadCase for a key that the kind does not have, so that no case is half understood."""
    unknown = sorted(set(given) - set(known))
    if unknown:
        raise BadCase(f"unknown in given: {', '.join(unknown)}")


def command(text: str) -> engine.Action:
    """Read the action that "A knock KS 3H 4H 5H | 9C 9D 9S" writes; raises BadCase."""
    who, verb, *words = text.split()
    data: dict[str, Any] = {"do": verb}
    rest = " ".join(words)
    if verb in ("discard", "knock", "gin", "lay_off", "draw_exposed", "show_card") and words:
        data["card"] = words[0]
        rest = " ".join(words[1:])
    if verb in ("knock", "gin", "big_gin") and rest:
        data["melds"] = [meld.split() for meld in rest.split("|")]
    elif verb == "lay_off" and rest:
        data["meld"] = int(rest)
    elif verb == "peek_stock":
        data["n"] = int(rest)
    elif rest and verb not in ("discard", "draw_exposed", "show_card"):
        raise BadCase(f"{verb} takes nothing, but has {rest}")
    try:
        return engine.codec.action_from_json(data, seat_of(who))
    except engine.codec.BadAction as error:
        raise BadCase(f"{text}: {error}") from None
