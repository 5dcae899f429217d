"""The page of a new tournament: pictures of games, cards of formats, what the club usually does, who may enter."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.forms import BooleanField
from django.urls import reverse
from django.utils import timezone

from clubs import services as clubs
from clubs.models import Club, Noticeboard
from games import engine
from games.live.presets import tiles
from games.services import house_rules
from tests.markup import tight
from tournaments.event.forms.creating import USUAL, TournamentForm, misfit
from tournaments.event.forms.rules import variant_choices
from tournaments.event.selectors import finding
from tournaments.event.services import creating
from tournaments.formats import TEMPLATES, stages_of, template_of
from tournaments.models import Mode, Tournament
from tournaments.stages.services import knockouts
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db
SHOWN = {"shown": "swiss gin-rummy-com", "template": "swiss", "variant": "gin-rummy-com", "mode": "in_person"}


@pytest.fixture
def page(client, organiser, club):
    client.force_login(organiser)
    return lambda: client.get(reverse("tournaments:new"))


def plan(client, club, **sent):
    form = {"club": club.pk, "timezone": "UTC", "game": "gin"} | SHOWN | sent
    return tight(client.get(reverse("tournaments:new-plan"), form).content.decode())


def draft(**sent) -> TournamentForm:
    return TournamentForm(SHOWN | sent, clubs=Club.objects.none(), is_draft=True)


def chosen(form) -> tuple[str, str, str]:
    return form["game"].value(), form["variant"].value(), form["template"].value()


def test_every_game_is_a_picture_and_every_format_a_card_with_its_sentence(page):
    shown = page().content.decode()
    for tile in tiles.tiles():
        assert f'name="game" value="{tile.key}"' in shown
    for key, plan in TEMPLATES.items():
        assert f'name="template" value="{key}"' in shown
        assert plan.says in shown


@pytest.mark.parametrize("template", TEMPLATES)
def test_a_template_is_known_again_by_its_stages(template):
    variants = {key for key in engine.VARIANTS if not misfit(template, key, Mode.IN_PERSON)}
    assert variants, "some rules fit each format"
    assert template_of([spec.format for spec in stages_of(template, {})]) == template


@pytest.mark.parametrize("game", [tile.key for tile in tiles.tiles()])
def test_a_picture_brings_its_best_known_rules_and_a_format_that_fits(game):
    form = draft(game=game)
    tile = next(one for one in tiles.tiles() if one.key == game)
    assert chosen(form)[:2] == (game, USUAL["variant"] if game == "gin" else tile.first), "gin is there at once"
    assert not misfit(form["template"].value(), tile.first, Mode.IN_PERSON)
    offered = {key for _name, held in form.fields["variant"].choices for key, _said in held}
    assert offered == {key for key, _name in variant_choices() if tiles.tile_of(engine.VARIANTS[key]) == tile}


def test_the_rules_follow_a_format_that_they_do_not_fit():
    form = draft(game="gin", template="pod_rounds")
    game, rules, format_ = chosen(form)
    assert (game, format_) == ("more", "pod_rounds")
    assert not misfit(format_, rules, Mode.IN_PERSON)
    assert form.has_followed


def test_without_a_script_a_picture_counts_and_a_format_is_never_changed_unseen(client, club, organiser):
    client.force_login(organiser)
    form = {"club": club.pk, "name": "Tuesday", "timezone": "UTC", "game": "conquian"} | SHOWN
    assert client.post(reverse("tournaments:new"), form).status_code == 302
    assert finding.tournaments().get(name="Tuesday").variant == "conquian"
    refused = client.post(reverse("tournaments:new"), form | {"name": "Other", "game": "more"})
    assert refused.status_code == 200
    assert refused.context["form"].errors


def test_rules_chosen_in_the_list_win_over_the_picture():
    form = TournamentForm(SHOWN | {"game": "gin", "variant": "conquian"}, clubs=Club.objects.none())
    assert chosen(form)[:2] == ("conquian", "conquian")


def test_rules_of_one_game_are_told_apart_beside_the_menu(client, organiser, club):
    """As long as one chooses, the line under the menu follows."""
    client.force_login(organiser)

    def said(game, variant):
        return plan(client, club, game=game, variant=variant, shown=f"swiss {variant}")

    assert "Other than in “Gin (Pagat)”: Next dealer: The winner of a deal deals the next" in said(
        "gin", "gin-winner-deals"
    )
    assert "Other than in “Gin (Pagat)”: First dealer, Next dealer, Undercut, Gin," in said("gin", "gin-rummy-com")
    assert "Other than in “Colonel (Fosdick)”: Draw:" in said("conquian", "colonel-pile"), "not than in Conquian"
    assert "The best-known rules of this game" in said("conquian", "conquian")


def test_no_two_presets_of_a_game_say_the_same_of_themselves():
    for tile in tiles.tiles():
        keys = [key for key, _name in variant_choices() if tiles.tile_of(engine.VARIANTS[key]) == tile]
        said = [draft(variant=key, shown=f"swiss {key}", game=tile.key).rules_apart for key in keys]
        assert len(set(said)) == len(said), (tile.key, said)


def test_the_minutes_of_a_round_say_that_they_only_plan_the_evening(page):
    assert "no match is stopped after them" in page().content.decode()


def test_where_no_length_is_asked_the_sentence_has_none(page, client, club):
    told = plan(client, club, template="pod_swiss", variant="cutthroat", game="three")
    assert re.search(r'<label for="id_rounds">\s*rounds\s*</label>', told)


def test_the_next_evening_is_like_the_last(make_tournament, page, clock, club):
    at = datetime(2026, 3, 3, 18, 30, tzinfo=UTC)
    last = make_tournament(
        players=4, rounds=7, mode=Mode.IN_PERSON, variant="oklahoma", starts_at=at, place="Café Astoria",
        settings={"capacity": 30, "admits": "members", "round_minutes": 35},
    )  # fmt: skip
    stages.begin(tournament=last, now=clock())
    form = page().context["form"]
    said = {key: form[key].value() for key in ("mode", "variant", "template", "place", "rounds", "round_minutes")}
    assert said == {
        "mode": "in_person", "variant": "oklahoma", "template": "swiss", "place": "Café Astoria", "rounds": 7,
        "round_minutes": 35,
    }  # fmt: skip
    assert (form["admits"].value(), form["capacity"].value(), form["expected"].value()) == ("members", 30, 4)
    begins = form["starts_at"].value()
    assert (begins.weekday(), begins.hour, begins.minute) == (1, 18, 30)
    assert timedelta(0) < begins.replace(tzinfo=UTC) - timezone.now() <= timedelta(weeks=1)


def test_the_rules_that_a_club_plays_stand_first(make_tournament, page, client, club):
    for variant in ("conquian", "gin-winner-deals", "oklahoma", "gin-winner-deals"):
        make_tournament(players=0, variant=variant)
    listed = [key for _name, held in page().context["form"].fields["variant"].choices for key, _said in held]
    assert listed[0] == "gin-winner-deals", "played twice"
    assert listed.index("conquian") < listed.index("colonel-pile"), "its game is played"
    assert sorted(listed) == sorted(key for key, _name in variant_choices())
    menu = plan(client, club, game="gin", variant="gin-rummy-com").split('id="id_variant"')[1].split("</select>")[0]
    found = re.findall('<option value="([^"]+)"', menu)
    assert found[0] == "gin-winner-deals"


def test_what_an_evening_got_on_the_way_is_no_habit(make_tournament, page, clock, organiser):
    """A cut that was added on the evening is not there for the next one."""
    last = make_tournament(players=8, rounds=3, variant="oklahoma")
    stages.begin(tournament=last, now=clock())
    knockouts.add_knockout(tournament=last, players=4, now=clock(), by=organiser)
    form = page().context["form"]
    assert (form["template"].value(), form["rounds"].value()) == ("swiss", 3)
    creating.create_tournament(
        club=last.club, name="Planned so", by=organiser, now=clock(), mode="online", variant="oklahoma",
        template="swiss_cut",
    )  # fmt: skip
    Tournament.objects.filter(pk=last.pk).delete()
    assert page().context["form"]["template"].value() == "swiss_cut", "that one was planned with it"


def test_a_limit_goes_with_its_format(make_tournament, page, client, club):
    make_tournament(4, settings={"capacity": 24})
    form = page().context["form"]
    sent = {key: value for key, value in as_sent(form).items() if key != "club"}
    assert sent["capacity"] == "24"
    told = plan(client, club, **sent | {"template": "team_swiss"})
    limit = re.search(r'<span id="capacity-of".*?</span></span>', told)[0]
    assert 'value="24"' not in limit
    assert "<span>teams</span>" in limit
    told = plan(client, club, **sent | {"template": "team_swiss", "capacity": "12"})
    assert 'value="12"' in re.search(r'<span id="capacity-of".*?</span></span>', told)[0], "what was typed stays"
    assert re.search(r"for \d+–\d+ teams", told)
    assert "Teams expected, about" in told
    assert "teams or more" in told


def test_the_club_s_own_rules_are_carried_over_in_their_newest_version(page, club, organiser, clock):
    asked = {"club": club, "name": "Tuesday gin", "preset": "gin-rummy-com", "by": organiser, "now": clock()}
    own = house_rules.make(**asked, options={"gin_bonus": 30})
    creating.create_tournament(
        club=club, name="Last", by=organiser, now=clock(), mode="online", variant=own.rules, template="swiss",
    )  # fmt: skip
    assert page().context["form"]["variant"].value() == own.rules
    later = house_rules.change(rules=own, name="Tuesday gin", options={"gin_bonus": 50}, by=organiser, now=clock())
    assert page().context["form"]["variant"].value() == later.rules != own.rules


def as_sent(form) -> dict[str, str]:
    """What a browser sends of this page untouched."""
    found = {}
    for name, field in form.fields.items():
        text = field.widget.format_value(form[name].value())
        found[name] = "".join(text) if isinstance(text, list) else str(text or "")
    ticked = {name: "on" for name, one in form.fields.items() if isinstance(one, BooleanField) and form[name].value()}
    plain = {name: text for name, text in found.items() if not isinstance(form.fields[name], BooleanField)}
    return plain | ticked | {"begun": form.begun, "shown": form.shown}


def test_another_club_on_the_form_offers_its_last_evening_and_what_was_typed_stays(
    make_tournament, page, client, clock, club, organiser
):
    make_tournament(players=9, variant="oklahoma", rounds=4, place="Back room")
    other = clubs.create_club(name="Friday Club", organiser=organiser)
    creating.create_tournament(
        club=other, name="Fridays", by=organiser, now=clock(), mode="in_person", variant="colonel-fosdick",
        template="round_robin", place="Front room",
    )  # fmt: skip
    page()
    form = client.get(reverse("tournaments:new"), {"club": club.slug}).context["form"]
    assert form["variant"].value() == "oklahoma"
    typed = as_sent(form) | {"name": "A night of ours", "capacity": "12"}
    seen = client.get(reverse("tournaments:new-plan"), typed).content.decode()
    assert "Begin with the last evening" not in seen
    typed |= {"club": str(other.pk)}
    seen = client.get(reverse("tournaments:new-plan"), typed).content.decode()
    assert "Begin with the last evening of Friday Club" in seen
    answer = client.post(reverse("tournaments:new"), typed | {"again": "1"})
    assert answer.status_code == 200
    again = answer.context["form"]
    assert (again["club"].value(), again.begun) == (other.pk, str(other.pk))
    assert (again["variant"].value(), again["template"].value(), again["place"].value()) == (
        "colonel-fosdick", "round_robin", "Front room",
    )  # fmt: skip
    assert (again["name"].value(), again["capacity"].value()) == ("A night of ours", "12")
    assert Tournament.objects.count() == 2, "nothing is created"
    assert not again.errors


def test_not_as_last_time_keeps_what_was_typed(make_tournament, page, client, club):
    make_tournament(players=9, variant="oklahoma", rounds=4, place="Back room", mode="in_person")
    shown = page()
    assert "Not as last time" in shown.content.decode()
    typed = as_sent(shown.context["form"]) | {"name": "A night of ours", "capacity": "12"}
    answer = client.post(reverse("tournaments:new"), typed | {"plain": "1"})
    form = answer.context["form"]
    assert (form["name"].value(), form["capacity"].value()) == ("A night of ours", "12")
    assert (form["variant"].value(), str(form["rounds"].value()), form["place"].value()) == (
        USUAL["variant"],
        "5",
        None,
    )
    assert form["mode"].value() == Mode.ONLINE, "one is chosen"
    assert client.get(reverse("tournaments:new"), {"plain": "1"}).context["form"]["mode"].value() == Mode.ONLINE
    assert "Not as last time" not in answer.content.decode()
    assert Tournament.objects.count() == 1, "nothing is created"


def test_a_club_without_an_evening_is_offered_none(page, club):
    shown = page().content.decode()
    assert "Not as last time" not in shown
    assert "Copy an earlier one" not in shown


def test_an_online_tournament_takes_no_room_from_last_time(page, client, make_tournament, club):
    make_tournament(players=4, place="Back room", mode="in_person")
    sent = as_sent(page().context["form"]) | {"name": "Online", "mode": "online", "club": str(club.pk)}
    assert "Back room" not in plan(client, club, mode="online", place="Back room")
    assert client.post(reverse("tournaments:new"), sent).status_code == 302
    assert finding.tournaments().get(name="Online").place == ""


def test_the_poster_says_that_a_club_without_approval_is_not_rated(page, client, club):
    page()
    Club.objects.update(approved_at=None)
    assert "have not approved this club yet" in plan(client, club, rating="counts")
    assert "have not approved" not in plan(client, club, rating="friendly")


@pytest.mark.parametrize("rubbish", ["", "x", "9" * 30, "٧", "-1"])
def test_a_club_that_is_none_offers_nothing(page, client, club, rubbish):
    sent = as_sent(page().context["form"]) | {"club": rubbish, "begun": rubbish}
    assert "Begin with" not in client.get(reverse("tournaments:new-plan"), sent).content.decode()
    assert client.post(reverse("tournaments:new"), sent | {"again": "1"}).status_code == 200


def test_a_club_that_meets_in_a_room_plays_in_person(page, club):
    assert page().context["form"]["mode"].value() == Mode.ONLINE
    Noticeboard.objects.create(club=club, meets="Tuesdays at the Café Astoria")
    assert page().context["form"]["mode"].value() == Mode.IN_PERSON


def test_the_poster_counts_who_may_enter(client, club, organiser, make_tournament):
    client.force_login(organiser)
    make_tournament(players=5)
    assert "Anybody may enter; the club has 6 members." in plan(client, club)
    told = plan(client, club, admits="members", capacity="40", expected="20")
    assert "6 members of the club may enter, 40 places." in told
    assert "for 4–6 players" in told
    assert "for 21–28 players" in plan(client, club, capacity="28", expected="16"), "nobody has said how many come"
    assert "The officials enter the players." in plan(client, club, admits="invited")


def test_what_the_page_says_of_who_may_enter_is_kept(client, club, organiser):
    client.force_login(organiser)
    form = {"club": club.pk, "name": "Tuesday", "timezone": "UTC", "game": "gin", "admits": "members"} | SHOWN
    answer = client.post(reverse("tournaments:new"), form | {"capacity": "24", "rating": "friendly", "rounds": "5"})
    assert answer.status_code == 302, answer.context["form"].errors
    held = finding.tournaments().get(name="Tuesday").settings
    assert (held["admits"], held["capacity"], held["rating"]) == ("members", 24, "friendly")
