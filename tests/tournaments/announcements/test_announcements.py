"""An official announces something to all players, to a round, or to a table."""

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts.models import User
from notices.models import Notice
from tests.markup import tight
from tournaments import errors
from tournaments.announcements import services
from tournaments.event.selectors import finding
from tournaments.models import Announcement
from tournaments.rounds.services import drafts, editing
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_of_six(make_tournament, organiser, clock):
    tournament = make_tournament(6)
    User.objects.filter(password__startswith="!").update(password="md5$a$b")
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    return tournament


@pytest.mark.parametrize(("to", "count"), [({}, 6), ({"round_number": 1}, 6), ({"round_number": 1, "table_no": 2}, 2)])
def test_all_of_them_are_told(round_of_six, organiser, clock, to, count):
    made = services.announce(tournament=round_of_six, words="Lunch at\n one.", now=clock(), by=organiser, **to)
    assert made.told == count == Notice.objects.filter(text="announcement").count()
    assert Notice.objects.filter(text="announcement").first().parts["words"] == "Lunch at one."


def test_the_page_says_how_many_it_reaches_and_how_many_not(make_tournament, organiser, client, clock):
    tournament = make_tournament(6)
    mails = "abcdef"
    for n, user in enumerate(User.objects.filter(name__startswith="Player").order_by("pk")):
        user.email = f"{mails[n]}@example.org"
        user.password = "md5$a$b" if n < 2 else user.password
        user.save()
        if n == 2:
            EmailAddress.objects.create(user=user, email=user.email, verified=True)
    client.force_login(organiser)
    page = tight(client.get(f"/o/{tournament.slug}/announcements/").content.decode())
    assert "3 of those who are entered get it" in page
    assert "3 do not, without a login or a confirmed address" in page
    made = services.announce(tournament=tournament, words="Lunch", now=clock(), by=organiser)
    assert made.told == 3, "as the page said"


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({"words": " "}, "words"),
        ({"words": "x" * 501}, "words"),
        ({"words": "Hi", "round_number": 2}, "round_number"),
        ({"words": "Hi", "round_number": 1, "table_no": 9}, "table_no"),
        ({"words": "Hi", "table_no": 1}, "round_number"),
    ],
)
def test_what_cannot_be_announced_names_its_field(round_of_six, organiser, clock, facts, field):
    with pytest.raises(errors.Invalid) as refused:
        services.announce(tournament=round_of_six, now=clock(), by=organiser, **facts)
    assert refused.value.field == field
    assert not Announcement.objects.exists()


def test_on_the_pages_it_is_made_seen_and_taken_back(round_of_six, organiser):
    client, visitor = Client(), Client()
    client.force_login(organiser)
    page = f"/o/{round_of_six.slug}/announcements/"
    assert client.post(page, {"words": "Lunch at one."}).status_code == 302
    assert "6 people are told." in tight(client.get(page).content.decode())
    assert "Lunch at one." in tight(visitor.get(f"/t/{round_of_six.slug}/").content.decode())
    one = Announcement.objects.get()
    client.post(f"{page}{one.public_id}/back/")
    assert "Lunch at one." not in tight(visitor.get(f"/t/{round_of_six.slug}/").content.decode())
    assert not Notice.objects.filter(text="announcement").exists()


def test_only_officials_announce(round_of_six):
    player = Client()
    player.force_login(User.objects.get(name="Player 01"))
    page = f"/o/{round_of_six.slug}/announcements/"
    assert player.post(page, {"words": "Hi"}).status_code == 403
    assert Client().get(page).status_code == 302


def test_a_mistake_stays_in_the_form(round_of_six, organiser):
    client = Client()
    client.force_login(organiser)
    answer = client.post(f"/o/{round_of_six.slug}/announcements/", {"words": "To the moon", "round_number": 9})
    assert answer.status_code == 422
    assert "Nobody plays there." in tight(answer.content.decode())
    assert "To the moon" in tight(answer.content.decode())


def test_where_nobody_has_an_account_the_page_says_where_it_stands(round_of_six, organiser):
    User.objects.filter(name__startswith="Player").update(password="!")
    client = Client()
    client.force_login(organiser)
    page = f"/o/{round_of_six.slug}/announcements/"
    for to, where in (({}, "stands on the tournament’s page"), ({"round_number": 1}, "Tell them at their table")):
        seen = client.post(page, {"words": "Lunch at one.", **to}, follow=True).content.decode()
        assert "None of these players has an account" in seen
        assert where in seen
