"""Members who leave: by themselves, removed, or after handing the club over; and memberships that the person was not
asked about."""

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone, translation

from accounts import services as accounts
from accounts.models import User
from audit.models import AuditEntry
from clubs import own_data, selectors, services
from clubs.models import Club, JoinRequest, Role
from clubs.services import leaving, requests
from notices.models import Notice
from notices.selectors.wording import worded
from tests.markup import tight

pytestmark = pytest.mark.django_db


def person(name: str) -> User:
    """Somebody who can sign in."""
    return accounts.official(username=name.lower(), name=name, email=f"{name.lower()}@club.example", password="x" * 12)


@pytest.fixture
def olga() -> User:
    return person("Olga")


@pytest.fixture
def ann() -> User:
    return person("Ann")


@pytest.fixture
def club(olga: User) -> Club:
    return services.create_club(name="Thursday Club", organiser=olga)


def test_a_member_leaves_and_a_trace_is_left(club, ann):
    services.add_member(club=club, user=ann, by=ann)
    leaving.leave(club=club, user=ann, now=timezone.now())
    assert selectors.role_of(ann, club) is None
    assert AuditEntry.objects.get(action="club.leave").before == {"user": ann.public_id, "role": "player"}


def test_the_last_organiser_hands_over_first_and_then_leaves(club, olga, ann):
    with pytest.raises(services.LastOrganiser):
        leaving.leave(club=club, user=olga, now=timezone.now())
    services.add_member(club=club, user=ann, by=ann)
    leaving.hand_over(club=club, to=ann, by=olga, now=timezone.now())
    assert (selectors.role_of(ann, club), selectors.role_of(olga, club)) == (Role.ORGANISER, Role.PLAYER)
    leaving.leave(club=club, user=olga, now=timezone.now())
    assert [one.user for one in selectors.members(club)] == [ann]


def test_a_club_is_handed_over_only_to_somebody_who_can_take_it(club, olga, ann):
    guest = services.enrol(club=club, name="Only A Name", by=None).user
    with pytest.raises(services.CannotTakeOver, match="no login"):
        leaving.hand_over(club=club, to=guest, by=olga, now=timezone.now())
    services.add_member(club=club, user=ann, by=olga)
    with pytest.raises(services.CannotTakeOver, match="has not said yet"):
        leaving.hand_over(club=club, to=ann, by=olga, now=timezone.now())
    with pytest.raises(PermissionDenied):
        leaving.hand_over(club=club, to=olga, by=ann, now=timezone.now())
    assert selectors.role_of(olga, club) == Role.ORGANISER


def test_only_organisers_remove_members(club, olga, ann):
    services.add_member(club=club, user=ann, role=Role.DIRECTOR, by=ann)
    guest = services.enrol(club=club, name="Only A Name", by=None).user
    with pytest.raises(PermissionDenied):
        leaving.remove(club=club, user=guest, by=ann, now=timezone.now())
    leaving.remove(club=club, user=guest, by=olga, now=timezone.now())
    assert User.objects.filter(pk=guest.pk).exists(), "results name them"
    assert not selectors.players(club).filter(pk=guest.pk).exists()


def test_a_place_given_without_asking_is_seen_by_officials_alone_until_the_person_says_yes(club, olga, ann):
    services.add_member(club=club, user=ann, by=olga)
    stranger = person("Stranger")
    assert [one.club for one in selectors.asking(ann)] == [club]
    assert ann not in [one.user for one in selectors.listed(club, stranger)]
    assert ann in [one.user for one in selectors.listed(club, olga)]
    leaving.answer_place(club=club, user=ann, accepts=True, now=timezone.now())
    assert ann in [one.user for one in selectors.listed(club, stranger)]
    assert not selectors.asking(ann).exists()


def test_who_says_no_is_off_the_list(club, olga, ann):
    services.add_member(club=club, user=ann, by=olga)
    leaving.answer_place(club=club, user=ann, accepts=False, now=timezone.now())
    assert selectors.role_of(ann, club) is None
    leaving.answer_place(club=club, user=ann, accepts=True, now=timezone.now())
    assert selectors.role_of(ann, club) is None, "nobody asks any more"


