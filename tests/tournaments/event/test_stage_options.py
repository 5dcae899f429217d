"""Each option of a stage is declared once: service, form and API take what it allows, and refuse all else by its name
and with what is allowed, in the reader's language; pages show no key and no label of a program."""

import re
from pathlib import Path

import pytest
from django import forms
from django.utils import translation

from clubs.models import Club
from tournaments.errors import Invalid, refused
from tournaments.event.forms.creating import TournamentForm
from tournaments.event.serializers import TemplateOptions
from tournaments.event.services import creating
from tournaments.formats import FEED, FORMATS, TEMPLATES, BadSetting, completed, terms
from tournaments.formats.kinds.swiss import SWISS
from tournaments.models import Stage, Tournament
from tournaments.pairing.swiss.pairing import SYSTEMS
from tournaments.stages.api import FeedOptions, StageOptions
from tournaments.stages.forms import StageForm

ROOT = Path(__file__).parents[3]
LANGUAGES = ["en", "es"]
FEEDING = "feed"  # whom a stage takes from the one before
TERMS = {**{key: form.settings for key, form in FORMATS.items()}, FEEDING: FEED}
EVERY = [pytest.param(form, key, id=f"{form}-{key}") for form, known in TERMS.items() for key in known]
OFFERED = [one for one in EVERY if TERMS[one.values[0]][one.values[1]].is_offered]
ASKED = [pytest.param(name, key, id=f"{name}-{key}") for name, plan in TEMPLATES.items() for key in plan.options]
# What only goes with another choice, which stands beside it here.
WITH = {
    "last_chance": {"consolation": 1},
    "grand_final": {"length": "best_of:3"},
    "settle_hours": {"window_hours": 4368, "default_hours": None},
    "default_hours": {"window_hours": 4368, "settle_hours": 0},
    "window_hours": {"settle_hours": 0},
}
ODD = ("", "else", "5", -1, 10**6, 1.5, True, None, [], ["LUCK"], {}, {"key": 1})


def good_of(term: terms.Term) -> list[object]:
    """Values that a term allows: all of a list, and the bounds of a number."""
    match term:
        case terms.YesNo():
            return [True, False]
        case terms.Hours() | terms.Whole():
            return [term.least, term.most, term.default]
        case terms.Choice() | terms.TablePoints():
            return list(term.keys)
        case terms.Points():
            return [*term.keys, *(["vp20/40"] if term.has_margin else [])]
        case terms.Length():
            return ["game", "best_of:7", "deals:8/more"]
        case terms.Decks():
            return ["deals:1", "deals:99"]
        case terms.TieBreaks():
            return [["LOT"], ["RTNG", "LOT"]]
        case terms.PartLengths():
            return [{}, {"GF": ["best_of:3"]}]
    return [term.default]


def bad_of(term: terms.Term) -> list[object]:
    """Values that a term does not allow."""
    near = [term.least - 1, term.most + 1] if isinstance(term, terms.Whole) else []
    return [value for value in (*near, *ODD) if not term.allows(value)]


def beside(key: str, known: object) -> dict[str, object]:
    return {one: said for one, said in WITH.get(key, {}).items() if one in known}


def variant_of(form: str) -> str:
    return "cutthroat" if form.startswith("pod_") else "gin-rummy-com"


def check(form: str, chosen: dict[str, object]) -> dict[str, object]:
    """As the services check a stage."""
    try:
        return completed(TERMS[form], chosen)
    except BadSetting as bad:
        raise refused(bad) from bad


def require_words(refusal: Invalid, key: str, term: terms.Term, language: str) -> None:
    """It names the option and says what is allowed: bounds and keys, and the rest in the reader's language."""
    said = str(refusal)
    assert refusal.field == key
    for bound in (getattr(term, "least", None), getattr(term, "most", None)):
        assert bound is None or str(bound) in said
    for one in getattr(term, "keys", ()):
        assert one in said
    if language == "es":
        assert not re.search(r"\b(from|or|the|allowed|whole|nothing|only|choose)\b", said, re.IGNORECASE), said


@pytest.mark.parametrize(("form", "key"), EVERY)
def test_what_is_allowed_is_taken_of_a_stage(form, key):
    api = (FeedOptions() if form == FEEDING else StageOptions()).fields[key]
    for value in good_of(TERMS[form][key]):
        api.run_validation(value)
        if not key.startswith("seats"):  # these three go together
            assert check(form, {**beside(key, TERMS[form]), key: value})[key] == value


