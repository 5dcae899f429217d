"""Mail of notices through a real SMTP server: one click stops it, a refused address is marked, an unreachable server
makes it wait."""

import re
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.test import Client

from accounts import services as accounts
from duework.models import DueWork, SkippedRow
from notices.models import Delivery, DeliveryState, KeptMail, Notice, Reader
from notices.selectors import choices
from notices.services import choosing, stopping
from tests.markup import tight
from tests.platform.notices.conftest import NOON


def path_of(link: str) -> str:
    return urlsplit(link.strip(" <>")).path


def test_one_click_in_a_mail_program_stops_mail_of_this_kind(ann, tell, send, letters):
    tell(ann)
    send()
    [letter] = letters.taken
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert letter["Auto-Submitted"] == "auto-generated"
    assert letter["From"] == "Undercut <undercut@club.example>"
    link = path_of(str(letter["List-Unsubscribe"]))
    program = Client(enforce_csrf_checks=True)  # no cookie, no sign-in, no token of a form
    assert program.post(link, {"List-Unsubscribe": "One-Click"}).status_code == 200
    tell(ann, key="next round")
    tell(ann, key="news", text="time_settled")
    send()
    assert [str(one["Subject"]) for one in letters.taken[1:]] == ["[Undercut] Your match with Cleo has a time"]


def test_opening_the_link_stops_nothing_and_offers_the_other_kinds(ann):
    link = stopping.link(ann, "pairing")
    visitor = Client(enforce_csrf_checks=True)
    page = visitor.get(link).content.decode()
    assert "A pairing is up" in page
    assert not Reader.objects.exists()
    visitor.post(link, {"chosen": "yes", "wanted": ["time", "nonsense"]})
    wanted = {kind.key for kind, channels in choices.table_of(choices.reader_of(ann)) if channels["mail"]}
    assert wanted == {"time"}


def test_a_link_that_was_changed_is_refused(ann):
    link = stopping.link(ann, "pairing")
    answer = Client().post(link[:-4] + "xxx/")
    assert answer.status_code == 404
    assert "does not work" in tight(answer.content.decode())
    assert not Reader.objects.exists()


def test_an_address_that_is_refused_for_good_gets_no_more_mail_until_it_is_proved(ann, as_ann, tell, send, letters):
    letters.answers["ann@club.example"] = "550 5.1.1 no such user"
    tell(ann)
    send()
    assert Delivery.objects.get().state == DeliveryState.REFUSED
    assert "no such user" in Reader.objects.get(user=ann).bounced_words
    assert "Your mail comes back" in tight(as_ann.get("/me/").content.decode())
    letters.answers.clear()
    tell(ann, key="another")
    send()
    assert not letters.taken
    as_ann.post("/my/notices/address/")
    [letter] = letters.taken
    [link] = re.findall(r"https?://\S+", letter.get_content())
    Client().get(path_of(link))
    assert Reader.objects.get(user=ann).bounced, "a program that opens links proves nothing"
    assert Client().post(path_of(link)).status_code == 200
    assert not Reader.objects.get(user=ann).bounced
    tell(ann, key="a third")
    send()
    assert len(letters.taken) == 2


def test_a_new_address_does_not_bounce(ann, letters):
    Reader.objects.create(user=ann, bounced=ann.email)
    assert choices.bounces(ann)
    ann.email = "ann@new.example"
    assert not choices.bounces(ann)


def test_a_refusal_for_now_is_tried_again(ann, bob, tell, send, letters):
    letters.answers["ann@club.example"] = "450 4.2.1 busy"
    tell(ann, bob)
    send()
    assert [str(one["To"]) for one in letters.taken] == ["bob@club.example"]
    letters.answers.clear()
    DueWork.objects.update(lease_until=None)
    send(NOON + timedelta(minutes=1))
    assert sorted(str(one["To"]) for one in letters.taken) == ["ann@club.example", "bob@club.example"]
    assert not Reader.objects.exclude(bounced="").exists()


def test_while_the_mail_server_is_away_everything_waits_and_after_a_day_it_is_dropped(
    ann, tell, send, letters, settings
):
    settings.EMAIL_PORT, port = 1, settings.EMAIL_PORT
    tell(ann)
    send()
    assert Delivery.objects.get().state == DeliveryState.WAITING
    settings.EMAIL_PORT = port
    DueWork.objects.update(lease_until=None)
    send(NOON + timedelta(hours=25))
    assert Delivery.objects.get().state == DeliveryState.DROPPED
    assert not letters.taken


def test_a_mail_that_was_being_handed_over_when_the_worker_died_is_not_sent_again(ann, tell, send, letters):
    tell(ann)
    Delivery.objects.update(state=DeliveryState.TAKEN)
    send()
    assert Delivery.objects.get().state == DeliveryState.UNKNOWN
    assert not letters.taken


def test_an_address_that_nobody_proved_gets_no_mail(ann, tell, send, letters):
    ann.emailaddress_set.create(email=ann.email, verified=False)
    tell(ann)
    send()
    assert not letters.taken


def test_a_site_without_a_mail_server_keeps_its_mail_for_the_staff(ann, as_ann, tell, send, settings):
    settings.EMAIL_BACKEND = "notices.mail.Kept"
    tell(ann)
    send()
    assert KeptMail.objects.get().to == "ann@club.example"
    assert as_ann.get("/site/mails/").status_code == 403
    ann.is_staff = True
    ann.save()
    assert "Round 2 of Tuesday gin is paired" in tight(as_ann.get("/site/mails/").content.decode())


@pytest.mark.parametrize("kind", ["pairing", "unknown"])
def test_stopping_an_unknown_kind_changes_nothing(ann, kind):
    choosing.stop_mail(user=ann, keys=[kind])
    assert Reader.objects.get(user=ann).choices == ({"pairing": {"mail": False}} if kind == "pairing" else {})


def test_a_notice_that_nobody_can_write_keeps_no_other_mail_back(ann, bob, tell, send, letters):
    cleo = accounts.official(username="cleo", name="Cleo", email="cleo@club.example", password="x" * 12)
    tell(ann, bob, cleo)
    Notice.objects.filter(user=bob).update(parts={"starts_at": "no time"})
    send()
    assert sorted(str(one["To"]) for one in letters.taken) == ["ann@club.example", "cleo@club.example"]
    refused = Delivery.objects.get(notice__user=bob)
    assert (refused.state, SkippedRow.objects.get().row) == (DeliveryState.REFUSED, f"delivery {refused.pk}")
    assert not DueWork.objects.filter(kind="notices.mail", done_at=None).exists(), "nothing is tried again"
