"""Each setting of a tournament says what is allowed, and the service holds to it, whoever asks."""

import re
from pathlib import Path

import pytest

from tournaments.errors import Invalid
from tournaments.event.forms.desk import ConditionsForm
from tournaments.event.forms.parts import parts_of
from tournaments.event.serializers import ConditionsSerializer
from tournaments.event.services import creating
from tournaments.event.settings import DEFAULTS, SETTINGS, check, offered
from tournaments.formats.terms import Choice, Whole
from tournaments.models import Tournament
from tournaments.stages.services import conditions

ROOT = Path(__file__).parents[3]
DECLARED = {ROOT / "tournaments/event" / name for name in ("settings.py", "serializers.py")}


def test_what_holds_where_nothing_is_said_is_allowed():
    check(DEFAULTS)


@pytest.mark.parametrize("key", [key for key, setting in SETTINGS.items() if isinstance(setting, Whole)])
def test_a_number_keeps_its_bounds(key):
    setting = SETTINGS[key]
    check({key: setting.least})
    check({key: setting.most})
    for bad in (setting.least - 1, setting.most + 1, True, "5", 1.5, None):
        with pytest.raises(Invalid, match=f"from {setting.least} to {setting.most}") as refused:
            check({key: bad})
        assert refused.value.field == key


@pytest.mark.parametrize("key", [key for key, setting in SETTINGS.items() if isinstance(setting, Choice)])
def test_a_choice_is_one_of_its_keys(key):
    for good in SETTINGS[key].keys:
        check({key: good})
    for bad in ("else", None, 1, []):
        with pytest.raises(Invalid, match="Allowed here"):
            check({key: bad})


@pytest.mark.parametrize(
    ("key", "bad"),
    [("spectators", "yes"), ("delay", "moves:99"), ("delay", 5), ("clock", {"bank_s": -1}), ("unheard_of", 1)],
)
def test_other_values_that_are_refused(key, bad):
    with pytest.raises(Invalid):
        check({key: bad})


@pytest.mark.django_db
def test_the_services_refuse_what_is_not_allowed(make_tournament, club, organiser, clock):
    tournament = make_tournament()
    with pytest.raises(Invalid, match="from 0 to 86400"):
        conditions.change_conditions(tournament=tournament, by=organiser, now=clock(), settings={"grace_s": -5})
    with pytest.raises(Invalid, match="Allowed here: flag, forfeit"):
        creating.create_tournament(
            club=club, name="Bad", variant="gin-pagat", by=organiser, now=clock(), settings={"no_show": "shoot"}
        )


def test_page_and_api_take_the_same_bounds():
    """No door knows other bounds than the setting."""
    for key, setting in SETTINGS.items():
        page, api = ConditionsForm().fields.get(key), ConditionsSerializer().fields.get(key)
        if isinstance(setting, Whole) and page is not None:
            assert (page.min_value, page.max_value) == (setting.least, setting.most)
            assert (api.min_value, api.max_value) == (setting.least, setting.most)
        if isinstance(setting, Choice) and page is not None:
            assert [choice for choice, _words in page.choices] == list(setting.keys)
            assert [choice for choice in api.choices if choice] == [choice for choice in setting.keys if choice]


def test_a_setting_is_offered_on_the_page_and_in_the_api_or_nowhere():
    page, api = set(ConditionsForm().fields), set(ConditionsSerializer().fields)
    for key, setting in SETTINGS.items():
        asked_by = {key} if setting.asked_by is None else set(setting.asked_by)
        assert (key in api, asked_by <= page) == (setting.is_offered, setting.is_offered), key
    assert {"rated_house", "pace"}.isdisjoint(page | api)


def test_a_new_setting_is_one_entry(monkeypatch):
    """The check, the page and the API have it at once, the page in its place."""
    others = list(ConditionsForm().fields)
    monkeypatch.setitem(SETTINGS, "minutes_of_a_test", Whole(0, "Minutes of a test", help="Before a round.", most=15))
    field = ConditionsForm().fields["minutes_of_a_test"]
    assert (field.label, field.help_text, field.max_value) == ("Minutes of a test", "Before a round.", 15)
    assert list(ConditionsForm().fields) == [*others, "minutes_of_a_test"]
    wish = ConditionsSerializer(data={"minutes_of_a_test": 16})
    assert not wish.is_valid()
    assert set(wish.errors) == {"minutes_of_a_test"}
    with pytest.raises(Invalid, match="from 0 to 15"):
        check({"minutes_of_a_test": 16})


def test_the_page_asks_in_the_order_of_the_settings():
    asked = [name for key, setting in offered().items() for name in setting.asked_by or [key]]
    assert list(ConditionsForm().fields) == ["name", "starts_at", "place", "rounds", *dict.fromkeys(asked)]


def test_each_field_of_the_page_stands_in_a_row():
    """A setting `within` one that there is not would stand nowhere."""
    form = ConditionsForm()
    rows = [row for part in parts_of(form, Tournament(mode="mixed")) for row in part.rows]
    assert {field.name for row in rows for field in row.fields} == set(form.fields)


def test_each_setting_is_read_where_it_takes_effect():
    """One that nobody reads would be asked for in vain."""
    read = ""
    for path in [*(ROOT / "tournaments").rglob("*.py"), *(ROOT / "templates/tournaments").rglob("*.html")]:
        read += "" if path in DECLARED else path.read_text(encoding="utf-8")
    assert [key for key in SETTINGS if not re.search(rf'"{key}"|settings\.{key}\b', read)] == []
