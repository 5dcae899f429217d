"""An address that nobody has confirmed gets no word that somebody has written, and a club that nobody has approved
writes to none."""

import json
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from allauth.account.models import EmailAddress
from django.core import mail as outbox
from django.test import Client
from django.utils import timezone

from accounts import services as accounts
from accounts.models import User
from clubs import services as clubs
from clubs.models import Invitation
from clubs.services.mailing import Occasion
from duework import services as duework
from notices import kinds
from notices.services import telling
from notices.services.telling import Letter
from tournaments.announcements import services as announcements
from tournaments.corrections.services import cancelling
from tournaments.entries.services import entering
from tournaments.event.services import creating
from tournaments.models import Entry
from tournaments.teams.services import line_ups

pytestmark = pytest.mark.django_db
MARK = "Win-big at casino.example"
PART = re.compile(r"%\((\w+)\)[sd]")


@pytest.fixture
def send(settings, mailoutbox):
    """Do what is due, and return the mails that went out by it."""
    settings.MAIL_IS_CONFIGURED = True

    def sent(now):
        before = len(outbox.outbox)
        duework.sweep(now=now)
        return outbox.outbox[before:]

    return sent


@pytest.fixture
def unapproved(club):
    """The club as anybody founds one."""
    club.approved_at = None
    club.save()
    return club


def make(club, organiser, clock, **conditions):
    asked = {"mode": "in_person", "rounds": 3, "variant": "gin-rummy-com", **conditions}
    return creating.create_tournament(club=club, name=MARK, by=organiser, now=clock(), **asked)


def listed(email="vera@club.example"):
    return accounts.player_for(name=MARK, email=email)[0]


def assert_says_nothing(letter):
    """Neither the subject nor the text holds a word of the mark, also not in an address; what is signed there is
    letters by chance."""
    whole = f"{letter.subject} {letter.body} {letter.extra_headers}".casefold()
    whole = re.sub(r"/notices/stop/[^/]+/", "/notices/stop/", whole)
    assert not [word for word in ("win", "big", "casino") if re.search(rf"\b{word}", whole)], whole


@pytest.mark.parametrize("text", [pytest.param(one, id=one.key) for one in kinds.texts()])
def test_no_notice_puts_what_people_write_into_a_mail_to_a_stranger(text, send, clock):
    vera = listed()
    kind = kinds.kind(text.kind)
    names = PART.findall(f"{text.title} {text.says}")
    parts = {name: clock().isoformat() if name.endswith("_at") else MARK for name in names}
    told = telling.tell(
        key="one", text=text.key, to=[Letter(vera, "/t/win-big-casino/", parts)], now=clock(), to_strangers=True
    )
    letters = send(clock())
    assert told == len(letters) == bool(kind.in_general)
    for letter in letters:
        assert letter.to == ["vera@club.example"]
        assert_says_nothing(letter)


@pytest.mark.parametrize("text", [pytest.param(one, id=one.key) for one in kinds.texts()])
def test_without_a_club_that_is_approved_no_notice_reaches_a_stranger(text, send, clock):
    assert telling.tell(key="one", text=text.key, to=[Letter(listed(), "/", {})], now=clock()) == 0
    assert not send(clock())


def test_every_way_into_a_tournament_writes_in_general_words(club, organiser, clock, send):
    alone = make(club, organiser, clock)
    facts = {"now": clock(), "by": organiser}
    entering.enter(tournament=alone, name=MARK, email="one@club.example", **facts)
    entering.import_entries(
        tournament=alone, text=f"name,rating,email\n{MARK} 2,,two@club.example", dry_run=False, **facts
    )
    team = [line_ups.Person(name=f"{MARK} {n}", email=f"t{n}@club.example") for n in range(3, 5)]
    teams = make(club, organiser, clock, variant="partnership")
    line_ups.enter_team(tournament=teams, name=MARK, members=team, **facts)
    letters = send(clock())
    assert {letter.to[0] for letter in letters} == {f"{one}@club.example" for one in ("one", "two", "t3", "t4")}
    cancelling.cancel_tournament(tournament=alone, rated="keep", reason=MARK, **facts)
    letters += send(clock())
    cancelling.delete_tournament(tournament=teams, name=teams.name, **facts)
    letters += send(clock())
    assert len(letters) == 8
    for letter in letters:
        assert_says_nothing(letter)


def test_an_invitation_to_a_stranger_names_neither_club_nor_person(club, organiser, clock, send):
    club.name = MARK
    club.save()
    why = Occasion(full=MARK, in_general="You are entered in a tournament.")
    clubs.invite(club=club, name=MARK, email="vera@club.example", by=organiser, now=clock(), why=why)
    [letter] = outbox.outbox
    assert_says_nothing(letter)
    assert Invitation.objects.get().get_absolute_url() in letter.body
    owner = accounts.official(username="ben", name="Ben", email="ben@club.example", password="x" * 12)
    clubs.invite(club=club, name="Ben", email=owner.email, by=organiser, now=clock(), why=why)
    assert MARK in outbox.outbox[1].subject, "who has an account reads who invites"


