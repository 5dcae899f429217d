"""A club's own rules are chosen where presets are: for tournaments, live tables, evenings entered afterwards."""

import pytest
from django.test import Client
from django.urls import reverse_lazy

from accounts import services as accounts
from clubs import services as clubs
from games import engine
from games.models import Challenge, Gathering, HouseRules, Table
from games.services import challenges, house_rules
from games.services.seeks import WantedGame
from tests.games import house_rule_sets
from tests.games.live import live_tables
from tests.markup import tight
from tournaments.entries.services import copying
from tournaments.errors import Invalid
from tournaments.event.services import creating
from tournaments.exchange.services.afterwards import entering
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
NEW = reverse_lazy("tournaments:new")


@pytest.fixture
def make_rules(club, organiser, clock):
    def make(name="Tuesday gin", rules=house_rule_sets.GIN, of=None, **more):
        chosen = {"preset": engine.base_of(rules), "options": engine.own_values(rules)}
        return house_rules.make(club=of or club, name=name, by=organiser, now=clock(), **chosen, **more)

    return make


@pytest.fixture
def member(club, organiser):
    ann = live_tables.person("Ann")
    clubs.add_member(club=club, user=ann, by=organiser)
    return ann


def signed_in(user):
    client = Client()
    client.force_login(user)
    return client


def open_evening(club, organiser, clock, variant, **more):
    return creating.create_tournament(club=club, name="Spring Open", variant=variant, by=organiser, now=clock(), **more)


def test_a_new_tournament_lists_the_clubs_rules_first_and_shows_their_name(client, organiser, club, make_rules):
    client.force_login(organiser)
    assert "rules/new/" in client.get(NEW).content.decode()
    one = make_rules()
    page = client.get(NEW, {"club": club.slug, "variant": one.rules})
    assert page.context["form"]["variant"].value() == one.rules
    text = page.content.decode()
    assert text.index("Tuesday gin") < text.index("Gin (Pagat)")
    assert "rules/new/" not in text
    form = page.context["form"]
    sent = {name: form[name].value() for name in form.fields if form[name].value() not in (None, "", False)}
    answer = client.post(NEW, sent | {"name": "Spring Open", "mode": "in_person"})
    assert answer.status_code == 302, answer.context["form"].errors
    made = Tournament.objects.get()
    assert (made.variant, made.rules_called, made.rules_name) == (one.rules, "Tuesday gin", "Tuesday gin")
    shown = tight(client.get(f"/t/{made.slug}/").content.decode())
    assert "Tuesday gin" in shown


def test_a_tournament_keeps_the_rules_it_was_planned_by(club, organiser, clock, make_rules):
    one = make_rules()
    before = open_evening(club, organiser, clock, one.rules)
    one.refresh_from_db()
    assert one.used_at
    later = house_rules.change(rules=one, name="Tuesday gin", options={"gin_bonus": 50}, by=organiser, now=clock())
    before.refresh_from_db()
    assert engine.rule_set(before.variant).gin_bonus == 30
    with pytest.raises(Invalid, match="offers it no more") as bad:
        open_evening(club, organiser, clock, one.rules)
    assert bad.value.field == "variant"
    assert open_evening(club, organiser, clock, later.rules).rules_called == "Tuesday gin"


def test_a_copy_has_the_rules_of_its_evening_though_they_were_withdrawn(club, organiser, clock, make_rules):
    one = make_rules(is_rated=False)
    before = open_evening(club, organiser, clock, one.rules, starts_at=clock.later(days=1))
    house_rules.withdraw(rules=one, by=organiser, now=clock())
    made = copying.copy_tournament(tournament=before, by=organiser, now=clock())
    assert (made.variant, made.rules_called, made.rules_are_rated) == (one.rules, "Tuesday gin", False)


@pytest.mark.parametrize("rules", ["gin-pagat~gin_bonus=30", "color~suit_target=150", "gin-pagat~knock_limit=99", "no"])
def test_no_door_takes_rules_of_another_club_or_of_nobody(client, club, organiser, clock, make_rules, rules):
    other = clubs.create_club(name="Friday Club", organiser=organiser)
    make_rules("Theirs", "color~suit_target=150", of=other)
    with pytest.raises(Invalid) as bad:
        open_evening(club, organiser, clock, rules)
    assert bad.value.field == "variant"
    client.force_login(organiser)
    asked = {"club": club.slug, "name": "API Open", "rounds": 1, "mode": "in_person", "variant": rules}
    answer = client.post("/api/v1/tournaments/", asked, content_type="application/json")
    assert (answer.status_code, [*answer.json()["errors"]]) == (400, ["variant"])
    assert not Tournament.objects.exists()


def test_rules_that_are_unrated_are_not_rated_though_the_club_is(club, organiser, clock, make_rules):
    assert open_evening(club, organiser, clock, make_rules().rules).counts
    plain = make_rules("Colonel", house_rule_sets.COLONEL, is_rated=False)
    assert not open_evening(club, organiser, clock, plain.rules).counts


