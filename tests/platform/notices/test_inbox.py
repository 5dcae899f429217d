"""The inbox, its badge, and the page of settings."""

from datetime import time, timedelta

import pytest
from django.test import Client

from accounts.models import User
from accounts.own_data import services as own_data
from notices.models import Notice, PushDevice, Reader
from notices.selectors import choices
from notices.services import forgetting
from tests.markup import tight
from tests.platform.notices.conftest import NOON
from tests.proving import proved


def test_unread_ones_stand_first_and_lead_to_what_they_are_about(ann, as_ann, tell):
    tell(ann, key="old", now=NOON)
    tell(ann, key="new", text="time_settled", now=NOON + timedelta(hours=1))
    newest = Notice.objects.get(key="new")
    assert as_ann.get(f"/my/notices/{newest.public_id}/")["Location"] == "/t/tuesday/"
    page = as_ann.get("/my/notices/").content.decode()
    assert page.index("is paired") < page.index("has a time"), "the unread one is older"
    assert page.count('class="unread"') == 1
    as_ann.post("/my/notices/read/")
    assert 'class="unread"' not in as_ann.get("/my/notices/").content.decode()


def test_a_notice_of_somebody_else_cannot_be_read(ann, bob, as_ann, tell):
    tell(bob)
    assert as_ann.get(f"/my/notices/{Notice.objects.get().public_id}/").status_code == 404
    assert Notice.objects.get().read_at is None


def test_the_badge_stands_in_header_and_title_and_costs_one_query(
    ann, as_ann, tell, django_assert_num_queries, django_assert_max_num_queries
):
    for n in range(3):
        tell(ann, key=f"n{n}")
    page = as_ann.get("/privacy/").content.decode()
    assert "<title>(3) " in page
    assert "<b>3<span" in page
    with django_assert_max_num_queries(5) as asked:
        as_ann.get("/privacy/")
    assert sum("notices_notice" in one["sql"] for one in asked) == 1
    with django_assert_max_num_queries(5) as asked:
        Client().get("/privacy/")
    assert not any("notices_" in one["sql"] for one in asked)


def test_the_badge_counts_to_99(ann, as_ann, tell):
    for n in range(101):
        tell(ann, key=f"n{n}")
    assert "(99+)" in as_ann.get("/privacy/").content.decode()


def test_an_empty_inbox_says_what_will_come_and_a_full_one_has_pages(ann, as_ann, tell):
    assert "Nothing yet" in tight(as_ann.get("/my/notices/").content.decode())
    for n in range(30):
        tell(ann, key=f"n{n}")
    assert "Page 1 of 2" in tight(as_ann.get("/my/notices/").content.decode())
    assert "Page 2 of 2" in tight(as_ann.get("/my/notices/?page=2").content.decode())


def test_settings_are_stored(ann, as_ann):
    form = {"wanted": ["pairing:inbox", "time:mail"], "language": "es", "zone": "Europe/Madrid"}
    form |= {"quiet_from": "22:00", "quiet_until": "08:00"}
    assert as_ann.post("/my/notices/settings/", form).status_code == 302
    reader = Reader.objects.get(user=ann)
    assert reader.choices["pairing"] == {"inbox": True, "mail": False, "push": False}
    assert (reader.quiet_from, reader.quiet_until, reader.language) == (time(22), time(8), "es")
    ann.refresh_from_db()
    assert ann.timezone == "Europe/Madrid"
    page = as_ann.get("/my/notices/settings/").content.decode()
    assert 'value="22:00"' in page


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"quiet_from": "22:00"}, "a beginning and an end"),
        ({"zone": "Atlantis"}, "Atlantis"),
        ({"language": "xx"}, "xx"),
    ],
)
def test_settings_that_make_no_sense_name_their_field(as_ann, form, said):
    answer = as_ann.post("/my/notices/settings/", form)
    assert answer.status_code == 422
    assert said in answer.content.decode()


def test_strangers_are_sent_to_sign_in() -> None:
    for path in ("/my/notices/", "/my/notices/settings/", "/site/mails/"):
        assert Client().get(path)["Location"].startswith("/accounts/login/")


def test_old_notices_go_and_a_person_who_leaves_takes_theirs(ann, bob, tell, settings):
    tell(ann, bob)
    PushDevice.objects.create(user=ann, endpoint="https://x", p256dh="", auth="", name="Firefox", made_at=NOON)
    assert b"Tuesday gin" in own_data.export(user=ann, proof=proved(ann), now=NOON)
    own_data.forget(user=ann, by=None, now=NOON)
    assert [one.user for one in Notice.objects.all()] == [bob]
    assert not PushDevice.objects.exists()
    assert forgetting.forget_old_notices(now=NOON + timedelta(days=settings.KEEP_NOTICES - 1)) == 0
    assert forgetting.forget_old_notices(now=NOON + timedelta(days=settings.KEEP_NOTICES + 1)) > 0
    assert not Notice.objects.exists()


def test_mail_follows_the_language_that_a_signed_in_person_chooses_for_the_pages(ann, as_ann):
    as_ann.post("/language/", {"language": "es", "next": "/"})
    assert choices.language_of(choices.reader_of(ann)) == "es"
    as_ann.post("/language/", {"language": "tlh", "next": "/"})
    assert as_ann.get("/language/?language=en").status_code == 302
    assert Reader.objects.get(user=ann).language == "es"
    Client().post("/language/", {"language": "es", "next": "/"})
    assert Reader.objects.count() == 1


def test_who_joins_on_a_spanish_page_is_written_to_in_spanish(db):
    client = Client(headers={"accept-language": "es"})
    form = {"username": "eva", "name": "Eva", "email": "", "password1": "correct horse 9",
            "password2": "correct horse 9", "agreed": "on"}  # fmt: skip
    assert client.post("/accounts/signup/", form).status_code == 302
    assert choices.language_of(choices.reader_of(User.objects.get(username="eva"))) == "es"