@pytest.mark.parametrize(("template", "key"), ASKED)
def test_what_is_allowed_is_taken_of_a_template(template, key):
    known = TEMPLATES[template].options
    for value in good_of(known[key]):
        TemplateOptions().fields[key].run_validation(value)
        if not key.startswith("seats"):
            creating.planned(template, {**beside(key, known), key: value}, "")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("form", "key"), EVERY)
def test_all_else_is_refused_by_its_name_and_with_what_is_allowed(form, key, language):
    term = TERMS[form][key]
    assert bad_of(term)
    with translation.override(language):
        for value in bad_of(term):
            with pytest.raises(Invalid) as caught:
                check(form, {key: value})
            require_words(caught.value, key, term, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("template", "key"), ASKED)
def test_all_else_is_refused_of_a_template(template, key, language):
    term = TEMPLATES[template].options[key]
    with translation.override(language):
        for value in bad_of(term):
            with pytest.raises(Invalid) as caught:
                creating.planned(template, {key: value}, "")
            require_words(caught.value, key, term, language)


def page_of(form: str, key: str) -> forms.Field:
    """The field of an option on the page of its stage, or, where that has a page of its own, of a new tournament."""
    stage = Stage(number=1, format="single_elim" if form == FEEDING else form)
    stage.tournament = Tournament(variant=variant_of(form))
    stage.settings = {one: term.default for one, term in FORMATS[stage.format].settings.items()}
    stage.feed = {one: term.default for one, term in FEED.items()} if form == FEEDING else {}
    if key in (fields := StageForm(stage=stage).fields):
        return fields[key]
    template = next((one for one, plan in TEMPLATES.items() if plan.first == form), None)
    assert template, f"no template of tournaments/formats/templates.py begins with {form}"
    return TournamentForm({"template": template, "variant": variant_of(form)}, clubs=Club.objects.none()).fields[key]


def sent(term: terms.Term, value: object) -> object:
    """A value as a browser sends it."""
    if isinstance(value, list):
        return ", ".join(value)
    is_decks = isinstance(term, terms.Decks)
    return value if isinstance(value, bool) else str(value).removeprefix("deals:" if is_decks else "-" * 9)


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("form", "key"), OFFERED)
def test_a_page_shows_words_and_takes_what_is_allowed(form, key, language):
    term = TERMS[form][key]
    with translation.override(language):
        page = page_of(form, key)
        shown = {str(page.label): key, **{str(words): one for one, words in getattr(page, "choices", ())}}
        for words, one in shown.items():
            assert words
            assert not re.search(r"[_/]|\w:\w", words), words
            assert language == "en" or words != str(one), "a key that is no word"
        if isinstance(term, terms.Whole) and not isinstance(term, terms.Hours):
            assert (page.min_value, page.max_value) == (term.least, term.most)
        for value in good_of(term):
            assert value is None or page.clean(sent(term, value)) == value
        for value in bad_of(term):
            if type(value) is int or value == "else":
                assert isinstance(term, terms.YesNo) or is_refused(page, term, str(value)), value


def is_refused(page: forms.Field, term: terms.Term, said: str) -> bool:
    """Does the page refuse what was sent, or the service to which it hands it on?"""
    try:
        return not term.allows(page.clean(said))
    except forms.ValidationError:
        return True


def names_of(**sent: object) -> set[str]:
    """The options that a new tournament asks for, where these are chosen."""
    form = TournamentForm({"variant": "gin-rummy-com", "mode": "in_person", **sent}, clubs=Club.objects.none())
    return {field.name for part in form.parts for field in part.fields}


@pytest.mark.django_db
def test_a_plain_swiss_is_asked_for_nothing_without_effect():
    plan = {"expected", "round_minutes"}
    assert names_of(template="swiss") == plan | set(SWISS.settings)
    assert not names_of(template="swiss") & {"draw", "groups", "boards", "seats", "third_place", "reach", "advance"}
    assert names_of(template="duplicate_swiss") == plan | set(SWISS.settings) - {"minutes", "system"} | {"scoring"}
    assert "expected" not in names_of(template="ladder")


@pytest.mark.django_db
@pytest.mark.parametrize("template", TEMPLATES)
def test_a_new_tournament_asks_for_every_option_of_its_format(template):
    offered = {key for key, term in TEMPLATES[template].options.items() if term.is_offered}
    assert names_of(template=template) - {"expected", "round_minutes"} == offered


