"""The last field of a position: upcard, doubling, and the effects of laws on the seats."""

import re
from typing import Any

from games.engine.cards.cards import Pack, parse_card
from games.engine.play.state import CHANCE, NOT_TAKEN, Effect, Phase, Rest
from games.engine.writing.words import BadWord, read_cards, spelled

SEATS = "ABCDEFGHIJKLMNOP"
KNOWN = (
    "up=7S,x2,dr=A,offer=draw,bound=A,closed=CD,late=KD/-/9C,credit=12/20,used=A,fold=A,ban=A,row=9DTD>BA,"
    "face=A:opp_play,nobonus=A,owed=B:3D,skip=A,fix=A+1,count=A-1,drawn=AB,slip=A:7H,proper=A,reshuffle"
)
_FIX = re.compile(r"([A-P])([+-]\d{1,2})")
_ROW = re.compile(r"([0-9A-Z?]+)>([A-P]*)(!?)")
_SEATED = re.compile(r"([A-P])(?::([0-9A-Za-z_?]+))?(!?)")


class EffectText:
    """Writes and reads effects with the texts of one pack."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack

    def written(self, rest: Rest, kernel: str) -> str:
        """The words of the field, in the order of `KNOWN`, with commas between."""
        words = [f"up={self._card(rest.upcard)}"] if rest.upcard is not None else []
        words += [f"x{rest.factor}"] if rest.factor != 1 else []
        words += [f"dr={SEATS[rest.double_right]}"] if rest.double_right is not None else []
        words += [f"offer={rest.offered}"] if rest.offered else []
        words += [f"bound={SEATS[rest.bound]}"] if rest.bound is not None else []
        words += [f"closed={rest.closed}"] if rest.closed else []
        words += [f"late={self._late(rest.latest)}"] if rest.latest else []
        words += [f"credit={'/'.join(map(str, rest.credit))}"] if any(rest.credit) else []
        words += [f"used={_letters(rest.challengers)}"] if rest.challengers else []
        words += [f"fold={_letters(rest.folded)}"] if rest.folded else []
        drawn = tuple(effect.seat for effect in rest.effects if effect.kind == "drawn")
        words += [self._effect(effect) for effect in rest.effects if effect.kind != "drawn"]
        return ",".join([*words, f"drawn={_letters(drawn)}"] if drawn else words)

    def read(self, text: str, seats: int, kernel: str) -> dict[str, Any]:
        """The slots of Rest that the words give; raises BadWord."""
        slots: dict[str, Any] = {}
        effects: list[Effect] = []
        for word in text.split(",") if text else ():
            name, _, value = word.partition("=")
            if re.fullmatch(r"x\d{1,9}", word):
                slots["factor"] = int(word[1:])
            elif name in ("credit", "late"):
                slots |= self._by_seat(name, value, seats)
            elif name in ("up", "dr", "offer", "bound", "closed", "used", "fold"):
                slots |= self._slot(name, value, seats)
            else:
                effects += self._effects(word, name, value, seats)
        return {**slots, "effects": tuple(effects)}

    def _by_seat(self, name: str, value: str, seats: int) -> dict[str, Any]:
        parts = value.split("/")
        if len(parts) != seats or (name == "credit" and not all(re.fullmatch(r"\d{1,4}", part) for part in parts)):
            raise BadWord(f"effects: {name}: a value for each seat, as in {name}=…/…")
        if name == "credit":
            return {"credit": tuple(int(part) for part in parts)}
        return {"latest": tuple(NOT_TAKEN if part == "-" else self._parsed(part) for part in parts)}

    def _slot(self, name: str, value: str, seats: int) -> dict[str, Any]:
        """One slot of Rest."""
        if name == "up":
            return {"upcard": self._parsed(value)}
        if name == "offer":
            if value not in (Phase.UPCARD, Phase.DRAW):
                raise BadWord("effects: offer=upcard or offer=draw")
            return {"offered": Phase(value)}
        if name == "closed":
            if not value or set(value) - set("CDHS"):
                raise BadWord("effects: closed=CD: letters of suits")
            return {"closed": value}
        found = _seats(value, seats)
        if name in ("used", "fold"):
            return {"challengers" if name == "used" else "folded": found}
        if len(found) != 1:
            raise BadWord(f"effects: {name}: one seat")
        return {"double_right" if name == "dr" else "bound": found[0]}

    def _effect(self, effect: Effect) -> str:
        """One effect as a word."""
        who = SEATS[effect.seat] if effect.seat != CHANCE else ""
        match effect.kind:
            case "fix" | "counted":
                return f"{'fix' if effect.kind == 'fix' else 'count'}={who}{effect.n:+d}"
            case "ban":
                after = {"his_turn_after": ":next", "his_turn": ":fix" if effect.irr == "IRR-9" else ""}
                return f"ban={who}{after[effect.until]}"
            case "row":
                cards = spelled(tuple(self._card(card) for card in effect.cards))
                return f"row={cards}>{_letters(effect.waiting or (effect.seat,))}{'!' if effect.n else ''}"
            case "face_up":
                return f"face={who}:{'opp_play' if effect.until == 'play' else 'hand'}"
            case "no_bonus":
                return f"nobonus={who}"
            case "owed":
                return f"owed={who}:{self._card(effect.cards[0])}"
            case "slip":
                return f"slip={who}:{self._card(effect.cards[0])}{'!' if effect.n else ''}"
            case "misdealt":
                return f"proper={_letters((effect.by,) if effect.by is not None else ())}{who}"
        return f"{effect.kind}={who}" if who else effect.kind

    def _effects(self, word: str, name: str, value: str, seats: int) -> list[Effect]:
        """The effects that a word lays; raises BadWord."""
        if name == "drawn":
            return [Effect("drawn", seat, until="deal", irr="IRR-6") for seat in _seats(value, seats)]
        if name in ("fix", "count") and (fix := _FIX.fullmatch(value)):
            (seat,) = _seats(fix[1], seats)
            if name == "count":
                return [Effect("counted", seat, n=int(fix[2]), until="ruled", irr="IRR-6")]
            return [Effect("fix", seat, n=int(fix[2]))]
        if name == "row" and (row := _ROW.fullmatch(value)):
            waiting, never = _seats(row[2], seats), int(bool(row[3]))
            cards = tuple(-1 if card == "?" else self._parsed(card) for card in read_cards(row[1]))
            seat = waiting[-1] if waiting else 0
            irr = "IRR-17" if never else "IRR-16"
            return [Effect("row", seat, never, "both_drawn", irr, cards, waiting=waiting)]
        if name == "proper" and len(value) == 2:
            proper, dealer = _seats(value, seats)
            return [Effect("misdealt", dealer, until="upcard", irr="IRR-1", by=proper, offers=("stop_deal",))]
        if word == "reshuffle":
            return [Effect("reshuffle", CHANCE, until="reshuffled", irr="IRR-5")]
        seated = _SEATED.fullmatch(value)
        made = None if seated is None else self._seated(name, seated, seats)
        if made is None:
            raise BadWord(f"effects: {word[:30]!r}: words such as {KNOWN}")
        return [made]

    def _seated(self, name: str, match: re.Match[str], seats: int) -> Effect | None:
        """An effect on one seat, with what stands after the colon."""
        (seat,) = _seats(match[1], seats)
        more, late = match[2] or "", int(bool(match[3]))
        match name, more:
            case "ban", "":
                return Effect("ban", seat, until="his_turn", irr="IRR-19")
            case "ban", "next":
                return Effect("ban", seat, until="his_turn_after", irr="IRR-19")
            case "ban", "fix":
                return Effect("ban", seat, until="his_turn", irr="IRR-9")
            case "face", "opp_play":
                return Effect("face_up", seat, until="play", irr="IRR-21", by=(seat + 1) % seats)
            case "face", "hand":
                return Effect("face_up", seat, until="deal", irr="IRR-23")
            case "nobonus", "":
                return Effect("no_bonus", seat, until="deal", irr="IRR-23")
            case "skip", "":
                return Effect("skip", seat, until="used", irr="IRR-28")
            case "owed", _:
                card = self._parsed(more) if more and more != "?" else -1
                return Effect("owed", seat, until="his_throw", irr="IRR-13", cards=(card,))
            case "slip", str() if more:
                cards = (self._parsed(more),)
                return Effect("slip", seat, late, until="play_goes_on", irr="IRR-32", cards=cards)
        return None

    def _card(self, card: int) -> str:
        return "?" if card < 0 else self.pack.texts[card]

    def _late(self, latest: tuple[int, ...]) -> str:
        return "/".join("-" if card == NOT_TAKEN else self._card(card) for card in latest)

    def _parsed(self, text: str) -> int:
        return parse_card(text, self.pack)


def _letters(seats: tuple[int, ...]) -> str:
    return "".join(SEATS[seat] for seat in seats)


def _seats(text: str, seats: int) -> tuple[int, ...]:
    if not all(letter in SEATS[:seats] for letter in text):
        raise BadWord(f"effects: {text[:20]!r}: seats of {SEATS[:seats]}")
    return tuple(SEATS.index(letter) for letter in text)
