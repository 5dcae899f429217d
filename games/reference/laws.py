"""Irregularities: the director's entries, and their effects that still hold."""

from collections.abc import Sequence

import games.engine as engine
from games.engine.writing.codec.words import SEATS
from games.reference.words import Answers, BadCase, cards, letter_of, seat_of


def director(text: str) -> engine.Action:
    """Read the director's entry that "DIR set_size A 11" writes; raises BadCase."""
    verb, *words = text.split()[1:]
    try:
        match verb, words:
            case "faced_card", []:
                return engine.DirRecord(irr="IRR-3")
            case "exposed_in_deal", []:
                return engine.DirRecord(irr="IRR-4")
            case "imperfect_pack", []:
                return engine.DirRecord(irr="IRR-33")
            case "discover", []:
                return engine.DirRecord(irr="IRR-6")
            case "set_size", [who, n]:
                return engine.DirSetSize(seat_of(who), int(n))
            case "set_size", [who, n, stage]:
                return engine.DirSetSize(seat_of(who), int(n), stage)
            case "record", [irr, *rest]:
                return _record(irr, rest)
            case "choice", [who, choice]:
                return engine.DirChoice(seat_of(who), choice)
            case "redeal", [who]:
                return engine.DirRedeal(seat_of(who))
            case "adjust", [who, points]:
                return engine.DirAdjust(seat_of(who), int(points))
            case "void", _:
                return engine.DirVoid(" ".join(words))
            case "waive", [irr]:
                return engine.DirWaive(irr)
    except (ValueError, TypeError) as error:
        raise BadCase(f"{text}: {error}") from None
    raise BadCase(f"{text}: unknown entry of the director")


def answers(seen: engine.View, events: Sequence[engine.Event]) -> Answers:
    """`exposed`, `right_of`, `note`, `redeal`, and for each seat ban, no_bonus, skip and face_up."""
    rights = [row.right_of for row in seen.rows]
    remedies = [event.remedy for event in events if isinstance(event, engine.Ruled)]
    void = seen.result is not None and seen.result.type == "void"
    found: Answers = {
        "exposed": " ".join(engine.card_text(card) for row in seen.rows for card in row.cards if card >= 0),
        "right_of": letter_of(rights[0]) if rights else None,
        "note": remedies[-1] if remedies else None,
        "redeal": letter_of(seen.result.next_dealer) if void and seen.result else None,
    }
    for seat, letter in enumerate(SEATS[: len(seen.counts)]):
        of_his = {effect.kind for effect in seen.effects if effect.seat == seat}
        faced = {effect.until for effect in seen.effects if effect.seat == seat and effect.kind == "face_up"}
        found |= {
            f"ban_{letter}": "ban" in of_his or "fix" in of_his,
            f"no_bonus_{letter}": "no_bonus" in of_his,
            f"skip_{letter}": "skip" in of_his,
            f"face_up_{letter}": None if not faced else "opp_play" if faced == {"play"} else "hand",
        }
    return found


def _record(irr: str, rest: list[str]) -> engine.DirRecord:
    """`DIR record IRR-13 B`, `DIR record IRR-16 A 9D TD`, `DIR record IRR-8 A 11`."""
    who = seat_of(rest[0]) if rest else None
    if len(rest) == 2 and rest[1].isdigit():
        return engine.DirRecord(irr=irr, offender=who, n=int(rest[1]))
    return engine.DirRecord(irr=irr, offender=who, cards=tuple(cards(" ".join(rest[1:]))))
