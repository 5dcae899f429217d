"""Every limited act, by each door, done, undone and repeated past its limit: it is refused with the limit and when it
ends, and what it tells others stays within bounds."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from allauth.account.models import EmailAddress
from django.core import mail as outbox
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client, override_settings
from django.utils import timezone

from accounts import services as accounts
from accounts.models import User
from clubs import services as clubs
from clubs.models import Club, Invitation, JoinRequest
from duework import services as duework
from notices.models import Notice, PushDevice, Reader
from quotas import acts
from quotas import services as quotas
from quotas.acts import Act
from tests.markup import tight
from tests.proving import prove
from tournaments.entries.services import entering
from tournaments.event.services import creating
from tournaments.models import Announcement, Case, Tournament
from tournaments.rounds.services import drafts, editing
from tournaments.stages.services import progression as stages
from webhooks import posting
from webhooks.models import Endpoint

pytestmark = [pytest.mark.django_db, pytest.mark.filterwarnings("ignore:Session.login_data:DeprecationWarning")]
POINT = "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU"  # P-256's own
JSON = {"content_type": "application/json"}


@dataclass
class Hall:
    """A club with its organiser and a visitor, as seen by their browsers."""

    club: Club
    organiser: User
    as_organiser: Client
    visitor: User
    as_visitor: Client

    @property
    def api(self) -> str:
        return f"/api/v1/clubs/{self.club.slug}"

    @property
    def page(self) -> str:
        return f"/clubs/{self.club.slug}"

    def use_up(self, act: Act, but: int, by: User, **of: object) -> None:
        """Leave so many of an act."""
        of = {"account": by.pk, "club": self.club.pk} | of
        free = quotas.room(act, now=timezone.now(), **of)
        quotas.take(act, now=timezone.now(), n=free.left - but, **of)

    def tournament(self) -> Tournament:
        return creating.create_tournament(
            club=self.club, name="Open", by=self.organiser, now=timezone.now(), mode="in_person", rounds=3,
            variant="gin-rummy-com",
        )  # fmt: skip


@pytest.fixture
def hall(settings) -> Hall:
    settings.MAIL_IS_CONFIGURED = True
    made = {}
    for name in ("Olga", "Vera"):
        email = f"{name.lower()}@club.example"
        user = accounts.official(username=name.lower(), name=name, email=email, password="x" * 12)
        made[name] = user, Client()
        made[name][1].force_login(user)
    club = clubs.create_club(name="Cards", organiser=made["Olga"][0])
    return Hall(club, *made["Olga"], *made["Vera"])


def assert_refused(answer: HttpResponse) -> None:
    """429, with the limit and when it ends."""
    assert answer.status_code == 429, answer.content
    assert int(answer["Retry-After"]) > 0
    said = answer.content.decode()
    assert "at most" in said
    assert "go on from" in said


def new_addresses(hall: Hall) -> None:
    hall.use_up(acts.NEW_ADDRESSES, 2, hall.organiser)
    member = {"name": "Ben", "email": "ben@club.example"}
    assert hall.as_organiser.post(f"{hall.api}/members", member, **JSON).status_code == 202
    hall.as_organiser.delete(f"{hall.api}/invitations/{Invitation.objects.get().token}")
    assert hall.as_organiser.post(f"{hall.page}/members/", member | {"link": "1"}).status_code == 302
    hall.as_organiser.post(f"{hall.page}/invitations/withdraw/", {"token": Invitation.objects.get().token})
    assert_refused(hall.as_organiser.post(f"{hall.api}/members", member, **JSON))
    assert_refused(hall.as_organiser.post(f"{hall.page}/members/", member | {"link": "1"}))
    found = hall.tournament()
    entry = {"name": "Cem", "email": "cem@club.example"}
    assert_refused(hall.as_organiser.post(f"/api/v1/entries/?tournament={found.public_id}", entry, **JSON))
    page = hall.as_organiser.post(f"/o/{found.slug}/entries/add/", entry, follow=True)
    assert "at most 100 a day" in tight(page.content.decode())
    roster = {"text": "name,rating,email\nCem,,cem@club.example", "dry_run": False}
    assert_refused(hall.as_organiser.post(f"/api/v1/tournaments/{found.public_id}/entries/import/", roster, **JSON))
    pasted = hall.as_organiser.post(f"{hall.api}/members/paste", {"text": "Cem, cem@club.example"}, **JSON).json()
    assert "1 are more than the 0 of 100 that are left until" in str(pasted["problems"])
    assert not Invitation.objects.exists()
    assert not found.entries.exists()
    assert not outbox.outbox, "nobody has approved the club"


def mail_invitation(hall: Hall) -> None:
    now = timezone.now()
    clubs.approve_club(club=hall.club, by=None, now=now)
    member = {"name": "Ben", "email": "ben@club.example"}
    for n in range(8):
        if n % 2:
            hall.as_organiser.post(f"{hall.api}/members", member, **JSON)
        else:
            hall.as_organiser.post(f"{hall.page}/members/", member | {"link": "1"})
        hall.as_organiser.delete(f"{hall.api}/invitations/{Invitation.objects.get().token}")
    assert len(outbox.outbox) == 1
    for n in range(8):
        other = clubs.create_club(name=f"Other {n}", organiser=hall.organiser)
        clubs.approve_club(club=other, by=None, now=now)
        hall.as_organiser.post(f"/api/v1/clubs/{other.slug}/members", member, **JSON)
    assert len(outbox.outbox) == 5, "of all clubs together"


def mail_stranger(hall: Hall) -> None:
    clubs.approve_club(club=hall.club, by=None, now=timezone.now())
    for n in range(8):
        found = hall.tournament()
        entry = {"name": "Cem", "email": "cem@club.example"}
        if n % 2:
            hall.as_organiser.post(f"/api/v1/entries/?tournament={found.public_id}", entry, **JSON)
        else:
            hall.as_organiser.post(f"/o/{found.slug}/entries/add/", entry)
        duework.sweep(now=timezone.now())
        hall.as_organiser.post(f"/api/v1/tournaments/{found.public_id}/delete/", {"name": found.name}, **JSON)
        duework.sweep(now=timezone.now())
    assert Notice.objects.filter(text="entered").count() == 8
    assert len(outbox.outbox) == 5


def ask_club(hall: Hall) -> None:
    for n in range(3):
        if n % 2:
            assert hall.as_visitor.post(f"{hall.api}/join", {"note": "Hi"}, **JSON).status_code == 202
        else:
            assert hall.as_visitor.post(f"{hall.page}/join/", {"note": "Hi"}).status_code == 302
        hall.as_visitor.post(f"{hall.page}/join/", {"back": "1"})
    assert_refused(hall.as_visitor.post(f"{hall.api}/join", {"note": "Hi"}, **JSON))
    assert_refused(hall.as_visitor.post(f"{hall.page}/join/", {"note": "Hi"}))
    assert not JoinRequest.objects.exists()
    assert Notice.objects.filter(text="join_asked").count() == 3


def call_officials(hall: Hall) -> None:
    found, now = hall.tournament(), timezone.now()
    for user in (hall.visitor, accounts.player_for(name="Cem")[0]):
        entering.enter(tournament=found, user=user, now=now, by=hall.organiser)
    entering.check_in_all(tournament=found, now=now, by=hall.organiser)
    stages.begin(tournament=found, now=now, by=hall.organiser)
    rnd = drafts.pair_round(stage=found.stages.get(), now=now, by=hall.organiser)
    editing.publish_round(rnd=rnd, now=now, by=hall.organiser)
    hall.use_up(acts.CALL_OFFICIALS, 1, hall.visitor)
    match = rnd.matches.get()
    called = f"/api/v1/matches/{match.public_id}/call/"
    assert hall.as_visitor.post(called, {"words": "Help"}, **JSON).status_code in (200, 201)
    Case.objects.update(handled_at=now)
    assert_refused(hall.as_visitor.post(called, {"words": "Help"}, **JSON))
    assert Notice.objects.filter(text="called").count() == 1


def announce(hall: Hall) -> None:
    hall.use_up(acts.ANNOUNCE, 2, hall.organiser)
    for status in (302, 302, 429):
        found = hall.tournament()
        said = hall.as_organiser.post(f"/o/{found.slug}/announcements/", {"words": "Hi"})
        assert said.status_code == status
        hall.as_organiser.post(f"/api/v1/tournaments/{found.public_id}/delete/", {"name": found.name}, **JSON)
    assert_refused(said)
    assert not Announcement.objects.exists()


def prove_address(hall: Hall) -> None:
    Reader.objects.create(user=hall.visitor, bounced=hall.visitor.email)
    assert {hall.as_visitor.post("/my/notices/address/").status_code for _ in range(5)} == {302}
    assert_refused(hall.as_visitor.post("/my/notices/address/"))
    assert len(outbox.outbox) == 5


def mail_on_request(hall: Hall) -> None:
    settings = {
        "ACCOUNT_EMAIL_VERIFICATION": "mandatory",
        "ACCOUNT_SIGNUP_FIELDS": ["username*", "email*", "password1*", "password2*"],
    }
    with override_settings(**settings):
        for n in range(22):
            cache.clear()  # allauth counts by the minute
            joining = {"username": f"v{n}", "name": f"Cleo {chr(65 + n)}", "email": "ben@club.example"}
            joining |= {"password1": "horse 9 correct", "password2": "horse 9 correct", "agreed": "on"}
            ways = ("/accounts/signup/", joining), ("/accounts/password/reset/", {"email": "BEN@club.example"})
            answer = Client().post(*ways[n % 2])
            assert answer.status_code == (302 if n < 20 else 429)
            User.objects.filter(username=f"v{n}").delete()
    assert_refused(answer)
    assert len(outbox.outbox) == 20


def make_account(hall: Hall) -> None:
    quotas.take(acts.MAKE_ACCOUNT, now=timezone.now(), n=9, network="127.0.0.1")
    for n, status in ((1, 302), (2, 429)):
        joining = {"username": f"v{n}", "name": f"Cleo {'I' * n}", "password1": "horse 9 correct"}
        joining |= {"password2": "horse 9 correct", "agreed": "on"}
        answer = Client().post("/accounts/signup/", joining)
        assert answer.status_code == status
        User.objects.filter(username=f"v{n}").delete()
    assert_refused(answer)


def ask_resolver(hall: Hall) -> None:
    asked = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(posting, "check", asked.append)
        hall.use_up(acts.ASK_RESOLVER, 3, hall.organiser)
        hook = {"url": "https://one.example/", "kinds": ["round.published"]}
        made = hall.as_organiser.post(f"{hall.api}/webhooks", hook, **JSON).json()
        one = f"{hall.api}/webhooks/{made['id']}"
        assert hall.as_organiser.patch(one, {"url": "https://two.example/"}, **JSON).status_code == 200
        page = f"{hall.page}/webhooks/{made['id']}/"
        changed = hook | {"url": "https://three.example/", "is_on": "on"}
        assert hall.as_organiser.post(page, changed).status_code == 302
        assert_refused(hall.as_organiser.patch(one, {"url": "https://four.example/"}, **JSON))
        assert_refused(hall.as_organiser.post(page, hook | {"url": "https://four.example/"}))
        assert_refused(hall.as_organiser.post(f"{hall.api}/webhooks", hook, **JSON))
        assert_refused(hall.as_organiser.post(f"{hall.page}/webhooks/new/", hook))
        assert_refused(hall.as_organiser.post(f"{one}/test", **JSON))
        assert_refused(hall.as_organiser.post(f"{page}test/"))
        hall.as_organiser.delete(one)
        assert_refused(hall.as_organiser.post(f"{hall.api}/webhooks", hook, **JSON))
    assert len(asked) == 3
    assert not Endpoint.objects.exists()


def found_club(hall: Hall) -> None:
    hall.use_up(acts.FOUND_CLUB, 2, hall.visitor)
    assert hall.as_visitor.post("/api/v1/clubs/", {"name": "One"}, **JSON).status_code == 201
    assert hall.as_visitor.post("/clubs/new/", {"name": "Two", "zone": "UTC"}).status_code == 302
    Club.objects.exclude(pk=hall.club.pk).delete()
    assert_refused(hall.as_visitor.post("/api/v1/clubs/", {"name": "Three"}, **JSON))
    assert_refused(hall.as_visitor.post("/clubs/new/", {"name": "Three", "zone": "UTC"}))
    assert Club.objects.get() == hall.club


def make_event(hall: Hall) -> None:
    found = hall.tournament()
    hall.use_up(acts.MAKE_EVENT, 2, hall.organiser)
    night = {"name": "Night", "variant": "gin-rummy-com", "template": "swiss", "rounds": 3, "mode": "in_person"}
    page = night | {"club": hall.club.pk, "timezone": "UTC"}
    asked = night | {"club": hall.club.slug}
    assert hall.as_organiser.post("/o/new/", page).status_code == 302
    assert hall.as_organiser.post("/api/v1/tournaments/", asked, **JSON).status_code == 201
    Tournament.objects.exclude(pk=found.pk).delete()
    season = {"name": "Year", "since": "2027-01-01", "until": "2027-12-31"}
    game = {"rules": "gin-rummy-com", "clock": "5+3"}
    for where, form in {
        "/o/new/": page,
        f"/o/{found.slug}/copy/": {"again": "1"},
        f"{hall.page}/seasons/new/": season | {"template": "places"},
        "/arenas/new/": game | {"name": "Fast", "starts_in": 2, "minutes": 20},
        "/sit-and-go/new/": game | {"kind": "cup", "seats": 4},
    }.items():
        assert_refused(hall.as_organiser.post(where, form))
    for where, body in {
        "/api/v1/tournaments/": asked,
        f"/api/v1/tournaments/{found.public_id}/copy/": {},
    }.items():
        assert_refused(hall.as_organiser.post(where, body, **JSON))
    assert Tournament.objects.get() == found


def paste_members(hall: Hall) -> None:
    hall.use_up(acts.PASTE_MEMBERS, 2, hall.organiser)
    assert hall.as_organiser.post(f"{hall.api}/members/paste", {"text": "Cem"}, **JSON).status_code == 200
    assert hall.as_organiser.post(f"{hall.page}/members/paste/", {"text": "Cem"}).status_code == 200
    assert_refused(hall.as_organiser.post(f"{hall.api}/members/paste", {"text": "Cem"}, **JSON))
    assert_refused(hall.as_organiser.post(f"{hall.page}/members/paste/", {"text": "Cem", "accept": "1"}))


def try_claim(hall: Hall) -> None:
    hall.use_up(acts.TRY_CLAIM, 2, hall.visitor)
    assert hall.as_visitor.post("/api/v1/claims", {"code": "abcd-efghjk"}, **JSON).status_code == 400
    assert hall.as_visitor.post("/claim/", {"code": "abcd-efghjk"}).status_code == 422
    assert_refused(hall.as_visitor.post("/api/v1/claims", {"code": "abcd-efghjk"}, **JSON))
    assert_refused(hall.as_visitor.post("/claim/", {"code": "abcd-efghjk"}))


def draw_picture(hall: Hall) -> None:
    hall.use_up(acts.DRAW_PICTURE, 1, hall.organiser)
    said = {"name": "Cards", "zone": "UTC", "meets": "", "about": "", "note": "", "colour": ""}
    for status in (422, 429):
        odd = SimpleUploadedFile("logo.png", b"no picture")
        refused = hall.as_organiser.post(f"{hall.page}/board/", said | {"logo": odd})
        assert refused.status_code == status
    assert_refused(refused)
    assert hall.as_organiser.post(f"{hall.page}/board/", said).status_code == 302, "words without a picture"


def export_own_data(hall: Hall) -> None:
    hall.use_up(acts.EXPORT_OWN_DATA, 1, hall.visitor)
    prove(hall.as_visitor)
    assert hall.as_visitor.post("/accounts/data/export/").status_code == 200
    assert_refused(hall.as_visitor.post("/accounts/data/export/"))


def work_at_desk(hall: Hall) -> None:
    found, now = hall.tournament(), timezone.now()
    for name in ("Cem", "Dora"):
        entering.enter(tournament=found, name=name, now=now, by=hall.organiser)
    entering.check_in_all(tournament=found, now=now, by=hall.organiser)
    stages.begin(tournament=found, now=now, by=hall.organiser)
    rnd = drafts.pair_round(stage=found.stages.get(), now=now, by=hall.organiser)
    editing.publish_round(rnd=rnd, now=now, by=hall.organiser)
    match = rnd.matches.get()
    case = Case.objects.create(tournament=found, match=match, kind="call", opened_at=now)
    hall.use_up(acts.WORK_AT_DESK, 0, hall.organiser)
    desk = f"/api/v1/tournaments/{found.public_id}/desk"
    assert_refused(hall.as_organiser.post(f"{desk}/claim/", {"case": case.public_id}, **JSON))
    page = hall.as_organiser.post(f"/o/{found.slug}/desk/{case.public_id}/", {"do": "claim"}, follow=True)
    assert "at most 120 a minute" in tight(page.content.decode())
    assert not Case.objects.exclude(claimed_by=None).exists()


def add_browser(hall: Hall) -> None:
    hall.use_up(acts.ADD_BROWSER, 1, hall.visitor)
    asked = {"endpoint": "https://fcm.googleapis.com/x", "p256dh": POINT, "auth": "A" * 22}
    assert hall.as_visitor.post("/my/notices/browsers/", asked).status_code == 201
    PushDevice.objects.all().delete()
    assert_refused(hall.as_visitor.post("/my/notices/browsers/", asked))
    assert not PushDevice.objects.exists()


def call_again(hall: Hall) -> None:
    EmailAddress.objects.create(user=hall.visitor, email=hall.visitor.email, verified=True, primary=True)
    hall.use_up(acts.CALL_AGAIN, 2, hall.organiser, person=hall.visitor.pk, text="entered")
    clubs.add_member(club=hall.club, user=hall.visitor, by=hall.visitor)
    found = hall.tournament()
    for n in range(5):
        if n % 2:
            wish = {"player": hall.visitor.public_id}
            hall.as_organiser.post(f"/api/v1/entries/?tournament={found.public_id}", wish, **JSON)
        else:
            entering.enter(tournament=found, user=hall.visitor, now=timezone.now(), by=hall.organiser)
        duework.sweep(now=timezone.now())
        found.entries.all().delete()
    assert Notice.objects.filter(text="entered").count() == 5, "in the inbox"
    assert len(outbox.outbox) == 2


WAYS: dict[str, Callable[[Hall], None]] = {
    one.__name__: one
    for one in (
        new_addresses, mail_invitation, mail_stranger, mail_on_request, ask_club, call_officials, announce,
        prove_address, make_account, ask_resolver, found_club, make_event, paste_members, try_claim, draw_picture,
        export_own_data, work_at_desk, add_browser, call_again,
    )
}  # fmt: skip


@pytest.mark.parametrize("act", [pytest.param(one, id=one.key) for one in acts.ACTS])
def test_done_and_undone_and_done_again_an_act_meets_its_limit_by_every_door(act: Act, hall: Hall) -> None:
    WAYS[act.key](hall)
