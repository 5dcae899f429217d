"""The form for the options of a stage, both for a new tournament and for a change of a stage."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.event.forms.fields import form_field
from tournaments.formats import Term, applies
from tournaments.formats.terms import YesNo

PARTS: dict[str, str | Promise] = {
    "first": "",
    "time": _("Time"),
    "": _("Matches and standings"),
    "pods": _("Tables of three and more"),
    "robin": _("Round robin and groups"),
    "duplicate": _("Duplicate"),
    "teams": _("Teams"),
    "league": _("League"),
    "ladder": _("Ladder"),
    "cut": _("Who goes on"),
    "cup": _("Brackets"),
}


@dataclass(frozen=True, slots=True)
class OptionPart:
    """A part of the page: its heading and its fields."""

    key: str
    name: str
    fields: list[forms.BoundField] = field(default_factory=list)


class OptionsForm(forms.Form):
    """A field for each option that is offered and has an effect. What is `held` stands in them; an empty field means
    the `usual` value."""

    terms: Mapping[str, Term]
    held: Mapping[str, Any]
    usual: Mapping[str, Any]

    def ask(self, terms: Mapping[str, Term], held: Mapping[str, Any], kinds: Iterable[str], *without: str) -> None:
        """Ask for these options, except those in `without`, where the rules allow lengths of these `kinds`."""
        defaults = {key: term.default for key, term in terms.items()}
        self.terms, self.held, self.usual = terms, {**defaults, **held}, defaults
        for key, term in terms.items():
            if not term.is_offered or key in without or not self._may_apply(key):
                continue
            self.fields[key] = made = form_field(term, held=self.held[key], kinds=kinds)
            made.initial = self.held[key] if not isinstance(self.held[key], list) else ""
            if term.needs in self.fields:
                made.widget.attrs |= {"data-needs": self.add_prefix(term.needs), "data-at": " ".join(term.at)}

    def _may_apply(self, key: str) -> bool:
        """Can an option have an effect for some choice on the page?"""
        needs = self.terms[key].needs
        return needs not in self.terms or self.terms[needs].is_offered or applies(self.terms, key, self.held)

    @property
    def parts(self) -> list[OptionPart]:
        """The parts of the page that have fields, each with its fields."""
        found = {key: OptionPart(key, str(name)) for key, name in PARTS.items()}
        for key in self.fields:
            if key in self.terms:
                found[self.terms[key].part].fields.append(self[key])
        return [part for part in found.values() if part.fields]

    def chosen(self) -> dict[str, Any]:
        """The options whose chosen values differ from the present ones. What was not sent stays."""
        found: dict[str, Any] = {}
        for key, term in self.terms.items():
            if key not in self.cleaned_data or not self._is_said(key, term):
                continue
            value = self.cleaned_data[key]
            value = self.usual[key] if value in (None, "") else value
            if value != self.held[key]:
                found[key] = value
        return found

    def _is_said(self, key: str, term: Term) -> bool:
        """Was the option sent, and not as an empty list where an empty value is not allowed?"""
        if isinstance(term, YesNo):
            return True
        is_left = self.cleaned_data[key] in (None, "") and isinstance(self.fields[key], forms.ChoiceField)
        return self.add_prefix(key) in self.data and not (is_left and term.default is not None)
