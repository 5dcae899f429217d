"""Club pages: starting a club, joining, enrolling, and who may give roles."""

import re

import pytest

from accounts import services as accounts
from accounts.models import User
from clubs import selectors, services
from clubs.models import Club, Membership
from tests.markup import tight

pytestmark = pytest.mark.django_db


def test_clubs_are_empty_at_first_and_offer_to_found_one(client):
    answer = client.get("/clubs/")
    assert answer.status_code == 200
    assert "/clubs/new/" in answer.content.decode()


def test_founding_needs_a_name_and_a_person(client, as_olga, olga):
    assert client.post("/clubs/new/", {"name": "X", "zone": "UTC"}).status_code == 302
    assert not Club.objects.exists()
    assert as_olga.post("/clubs/new/", {"name": " \u200b ", "zone": "UTC"}).status_code == 422
    answer = as_olga.post("/clubs/new/", {"name": "New", "zone": "Europe/Vienna"})
    club = Club.objects.get()
    assert answer["Location"] == f"/clubs/{club.slug}/"
    assert club.slug != "new"
    assert selectors.may_organise(olga, club)


def test_a_stranger_sees_members_and_no_tools(client, club):
    assert "New tournament" not in tight(client.get(f"/clubs/{club.slug}/").content.decode())
    page = shown(client, club)
    assert "Olga Organ" in page
    assert "Add a member" not in page


def test_the_organiser_sees_three_steps_and_tools(as_olga, club):
    page = as_olga.get(f"/clubs/{club.slug}/").content.decode()
    assert "Three steps" in page
    assert f"/o/new/?club={club.slug}" in page
    assert "You are an organiser" in page
    assert "Add a member" in shown(as_olga, club)


def test_a_visitor_asks_to_join_and_is_let_in(client, as_dirk, club):
    where = f"/clubs/{club.slug}/join/"
    assert client.post(where).status_code == 302
    ann = accounts.player_for(name="Ann")[0]
    client.force_login(ann)
    client.post(where, {"note": "Ben told me of Thursdays"})
    assert selectors.role_of(ann, club) is None
    assert "Take the request back" in tight(client.get(f"/clubs/{club.slug}/").content.decode())
    assert "Ben told me of Thursdays" not in shown(client, club), "only officials read the note"
    assert "Ben told me of Thursdays" in shown(as_dirk, club)
    answer = {"person": ann.public_id, "answer": "yes"}
    assert client.post(f"/clubs/{club.slug}/requests/", answer).status_code == 403
    as_dirk.post(f"/clubs/{club.slug}/requests/", answer)
    assert selectors.role_of(ann, club) == "player"
    assert "answered already" in tight(
        as_dirk.post(f"/clubs/{club.slug}/requests/", answer, follow=True).content.decode()
    )


def test_who_was_told_no_is_told_when_to_ask_again_and_who_changed_their_mind_is_not_listed(client, as_dirk, club):
    ann = accounts.player_for(name="Ann")[0]
    client.force_login(ann)
    where = f"/clubs/{club.slug}/join/"
    client.post(where)
    client.post(where, {"back": "1"})
    assert not club.join_requests.exists()
    client.post(where)
    as_dirk.post(f"/clubs/{club.slug}/requests/", {"person": ann.public_id, "answer": "no"})
    again = client.post(where)
    assert (again.status_code, "ask again from" in again.content.decode()) == (422, True)
    assert selectors.role_of(ann, club) is None


def test_where_everybody_may_join_one_is_in_at_once(client, as_olga, as_dirk, club):
    assert as_dirk.post(f"/clubs/{club.slug}/joining/", {"asks": "no"}).status_code == 403
    as_olga.post(f"/clubs/{club.slug}/joining/", {"asks": "no"})
    ann = accounts.player_for(name="Ann")[0]
    client.force_login(ann)
    client.post(f"/clubs/{club.slug}/join/")
    assert selectors.role_of(ann, club) == "player"


def test_no_address_goes_on_the_list_as_a_name(as_dirk, club):
    answer = as_dirk.post(f"/clubs/{club.slug}/members/", {"name": "ben@club.example"})
    assert "everybody would read it" in answer.content.decode()
    assert not User.objects.filter(name__contains="@").exists()


def test_directors_enrol_members_by_name(as_dirk, client, club):
    where = f"/clubs/{club.slug}/members/"
    as_dirk.post(where, {"name": "Zoë Brand-New"})
    as_dirk.post(where, {"name": "Zoë Brand-New"})
    assert User.objects.filter(name="Zoë Brand-New").count() == 1
    assert as_dirk.post(where, {"name": "", "email": "nonsense"}).status_code == 422
    client.force_login(accounts.player_for(name="A Stranger")[0])
    assert client.post(where, {"name": "Nobody"}).status_code == 403


