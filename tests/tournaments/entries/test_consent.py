"""Ratings by consent: a club that is not approved has nothing rated, and nobody is rated where others entered them."""

from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from accounts import services as accounts
from audit.models import AuditEntry
from clubs import selectors as club_selectors
from clubs import services as clubs
from clubs.models import JoinRequest
from clubs.services import leaving, requests
from duework.services import sweep
from games.models import Play, Table
from games.services import tables
from ratings.models import RatedMatch
from tests.markup import tight
from tournaments import errors
from tournaments.corrections.services import corrections
from tournaments.entries.services import acceptance, entering
from tournaments.event.selectors import consent
from tournaments.exchange.selectors.reports import report_text
from tournaments.exchange.services import reports
from tournaments.models import EntryMember, Match, Tournament
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


def person(name: str):
    """Somebody with an account of their own."""
    return accounts.official(username=name.lower(), name=name, email=f"{name.lower()}@example.org", password="x")


@pytest.fixture
def ann(db):
    return person("Ann")


@pytest.fixture
def ben(db):
    return person("Ben")


@pytest.fixture
def event(make_tournament, organiser, clock):
    """A round robin of two rounds that the organiser has entered people in (or they themselves), checked in, begun."""

    def event(*people, own=(), **conditions) -> Tournament:
        conditions = {"rounds": None, "template": "round_robin", "options": {"cycles": 2}, **conditions}
        tournament = make_tournament(players=0, **conditions)
        for user in (*people, *own):
            entering.enter(tournament=tournament, user=user, by=user if user in own else organiser, now=clock())
        entering.check_in_all(tournament=tournament, by=organiser, now=clock())
        return stages.begin(tournament=tournament, by=organiser, now=clock())

    return event


def counted() -> list[bool]:
    """Of each recorded match, in order: does it count for ratings?"""
    return [weight > 0 for weight in RatedMatch.objects.order_by("pk").values_list("weight", flat=True)]


def test_a_club_is_rated_from_its_approval_on(make_tournament, play_round, club, organiser, clock):
    clubs.withdraw_approval(club=club, by=None, now=clock())
    before = make_tournament(players=4)
    stages.begin(tournament=before, by=organiser, now=clock())
    play_round(before)
    staff = accounts.official(username="sam", name="Sam", email="", password="x", site_admin=True)
    with pytest.raises(PermissionDenied, match="staff can approve"):
        clubs.approve_club(club=club, by=organiser, now=clock())
    approved = clubs.approve_club(club=club, by=staff, now=clock())
    assert (approved.approved_at, approved.approved_by) == (clock(), staff)
    assert AuditEntry.objects.filter(action="club.approve", actor=staff).count() == 1
    play_round(before)
    after = make_tournament(players=4)
    stages.begin(tournament=after, by=organiser, now=clock())
    play_round(after)
    assert counted() == [False] * 4 + [True] * 2
    assert "had not approved" in consent.event_words(Tournament.objects.get(pk=before.pk))
    assert consent.event_words(after) == ""


def test_a_club_that_site_staff_found_is_approved(organiser):
    assert not clubs.create_club(name="Mine", organiser=organiser).is_approved
    organiser.is_staff = True
    assert clubs.create_club(name="Ours", organiser=organiser).is_approved


def test_whom_others_entered_is_rated_once_they_confirm(event, play_round, organiser, ann, ben, clock):
    tournament = event(ann, ben)
    play_round(tournament)
    match = Match.objects.select_related("round__stage__tournament__club").get()
    assert counted() == [False]
    assert "Ann, Ben had not confirmed" in consent.match_words(match)
    clock.later(minutes=1)
    for member in EntryMember.objects.all():
        acceptance.answer(member=member, accepts=True, by=member.user, now=clock())
    with pytest.raises(errors.Refusal, match="answered already"):
        acceptance.answer(member=member, accepts=False, by=member.user, now=clock())
    play_round(tournament)
    assert counted() == [False, True]
    seen = corrections.preview_correction(match=match, points=(100, 50))
    facts = {"points": (100, 50), "digest": seen.digest, "reason": "Misread", "by": organiser, "now": clock()}
    corrections.apply_correction(match=match, **facts)
    assert counted() == [False, True], "what ended before stays as it was"


