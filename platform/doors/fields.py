"""Typed access to the fields of a form, and its errors in words."""

from typing import TypeVar

from django import forms

Kind = TypeVar("Kind", bound=forms.Field)


def field_of(form: forms.BaseForm, name: str, kind: type[Kind]) -> Kind:
    """The field of a form with this name and kind. Raises TypeError if it is of another kind."""
    found = form.fields[name]
    if not isinstance(found, kind):
        raise TypeError(f"{name} is no {kind.__name__}")
    return found


def error_lines(form: forms.BaseForm) -> list[str]:
    """What is wrong with a form, a line an error: first what is wrong with the whole of it, then that of each field,
    with its label before it. Nobody else prints errors with the names of their fields: those of the whole form stand
    under `__all__`, and a field without a label has a name that is code."""
    fields = [(str(form.fields[name].label or ""), name) for name in form.errors if name in form.fields]
    named = [f"{label}: {error}" if label else str(error) for label, name in fields for error in form.errors[name]]
    return [*map(str, form.non_field_errors()), *named]
