"""Typed access to the fields of a form."""

from typing import TypeVar

from django import forms

Kind = TypeVar("Kind", bound=forms.Field)


def field_of(form: forms.BaseForm, name: str, kind: type[Kind]) -> Kind:
    """The field of a form with this name and kind. Raises TypeError if it is of another kind."""
    found = form.fields[name]
    if not isinstance(found, kind):
        raise TypeError(f"{name} is no {kind.__name__}")
    return found