def test_who_says_not_me_is_never_rated_and_nobody_answers_for_another(event, play_round, ann, ben, clock):
    tournament = event(ann, ben)
    place = EntryMember.objects.get(user=ann)
    with pytest.raises(errors.Refusal, match="for themselves"):
        acceptance.answer(member=place, accepts=True, by=ben, now=clock())
    acceptance.answer(member=place, accepts=False, by=ann, now=clock())
    acceptance.answer(member=EntryMember.objects.get(user=ben), accepts=True, by=ben, now=clock())
    play_round(tournament)
    assert counted() == [False]


def test_who_entered_or_joined_the_club_themselves_needs_no_page(event, play_round, club, ann, ben):
    clubs.add_member(club=club, user=ben, by=ben)
    play_round(event(ben, own=[ann]))
    assert counted() == [True]


def test_who_plays_at_a_live_table_accepts_by_it(event, ann, ben, clock):
    event(ann, ben, mode="online", settings={"automatic": True})
    while sweep(now=clock()):
        pass
    table = Table.objects.get()
    for seq, seat in enumerate(table.seats.order_by("seat"), 1):
        facts = {"cmd_id": uuid4(), "seat": seat.seat, "action": {}, "at": clock()}
        Play.objects.create(table=table, seq=seq, by=seat.user, **facts)
    result = {
        "winner": 1, "how": "played", "points": [40, 103], "totals": [60, 243], "net": [-183, 183], "deals": 6,
        "deals_won": [1, 5], "shutout": False,
    }  # fmt: skip
    Table.objects.filter(pk=table.pk).update(status="over", result=result, finished_at=clock.later(minutes=9))
    tables.report(table.pk, clock())
    assert counted() == [True]


def test_a_report_rates_nobody_who_has_not_confirmed(event, play_round, club, ann, ben, organiser, clock):
    tournament = event(ann, ben)
    play_round(tournament)
    facts = {"club": club, "data": report_text(tournament), "now": clock(), "by": organiser, "dry_run": False}
    reports.load_report(rated=True, **facts)
    assert counted() == [False, False]
    facts["club"] = clubs.withdraw_approval(club=club, by=None, now=clock())
    with pytest.raises(errors.Refusal, match="not rated yet"):
        reports.load_report(rated=True, **facts)


def test_the_page_asks_once_and_the_start_list_says_who_has_not_answered(client, event, ann, ben):
    tournament = event(ann, ben)
    start_list = reverse("tournaments:entrants", args=[tournament.slug])
    assert client.get(start_list).content.decode().count("has not confirmed") == 2
    client.force_login(ann)
    assert "Do you play here?" in tight(client.get(reverse("pages:me")).content.decode())
    answered = client.post(reverse("tournaments:answer-place", args=[tournament.slug]), {"answer": "yes"}, follow=True)
    assert "You take part" in tight(answered.content.decode())
    assert "Do you play here?" not in tight(client.get(reverse("pages:me")).content.decode())
    client.force_login(ben)
    entry = tournament.entries.get(members__user=ben)
    answer = client.post(f"/api/v1/entries/{entry.public_id}/answer/", {"accepts": False}, "application/json")
    assert answer.json()["unconfirmed"] == [ben.public_id]
    page = client.get(start_list).content.decode()
    assert "has said “not me”" in page
    assert "has not confirmed" not in page


