"""The kinds of terms: a setting of a tournament, or an option of a stage, declared once. Pure.

A term has a default, words for people, and the values that are allowed. The check of the services, the field of a page
and that of the API follow from it (`tournaments/event/forms/fields.py`, `tournaments/event/serializers.py`). Its words
are English, for translators, or are put into the reader's language already.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import Any

from games.engine.sheets.lengths import MOST_DEALS, BadLength, in_words, length_of
from tournaments.pairing import (
    TABLE_POINTS,
    TABLES,
    BadKey,
    BadTable,
    check_keys,
    points_table,
    table_points,
    usable_keys,
)
from tournaments.pairing.bracket import Part
from tournaments.pairing.tiebreaks.families import gettext_noop

_ = gettext_noop
MOST_ROUNDS = 30
Words = Any  # a text in English, or what is a text in the reader's language when it is shown


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence in English, for translators, and the values for its placeholders."""

    text: Words
    values: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return str(self.text % self.values)


def one_of(keys: Sequence[str]) -> Said:
    """A sentence that says that one of these keys is allowed."""
    return Said(_("Allowed here: %(allowed)s."), {"allowed": ", ".join(key or '""' for key in keys)})


class BadSetting(ValueError):
    """A bad value: `field` names the setting or option, `allowed` says what is allowed."""

    def __init__(self, field: str, allowed: Said) -> None:
        super().__init__(f"{field}: {allowed}")
        self.field, self.allowed = field, allowed


@dataclass(frozen=True, slots=True)
class Term:
    """One setting or option: `default`, the `label` of its field and the `help` beside it.

    Where it `is_offered`, pages ask for it: by a field of its own name, or by the fields of the form that `asked_by`
    names. There it stands in its `part`, of the settings of a tournament in a row called `line` (else the label), in
    which `says` holds the fields in braces, a sentence a line; a setting `within` another stands in its row. An option
    that `needs` another has an effect only while that one has a value `at`; where none is named, while it is not off:
    no, or its least.
    """

    default: Any
    label: Words = ""
    _: KW_ONLY
    help: Words = ""
    is_offered: bool = True
    asked_by: tuple[str, ...] | None = None
    part: str = ""
    line: Words = ""
    says: Words = ""
    within: str = ""
    needs: str = ""
    at: tuple[str, ...] = ()

    def allows(self, value: Any) -> bool:
        """Is this value allowed?"""
        raise NotImplementedError

    @property
    def allowed(self) -> Said:
        """The allowed values in words."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class YesNo(Term):
    """True or false."""

    def allows(self, value: Any) -> bool:
        return type(value) is bool

    @property
    def allowed(self) -> Said:
        return Said(_("Allowed here: yes or no."))


@dataclass(frozen=True, slots=True)
class Whole(Term):
    """A whole number from `least` to `most`; none at all only where that is the default."""

    _: KW_ONLY
    least: int = 0
    most: int = 0

    def allows(self, value: Any) -> bool:
        return (value is None and self.default is None) or (type(value) is int and self.least <= value <= self.most)

    @property
    def allowed(self) -> Said:
        bounds = {"least": self.least, "most": self.most}
        if self.default is None:
            return Said(_("A whole number from %(least)d to %(most)d, or nothing."), bounds)
        return Said(_("A whole number from %(least)d to %(most)d."), bounds)


@dataclass(frozen=True, slots=True)
class Hours(Whole):
    """A span in hours. Pages offer some `spans`, and what is `named` (nothing, or none at all) by its own words."""

    _: KW_ONLY
    spans: Sequence[int] = ()
    named: Sequence[tuple[int | None, Words]] = ()


@dataclass(frozen=True, slots=True)
class Choice(Term):
    """One of some keys, each with its words."""

    _: KW_ONLY
    choices: Sequence[tuple[str, Words]] = ()

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys in the order in which they are shown."""
        return tuple(key for key, _words in self.choices)

    def words(self, key: str) -> Words:
        """A key in words; the key itself if it is unknown."""
        return dict(self.choices).get(key, key)

    def allows(self, value: Any) -> bool:
        return value in self.keys

    @property
    def allowed(self) -> Said:
        return one_of(self.keys)


@dataclass(frozen=True, slots=True)
class Amount(Term):
    """A sum of money as text, such as "7.50", at most 9999.99; empty: none."""

    PATTERN = r"(?:[1-9][0-9]{0,3}|0)(?:\.[0-9]{1,2})?"

    def allows(self, value: Any) -> bool:
        return isinstance(value, str) and (not value or re.fullmatch(Amount.PATTERN, value) is not None)

    @property
    def allowed(self) -> Said:
        return Said(_("A sum such as 5 or 7.50."))


@dataclass(frozen=True, slots=True)
class Letters(Term):
    """A few letters or signs, at most `most`."""

    _: KW_ONLY
    most: int = 3

    def allows(self, value: Any) -> bool:
        return isinstance(value, str) and len(value) <= self.most and value.isprintable()

    @property
    def allowed(self) -> Said:
        return Said(_("At most %(n)d letters on one line."), {"n": self.most})


@dataclass(frozen=True, slots=True)
class Special(Term):
    """A value with its own structure, which `check` tests and `sentence` describes; each form declares its fields
    itself."""

    _: KW_ONLY
    check: Callable[[Any], bool] = lambda value: True
    sentence: Said = Said("")

    def allows(self, value: Any) -> bool:
        return self.check(value)

    @property
    def allowed(self) -> Said:
        return self.sentence


