"""The page of conditions in parts and rows: the place and sentence of each field, and the parts that do not apply."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from django import forms

from tournaments.event.forms.desk import ConditionsForm
from tournaments.event.settings import EVENT, IN_PERSON, PARTS, Words, applies, offered, part_of
from tournaments.formats.terms import Choice, Term, YesNo
from tournaments.models import Tournament

HOLE = re.compile(r"\{(\w+)\}")
SEGMENTS, LETTERS = 4, 60  # up to so many choices, of so many letters, stand beside each other; more are a menu
PLAIN_ROWS: tuple[tuple[str, str, Words], ...] = (
    (EVENT, "name", ""),
    (EVENT, "starts_at", ""),
    (EVENT, "rounds", ""),
    (IN_PERSON, "place", ""),
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a sentence: words, or a field."""

    words: str = ""
    field: forms.BoundField | None = None

    @property
    def is_tick(self) -> bool:
        """Is it a checkbox, whose line is its label?"""
        return self.field is not None and isinstance(self.field.field, forms.BooleanField)

    @property
    def control(self) -> str:
        """The field as it stands in the sentence; its own label is for screen readers."""
        if self.field is None or self.is_tick:
            return str(self.field or "")
        return self.field.as_widget(attrs={"aria-label": str(self.field.label)})


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row: its label, then `lines` of pieces, or one `field` alone; `is_segments` if its choices stand beside each
    other."""

    key: str
    label: str
    fields: Sequence[forms.BoundField]
    lines: Sequence[Sequence[Piece]] = ()
    is_segments: bool = False
    help: Sequence[str] = ()

    @property
    def field(self) -> forms.BoundField:
        """The only field of a row without a sentence."""
        return self.fields[0]

    @property
    def is_single(self) -> bool:
        """Has it one field and no sentence?"""
        return not self.lines

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The choices, if they stand beside each other."""
        return [(str(key), str(words)) for key, words in getattr(self.field.field, "choices", ())]

    @property
    def chosen(self) -> str:
        """The present choice."""
        return str(self.field.value() or "")

    @property
    def help_id(self) -> str:
        """The id of the words under the row, as the field names it."""
        return f"{self.field.auto_id}_helptext"

    @property
    def errors(self) -> list[str]:
        """The errors of this row."""
        return [str(error) for one in self.fields for error in one.errors]


@dataclass(frozen=True, slots=True)
class PartOfPage:
    """A part of the page: its rows, or a line that says why the part does not apply."""

    key: str
    name: str
    otherwise: str = ""
    rows: list[Row] = field(default_factory=list)


def parts_of(form: ConditionsForm, tournament: Tournament) -> list[PartOfPage]:
    """The parts of the page for a tournament: those that apply with their rows, in the order of the settings."""
    made = {
        key: PartOfPage(key, str(part.name), "" if tournament.mode in part.places else str(part.otherwise))
        for key, part in PARTS.items()
    }
    for part, name, label in PLAIN_ROWS:
        if name in form.fields and not made[part].otherwise:
            made[part].rows.append(_plain(form[name], str(label)))
    for key, setting in offered().items():
        if applies(setting, tournament.mode) and not setting.within:
            made[part_of(setting)].rows.append(_row(form, key, setting))
    return list(made.values())


def _plain(bound: forms.BoundField, label: str) -> Row:
    return Row(key=bound.name, label=label or str(bound.label), fields=[bound], help=_help([bound]))


def _row(form: ConditionsForm, key: str, setting: Term) -> Row:
    says = str(setting.says) or (
        f"{{{key}}} {setting.label}" if isinstance(setting, YesNo) and key in form.fields else ""
    )
    names = HOLE.findall(says) or setting.asked_by or (key,)
    fields = [form[name] for name in names]
    return Row(
        key=key,
        label=str(setting.line or setting.label),
        fields=fields,
        lines=[list(_pieces(form, line)) for line in says.splitlines()],
        is_segments=not says and isinstance(setting, Choice) and _fits(setting),
        help=_help(fields),
    )


def _fits(setting: Choice) -> bool:
    """Do the choices of a setting fit beside each other?"""
    words = [str(words) for _key, words in setting.choices]
    return len(words) < 3 or (len(words) <= SEGMENTS and sum(map(len, words)) <= LETTERS)


def _pieces(form: ConditionsForm, line: str) -> Iterator[Piece]:
    for n, part in enumerate(HOLE.split(line)):
        if n % 2:
            yield Piece(field=form[part])
        elif part.strip():
            yield Piece(words=part.strip())


def _help(fields: Sequence[forms.BoundField]) -> list[str]:
    """The help below the row, each sentence once."""
    return list(dict.fromkeys(str(one.help_text) for one in fields if one.help_text))