@pytest.mark.django_db
def test_what_an_option_needs_is_said_to_the_page():
    form = TournamentForm({"template": "league"}, clubs=Club.objects.none())
    needs = {name: field.widget.attrs.get("data-needs") for name, field in form.fields.items()}
    assert (needs["rounds"], needs["cycles"], needs["draw"]) == ("fixtures", "fixtures", "groups")
    assert form.fields["rounds"].widget.attrs["data-at"] == "swiss"


@pytest.mark.django_db
def test_an_option_that_nobody_touched_becomes_the_usual_one_of_another_format():
    """The page showed a Swiss of five rounds when its format was changed."""
    sent = {
        "shown": "swiss gin-rummy-com",
        "variant": "gin-rummy-com",
        "rounds": "5",
        "minutes": "40",
        "half_byes": "1",
    }
    form = TournamentForm({**sent, "template": "pod_rounds"}, clubs=Club.objects.none())
    assert not form.is_valid()  # it has no name
    assert (form["rounds"].value(), form["minutes"].value()) == ("", "40")
    assert form.options() == {"minutes": 40}
    touched = TournamentForm({**sent, "rounds": "7", "template": "pod_rounds"}, clubs=Club.objects.none())
    assert not touched.is_valid()
    assert touched.options() == {"rounds": 7, "minutes": 40}
    cup = TournamentForm({**sent, "template": "single_elim"}, clubs=Club.objects.none())
    assert not cup.is_valid()
    assert cup.options() == {"minutes": 40}, "the match for third place is not taken away"


def test_every_system_of_a_swiss_can_be_chosen():
    assert set(SWISS.settings["system"].keys) == set(SYSTEMS)


@pytest.mark.parametrize("form", FORMATS)
def test_what_an_option_needs_is_another_of_its_format(form):
    for key, term in FORMATS[form].settings.items():
        assert not term.needs or term.needs in FORMATS[form].settings, key
        assert not term.at or set(term.at) <= set(FORMATS[form].settings[term.needs].keys)


@pytest.mark.parametrize(("form", "key"), EVERY)
def test_the_usual_value_is_one_that_is_allowed(form, key):
    assert TERMS[form][key].allows(TERMS[form][key].default)


def test_each_option_is_read_where_it_takes_effect():
    """One that nobody reads would be asked for in vain: its name then stands only where it is declared."""
    folders = [*(ROOT / "tournaments").rglob("*.py"), *(ROOT / "templates/tournaments").rglob("*.html")]
    said = "".join(path.read_text(encoding="utf-8") for path in folders)
    read = re.sub(r'"\w+": \w+\(', "", said)  # without the entries that declare something
    keys = sorted({key for known in TERMS.values() for key in known})
    ways = {key: rf'"{key}"|settings\.{key}\b|\}}_{key.rpartition("_")[2]}"' for key in keys}  # also f"{contest}_lines"
    assert [key for key in keys if not re.search(ways[key], read)] == []


def test_a_new_option_is_one_entry(monkeypatch):
    """The check, the page of the stage, that of a new tournament and the API have it at once."""
    settings = {**SWISS.settings, "of_a_test": terms.Whole(2, "Pauses of a test", help="Between rounds.", most=9)}
    monkeypatch.setattr("tournaments.formats.registry.FORMATS", FORMATS)
    monkeypatch.setitem(FORMATS, "swiss", type(SWISS)(**{**fields_of(SWISS), "settings": settings}))
    stage = Stage(number=1, format="swiss", tournament=Tournament(variant="gin-pagat"), settings={"of_a_test": 3})
    field = StageForm(stage=stage)["of_a_test"]
    assert (field.label, field.help_text, field.value()) == ("Pauses of a test", "Between rounds.", 3)
    [spec] = creating.planned("swiss", {}, "gin-pagat")
    assert spec.settings["of_a_test"] == 2
    with pytest.raises(Invalid, match="from 0 to 9"):
        check_swiss(settings, 10)


def fields_of(form: object) -> dict[str, object]:
    return {name: getattr(form, name) for name in form.__dataclass_fields__}


def check_swiss(settings: dict[str, terms.Term], value: int) -> None:
    try:
        completed(settings, {"of_a_test": value})
    except BadSetting as bad:
        raise refused(bad) from bad
