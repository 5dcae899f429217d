"""The field of a page for each kind of term: a setting of a tournament, or an option of a stage."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from games.engine.sheets.lengths import MOST_DEALS, length_of
from tournaments.errors import in_words
from tournaments.event.selectors.words import count_words, length_words, span_words, table_words
from tournaments.formats import terms
from tournaments.pairing import TABLES

LENGTHS = (
    "game", "best_of:3", "best_of:5", "best_of:7", "match:500", "hollywood",
    *(f"deals:{n}{mark}" for n in (6, 8, 12) for mark in ("", "/more")),
)  # fmt: skip
SEATS = 3  # at a table whose points are told


def words(text: terms.Words) -> Any:
    """A term's text in the reader's language, translated when it is shown."""
    return _(text) if text and isinstance(text, str) else text


class OfferedField(forms.ChoiceField):
    """A list of the usual values in words; the field accepts any value that its term allows."""

    def __init__(self, *, term: terms.Term, usual: Iterable[tuple[Any, Any]], **kwargs: Any) -> None:
        super().__init__(choices=[("" if value is None else value, said) for value, said in usual], **kwargs)
        self.term = term

    def to_python(self, value: Any) -> Any:
        """The chosen value; hours become a number, and the choice without a value becomes None."""
        text = super().to_python(value)
        is_number = isinstance(self.term, terms.Hours) and text.isascii() and text.lstrip("-").isdigit()
        return (int(text[:9]) if is_number else text) if text else None

    def validate(self, value: Any) -> None:
        """Raise ValidationError, which names the allowed values."""
        if value is not None and not self.term.allows(value):
            raise forms.ValidationError(in_words(self.term.allowed))


class DecksField(forms.IntegerField):
    """A number of decks, for a length in deals."""

    def to_python(self, value: Any) -> Any:
        """The number, also if the key of a length is given."""
        return super().to_python(str(value or "").removeprefix("deals:"))

    def clean(self, value: Any) -> Any:
        """The key of the length; None for an empty field."""
        number = super().clean(value)
        return None if number is None else f"deals:{number}"

    def prepare_value(self, value: Any) -> Any:
        """The number alone."""
        return str(value or "").removeprefix("deals:")


class TieBreaksField(forms.CharField):
    """Keys of tie-breaks, separated by commas."""

    def to_python(self, value: Any) -> Any:
        """The keys; None for an empty field."""
        return [key.strip().upper() for key in str(value or "").split(",") if key.strip()] or None


def form_field(term: terms.Term, *, held: Any = None, kinds: Iterable[str] = ()) -> forms.Field:
    """The form field of a term; an empty field leaves the value as it is. A value that is `held` is offered with the
    usual ones; of lengths those of these `kinds` are."""
    shown: dict[str, Any] = {"label": words(term.label), "help_text": words(term.help), "required": False}
    match term:
        case terms.YesNo():
            return forms.BooleanField(**shown)
        case terms.Hours() | terms.Length() | terms.Points() | terms.TablePoints():
            return OfferedField(term=term, usual=_usual(term, held, tuple(kinds)).items(), **shown)
        case terms.Whole():
            return forms.IntegerField(min_value=term.least, max_value=term.most, **shown)
        case terms.Choice():
            return forms.ChoiceField(choices=[(key, words(said)) for key, said in term.choices], **shown)
        case terms.Amount():
            said = {"invalid": words(term.allowed.text)}
            return forms.RegexField(f"^{term.PATTERN}$", error_messages=said, **shown)
        case terms.Letters():
            return forms.CharField(max_length=term.most, **shown)
        case terms.Decks():
            return DecksField(min_value=1, max_value=MOST_DEALS, **shown)
        case terms.TieBreaks():
            return TieBreaksField(max_length=120, **shown)
    raise TypeError(f"no field for {type(term).__name__}")


def _usual(term: terms.Term, held: Any, kinds: tuple[str, ...]) -> Mapping[Any, Any]:
    """The usual values of a term in words, and the present one."""
    found: dict[Any, Any] = {}
    match term:
        case terms.Hours():
            spans = sorted({*term.spans, *(one for one in (term.default, held) if one is not None)})
            found = {**{key: words(said) for key, said in term.named}, **dict.fromkeys(spans)}
            return {key: said or span_words(key) for key, said in found.items()}
        case terms.Length():
            keys = [key for key in LENGTHS if not kinds or length_of(key).kind in kinds]
            found = {key: _length(key) for key in dict.fromkeys([*keys, *([held] if held else [])])}
        case terms.Points():
            found = {key: table_words(TABLES[key]) for key in term.keys}
        case terms.TablePoints():
            found = {key: count_words({"table_points": key, "seats": SEATS}) for key in term.keys}
    is_own = held is not None and not (isinstance(held, str) and held in found)
    return found | ({None: _now("a table of its own")} if is_own else {})


def _length(key: str) -> str:
    """A length in words, with the rule that decides a level match."""
    said = {"length": length_words(key)}
    if key.endswith("/more"):
        return _now("%(length)s, one more if level") % said
    return _now("%(length)s, another game if level") % said if key.endswith("/next") else said["length"]
