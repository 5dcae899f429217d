"""What can go wrong at a table, as somebody who was called there would say it: each happening with its picture and the
laws that may answer it, and what can be decided by them in words."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games import engine
from games.engine.laws import catalogue
from games.live.setup.law_texts import law_texts


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that went wrong: its key, what happened in words, the cards of its picture, and the laws about it."""

    key: str
    words: str
    cards: str
    laws: tuple[str, ...]


def happenings(rules: engine.RuleSet, laws: Iterable[str]) -> list[Happening]:
    """What can have gone wrong under these rules, with those laws of each that are among `laws`; the usual first."""
    known, words = set(laws), _words() | OTHERWISE.get(catalogue.game_of(rules), dict)()
    found = [Happening(key, words[key], cards, tuple(irr for irr in irrs if irr in known)) for key, cards, irrs in ALL]
    return [one for one in found if one.laws]


def is_about(happening: Happening, rules: engine.RuleSet, asked: str) -> bool:
    """Do the words of a happening or its laws hold every word that is asked for? A number means the law itself."""
    texts, labels = law_texts(rules), when_found()
    text = _plain(" ".join([happening.words, *(f"{labels.get(irr, '')} {texts[irr]}" for irr in happening.laws)]))
    numbers = {irr.partition("-")[2] for irr in happening.laws}
    return all(_number(word) in numbers if _number(word) else word in text for word in _plain(asked).split())


def when_found() -> dict[str, str]:
    """What tells the laws of one happening apart, by number."""
    return {
        "IRR-1": _("The upcard is not turned yet"),
        "IRR-2": _("The upcard is turned"),
        "IRR-3": _("A card lay face up in the pack"),
        "IRR-4": _("A card was exposed in dealing"),
        "IRR-5": _("A face-up card came to light in the stock"),
        "IRR-6": _("The player has not drawn yet"),
        "IRR-7": _("Both hands are wrong"),
        "IRR-8": _("One hand is wrong, and its player has drawn"),
        "IRR-9": _("The deal goes on"),
        "IRR-10": _("Too few cards"),
        "IRR-11": _("Too many cards"),
        "IRR-12": _("Both hands are wrong"),
        "IRR-13": _("Before the other had discarded"),
        "IRR-14": _("Before the dealer had left the upcard"),
        "IRR-16": _("In turn"),
        "IRR-17": _("Out of turn"),
        "IRR-18": _("A card that was seen is taken"),
        "IRR-19": _("Under a ban"),
        "IRR-20": _("The stock is shorter now"),
        "IRR-21": _("Found before a card was shown"),
        "IRR-22": _("Accepted before a card was shown"),
        "IRR-23": _("Found when the other hand was shown"),
        "IRR-24": _("Found after laying off"),
        "IRR-25": _("For another reason"),
        "IRR-28": _("The discards are covered"),
        "IRR-29": _("It was agreed that they are open"),
        "IRR-31": _("No draw, or no discard"),
        "IRR-40": _("In Conquian"),
    }


def decided() -> dict[str, str]:
    """What can be decided, in a few words, by the key of a decision (`laws.decisions`); by law where it differs."""
    return {
        "again": _("The deal is void"),
        "IRR-1:again": _("The right player deals anew"),
        "IRR-8:again": _("The same player deals anew"),
        "IRR-40:again": _("The cards are dealt anew"),
        "void": _("The deal is void"),
        "stands": _("The knock stands"),
        "IRR-2:stands": _("The deal stands"),
        "IRR-26:stands": _("It counts as a knock"),
        "IRR-32:stands": _("It stands, play has gone on"),
        "shuffled": _("The card is turned down, the stock is shuffled"),
        "put_right": _("The hand is put right, one card a turn"),
        "IRR-31:put_right": _("It is judged as a wrong number of cards"),
        "IRR-10:1": _("One card was missing: 10 points off"),
        "IRR-10:2": _("Two cards were missing: 20 points off"),
        "IRR-10:3": _("Three cards were missing: 30 points off"),
        "IRR-11:1": _("One card too many"),
        "IRR-11:2": _("Two cards too many"),
        "IRR-11:3": _("Three cards too many"),
        "kept": _("The card stays drawn"),
        "returned": _("The card goes back"),
        "exposed": _("The cards seen lie open"),
        "taken": _("The card may be taken as the draw"),
        "off": _("The knock is taken off"),
        "counted": _("The stock counts as it is"),
        "open": _("The knocker plays on with the hand face up"),
        "picks_up": _("The knocker picks the hand up, without bonuses"),
        "loses_draw": _("The player loses the next draw"),
        "allowed": _("It was allowed"),
        "none": _("No penalty"),
        "taken_back": _("The card is taken back, another is thrown"),
        "points": _("Points are given or taken"),
        "loses": _("The player loses the game"),
        "turns": _("The player must turn the card"),
        "picks": _("The opponent picks the card in play"),
        "restored": _("The cards go back, the turn goes on"),
        "IRR-44:restored": _("The table is put back as it was"),
        "waits": _("The card waits in the centre"),
        "waived": _("The other side waives the remedy"),
    }


