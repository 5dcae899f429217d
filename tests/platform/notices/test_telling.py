"""Who is told what, only once; and when mail waits."""

from datetime import time, timedelta

import pytest
from django.core import mail as outbox
from django.db import transaction

from accounts import services as accounts
from accounts.models import User
from duework.models import DueWork
from notices import kinds
from notices.models import Delivery, DeliveryState, Notice, Reader
from notices.selectors import choices
from notices.services import choosing, reading
from tests.platform.notices.conftest import NOON


def states() -> list[str]:
    return list(Delivery.objects.order_by("pk").values_list("state", flat=True))


def test_a_notice_is_told_once_and_not_to_who_did_it(ann, bob, tell):
    assert tell(ann, bob, by=bob) == 1
    assert tell(ann, bob, by=bob) == 0
    assert [one.user for one in Notice.objects.all()] == [ann]


def test_what_is_undone_is_not_told(ann, tell):
    with transaction.atomic():
        tell(ann)
        transaction.set_rollback(True)
    assert not Notice.objects.exists()
    assert not DueWork.objects.filter(kind="notices.mail").exists()


def test_house_players_guests_and_people_without_an_account_are_not_told(db, tell):
    listed = accounts.player_for(name="Lena Listed", email="lena@club.example")[0]
    house = User.objects.create(username="h", name="H", house_level="easy")
    guest = User.objects.create(username="g", name="G", is_guest=True)
    assert tell(listed, house, guest) == 0
    tell(listed, text="entered.waiting", key="x", to_strangers=True)
    assert [one.user for one in Notice.objects.all()] == [listed], "an entry reaches them by mail"


def test_telling_hundreds_takes_few_queries(db, tell, django_assert_max_num_queries):
    people = [User(username=f"p{n}", name=f"P{n}", email=f"p{n}@club.example", password="md5$a$b") for n in range(300)]
    them = User.objects.bulk_create(people)
    with django_assert_max_num_queries(60):
        assert tell(*them) == 300
    assert DueWork.objects.filter(kind="notices.mail").count() == 6, "pieces of work of fifty mails"


def test_mail_is_sent_once(ann, tell, send):
    tell(ann)
    assert send() == 1
    assert send() == 0
    [letter] = outbox.outbox
    assert (letter.subject, letter.to) == ("[Undercut] Round 2 of Tuesday gin is paired", ["ann@club.example"])
    assert "You meet Cleo at table 4." in letter.body
    assert states() == [DeliveryState.SENT]


def test_a_mail_whose_notice_was_read_meanwhile_is_not_sent(ann, tell, send):
    tell(ann)
    reading.mark_all_read(user=ann, now=NOON)
    send()
    assert not outbox.outbox
    assert states() == [DeliveryState.DROPPED]


def test_quiet_hours_over_midnight_hold_mail_until_they_end_in_the_readers_zone(ann, tell, send):
    choosing.choose(user=ann, wanted={}, zone="Europe/Madrid", quiet_from=time(22), quiet_until=time(8))
    late = NOON.replace(hour=22, minute=30)  # 23:30 in Madrid
    tell(ann, now=late)
    assert Notice.objects.count() == 1, "the inbox has it at once"
    send(late + timedelta(hours=1))
    assert not outbox.outbox
    send(late.replace(day=4, hour=7, minute=0))  # 8:00 in Madrid
    assert len(outbox.outbox) == 1


def test_mail_that_was_delayed_into_quiet_hours_waits_for_their_end(ann, tell, send):
    choosing.choose(user=ann, wanted={}, zone="UTC", quiet_from=time(13), quiet_until=time(14))
    tell(ann)
    send(NOON + timedelta(minutes=90))
    assert not outbox.outbox
    send(NOON + timedelta(hours=2))
    assert len(outbox.outbox) == 1


@pytest.mark.parametrize(
    ("start", "end", "hour", "until"),
    [(22, 8, 21, None), (22, 8, 23, 8), (22, 8, 3, 8), (22, 8, 8, None), (13, 15, 14, 15), (13, 15, 15, None)],
)
def test_quiet_hours(start: int, end: int, hour: int, until: "int | None") -> None:
    reader = Reader(quiet_from=time(start), quiet_until=time(end))
    found = choices.quiet_until(reader, None, NOON.replace(hour=hour))
    assert (found and found.hour) == until


def test_a_reader_chooses_channels_by_kind(ann, tell, send):
    choosing.choose(user=ann, wanted={"pairing": {"inbox": False, "mail": False, "push": False}})
    tell(ann)
    send()
    assert not Notice.objects.filter(is_shown=True).exists()
    assert not outbox.outbox
    tell(ann, key="start", text="reminder")
    send()
    assert len(outbox.outbox) == 1


def test_mail_speaks_the_language_of_its_reader_and_names_times_in_their_zone(ann, bob, tell, send):
    choosing.choose(user=ann, wanted={}, language="es", zone="America/Mexico_City")
    tell(ann, bob, text="reminder")
    send()
    spanish, english = (one.body for one in sorted(outbox.outbox, key=lambda one: one.to))
    assert "martes" in spanish
    assert "6:00 (America/Mexico_City)" in spanish or "06:00 (America/Mexico_City)" in spanish
    assert "Tuesday 3 March, 13:00 (Europe/Madrid)" in english, "who chose no zone reads that of the tournament"


def test_every_text_belongs_to_a_kind_and_reads_without_a_hole() -> None:
    parts = dict.fromkeys(
        ("tournament", "round", "table", "opponent", "starts_at", "answer_at", "play_at", "players", "reason",
         "ruling", "who", "said", "entered_by", "words", "list", "place", "rating",
         "player", "rules", "lapses_at", "over_at", "count", "club", "again_at"), "x")  # fmt: skip
    assert len(kinds.texts()) > 30
    for text in kinds.texts():
        assert kinds.kind(text.kind)
        assert str(text.title) % parts
        assert str(text.says) % parts