def only(default: Any, sentence: str) -> Special:
    """A term with a fixed value, and the sentence that says why; pages do not ask for it."""
    return Special(default, is_offered=False, check=lambda value: value == default, sentence=Said(sentence))


@dataclass(frozen=True, slots=True)
class Length(Term):
    """The length of a match, by its key."""

    def allows(self, value: Any) -> bool:
        try:
            length_of(value)
        except BadLength:
            return False
        return True

    @property
    def allowed(self) -> Said:
        return one_of([in_words()])


@dataclass(frozen=True, slots=True)
class Decks(Term):
    """A fixed number of deals, by the key of a length: the number of decks in a round."""

    def allows(self, value: Any) -> bool:
        try:
            length = length_of(value)
        except BadLength:
            return False
        return length.kind == "deals" and not length.decides

    @property
    def allowed(self) -> Said:
        return one_of([f"deals:1 – deals:{MOST_DEALS}"])


@dataclass(frozen=True, slots=True)
class Points(Term):
    """A points table by key or as data; without `has_margin` none whose points follow the margin."""

    _: KW_ONLY
    has_margin: bool = True

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the ready tables."""
        return tuple(key for key, table in TABLES.items() if self.has_margin or not table.by_margin)

    def allows(self, value: Any) -> bool:
        return _is_made(points_table, value) and (self.has_margin or not points_table(value).by_margin)

    @property
    def allowed(self) -> Said:
        keys = [*self.keys, *(["vp20/1 – vp20/9999"] if self.has_margin else [])]
        return Said(_("Allowed here: %(allowed)s, or a table of your own."), {"allowed": ", ".join(keys)})


@dataclass(frozen=True, slots=True)
class TablePoints(Term):
    """The points of a table of three and more: a key, or a table of points as data."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the built-in tables."""
        return tuple(TABLE_POINTS)

    def allows(self, value: Any) -> bool:
        return _is_made(table_points, value)

    @property
    def allowed(self) -> Said:
        text = _("Allowed here: %(allowed)s, or a table of your own by number of seats.")
        return Said(text, {"allowed": ", ".join(self.keys)})


def _is_made(table: Callable[[Any], object], value: Any) -> bool:
    """Does this value make a table?"""
    try:
        table(value)
    except (KeyError, BadTable):
        return False
    except (TypeError, AttributeError):  # neither a text nor data
        return False
    return True


@dataclass(frozen=True, slots=True)
class TieBreaks(Term):
    """Keys of tie-breaks, each once, in the order in which they decide; no Buchholz in round robins, board points and
    the like for teams only, tables won and the like for tables of three and more only."""

    _: KW_ONLY
    is_round_robin: bool = False
    is_team: bool = False
    at_tables: bool = False

    def allows(self, value: Any) -> bool:
        if not isinstance(value, list | tuple) or not all(isinstance(key, str) for key in value):
            return False
        try:
            check_keys(value, is_round_robin=self.is_round_robin, is_team=self.is_team, at_tables=self.at_tables)
        except BadKey:
            return False
        return True

    @property
    def usable(self) -> tuple[str, ...]:
        """The keys on offer."""
        return usable_keys(is_round_robin=self.is_round_robin, is_team=self.is_team, at_tables=self.at_tables)

    @property
    def allowed(self) -> Said:
        text = _("Tie-breaks by their keys, each once, LOT last: %(allowed)s.")
        return Said(text, {"allowed": ", ".join(self.usable)})


@dataclass(frozen=True, slots=True)
class PartLengths(Term):
    """Match lengths by part of a bracket: a key for each round, the last one for those after it."""

    def allows(self, value: Any) -> bool:
        if not isinstance(value, Mapping):
            return False
        return all(part in tuple(Part) and isinstance(keys, list) and keys for part, keys in value.items()) and all(
            LENGTH.allows(key) for keys in value.values() for key in keys
        )

    @property
    def allowed(self) -> Said:
        return Said(_("Lists of match lengths by part of the bracket: %(parts)s."), {"parts": ", ".join(Part)})


def together(alike: Sequence[Term]) -> Term:
    """One term for the terms of several formats with the same name, which allows what any of them allows; its kind is
    that of the first one that is not fixed."""
    first = next((term for term in alike if not isinstance(term, Special)), alike[0])
    if isinstance(first, Whole):
        numbers = [term for term in alike if isinstance(term, Whole)]
        default = None if any(term.default is None for term in numbers) else first.default
        least, most = min(term.least for term in numbers), max(term.most for term in numbers)
        return replace(first, default=default, least=least, most=most)
    if isinstance(first, Choice):
        choices = dict(choice for term in alike if isinstance(term, Choice) for choice in term.choices)
        return replace(first, choices=list(choices.items()))
    return replace(first, has_margin=True) if isinstance(first, Points) else first


POINTS = Points("1-h-0", _("Points for a match"))
LENGTH = Length("game", _("A match"), help=_("At live tables a match is one game."))
MINUTES = Whole(None, _("Time is called after so many minutes"), least=5, most=600, part="time")
COMMON: Mapping[str, Term] = {"points": POINTS, "length": LENGTH, "minutes": MINUTES}


def applies(terms: Mapping[str, Term], key: str, held: Mapping[str, Any]) -> bool:
    """Has an option an effect beside these values? One that is not among the `terms` needs nothing."""
    term = terms[key]
    if term.needs not in terms:
        return True
    needed = terms[term.needs]
    value = held.get(term.needs, needed.default)
    is_on = value in term.at if term.at else value > (needed.least if isinstance(needed, Whole) else False)
    return is_on and applies(terms, term.needs, held)