def decision_words(irr: str, key: str) -> str:
    """A decision by a law in words."""
    words = decided()
    return words.get(f"{irr}:{key}") or words[key]


ALL = (
    ("knock", "KD QS 9H", ("IRR-21", "IRR-22", "IRR-23", "IRR-24")),
    ("barred", "5C 6C back", ("IRR-19", "IRR-25")),
    ("gin", "7H 8H 2S", ("IRR-26",)),
    ("thrown", "4D KC", ("IRR-27",)),
    ("early", "back back 8D", ("IRR-13", "IRR-14")),
    ("took", "JC", ("IRR-15",)),
    ("seen", "back 3H back", ("IRR-16", "IRR-17", "IRR-18", "IRR-20")),
    ("touched", "back back", ("IRR-42",)),
    ("two", "6S 2D", ("IRR-43",)),
    ("straight", "QD QD", ("IRR-32",)),
    ("looked", "back 4S 9C", ("IRR-28", "IRR-29")),
    ("shown", "back back AH", ("IRR-30",)),
    ("number", "2C 3C 4C 5C", ("IRR-6", "IRR-7", "IRR-8", "IRR-9", "IRR-31", "IRR-41")),
    ("end", "8S 8H 8C 8D", ("IRR-10", "IRR-11", "IRR-12")),
    ("table", "3S 4S 6S", ("IRR-44",)),
    ("dealer", "back back back", ("IRR-1", "IRR-2")),
    ("faced", "back AS back", ("IRR-3", "IRR-4", "IRR-5", "IRR-40")),
    ("pack", "5D 5D", ("IRR-33",)),
    ("count", "TH TS", ("IRR-34",)),
    ("points", "AC 2C", ("IRR-35",)),
    ("right", "back QH", ("IRR-0",)),
)


def _words() -> dict[str, str]:
    return {
        "knock": _("Knocked with too much deadwood"),
        "barred": _("Knocked though it was not allowed"),
        "gin": _("Called gin with deadwood"),
        "thrown": _("Threw the wrong card in knocking"),
        "early": _("Drew from the stock too early"),
        "took": _("Took a discard out of turn"),
        "seen": _("Saw a card of the stock"),
        "touched": _("Touched the stock"),
        "two": _("Turned two cards"),
        "straight": _("Threw the card just taken straight back"),
        "looked": _("Looked through the discards"),
        "shown": _("Showed a card of the own hand"),
        "number": _("A hand has not ten cards"),
        "end": _("Not ten cards, found at the end"),
        "table": _("Left an invalid table"),
        "dealer": _("The wrong player dealt"),
        "faced": _("A card was exposed in dealing"),
        "pack": _("The pack is not complete"),
        "count": _("Gave a count without showing the cards"),
        "points": _("The score is wrong"),
        "right": _("A player has to choose"),
    }


def _in_colonel() -> dict[str, str]:
    return {
        "knock": _("Went out or laid cards that are no melds"),
        "barred": _("Went out under a ban"),
    }


def _in_conquian() -> dict[str, str]:
    return {
        "early": _("Turned a card too early"),
        "number": _("A hand has a wrong number of cards"),
        "looked": _("Looked at the waste pile"),
    }


OTHERWISE: Mapping[str, Callable[[], dict[str, str]]] = {
    catalogue.COLONEL: _in_colonel,
    catalogue.CONQUIAN: _in_conquian,
}


def _number(word: str) -> str:
    """The number of the law that a word names ("irr-21", "21"); empty for other words."""
    found = re.fullmatch(r"(?:irr-?)?(\d+)", word)
    return found[1] if found else ""


def _plain(text: str) -> str:
    """Small letters without accents."""
    spread = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in spread if not unicodedata.combining(letter))
