"""Clubs: starting one, membership, roles, and who may do what."""

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied

from accounts import services as accounts
from accounts.models import User
from audit.models import AuditEntry
from clubs import selectors, services
from clubs.models import Club, Membership, Role

pytestmark = pytest.mark.django_db
NOW, HOUR = datetime(2026, 11, 23, 20, tzinfo=UTC), timedelta(hours=1)


def person(name: str) -> User:
    """Somebody who can sign in."""
    return accounts.official(username=name.lower(), name=name, email=f"{name.lower()}@club.example", password="x" * 12)


@pytest.fixture
def olga():
    return person("Olga")


@pytest.fixture
def club(olga):
    return services.create_club(name="Thursday  Club", organiser=olga, zone="Europe/Vienna")


def test_the_founder_organises_and_an_entry_says_so(club, olga):
    assert (club.name, club.slug, club.timezone) == ("Thursday Club", "thursday-club", "Europe/Vienna")
    assert selectors.may_organise(olga, club)
    assert AuditEntry.objects.get(action="club.create").actor_id == olga.pk


def test_addresses_are_free_and_not_those_of_the_pages(club, olga):
    assert services.create_club(name="Thursday Club", organiser=olga).slug == "thursday-club-2"
    assert services.create_club(name="New", organiser=olga).slug == "new-2"
    assert services.create_club(name="Клуб", organiser=olga).slug == "club"


@pytest.mark.parametrize(
    ("role", "directs", "organises"),
    [(Role.PLAYER, False, False), (Role.DIRECTOR, True, False), (Role.ORGANISER, True, True)],
)
def test_what_a_role_may_do(club, role, directs, organises):
    ann = accounts.player_for(name="Ann")[0]
    services.add_member(club=club, user=ann, role=role)
    assert (selectors.may_direct(ann, club), selectors.may_organise(ann, club)) == (directs, organises)


def test_strangers_and_visitors_may_nothing(club, olga):
    other = services.create_club(name="Other", organiser=accounts.player_for(name="Otto")[0])
    for person, where in ((olga, other), (AnonymousUser(), club)):
        assert selectors.role_of(person, where) is None
        assert not selectors.may_direct(person, where)
        assert not selectors.may_organise(person, where)
    assert list(selectors.organised_by(olga)) == [club]
    assert not selectors.organised_by(AnonymousUser()).exists()


def test_an_administrator_finds_the_own_club_first_and_that_of_the_site_last(club, olga):
    services.create_club(name="Alpha", organiser=accounts.player_for(name="Otto")[0])
    services.club_of_the_site()
    assert [str(one) for one in selectors.all_for(olga)] == ["Thursday Club", "Alpha", "Open tables"]


def test_joining_twice_keeps_the_role(club):
    ann = accounts.player_for(name="Ann")[0]
    services.add_member(club=club, user=ann, role=Role.DIRECTOR)
    assert services.add_member(club=club, user=ann).role == Role.DIRECTOR
    assert club.memberships.count() == 2


def test_a_role_is_given_with_a_trace(club, olga):
    ann = person("Ann")
    services.add_member(club=club, user=ann, by=ann)
    services.give_role(club=club, user=ann, role="organiser", by=olga)
    entry = AuditEntry.objects.get(action="club.role")
    assert (entry.before["role"], entry.after["role"]) == ("player", "organiser")
    services.give_role(club=club, user=olga, role="player", by=ann)
    with pytest.raises(services.LastOrganiser):
        services.give_role(club=club, user=ann, role="director", by=ann)
    with pytest.raises(ValueError, match="king"):
        services.give_role(club=club, user=olga, role="king", by=ann)
    with pytest.raises(Membership.DoesNotExist):
        services.give_role(club=club, user=accounts.player_for(name="Nobody")[0], role="player", by=ann)


@pytest.mark.parametrize("role", ["director", "organiser"])
def test_only_somebody_who_can_act_and_said_yes_is_an_official(club, olga, role):
    guest, ann = services.enrol(club=club, name="Only A Name", by=None).user, person("Ann")
    with pytest.raises(services.CannotTakeOver, match="no login"):
        services.give_role(club=club, user=guest, role=role, by=olga)
    services.add_member(club=club, user=ann, by=olga)
    with pytest.raises(services.CannotTakeOver, match="has not said yet"):
        services.give_role(club=club, user=ann, role=role, by=olga)
    services.add_member(club=club, user=ann, by=ann)
    assert services.give_role(club=club, user=ann, role=role, by=olga).role == role


