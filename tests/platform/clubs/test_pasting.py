"""Pasted lists of members: checked first, then taken as a whole or not at all."""

from datetime import UTC, datetime, timedelta
from smtplib import SMTPRecipientsRefused

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone, translation

from accounts import mail
from accounts import services as accounts
from accounts.models import User
from audit.models import AuditEntry
from clubs import selectors, services
from clubs.models import Club, Invitation
from clubs.services import mailing, pasting
from duework import services as duework
from duework.models import DueWork, SkippedRow
from tests.markup import tight

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 23, 20, tzinfo=UTC)


@pytest.fixture
def olga() -> User:
    return accounts.official(username="olga", name="Olga Organ", email="olga@club.example", password="x" * 12)


@pytest.fixture
def club(olga: User) -> Club:
    """A club that may mail strangers."""
    made = services.create_club(name="Thursday Club", organiser=olga)
    return services.approve_club(club=made, by=None, now=NOW)


@pytest.fixture
def paste(club, olga):
    """Paste a list as Olga: look at it, or take it."""

    def do(text, *, take=False, **more):
        return pasting.paste(club=club, text=text, dry_run=not take, now=NOW, **{"by": olga, **more})

    return do


def said(found):
    return [(line.number, line.status) for line in found.lines]


def test_each_line_says_what_it_means_and_nothing_is_written(paste, club, olga):
    services.enrol(club=club, name="Zoë Ruiz", by=None)
    services.invite(club=club, name="Vera", email="vera@club.example", by=olga, now=NOW)
    text = "Ana García\n\nBen, Ben@Club.Example\nzoë ruiz\nRuiz Zoe\nV., vera@club.example\nOlga, olga@club.example"
    found = paste(text)
    assert said(found) == [
        (1, "guest"), (3, "invite"), (4, "member"), (5, "alike"), (6, "invited"), (7, "member"),
    ]  # fmt: skip
    assert "Zoë Ruiz" in found.lines[3].note
    assert (found.is_clean, found.is_done, club.memberships.count(), club.invitations.count()) == (True, False, 2, 1)


def test_names_become_guests_and_addresses_invitations(paste, club, olga):
    text = 'Ana García\nBen; ben@club.example\n"Cem" <cem@club.example>\nDee\tdee@club.example\nGarcia, Eva;'
    assert paste("Irma Toth  irma@club.example").lines == paste("Irma Toth, irma@club.example").lines
    seen = paste(text)
    assert [line.name for line in seen.lines] == ["Ana García", "Ben", "Cem", "Dee", "Garcia, Eva"]
    done = paste(text, take=True, seen=seen.digest)
    assert done.is_done
    names = {one.user.name: one.user.speaks_for_themselves for one in selectors.members(club)}
    assert names == {"Olga Organ": True, "Ana García": False, "Garcia, Eva": False}
    assert set(club.invitations.values_list("email", flat=True)) == {f"{n}@club.example" for n in ("ben", "cem", "dee")}
    assert AuditEntry.objects.get(action="club.paste").after == {"guests": 2, "invitations": 3, "lines": 5}
    again = paste(text, take=True)
    assert (len(again.guests), len(again.invites), User.objects.count()) == (0, 0, 3), "twice changes nothing"


def test_the_roster_of_a_tournament_can_be_pasted_as_it_is(paste):
    """There a rating stands between name and address; a list of members has none."""
    found = paste(
        "name,rating,email\nAna, 1480\nBen, 1510, ben@club.example\nCem,,cem@club.example\nDee, dee@club.example, 990"
    )
    assert said(found) == [(1, "heading"), (2, "guest"), (3, "invite"), (4, "invite"), (5, "invite")]
    assert [line.name for line in found.lines[1:]] == ["Ana", "Ben", "Cem", "Dee"]
    assert [line.email for line in found.invites] == ["ben@club.example", "cem@club.example", "dee@club.example"]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("Ana, Bea", "is no e-mail address"),
        ("ana@club.example", "a name is missing"),
        ("Ana, ana@club.example, Leeds", "no more"),
        ("Тournament Director", "alike"),
        ("Undercut", "kept for the site"),
        ("A" * 121, "at most 120"),
        ("\u202eevil\u0000", "letters, figures and signs"),
        ("<ana@club.example>", "a name is missing"),
        ("ana@club.example ben@club.example", "a name is missing"),
        ("Ana, ana@@club", "is no e-mail address"),
    ],
)
def test_a_bad_line_is_named_and_nothing_of_the_list_is_taken(paste, club, line, why):
    found = paste(f"Good Name\n{line}\nAlso Good", take=True)
    assert said(found) == [(1, "guest"), (2, "bad"), (3, "guest")]
    assert why in found.lines[1].note
    assert (found.is_done, club.memberships.count()) == (False, 1)
    assert "\u202e" not in found.lines[1].name