def test_a_club_that_nobody_has_approved_mails_only_who_said_yes(unapproved, organiser, clock, send):
    tournament = make(unapproved, organiser, clock)
    people = [
        accounts.official(username=n, name=n, email=f"{n}@club.example", password="x" * 12) for n in ("ann", "ben")
    ]
    clubs.add_member(club=unapproved, user=people[0], by=people[0])
    for user in people:
        entering.enter(tournament=tournament, user=user, now=clock(), by=organiser)
    entering.enter(tournament=tournament, name="Vera", email="vera@club.example", now=clock(), by=organiser)
    assert [letter.to for letter in send(clock())] == [["ann@club.example"]]
    assert [one.user for one in people[1].told.all()] == [people[1]], "the other finds it in the inbox"
    cancelling.cancel_tournament(tournament=tournament, rated="keep", reason=MARK, now=clock(), by=organiser)
    assert [letter.to for letter in send(clock())] == [["ann@club.example"]]


def test_who_founds_a_club_writes_to_no_list_of_strangers(clock, send):
    """The way of an advertiser: sign up, found a club, a tournament that is called like the advertisement, a list."""
    spam = User.objects.create_user(username="spam", password="x" * 12)
    spam.name = "Spam"
    spam.save()
    client = Client()
    client.force_login(spam)

    def post(path, **body):
        return client.post(f"/api/v1/{path}", json.dumps(body), content_type="application/json")

    slug = post("clubs/", name="Cards").json()["slug"]
    asked = {"club": slug, "name": MARK, "variant": "gin-rummy-com", "mode": "in_person", "rounds": 3}
    found = post("tournaments/", **asked).json()["id"]
    roster = "name,rating,email\n" + "\n".join(f"Person {n},,p{n}@victim.example" for n in range(300))
    seen = post(f"tournaments/{found}/entries/import/", text=roster, dry_run=True).json()
    assert "300 are more than the 100 of 100 that are left until" in json.dumps(seen)
    refused = post(f"tournaments/{found}/entries/import/", text=roster, dry_run=False)
    assert (refused.status_code, refused.json()["type"]) == (429, "throttled")
    assert "at most 100 a day" in refused.json()["detail"]
    assert int(refused["Retry-After"]) > 23 * 3600
    assert not Entry.objects.exists()
    few = "\n".join(roster.splitlines()[:61])
    assert post(f"tournaments/{found}/entries/import/", text=few, dry_run=False).status_code == 200
    assert Entry.objects.count() == 60
    assert post(f"tournaments/{found}/cancel/", reason=MARK, rated="keep").status_code == 204
    assert not send(timezone.now())


def test_who_confirms_their_address_reads_all_of_it_and_the_announcements(club, organiser, clock, send):
    tournament = make(club, organiser, clock)
    entering.enter(tournament=tournament, name="Vera", email="vera@club.example", now=clock(), by=organiser)
    announcements.announce(tournament=tournament, words="Bring your own cards.", now=clock(), by=organiser)
    [letter] = send(clock())
    [link, *_] = re.findall(r"https?://\S+", letter.body)
    visitor, path = Client(), urlsplit(link).path
    assert MARK not in visitor.get(path).content.decode(), "a program that opens links confirms nothing"
    assert not EmailAddress.objects.exists()
    assert MARK in visitor.post(path).content.decode()
    announcements.announce(tournament=tournament, words="Doors at six.", now=clock(), by=organiser)
    [news] = send(clock())
    assert (news.to, MARK in news.subject, "Doors at six." in news.body) == (["vera@club.example"], True, True)


def test_a_stranger_gets_so_many_mails_a_day_whoever_sends_them(club, organiser, clock, send):
    vera = listed()
    for n in range(7):
        telling.tell(key=str(n), text="place_free", to=[Letter(vera, "/", {})], now=clock(), to_strangers=True)
    assert len(send(clock())) == 5


SENDERS = {  # of mail: each of them is asked here or in tests/platform/accounts/test_joining.py
    "platform/accounts/adapter.py", "platform/accounts/mail.py", "platform/clubs/services/mailing.py",
    "platform/notices/services/choosing.py", "platform/notices/services/mailing.py",
    "platform/webhooks/services/endpoints.py", "platform/accounts/management/commands/send_test_mail.py",
}  # fmt: skip


SENDS = re.compile(r"\bmail\.send\(|EmailMessage\(|send_mail\(|EmailMultiAlternatives\(")


def test_no_other_module_sends_mail():
    root, folders = Path(__file__).parents[3], ("platform", "tournaments", "games", "ratings")
    found = {path for folder in folders for path in (root / folder).rglob("*.py") if SENDS.search(path.read_text())}
    assert {str(path.relative_to(root)) for path in found} == SENDERS