def test_an_address_is_invited_and_joins_by_the_link(as_dirk, client, club):
    as_dirk.post(f"/clubs/{club.slug}/members/", {"name": "Vera", "email": "vera@club.example"})
    link = re.search(r'data-copy="http://testserver(/invitations/[^"]+)"', shown(as_dirk, club)).group(1)
    assert "/invitations/" not in shown(client, club), "only directors see the links"
    page = client.get(link).content.decode()
    assert "brings you back here" in page
    join = re.search(r'href="(/accounts/signup/[^"]+)"', page.partition("<main")[2]).group(1).replace("&amp;", "&")
    assert 'value="Vera"' in client.get(join).content.decode(), "the name is known"
    assert client.post(link).status_code == 200
    vera = accounts.player_for(name="Vera V.")[0]
    client.force_login(vera)
    assert client.post(link)["Location"] == f"/clubs/{club.slug}/"
    assert selectors.role_of(vera, club) == "player"
    used = client.post(link, follow=True)
    assert (used.status_code, "no longer open" in used.content.decode()) == (410, True)
    assert client.get("/invitations/never-made/").status_code == 404


def test_a_director_takes_an_invitation_back(as_dirk, client, club):
    as_dirk.post(f"/clubs/{club.slug}/members/", {"name": "Vera", "email": "vera@club.example"})
    invitation = club.invitations.get()
    form = {"token": invitation.token}
    client.force_login(accounts.player_for(name="A Stranger")[0])
    assert client.post(f"/clubs/{club.slug}/invitations/withdraw/", form).status_code == 403
    assert as_dirk.post(f"/clubs/{club.slug}/invitations/withdraw/", form).status_code == 302
    assert client.get(invitation.get_absolute_url()).status_code == 404


def shown(client, club):
    """The members of the club as this visitor reads it."""
    return client.get(f"/clubs/{club.slug}/members/").content.decode()


def test_only_organisers_give_roles(as_olga, as_dirk, club):
    ann = accounts.official(username="ann", name="Ann", email="", password="x" * 12)
    services.add_member(club=club, user=ann)
    form = {"member": ann.public_id, "role": "director"}
    assert as_dirk.post(f"/clubs/{club.slug}/roles/", form).status_code == 403
    assert selectors.role_of(ann, club) == "player"
    asked = as_olga.post(f"/clubs/{club.slug}/roles/", form, follow=True)
    assert "Ann has not said yet that they are a member." in tight(asked.content.decode())
    assert selectors.role_of(ann, club) == "player"
    services.add_member(club=club, user=ann, by=ann)
    assert as_olga.post(f"/clubs/{club.slug}/roles/", form).status_code == 302
    assert selectors.role_of(ann, club) == "director"
    assert as_olga.post(f"/clubs/{club.slug}/roles/", form | {"role": "king"}).status_code == 302
    assert selectors.role_of(ann, club) == "director"
    assert as_olga.post(f"/clubs/{club.slug}/roles/", form | {"member": "nobody"}).status_code == 404


def test_a_club_keeps_an_organiser(as_olga, olga, club):
    page = as_olga.post(f"/clubs/{club.slug}/roles/", {"member": olga.public_id, "role": "player"}, follow=True)
    assert "at least one organiser" in tight(page.content.decode())
    assert Membership.objects.get(user=olga).role == "organiser"


def test_club_api_reads_and_founds(client, as_olga, club):
    listed = client.get("/api/v1/clubs/").json()
    assert [one["slug"] for one in listed["results"]] == [club.slug]
    assert client.get(f"/api/v1/clubs/{club.slug}/").json()["members"] == 1
    assert client.get(f"/api/v1/clubs/{club.slug}/members").json()["results"][0]["role"] == "organiser"
    assert client.post("/api/v1/clubs/", {"name": "X"}, content_type="application/json").status_code == 403
    made = as_olga.post("/api/v1/clubs/", {"name": "Friday Club"}, content_type="application/json")
    assert made.status_code == 201
    assert made.json()["slug"] == "friday-club"
    wrong = as_olga.post("/api/v1/clubs/", {"name": "", "timezone": "Moon/Base"}, content_type="application/json")
    assert wrong.status_code == 400
    assert wrong["Content-Type"] == "application/problem+json"
    assert set(wrong.json()["errors"]) == {"name", "timezone"}