def test_a_request_is_told_to_its_author_and_forgotten_with_them_or_after_its_time(club, olga, ann):
    now = timezone.now()
    requests.join(club=club, user=ann, note="Hello", now=now)
    assert [one["note"] for one in own_data.tell(ann)["requests"]] == ["Hello"]
    own_data.forget(ann, "Former member", now)
    assert not club.join_requests.exists()
    requests.join(club=club, user=ann, now=now)
    requests.answer_request(club=club, user=ann, lets_in=False, by=olga, now=now)
    with pytest.raises(requests.NotNow):
        requests.join(club=club, user=ann, now=now + requests.ASK_AGAIN / 2)
    requests.forget_old_requests(now=now + requests.ASK_AGAIN)
    assert not club.join_requests.exists()
    assert isinstance(requests.join(club=club, user=ann, now=now + requests.ASK_AGAIN), JoinRequest)


def test_officials_are_told_who_asks_once_and_the_applicant_how_it_ended(club, olga, ann):
    now = timezone.now()
    for _time in range(2):
        requests.join(club=club, user=ann, note="Hello", now=now)
    requests.answer_request(club=club, user=ann, lets_in=False, by=olga, now=now)
    later = now + requests.ASK_AGAIN
    requests.join(club=club, user=ann, now=later)
    requests.answer_request(club=club, user=ann, lets_in=True, by=olga, now=later)
    told = Notice.objects.order_by("pk")
    assert [(one.user, one.text) for one in told] == [
        (olga, "join_asked"), (ann, "join_answered.no"), (olga, "join_asked"), (ann, "join_answered.yes"),
    ]  # fmt: skip
    assert worded(told[0], None).title == "Ann asks to join Thursday Club"
    assert told[0].link == f"/clubs/{club.slug}/members/"
    with translation.override("es"):
        assert worded(told[3], None).title == "Ya eres miembro de Thursday Club"


def test_who_was_removed_does_not_come_back_by_themselves_into_a_club_that_is_open_to_all(club, olga, ann):
    now = timezone.now()
    requests.set_joining(club=club, asks=False, by=olga, now=now)
    requests.join(club=club, user=ann, now=now)
    early = services.invite(club=club, name="Ann", email="", by=olga, now=now)
    leaving.remove(club=club, user=ann, by=olga, now=now)
    assert isinstance(requests.join(club=club, user=ann, now=now), JoinRequest)
    with pytest.raises(services.NotOpen):
        services.accept_invitation(token=early.token, user=ann, now=now)
    assert selectors.role_of(ann, club) is None
    requests.answer_request(club=club, user=ann, lets_in=True, by=olga, now=now)
    assert selectors.role_of(ann, club) == Role.PLAYER
    assert not selectors.removed(club).exists()


def test_an_official_sees_who_was_removed_and_lifts_it_by_page_and_api(club, olga, ann, client):
    now = timezone.now()
    requests.set_joining(club=club, asks=False, by=olga, now=now)
    for by_api in (True, False):
        services.add_member(club=club, user=ann, by=ann)
        leaving.remove(club=club, user=ann, by=olga, now=now)
        client.force_login(ann)
        api = f"/api/v1/clubs/{club.slug}/removals"
        assert client.get(api).status_code == 403
        assert client.delete(f"{api}/{ann.public_id}").status_code == 403
        assert "Ask to join" in tight(client.get(f"/clubs/{club.slug}/").content.decode())
        client.force_login(olga)
        assert "Removed from the list" in tight(client.get(f"/clubs/{club.slug}/members/").content.decode())
        if by_api:
            assert [one["id"] for one in client.get(api).json()["results"]] == [ann.public_id]
            assert client.delete(f"{api}/{ann.public_id}").status_code == 204
        else:
            client.post(f"/clubs/{club.slug}/removals/lift/", {"person": ann.public_id})
        assert requests.join(club=club, user=ann, now=now) == ann.memberships.get()
