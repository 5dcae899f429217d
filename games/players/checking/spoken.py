"""The sentences of hints in both languages, as patterns: what is said is taken apart, and each claim is counted."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from games.players.checking import claims
from games.players.checking.cards import Position, card, cards, deadwood
from games.players.checking.claims import Claim

CARD, CARDS, N = r"(?:10|[A2-9JQK])[♣♦♥♠]", r"{C}(?: {C})*", r"\d+"
NAMES = {
    "card": CARD,
    "other": CARD,
    "thrown": CARD,
    "cards": CARDS.replace("{C}", CARD),
    "n": N,
    "m": N,
    "k": N,
    "some": r"\d+|none|ninguna",
    "points": r"\d+[.,]\d",
    "each": r"\d+(?:[.,]\d)?",
    "theirs": r"\d+(?:[.,]\d)?",
}


@dataclass(frozen=True, slots=True)
class Said:
    """A claim that was read in a text: its words, and whether it is true; None if nobody knows these words."""

    words: str
    is_true: bool | None


def _pattern(text: str) -> re.Pattern[str]:
    """A pattern from a sentence with {names} and (optional) parts that stand between bars."""
    parts = re.split(r"(\{\w+\})", text)
    read = [f"(?P<{p[1:-1]}>{NAMES[p[1:-1]]})" if p.startswith("{") else p for p in parts]
    return re.compile("".join(read))


def _same(key: str) -> Claim:
    return lambda at, said: card(said[key]) == card(at.plain["does"]["card"])


def _top(at: Position, said: Mapping[str, str]) -> bool:
    return at.top == card(said["card"])


def _centre(at: Position, said: Mapping[str, str]) -> bool:
    return at.plain["centre"] != "" and card(at.plain["centre"]) == card(said["card"])


def _use(at: Position, said: Mapping[str, str]) -> bool:
    return _centre(at, said) and card(said["thrown"]) == card(at.plain["does"]["card"])


def _wins(at: Position, said: Mapping[str, str]) -> bool:
    return _centre(at, said) and sum(map(len, at.plain["does"]["table"])) == 11


def _is_gin(at: Position, said: Mapping[str, str]) -> bool:
    return _same("card")(at, said) and deadwood(at.hand - {card(said["card"])}) == 0


def _is_big(at: Position, _said: Mapping[str, str]) -> bool:
    return len(at.hand) == 11 and deadwood(at.hand) == 0


def _lays(at: Position, said: Mapping[str, str]) -> bool:
    named = cards(said["cards"].split())
    return named == cards(at.plain["does"]["cards"]) and at.is_meld(named)


def _adds(at: Position, said: Mapping[str, str]) -> bool:
    named, one = cards(said["cards"].split()), card(said["card"])
    return any(named == lying and at.grows(lying, one) for lying, _mine in at.table)


def _does(kind: str) -> Claim:
    return lambda at, _said: at.plain["does"]["do"] == kind


HEADS: Sequence[tuple[str, str, Claim]] = (
    ("Take the {card}", "Toma el {card}", _top),
    ("Leave the {card} and pass", "Deja el {card} y pasa", _top),
    ("Draw a card from the stock", "Roba una carta del mazo", _does("draw_stock")),
    ("Leave the {card} and draw from the stock", "Deja el {card} y roba del mazo", _top),
    ("Throw the {card}", "Tira el {card}", _same("card")),
    ("Knock and throw the {card}", "Cierra y tira el {card}", _same("card")),
    ("Say gin: without the {card} all your cards are in melds",
     "Di gin: sin el {card} todas tus cartas están en combinaciones", _is_gin),
    ("Say big gin: all eleven cards are in melds", "Di big gin: las once cartas están en combinaciones", _is_big),
    ("Accept the double", "Acepta el doble", _does("accept_double")),
    ("Give the deal up", "Abandona la mano", _does("decline_double")),
    ("Show your hand", "Muestra tu mano", _does("show_hand")),
    ("Lay off the {card}", "Coloca el {card}", _same("card")),
    ("Finish", "Termina", _does("finish")),
    ("Lay {cards} on the table", "Baja {cards} a la mesa", _lays),
    ("Add the {card} to {cards}", "Añade el {card} a {cards}", _adds),
    ("Challenge", "Desafía", _does("challenge")),
    ("Accept the challenge", "Acepta el desafío", _does("accept_challenge")),
    ("Refuse the challenge", "Rechaza el desafío", _does("refuse_challenge")),
    ("Use the {card} and win the deal", "Usa el {card} y gana la mano", _wins),
    ("Use the {card} and throw the {thrown}", "Usa el {card} y tira el {thrown}", _use),
    ("Lay a meld from your hand", "Baja una combinación de tu mano", _does("cq_hand")),
    ("Turn a card from the stock", "Destapa una carta del mazo", _does("cq_turn")),
    ("Reject the {card} and turn the next card", "Rechaza el {card} y destapa la carta siguiente", _centre),
    ("Pass the {card} to the other player", "Pasa el {card} al otro jugador", _centre),
    ("Force the other player to use the {card}", "Fuerza al otro jugador a usar el {card}", _centre),
    ("Do not force the {card}", "No fuerces el {card}", _centre),
)  # fmt: skip
CLAUSES: Sequence[tuple[str, str, Claim]] = (
    ("it makes the meld {cards}", "forma la combinación {cards}", claims.makes_meld),
    ("your deadwood is then {n}, now it is {m}", "tus puntos sueltos son entonces {n}, ahora {m}", claims.leaves_now),
    ("your deadwood is {n} after the {card}, {m} after the {other}",
     "tus puntos sueltos son {n} tras el {card}, {m} tras el {other}", claims.leaves_after),
    ("{n} unseen cards? gives? gin after the {card}, {some} after the {other}",
     "{n} cartas? no vistas? dan? gin tras el {card}, {some} tras el {other}", claims.gives_gin),
    ("{n} unseen cards? lowers? your deadwood after the {card}, {some} after the {other}",
     "{n} cartas? no vistas? bajan? tus puntos sueltos tras el {card}, {some} tras el {other}", claims.lowers_then),
    ("the {other} waits for {n} unseen cards?, the {card} for {some}",
     "el {other} espera {n} cartas? no vistas?, el {card} {some}", claims.waits_for),
    ("{cards} stay a run open on both sides", "{cards} quedan como escalera abierta por los dos lados", claims.is_open),
    ("they could meld the {card} in {n} ways?, the {other} in {m}",
     "el otro lado podría combinar el {card} de {n} maneras?, el {other} de {m}", claims.ways),
    ("they cannot meld the {card} at all, the {other} in {m} ways?",
     "el otro lado no puede combinar el {card} de ninguna manera, el {other} de {m}", claims.ways),
    ("they took {cards}, which go(?:es)? with the {other}", "el otro lado tomó {cards}, que van? con el {other}",
     claims.took),
    ("they threw {cards}, which go(?:es)? with the {card}", "el otro lado tiró {cards}, que van? con el {card}",
     claims.threw),
    ("they left {cards}, which go(?:es)? with the {card}", "el otro lado dejó {cards}, que van? con el {card}",
     claims.left),
    ("the {other} would be as good", "el {other} valdría lo mismo", claims.as_good),
    ("of {m} unseen cards none would do as well", "de {m} cartas no vistas ninguna ayudaría tanto", claims.of_unseen),
    ("of {m} unseen cards {n} would do as well", "de {m} cartas no vistas, tan buenas: {n}", claims.of_unseen),
    ("it makes no meld with your cards", "no forma combinación con tus cartas", claims.no_meld),
    ("of {m} unseen cards none would make a meld", "de {m} cartas no vistas ninguna formaría una combinación",
     claims.comes),
    ("of {m} unseen cards {n} would make a meld", "de {m} cartas no vistas, formarían una combinación: {n}",
     claims.comes),
    ("with it your deadwood would be {n}, now it is {m}", "con él tus puntos sueltos serían {n}, ahora {m}",
     claims.no_gain),
    ("your melds are best without it", "tus combinaciones son mejores sin él", claims.left_over),
    ("both of you have taken {n} discards in a row", "entre los dos van {n} descartes tomados seguidos",
     claims.number("open_draws")),
    ("this is your turn number {n}", "este es tu turno número {n}", claims.number("turn")),
    ("a knock keeps {n}", "al cerrar te quedan {n}", claims.keeps),
    ("{n} unseen cards? would give gin", "{n} cartas? no vistas? darían? gin", claims.would_gin),
    ("{n} unseen cards? would lower your deadwood", "{n} cartas? no vistas? bajarían? tus puntos sueltos",
     claims.would_lower),
    ("{n} unseen cards? could be laid off on your melds",
     "{n} cartas? no vistas? se podrían? colocar en tus combinaciones", claims.fits),
    ("they last threw {cards}", "el otro lado tiró por último {cards}", claims.last_thrown),
    ("they have thrown nothing yet", "el otro lado no ha tirado nada aún", claims.nothing_thrown),
    ("they hold {n} cards? that they took", "el otro lado guarda {n} cartas? que tomó", claims.holds),
    ("{n} cards? (?:is|are) left in the stock", "quedan? {n} cartas? en el mazo", claims.number("stock")),
    ("you are then caught with {n}, not with {m}", "te quedas con {n}, no con {m}", claims.caught),
    ("you would be caught with {n}, and no card that fits lowers that",
     "te quedas con {n}, y ninguna carta que encaje los baja", claims.enough),
    ("your deadwood is {n}; the house accepts with up to {m}",
     "tus puntos sueltos son {n}; la casa acepta con {m} como mucho", claims.double),
    ("the {card} counts {n}, the {other} {m}", "el {card} vale {n}, el {other} {m}", claims.counts),
    ("the {card} goes with {n} cards? of yours, the {other} with {m}",
     "el {card} va con {n} cartas? tuyas?, el {other} con {m}", claims.mates),
    ("the {card} goes with no card of yours, the {other} with {m}",
     "el {card} no va con ninguna carta tuya, el {other} con {m}", claims.mates),
    ("it is your last card", "es tu última carta", claims.is_last),
    ("it fits {cards} on the table", "encaja en {cards} de la mesa", claims.fits_on),
    ("the pile has {n} cards", "hay {n} cartas en los descartes", claims.number("pile")),
    ("it makes no meld with your cards and fits none on the table",
     "no forma combinación con tus cartas ni encaja en ninguna de la mesa", claims.no_place),
    ("your hand then counts {n}, now it counts {m}", "tu mano cuenta entonces {n}, ahora {m}", claims.hand_counts),
    ("you count {n}; {k} cards? that counts? {each}(?: each)? (?:is|are) {theirs}",
     "cuentas {n}; {k} cartas? que valen? {each}(?: cada una)? (?:es|son) {theirs}", claims.counted),
    ("they have {n} of eleven cards down", "el otro lado tiene {n} de once cartas en la mesa", claims.theirs_down),
    ("you cannot lay it down with any cards of yours", "no puedes bajarlo con ninguna carta tuya", claims.no_use),
    ("you then have {n} cards down, now {m}", "tienes entonces {n} cartas en la mesa, ahora {m}",
     claims.down),
    ("the {other} would fit their {cards}", "el {other} encajaría en sus {cards}", claims.gift),
)  # fmt: skip
LINES: Sequence[tuple[str, str, Claim]] = (
    ("{card}: equal", "{card}: igual", claims.is_other),
    ("{card}: worse by about {points} points", "{card}: peor en unos {points} puntos", claims.is_other),
    ("To knock and to play on are worth the same", "Cerrar y seguir jugando valen lo mismo", claims.may_knock),
    ("To knock is worth about {points} points more than to play on",
     "Cerrar vale unos {points} puntos más que seguir jugando", claims.may_knock),
    ("To play on is worth about {points} points more than to knock",
     "Seguir jugando vale unos {points} puntos más que cerrar", claims.may_knock),
)  # fmt: skip
LANGUAGES = {"en": 0, "es": 1}


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads the sentences of one language."""

    heads: Sequence[tuple[re.Pattern[str], Claim]]
    clauses: Sequence[tuple[re.Pattern[str], Claim]]
    lines: Sequence[tuple[re.Pattern[str], Claim]]

    def read(self, plain: Mapping[str, Any], text: str) -> list[Said]:
        """Every claim of the sentence about a position: first what to do, then why."""
        return self._read(self.heads, Position(plain), text)

    def read_line(self, plain: Mapping[str, Any], text: str) -> list[Said]:
        """Every claim of a line beneath it: what another choice is worth, and why. Points are only read: they are what
        the house holds, and do not lie in the cards."""
        return self._read(self.lines, Position(plain), text)

    def _read(self, heads: Sequence[tuple[re.Pattern[str], Claim]], at: Position, text: str) -> list[Said]:
        text = text.removesuffix(".")
        head = next((found for found in map(partial(_starts, text), heads) if found), None)
        if head is None:
            return [Said(text, None)]
        claim, words, said = head
        found = [Said(words, claim(at, said))]
        rest = text[len(words) :].removeprefix(": ").removeprefix("; ")
        return [*found, *self.why(at, rest)] if rest else found

    def why(self, at: Position, rest: str) -> list[Said]:
        """The claims of some reasons, one after the other."""
        found = list[Said]()
        while rest:
            fitting = [one for one in map(partial(_starts, rest), self.clauses) if one]
            if not fitting:
                return [*found, Said(rest, None)]
            claim, words, said = max(fitting, key=lambda one: len(one[1]))
            found.append(Said(words, claim(at, said)))
            rest = rest[len(words) :].removeprefix("; ")
        return found


def _starts(text: str, one: tuple[re.Pattern[str], Claim]) -> tuple[Claim, str, Mapping[str, str]] | None:
    pattern, claim = one
    found = pattern.match(text)
    ends = found and (found.end() == len(text) or text[found.end() :].startswith(("; ", ": ")))
    return (claim, found[0], claims.groups(found)) if found and ends else None


def _read(of: Sequence[tuple[str, str, Claim]], language: str) -> list[tuple[re.Pattern[str], Claim]]:
    """The patterns of a language, the longest sentences first."""
    at = LANGUAGES[language]
    found = [((one[0], one[1])[at], one[2]) for one in of]
    return [(_pattern(text), claim) for text, claim in sorted(found, key=lambda one: -len(one[0]))]


READERS: Mapping[str, Reader] = {
    key: Reader(_read(HEADS, key), _read(CLAUSES, key), _read(LINES, key)) for key in LANGUAGES
}