def test_an_organiser_without_a_login_is_none_who_is_left(club, olga):
    services.add_member(club=club, user=accounts.player_for(name="Only A Name")[0], role=Role.ORGANISER)
    with pytest.raises(services.LastOrganiser):
        services.give_role(club=club, user=olga, role="player", by=olga)


def test_visitors_see_officials_who_said_yes_alone(club, olga):
    ann = person("Ann")
    services.add_member(club=club, user=ann, role=Role.ORGANISER, by=olga)
    assert list(selectors.shown_officials(club)) == [olga]
    services.add_member(club=club, user=ann, by=ann)
    assert list(selectors.shown_officials(club)) == [ann, olga]


@pytest.mark.parametrize("search", ["garcia", "GARCÍA", "ana gar"])
def test_members_are_found_without_regard_to_case_and_accents(club, search):
    services.enrol(club=club, name="Ana García", by=None)
    assert [one.user.name for one in selectors.members(club, search)] == ["Ana García"]


def test_enrolling_finds_members_again(club):
    first = services.enrol(club=club, name="Zoë", by=None)
    assert services.enrol(club=club, name="zoë", by=None) == first
    assert [one.user.name for one in selectors.members(club)] == ["Olga", "Zoë"]
    assert selectors.clubs().get().member_count == 2
    assert Club.objects.count() == 1


def test_an_invitation_is_mailed_once_a_day_and_runs_out(club, olga, settings, mailoutbox):
    settings.MAIL_IS_CONFIGURED = True
    services.approve_club(club=club, by=None, now=NOW)
    whom = {"club": club, "name": "Vera", "email": "Vera@Club.Example", "by": olga}
    first = services.invite(**whom, now=NOW)
    assert services.invite(**whom, now=NOW + HOUR) == first
    [letter] = mailoutbox
    assert (letter.to, f"{settings.SITE_ORIGINS[0]}{first.get_absolute_url()}" in letter.body) == (
        ["vera@club.example"],
        True,
    )
    late = NOW + services.INVITED_FOR
    with pytest.raises(services.NotOpen):
        services.accept_invitation(token=first.token, user=olga, now=late)
    fresh = services.invite(**whom, now=late)
    assert (fresh.token != first.token, len(mailoutbox)) == (True, 2)
    assert services.accept_invitation(token=fresh.token, user=olga, now=late).user == olga


def test_a_club_that_nobody_has_approved_mails_invitations_to_confirmed_addresses_alone(
    club, olga, settings, mailoutbox
):
    settings.MAIL_IS_CONFIGURED = True
    ann = person("Ann")
    User.objects.filter(pk=ann.pk).update(email="ann@club.example")
    vera, *_ = made = [
        services.invite(club=club, name=name, email=f"{name}@club.example", by=olga, now=NOW)
        for name in ("Vera", "Ann")
    ]
    assert [letter.to for letter in mailoutbox] == [["ann@club.example"]]
    assert [one.mailed_at for one in made] == [None, NOW]
    services.approve_club(club=club, by=None, now=NOW)
    assert services.invite(club=club, name="Vera", email=vera.email, by=olga, now=NOW).mailed_at == NOW


def test_only_officials_put_people_on_the_list_invite_take_back_and_give_roles(club, olga):
    ann = person("Ann")
    services.add_member(club=club, user=ann, by=ann)
    made = services.invite(club=club, name="Vera", email="", by=olga, now=NOW)
    for act in (
        lambda: services.enrol(club=club, name="Ben", by=ann),
        lambda: services.invite(club=club, name="Ben", email="", by=ann, now=NOW),
        lambda: services.withdraw_invitation(club=club, token=made.token, by=ann, now=NOW),
        lambda: services.give_role(club=club, user=ann, role="organiser", by=ann),
    ):
        with pytest.raises(PermissionDenied):
            act()
    services.withdraw_invitation(club=club, token=made.token, by=olga, now=NOW)