def test_an_evening_is_entered_by_the_clubs_rules(club, organiser, clock, make_rules):
    one = make_rules("Colours", house_rule_sets.COLOR)
    text = "Ana,420,Ben,250\nCem,340,Dan,310\n"
    said = {"club": club, "name": "Last Tuesday", "variant": one.rules, "data": text.encode(), "dry_run": False}
    short = said | {"data": b"Ana,210,Ben,200\n"}
    [problem] = entering.enter_evening(now=clock(), by=organiser, **short).problems
    assert "at least 600 together" in problem.text, "four suits of 150"
    report = entering.enter_evening(now=clock(), by=organiser, **said)
    assert not report.problems
    assert Tournament.objects.get().rules_called == "Colours"


# ---- live tables


def test_a_member_plays_by_the_rules_of_the_club(member, make_rules):
    one = make_rules()
    page = signed_in(member).get("/tables/new/", {"rules": one.rules}).content.decode()
    assert "Tuesday gin" in page
    asked = {"rules": one.rules, "level": "novice", "others": "house"}
    signed_in(member).post("/tables/new/", asked)
    table = Table.objects.get()
    assert (table.rules, table.rules_name) == (one.rules, "Tuesday gin")
    assert HouseRules.objects.get().used_at


def test_people_with_a_link_play_by_the_rules_of_the_host_and_unrated_ones_stay_so(member, make_rules):
    one = make_rules(is_rated=False)
    asked = {"rules": one.rules, "level": "novice", "others": "people", "is_rated": "on"}
    answer = signed_in(member).post("/tables/new/", asked)
    waiting = Gathering.objects.get()
    assert (waiting.rules_name, waiting.is_rated) == ("Tuesday gin", False)
    assert "Tuesday gin" in Client().get(answer["Location"]).content.decode()


def test_a_stranger_to_the_club_does_not(make_rules):
    one, ben = make_rules(), live_tables.person("Ben")
    asked = {"rules": one.rules, "level": "novice"}
    answer = signed_in(ben).post("/api/v1/tables/", asked, content_type="application/json")
    assert answer.status_code == 400, answer.content
    assert "No club of yours" in answer.content.decode()
    assert signed_in(ben).post("/tables/new/", asked | {"others": "house"}).status_code in (200, 422)
    assert not Table.objects.exists()


def test_strangers_who_look_for_each_other_meet_by_presets(member, make_rules):
    asked = {"rules": make_rules().rules, "length": "", "clock": "10+5", "laws": "strict"}
    answer = signed_in(member).post("/play/find/", asked)
    assert answer.status_code in (200, 422)
    assert not Table.objects.exists()
    asked = {"rules": "gin-pagat", "level": "novice"}
    assert signed_in(member).post("/api/v1/tables/", asked, content_type="application/json").status_code == 201


# ---- challenges


def with_account(name):
    return accounts.official(username=name.lower(), name=name, email="", password="x" * 12)


def test_a_member_challenges_anybody_to_the_rules_of_the_club(member, make_rules):
    one, ben = make_rules(is_rated=False), with_account("Ben")
    where = f"/play/challenges/to/{ben.public_id}/"
    assert "Tuesday gin" in signed_in(member).get(where).content.decode()
    asked = {"rules": one.rules, "clock": "10+5", "laws": "strict", "is_rated": "on"}
    assert signed_in(member).post(where, asked).status_code == 302
    made = Challenge.objects.get()
    assert (made.rules_name, made.is_rated) == ("Tuesday gin", False), "the club plays it unrated"
    shown = signed_in(ben).get(f"/play/challenges/{made.public_id}/").content.decode()
    assert "Tuesday gin" in shown
    assert signed_in(ben).get(f"/rules/{one.rules}/", follow=True).status_code == 200
    table = challenges.accept_challenge(challenge=made, user=ben, now=live_tables.now()).table
    assert (table.rules, table.rules_name) == (one.rules, "Tuesday gin")
    assert HouseRules.objects.get().used_at


def test_a_challenge_by_rules_of_a_club_is_of_its_members_alone(member, make_rules):
    one, ben = make_rules(), with_account("Ben")
    asked = {"rules": one.rules, "clock": "10+5", "laws": "strict"}
    answer = signed_in(ben).post(f"/play/challenges/to/{with_account('Dan').public_id}/", asked)
    assert (answer.status_code, [*answer.context["form"].errors]) == (422, ["rules"])
    with pytest.raises(house_rules.BadRules, match="No club of yours") as bad:
        challenges.challenge(by=ben, to=with_account("Cy"), wish=WantedGame(rules=one.rules), now=live_tables.now())
    assert bad.value.field == "rules"


# ---- the admin


def test_staff_look_at_rule_sets_and_change_them_nowhere_but_at_the_club(client, admin_user, make_rules):
    one = make_rules()
    client.force_login(admin_user)
    listed = client.get("/admin/games/houserules/")
    assert (listed.status_code, "Tuesday gin" in listed.content.decode()) == (200, True)
    at = f"/admin/games/houserules/{one.pk}/"
    assert client.get(f"{at}change/").status_code == 200
    assert client.post(f"{at}change/", {"name": "Mine"}).status_code == 403
    assert client.post(f"{at}delete/", {"post": "yes"}).status_code == 403
    assert client.get("/admin/games/houserules/add/").status_code == 403
    assert HouseRules.objects.get().name == "Tuesday gin"
