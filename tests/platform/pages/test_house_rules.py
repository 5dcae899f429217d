"""The pages of a club's rule sets, and their door in the API."""

from datetime import UTC, datetime

import pytest
from django.test import Client
from django.utils import timezone

from clubs import services as clubs
from games import engine
from games.models import HouseRules
from games.services import house_rules
from tests.markup import tight
from tournaments.event.services import creating

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
API = "/api/v1/house-rules/"


def form_of(as_olga, club, preset):
    """The form of a preset as a browser sends it back untouched."""
    page = as_olga.get(f"/clubs/{club.slug}/rules/new/", {"preset": preset})
    form = page.context["form"]
    sent = {name: form[name].value() for name in form.fields}
    return {"preset": preset} | {
        name: value for name, value in sent.items() if value is not None and value is not False
    }


def made(club, olga, name="Tuesday rules", options=None):
    options = {"gin_bonus": 30} if options is None else options
    return house_rules.make(club=club, name=name, preset="gin-pagat", options=options, by=olga, now=NOW)


def test_a_club_makes_its_rules_from_a_preset(as_olga, client, club):
    assert "plays by the presets" in tight(client.get(f"/clubs/{club.slug}/rules/").content.decode())
    assert "?preset=color" in as_olga.get(f"/clubs/{club.slug}/rules/new/").content.decode()
    form = form_of(as_olga, club, "color") | {"name": "Club colours", "suit_target": "150", "gin_bonus": "25"}
    answer = as_olga.post(f"/clubs/{club.slug}/rules/new/", form, follow=True)
    one = HouseRules.objects.get()
    assert one.rules == "color~gin_bonus=25~suit_target=150"
    text = tight(answer.content.decode())
    assert "Club colours" in text
    assert "A suit in which somebody has 150 is closed." in text
    assert "Club colours" in client.get(f"/clubs/{club.slug}/rules/").content.decode()


@pytest.mark.parametrize("preset", engine.VARIANTS)
def test_the_form_of_every_preset_begins_with_its_values(as_olga, club, preset):
    form = form_of(as_olga, club, preset) | {"name": "As it is"}
    assert as_olga.post(f"/clubs/{club.slug}/rules/new/", form).status_code == 302
    assert HouseRules.objects.get().rules == preset
    told = as_olga.get(f"/clubs/{club.slug}/rules/differences/", form).content.decode()
    assert "The same as" in told


def test_every_option_links_to_the_rule_that_says_it(as_olga, client, club):
    for page in (
        as_olga.get(f"/clubs/{club.slug}/rules/new/", {"preset": "gin-pagat"}),
        client.get("/rules/variations/"),
    ):
        text = tight(page.content.decode())
        assert 'href="/rules/rulebook/#GIN-26"' in text
        assert "The sources differ: Gin with its laws, Gin (Pagat), Color Gin" in text
        assert "§2" not in text
        assert "S004" not in text


def test_values_that_do_not_go_together_are_told_as_they_are_typed_and_when_they_are_sent(as_olga, club):
    form = form_of(as_olga, club, "gin-pagat") | {"name": "Doubles", "double_cap": "8"}
    said = "it goes with doubling. Choose that too, or leave this as it was."
    assert said in as_olga.get(f"/clubs/{club.slug}/rules/differences/", form).content.decode()
    answer = as_olga.post(f"/clubs/{club.slug}/rules/new/", form)
    assert answer.status_code == 422
    assert said in answer.context["form"].errors["double_cap"][0]
    told = as_olga.get(f"/clubs/{club.slug}/rules/differences/", form | {"doubling": "true"}).content.decode()
    assert "A deal counts at most 8 times." in told


def test_rules_that_were_played_get_a_next_version(as_olga, club, olga):
    one = made(club, olga)
    house_rules.choose(club=club, rules=one.rules, now=NOW)
    where = f"/clubs/{club.slug}/rules/{one.public_id}/"
    page = as_olga.get(f"{where}change/")
    assert page.context["form"]["gin_bonus"].value() == 30
    assert "their next version" in tight(page.content.decode())
    form = form_of(as_olga, club, "gin-pagat") | {"name": "Tuesday rules", "gin_bonus": "40"}
    assert as_olga.post(f"{where}change/", form).status_code == 302
    assert "a later version" in as_olga.get(where).content.decode()
    assert as_olga.post(f"/clubs/{club.slug}/rules/{HouseRules.objects.latest('pk').public_id}/withdraw/").status_code
    assert "plays by the presets" in tight(as_olga.get(f"/clubs/{club.slug}/rules/").content.decode())


def test_only_organisers_are_offered_the_form(client, as_dirk, club, olga):
    one = made(club, olga)
    for somebody in (client, as_dirk):
        assert "Make a rule set" not in somebody.get(f"/clubs/{club.slug}/rules/").content.decode()
        assert somebody.get(f"/clubs/{club.slug}/rules/{one.public_id}/").status_code == 200
    assert client.get(f"/clubs/{club.slug}/rules/new/").status_code == 302
    assert as_dirk.get(f"/clubs/{club.slug}/rules/new/").status_code == 403
    assert as_dirk.post(f"/clubs/{club.slug}/rules/{one.public_id}/withdraw/").status_code == 403