def test_a_name_or_an_address_twice_is_a_bad_line(paste):
    found = paste("Ana\nBen, b@club.example\nana\nBenny, B@club.example")
    assert said(found) == [(1, "guest"), (2, "invite"), (3, "bad"), (4, "bad")]
    assert [line.note for line in found.lines[2:]] == ["the same name as in line 1", "the same address as in line 2"]


def test_those_who_look_like_somebody_are_left_out_unless_they_are_said_to_be_others(paste, club):
    services.enrol(club=club, name="Zoë Ruiz", by=None)
    assert paste("Zoe Ruiz", take=True).guests == []
    done = paste("Zoe Ruiz", take=True, takes_alike=True)
    assert [line.name for line in done.guests] == ["Zoe Ruiz"]
    assert club.memberships.count() == 3


def test_a_list_that_would_do_something_else_by_now_is_refused(paste, club):
    seen = paste("Ana\nBen")
    services.enrol(club=club, name="Ana", by=None)
    with pytest.raises(pasting.CannotPaste, match="look again"):
        paste("Ana\nBen", take=True, seen=seen.digest)
    assert club.memberships.count() == 2


def test_ten_thousand_lines_are_taken_and_one_more_is_not(paste, club, django_assert_max_num_queries):
    text = "\n".join(f"Member {number}" for number in range(10_000))
    with pytest.raises(pasting.CannotPaste, match="10001 lines"):
        paste(f"{text}\nOne More")
    with django_assert_max_num_queries(300):
        assert paste(text, take=True).is_done
    assert club.memberships.count() == 10_001
    with pytest.raises(pasting.CannotPaste, match="no name"):
        paste(" \n\n")


def test_a_club_that_nobody_has_approved_sends_few_invitations(paste, club, olga):
    Club.objects.update(approved_at=None)
    text = "\n".join(f"Member {n}, m{n}@club.example" for n in range(101))
    refused = paste(text, take=True)
    assert (refused.is_done, "staff have approved" in refused.problems[0], club.invitations.count()) == (False, True, 0)
    services.approve_club(club=club, by=None, now=NOW)
    assert paste(text, take=True).is_done
    assert club.invitations.count() == 101


@pytest.fixture
def post(settings, monkeypatch, mailoutbox):
    """What is done to mails by address: a fault of the server, or a function. Long work is done at once."""
    settings.MAIL_IS_CONFIGURED = True
    faults, send = {}, mail.send

    def sending(*, to, **words):
        with mail.sending():
            if callable(fault := faults.get(to)):
                fault()
            elif fault:
                raise fault
        send(to=to, **words)

    monkeypatch.setattr(mail, "send", sending)
    return faults


def reached(mailoutbox):
    return [letter.to[0] for letter in mailoutbox]


def test_when_the_mail_server_is_away_the_rest_waits_and_is_tried_again(paste, club, post, mailoutbox):
    ben, cem, dee = (f"{name}@club.example" for name in ("ben", "cem", "dee"))
    paste(f"Ben, {ben}\nCem, {cem}\nDee, {dee}", take=True)
    post[cem] = ConnectionRefusedError("nobody there")
    duework.sweep(now=NOW)
    assert reached(mailoutbox) == [ben], "it stops at the first failure"
    assert list(club.invitations.exclude(mailed_at=None).values_list("email", flat=True)) == [ben]
    post.clear()
    duework.sweep(now=NOW)
    assert reached(mailoutbox) == [ben], "not at once"
    duework.sweep(now=timezone.now() + timedelta(minutes=1))
    assert reached(mailoutbox) == [ben, cem, dee]


def test_an_address_that_is_refused_stops_no_other(paste, club, post, mailoutbox):
    ben, cem, dee = (f"{name}@club.example" for name in ("ben", "cem", "dee"))
    paste(f"Ben, {ben}\nCem, {cem}\nDee, {dee}", take=True)
    post[ben] = SMTPRecipientsRefused({ben: (550, b"no such user")})
    post[cem] = SMTPRecipientsRefused({cem: (451, b"greylisted")})
    duework.sweep(now=NOW)
    assert reached(mailoutbox) == [dee]
    post.clear()
    for minutes in (2, 10):
        duework.sweep(now=NOW + timedelta(minutes=minutes))
    assert reached(mailoutbox) == [dee, cem], "what may pass is tried again, what is for good is not"
    assert club.invitations.get(mailed_at=None).email == ben
    assert not DueWork.objects.filter(kind=mailing.MAIL_KIND, done_at=None).exists()


def test_no_two_processes_mail_the_same_invitation(paste, club, post, mailoutbox):
    paste("Ben, ben@club.example", take=True)
    stale = club.invitations.get()
    post["ben@club.example"] = lambda: mailing.mail_link(stale, NOW)
    mailing.mail_link(club.invitations.get(), NOW)
    assert reached(mailoutbox) == ["ben@club.example"]


def test_who_loses_the_lease_of_the_mails_stops(paste, club, post, mailoutbox):
    paste("Ben, ben@club.example\nCem, cem@club.example", take=True)
    post["ben@club.example"] = lambda: DueWork.objects.update(lease_until=NOW)
    duework.sweep(now=NOW)
    assert reached(mailoutbox) == ["ben@club.example"]


