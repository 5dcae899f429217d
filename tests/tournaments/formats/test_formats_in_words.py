"""What pages call the stages of a format, and how they tell it."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from django.utils import translation

from tournaments.event.selectors.words import stage_name, stage_sentence
from tournaments.formats import FORMATS
from tournaments.formats.kinds.swiss import SWISS


def a_stage(form):
    settings = {key: term.default for key, term in FORMATS[form].settings.items()}
    return SimpleNamespace(format=form, settings=settings, feed={})


@pytest.mark.parametrize("form", FORMATS)
def test_each_format_is_named_and_told_in_both_languages(form):
    said = {}
    for language in ("en", "es"):
        with translation.override(language):
            said[language] = (stage_name(a_stage(form)), stage_sentence(a_stage(form)))
    assert all(said["en"])
    assert "_" not in "".join(said["en"])
    assert all(one != other for one, other in zip(said["en"], said["es"], strict=True))


def test_a_new_format_is_named_by_its_entry_alone(monkeypatch):
    monkeypatch.setitem(FORMATS, "monrad", replace(SWISS, key="monrad", name="Monrad"))
    assert stage_name(a_stage("monrad")) == "Monrad"
    assert stage_sentence(a_stage("monrad")).startswith("Monrad")
