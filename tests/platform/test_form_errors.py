"""Errors of a form as people read them: no name of code stands among them."""

import re
from pathlib import Path

from django import forms

from doors.fields import error_lines

ROOT = Path(__file__).parents[2]
PRINTED = re.compile(r"\{\{\s*[\w.]*form\.errors\s*\}\}|errors\.items\(\)|as_(ul|text)\(\)|errors\.values\(\) for")


class Form(forms.Form):
    name = forms.CharField(label="Name")
    code = forms.IntegerField(required=False)

    def clean(self):
        raise forms.ValidationError("Somebody else was quicker.")


def test_the_whole_form_comes_first_and_a_field_has_its_label_before_it():
    assert error_lines(Form({"code": "x"})) == [
        "Somebody else was quicker.",
        "Name: This field is required.",
        "Enter a whole number.",
    ]


def test_errors_are_put_together_in_one_place():
    """Django lists the errors of the whole form under `__all__`: who prints them with their keys prints that too."""
    tops = ("templates", "platform", "games", "ratings", "tournaments")
    files = [path for top in tops for kind in ("html", "py") for path in (ROOT / top).rglob(f"*.{kind}")]
    bad = [str(path.relative_to(ROOT)) for path in files if PRINTED.search(path.read_text(encoding="utf-8"))]
    assert len(files) > 500
    assert bad == []
