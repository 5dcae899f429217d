"""Names of people and things in their stored form: one Unicode form, no invisible characters, no borrowed letters."""

import re
import unicodedata
from typing import TypeVar

from django.db.models import Model, QuerySet, Value
from django.db.models.functions import Lower
from django.db.models.lookups import Exact
from django.utils.translation import gettext as _

Row = TypeVar("Row", bound=Model)

LONGEST = 120
LONG_WORD = 4  # letters; a letter more or less makes another name of a shorter word
# Characters that turn or hide text: bidirectional marks, zero-width signs, soft hyphen, byte order mark.
INVISIBLE = frozenset(
    "\u00ad\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
)
# Letters of other alphabets that look like Latin ones (after Unicode's confusables, those of names).
LOOKS_LATIN = str.maketrans(
    "АВЕКМНОРСТУХІЈЅԚԜаеорсухіјѕһԁԛԝӏкмтΑΒΕΖΗΙΚΜΝΟΡΤΥΧοναρικυՍՕօսհյ",
    "ABEKMHOPCTYXIJSQWaeopcyxijshdqwlkmtABEZHIKMNOPTYXovapikuUOouhj",
)
ONE_LOOK = str.maketrans("l1|!0", "iiiio")  # characters that look the same in many fonts
# What stands before a name in a list that people number or dot: 1. 1) (1) 1 - • * ☐
MARK = re.compile(r"(?:\(?\d{1,4}[.)]\s*|\d{1,4}\s*[-–—:]\s+|[-–—*•·‣▪●◦○☐☑✓✔>]+\s+|[•·‣▪●◦○☐☑✓✔]+)(?=\S)")
UMLAUT = re.compile(r"([aou])e(?=\w)")
DOUBLED = re.compile(r"([^\W\d_])\1+")
STROKED = str.maketrans({"ø": "o", "æ": "a", "œ": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})
WORD = re.compile(r"[^\W\d_]+")
BRACKETED = re.compile(r"[(\[{<]([^)\]}>]*)")
# +47 123 45 678, 0612 345 678, (030) 1234-5678; a year, a number in a list and a rating are shorter
PHONE = re.compile(r"\+\d(?:[\s()./-]*\d){5,}|\d(?:[\s()./-]*\d){7,}")
ADDRESS = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+")
MADE = re.compile(r"(guest|former member)\W*\d+")  # by the site: `accounts.services.guest`, `accounts.own_data`
# Who speaks for the site or a club, and the accounts that the site makes itself.
RESERVED = frozenset({
    "admin", "administrator", "arbiter", "club night secretary", "club organiser", "club organizer", "clubnight",
    "director", "guest", "house", "moderator", "official", "organiser", "organizer", "referee", "root", "staff",
    "support", "system", "the house", "tournament director", "undercut", "webmaster",
})  # fmt: skip
# Control characters, bidirectional marks and halves of pairs: in no text that comes from elsewhere.
HIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


class BadName(ValueError):
    """A name is not allowed; the text says why."""


def called(rows: QuerySet[Row], name: str) -> QuerySet[Row]:
    """Of these rows those with this `name`, compared as their unique index does it: in small letters, where “ẞ” and “ß”
    are one, and not in capitals as `iexact` does."""
    return rows.filter(Exact(Lower("name"), Lower(Value(name))))


def clean_name(text: str) -> str:
    """`text` in NFKC with single blanks. Raises BadName if it is empty, too long, or contains control characters."""
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    name = "".join(letter for letter in name if letter not in INVISIBLE)
    if not name:
        raise BadName(_("a name is missing"))
    if len(name) > LONGEST:
        said = {"most": LONGEST, "found": len(name)}
        raise BadName(_("a name has at most %(most)d characters, this one has %(found)d") % said)
    if any(unicodedata.category(letter) in {"Cc", "Cf", "Cs", "Co", "Cn"} for letter in name):
        raise BadName(_("a name holds letters, figures and signs only"))
    mixed = next((word for word in WORD.findall(name) if _is_mixed(word)), None)
    if mixed is not None:
        raise BadName(_("“%(word)s” mixes letters of two alphabets that look alike: write it in one") % {"word": mixed})
    return name


def person_name(text: str) -> str:
    """The name of a person, as by `clean_name`. Raises BadName also where an e-mail address or the number of a phone
    stands in it: everybody reads a name."""
    name = clean_name(text)
    if ADDRESS.search(name):
        raise BadName(_("an e-mail address is no name: everybody would read it"))
    if PHONE.search(name):
        raise BadName(_("the number of a phone is no name: everybody would read it"))
    return name


def without_mark(text: str) -> str:
    """A name from a list without the number or sign before it."""
    found = MARK.match(text.strip())
    return text.strip()[found.end() :] if found else text


def folded(text: str) -> str:
    """A text for searches: small letters without accents, single blanks."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(sign for sign in plain if not unicodedata.combining(sign)).split())


def likeness(name: str) -> str:
    """A key that is equal for names which people confuse: it ignores case, accents, signs, doubled letters and the
    order of words, and treats ae, oe, ue as ä, ö, ü, and ß as s."""
    plain = unicodedata.normalize("NFKD", in_latin(name).casefold())
    words = "".join(sign if sign.isalnum() else " " for sign in plain if not unicodedata.combining(sign))
    single = UMLAUT.sub(r"\1", words.translate(STROKED))
    return " ".join(sorted(DOUBLED.sub(r"\1", single).split()))


def slips(name: str) -> frozenset[str]:
    """Keys of which two names have one in common if they are alike (`likeness`), or if one letter of a longer word was
    typed wrong, left out or added: Anna Kovács, Ana Kovacz. A name of one word has its likeness alone."""
    words = likeness(name).split()
    keys = {" ".join(words)}
    for at, word in enumerate(words):
        others = [*words[:at], *words[at + 1 :]]
        if others and len(word) >= LONG_WORD and word.isalpha():
            shorter = {word[:n] + word[n + 1 :] for n in range(len(word))}
            keys |= {" ".join([*others, "~", form]) for form in (word, *shorter)}
    return frozenset(keys)


def in_latin(name: str) -> str:
    """The name with Latin letters in place of others that look like them."""
    return name.translate(LOOKS_LATIN)


def is_reserved(name: str) -> bool:
    """Does this look like a name that speaks for the site, a club, the house or a guest?"""
    folded = in_latin(unicodedata.normalize("NFKC", name)).casefold()
    if _look(folded) in RESERVED_LOOKS or MADE.fullmatch(folded.strip()):
        return True
    return any(_look(part) == _look("house") for part in BRACKETED.findall(folded))


def _look(text: str) -> str:
    """A text as it looks at a glance: without accents and signs, and with one form for similar characters."""
    bare = (sign for sign in unicodedata.normalize("NFKD", text.translate(ONE_LOOK)) if sign.isalnum())
    return "".join(bare)


def _is_mixed(word: str) -> bool:
    """Does the text mix Latin letters with Cyrillic ones, or with others that look Latin?"""
    scripts = {unicodedata.name(letter, "").split(" ")[0] for letter in word}
    return "LATIN" in scripts and ("CYRILLIC" in scripts or word.translate(LOOKS_LATIN) != word)


RESERVED_LOOKS = frozenset(_look(name) for name in RESERVED)


def clean_line(text: str) -> str:
    """One line of free text, such as a place, in the stored form of a name; it may be empty."""
    return clean_name(text) if text.strip() else ""


def has_hidden(text: str) -> bool:
    """Does a text contain characters that turn it round or control a terminal, or half of a surrogate pair?"""
    return HIDDEN.search(text) is not None