def test_another_clubs_rules_have_no_page_here(client, club, olga):
    other = clubs.create_club(name="Friday Club", organiser=olga)
    assert client.get(f"/clubs/{other.slug}/rules/{made(club, olga).public_id}/").status_code == 404


def test_of_two_organisers_the_second_sees_what_the_first_has_changed(as_olga, club, olga):
    where = f"/clubs/{club.slug}/rules/{made(club, olga).public_id}/change/"
    page = as_olga.get(where)
    form = page.context["form"]
    sent = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    sent["edition"] = page.context["found"].edition
    house_rules.change(rules=HouseRules.objects.get(), name="Tuesday", options={"gin_bonus": 40}, by=olga, now=NOW)

    refused = as_olga.post(where, sent | {"gin_bonus": "50"})
    assert refused.status_code == 422
    assert "Somebody else has just changed these rules." in tight(refused.content.decode())
    assert HouseRules.objects.get().rules == "gin-pagat~gin_bonus=40"
    sent["edition"] = refused.context["found"].edition
    assert as_olga.post(where, sent | {"gin_bonus": "50"}).status_code == 302
    assert HouseRules.objects.get().rules == "gin-pagat~gin_bonus=50"


def test_programs_make_read_change_and_withdraw_them(as_olga, client, club):
    asked = {"club": club.slug, "name": "Colonel", "preset": "colonel-fosdick"}
    options = {"scoring": "meld_minus_hand", "pickup": "pile"}
    new = as_olga.post(API, asked | {"options": options}, content_type="application/json")
    assert new.status_code == 201
    assert new.json()["rules"] == "colonel-fosdick~pickup=pile~scoring=meld_minus_hand"
    where = f"{API}{new.json()['id']}/"
    assert client.get(where).json()["options"] == options
    again = as_olga.put(where, {"name": "Colonel", "options": {"pickup": "pile"}}, content_type="application/json")
    assert again.json()["rules"] == "colonel-fosdick~pickup=pile"
    assert [one["name"] for one in client.get(API, {"club": club.slug}).json()["results"]] == ["Colonel"]
    assert as_olga.delete(where).json()["withdrawn_at"]


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"options": {"force": "automatic"}}, "option"),
        ({"options": {"knock_limit": [7]}}, "knock_limit"),
        ({"options": {"shutout": {"mode": "add", "value": -5}}}, "shutout"),
        ({"options": {"double_cap": 4}}, "double_cap"),
        ({"name": "N" * 200}, "name"),
        ({"preset": "colonel"}, "preset"),
    ],
)
def test_programs_are_told_the_field(as_olga, club, said, field):
    asked = {"club": club.slug, "name": "Ours", "preset": "gin-pagat", "options": {"gin_bonus": 30}} | said
    answer = as_olga.post(API, asked, content_type="application/json")
    assert answer.status_code == 400
    assert field in answer.json()["errors"]
    assert not HouseRules.objects.exists()


def test_a_program_that_has_not_seen_the_last_change_is_told(as_olga, club, olga):
    one = made(club, olga)
    sent = {"name": one.name, "options": {"gin_bonus": 50}, "edition": one.edition}
    house_rules.change(rules=one, name="Tuesday", options={"gin_bonus": 40}, by=olga, now=NOW)
    refused = as_olga.put(f"{API}{one.public_id}/", sent, content_type="application/json")
    assert refused.status_code == 400
    assert "edition" in refused.json()["errors"]
    sent["edition"] = as_olga.get(f"{API}{one.public_id}/").json()["edition"]
    assert as_olga.put(f"{API}{one.public_id}/", sent, content_type="application/json").status_code == 200


def test_programs_that_are_strangers_change_nothing(client, as_dirk, club, olga):
    one = made(club, olga)
    assert client.delete(f"{API}{one.public_id}/").status_code in (401, 403)
    assert as_dirk.delete(f"{API}{one.public_id}/").status_code == 403
    asked = {"club": club.slug, "name": "Ours", "preset": "gin-pagat"}
    assert as_dirk.post(API, asked, content_type="application/json").status_code == 403


def test_the_options_of_a_preset_are_listed():
    found = {one["name"]: one for one in Client().get("/api/v1/presets/color/options/").json()}
    assert found["suit_target"]["held"] == 100
    assert found["undercut_on_tie"]["values"].keys() == {"true", "false"}
    assert Client().get("/api/v1/presets/nothing/options/").status_code == 404


def test_the_list_of_presets_says_what_differs_and_begins_with_what_the_club_plays(as_olga, club, olga):
    creating.create_tournament(
        club=club, name="A night", by=olga, now=timezone.now(), mode="online", variant="oklahoma", template="swiss"
    )
    page = tight(as_olga.get(f"/clubs/{club.slug}/rules/new/").content.decode())
    most = page.index("What the club plays most")
    assert most < page.index("?preset=oklahoma") < page.index("?preset=gin-rummy-com")
    assert "Other than in “Colonel (Fosdick)”: Draw:" in page


def test_a_misspelt_field_is_named_over_the_api(as_olga, club):
    """Before, rules that were sent as `rated: false` were rated."""
    asked = {"club": club.slug, "preset": "gin-pagat", "name": "Ours", "options": {"gin_bonus": 30}, "rated": False}
    answer = as_olga.post(API, asked, content_type="application/json")
    assert (answer.status_code, [*answer.json()["errors"]]) == (400, ["rated"])
    assert not HouseRules.objects.exists()
