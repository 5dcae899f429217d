"""The fields of a form by their kind."""

from typing import TypeVar

from django import forms

Kind = TypeVar("Kind", bound=forms.Field)


def field_of(form: forms.BaseForm, name: str, kind: type[Kind]) -> Kind:
    """The field of a form that has this name and is of this kind. Raises TypeError where it is of another."""
    found = form.fields[name]
    if not isinstance(found, kind):
        raise TypeError(f"{name} is no {kind.__name__}")
    return found