def test_mails_are_in_the_language_in_which_the_list_was_pasted(paste, club, post, mailoutbox):
    with translation.override("es"):
        paste("Ben, ben@club.example", take=True)
    duework.sweep(now=NOW)
    [letter] = mailoutbox
    assert "23 de diciembre de 2026" in letter.body
    assert "te invita" in letter.body


def test_invitations_are_mailed_some_at_a_time(paste, club, post, mailoutbox):
    text = "\n".join(f"Member {n}, m{n}@club.example" for n in range(mailing.MAILS + 5))
    paste(text, take=True)
    assert mailoutbox == []
    duework.sweep(now=NOW)
    assert len(mailoutbox) == mailing.MAILS
    duework.sweep(now=NOW + timedelta(seconds=5))
    assert len(mailoutbox) == mailing.MAILS
    duework.sweep(now=NOW + timedelta(minutes=2))
    assert len({letter.to[0] for letter in mailoutbox}) == len(mailoutbox) == mailing.MAILS + 5
    assert not Invitation.objects.filter(mailed_at=None).exists()


def test_players_paste_nothing(paste):
    with pytest.raises(PermissionDenied):
        paste("Ana", by=accounts.player_for(name="Nobody")[0])


def test_the_page_shows_the_preview_and_keeps_the_list(club, olga, client):
    client.force_login(olga)
    where = f"/clubs/{club.slug}/members/paste/"
    page = client.post(where, {"text": "Ana\n<b>Bold</b>, nonsense"})
    text = page.content.decode()
    assert "Lines that cannot be taken: 1" in text
    assert "<b>Bold</b>" not in text
    assert "is no e-mail address" in text
    page = client.post(where, {"text": "Ana\nBen, ben@club.example"})
    assert "Add 1 and invite 1" in tight(page.content.decode())
    seen = page.context["found"].digest
    done = client.post(where, {"text": "Ana\nBen, ben@club.example", "accept": "1", "seen": seen}, follow=True)
    said = done.content.decode()
    assert "New on the list: 1." in said
    assert "1 invitation made. This site sends no mail: copy the link below." in said
    assert "Invited: 1" not in said, "nobody was told anything"
    assert done.redirect_chain[0][0].endswith("#invitations")
    page = client.get(where).content.decode()
    assert "This site sends no mail" in page, "said beforehand, too"
    assert "&lt;irma@example.org&gt;" in page


def test_the_page_says_who_is_invited_where_the_site_sends_mail(club, olga, client, settings):
    settings.MAIL_IS_CONFIGURED = True
    client.force_login(olga)
    wish = {"text": "Ana\nBen, ben@club.example", "accept": "1"}
    done = client.post(f"/clubs/{club.slug}/members/paste/", wish, follow=True).content.decode()
    assert "New on the list: 1. Invited: 1." in done
    assert "sends no mail" not in done


def test_the_api_pastes_as_the_page_does(club, olga, client):
    client.force_login(olga)
    where = f"/api/v1/clubs/{club.slug}/members/paste"
    looked = client.post(where, {"text": "Ana\nBad, bad"}, content_type="application/json").json()
    assert (looked["is_clean"], [line["status"] for line in looked["lines"]]) == (False, ["guest", "bad"])
    wish = {"text": "Ana", "dry_run": False}
    assert client.post(where, wish, content_type="application/json").json()["is_done"] is True
    many = client.post(where, {"text": "a\n" * 10_001}, content_type="application/json")
    assert (many.status_code, many.json()["type"]) == (409, "cannot_paste")


def test_an_invitation_that_cannot_be_written_keeps_no_other_back(paste, club, post, mailoutbox):
    paste("Ann, ann@club.example\nBen, ben@club.example\nCem, cem@club.example", take=True)

    def fail() -> None:
        raise KeyError("no such club")

    post["ben@club.example"] = fail
    duework.sweep(now=NOW)
    assert sorted(reached(mailoutbox)) == ["ann@club.example", "cem@club.example"]
    assert SkippedRow.objects.get().row == f"invitation {Invitation.objects.get(email='ben@club.example').pk}"


@pytest.mark.parametrize(
    "heading", ["Name, E-mail", "nombre", "Socios:", "sep=;", "Correo electrónico;Nombre", "PLAYER\tMAIL"]
)
def test_a_heading_is_no_member_and_numbers_and_signs_are_no_names(paste, club, heading):
    found = paste(f"{heading}\n1. Ana García\n• Cy\n(3) Di, di@club.example", take=True)
    assert found.is_done
    assert said(found) == [(1, "heading"), (2, "guest"), (3, "guest"), (4, "invite")]
    assert [line.name for line in found.lines[1:]] == ["Ana García", "Cy", "Di"]


def test_a_name_that_stands_first_is_a_member_whatever_it_is(paste):
    assert said(paste("Ana\nName")) == [(1, "guest"), (2, "guest")]