def test_the_pages_of_a_club_say_that_it_waits_and_staff_approve_it(client, make_tournament, club, organiser, clock):
    clubs.withdraw_approval(club=club, by=None, now=clock())
    tournament = make_tournament(players=2)
    staff = accounts.official(username="sam", name="Sam Staff", email="", password="x", site_admin=True)
    address = reverse("pages:club", args=[club.slug])
    assert "the site’s staff (Sam Staff) have not approved it" in tight(client.get(address).content.decode())
    client.force_login(organiser)
    for page in ("tournaments:detail", "tournaments:entries"):
        assert "have not approved this club" in tight(
            client.get(reverse(page, args=[tournament.slug])).content.decode()
        )
    approve = reverse("pages:club_approval", args=[club.slug])
    assert client.post(approve, {"approved": "yes"}).status_code == 403
    door = f"/api/v1/clubs/{club.slug}/approval"
    assert client.post(door, {"approved": True}, "application/json").status_code == 403
    client.force_login(staff)
    assert "not rated yet" not in tight(client.post(approve, {"approved": "yes"}, follow=True).content.decode())
    assert client.post(door, {"approved": False}, "application/json").json()["approved"] is False


def place(club, user) -> tuple[bool, bool]:
    """How this person stands on the club's list: have they said that they are a member, and do they only visit?"""
    found = club.memberships.get(user=user)
    return found.accepted_at is not None, found.is_visitor


MEMBER, ON_THE_LIST, VISITOR = (True, False), (False, False), (False, True)


def test_taking_part_makes_no_member_where_officials_let_newcomers_in(
    event, play_round, club, organiser, ann, ben, clock
):
    """Everything is rated, and the desk may check them in from then on; they still have to ask to be let in."""
    tournament = event(ben, own=[ann])
    assert (place(club, ann), place(club, ben)) == (VISITOR, ON_THE_LIST)
    acceptance.answer(member=EntryMember.objects.get(user=ben), accepts=True, by=ben, now=clock())
    assert place(club, ben) == ON_THE_LIST, "an official has put Ben there, and he has not answered that"
    play_round(tournament)
    play_round(event(ann, ben))
    assert counted() == [True, True]
    assert club_selectors.role_of(ann, club) is None
    assert not club_selectors.asking(ann).exists()
    leaving.answer_place(club=club, user=ann, accepts=True, now=clock())
    assert isinstance(requests.join(club=club, user=ann, now=clock()), JoinRequest)
    assert [one.user for one in club_selectors.open_requests(club)] == [ann]
    requests.answer_request(club=club, user=ann, lets_in=True, by=organiser, now=clock())
    assert place(club, ann) == MEMBER


def test_a_check_in_by_oneself_makes_no_member_either(make_tournament, club, organiser, ann, clock):
    tournament = make_tournament(players=0)
    entry = entering.enter(tournament=tournament, user=ann, by=organiser, now=clock())
    entering.check_in(entry=entry, by=ann, now=clock())
    assert entry.members.get().accepted_at is not None
    assert place(club, ann) == ON_THE_LIST


def test_taking_part_makes_a_member_where_everybody_may_join_but_nobody_who_was_removed(
    make_tournament, club, organiser, ann, ben, client, clock
):
    requests.set_joining(club=club, asks=False, by=organiser, now=clock())
    clubs.add_member(club=club, user=ben, by=ben)
    leaving.remove(club=club, user=ben, by=organiser, now=clock())
    words = "By entering you also become a member of Tuesday Knockers"
    opened = make_tournament(players=0)
    for user, is_said in ((ann, True), (ben, False)):
        client.force_login(user)
        page = client.get(reverse("tournaments:detail", args=[opened.slug])).content.decode()
        assert (words in page) == is_said
        entering.enter(tournament=opened, user=user, by=user, now=clock())
    assert (place(club, ann), place(club, ben)) == (MEMBER, VISITOR)
    clubs.add_member(club=club, user=ben, by=ben)
    assert place(club, ben) == MEMBER, "by the button, as everybody"
    assert not club.removals.exists()


def test_who_is_brought_along_by_a_player_is_let_in_by_officials_alone(club, organiser, ann, ben):
    clubs.enrol_players(club=club, users=[ann, ben], by=ann)
    assert (place(club, ann), place(club, ben)) == (VISITOR, VISITOR)
    assert list(club_selectors.on_the_list(club)) == [organiser]
