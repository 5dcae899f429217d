"""Calendars as a program reads them: with the library, in the right zone, also over the change of the clock."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from icalendar import Calendar

from accounts.models import User
from tests.markup import tight
from tournaments.calendar import selectors, services
from tournaments.entries.services import entering
from tournaments.event.selectors import finding
from tournaments.models import Appointment, CalendarKey, EntryMember, Match, Tournament
from tournaments.rounds.services import drafts, editing
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db
SUMMER = datetime(2026, 7, 7, 17, 30, tzinfo=UTC)  # 19:30 in Madrid
WINTER = datetime(2026, 12, 1, 18, 30, tzinfo=UTC)  # 19:30 in Madrid, too


def events(content: bytes) -> list:
    return list(Calendar.from_ical(content).walk("VEVENT"))


@pytest.fixture
def evening(make_tournament, organiser, clock):
    """An evening of four in Madrid with round 1 published for half an hour later."""

    def make(starts_at: datetime = SUMMER) -> Tournament:
        tournament = make_tournament(4)
        Tournament.objects.filter(pk=tournament.pk).update(
            starts_at=starts_at, timezone="Europe/Madrid", place="Café Central, 1st floor; left"
        )
        clock.now = starts_at
        stages.begin(tournament=tournament, now=clock(), by=organiser)
        rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
        editing.publish_round(rnd=rnd, now=clock(), by=organiser, start_at=starts_at + timedelta(minutes=30))
        return Tournament.objects.get(pk=tournament.pk)

    return make


@pytest.mark.parametrize("starts_at", [SUMMER, WINTER])
def test_a_tournament_has_its_evening_and_its_rounds_at_half_past_seven_in_madrid(evening, starts_at):
    tournament = evening(starts_at)
    answer = Client().get(f"/t/{tournament.slug}/calendar.ics")
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    night, first = events(answer.content)
    assert night["SUMMARY"] == "Spring Open"
    assert night["LOCATION"] == "Café Central, 1st floor; left"
    assert night["DTSTART"].params["TZID"] == "Europe/Madrid"
    assert (night.decoded("DTSTART").hour, night.decoded("DTSTART").minute) == (19, 30)
    assert night.decoded("DTSTART") == starts_at
    assert first.decoded("DTSTART") == starts_at + timedelta(minutes=30)
    zones = [str(one["TZID"]) for one in Calendar.from_ical(answer.content).walk("VTIMEZONE")]
    assert zones == ["Europe/Madrid"]


def test_a_draft_is_in_no_calendar_and_a_line_keeps_its_name_when_its_time_moves(evening, organiser, clock):
    tournament = evening()
    before = [str(one["UID"]) for one in events(selectors.of_tournament(tournament))]
    Tournament.objects.update(starts_at=SUMMER + timedelta(days=1))
    tournament.refresh_from_db()
    moved = events(selectors.of_tournament(tournament))
    assert [str(one["UID"]) for one in moved] == before
    assert moved[0].decoded("DTSTART") == SUMMER + timedelta(days=1)


def test_a_cancelled_evening_says_so(evening):
    tournament = evening()
    Tournament.objects.update(state="cancelled")
    assert events(selectors.of_club(tournament.club, SUMMER))[0]["STATUS"] == "CANCELLED"


def test_a_club_has_its_evenings(evening, club):
    evening()
    assert Client().get(f"/clubs/{club.slug}/calendar.ics").status_code == 200
    assert [one["SUMMARY"] for one in events(selectors.of_club(club, SUMMER))] == ["Spring Open"]
    assert not events(selectors.of_club(club, SUMMER + timedelta(days=365))), "what is long over is not there"


def test_a_player_has_evenings_and_own_matches_and_an_agreed_time_counts(evening):
    evening()
    user = User.objects.get(name="Player 01")
    lines = events(selectors.of_player(user, SUMMER))
    assert len(lines) == 2
    assert lines[1].decoded("DTSTART") == SUMMER + timedelta(minutes=30)
    assert "Player 01" in lines[1]["SUMMARY"]
    match = Match.objects.filter(sides__seat__entry__members__user=user).get()
    agreed = SUMMER + timedelta(days=2)
    Appointment.objects.create(
        match=match, open_from=SUMMER, settle_by=SUMMER, due_by=agreed, state="agreed", at=agreed
    )
    assert events(selectors.of_player(user, SUMMER))[1].decoded("DTSTART") == agreed


@pytest.mark.parametrize("left", ["not me", "withdrawn"])
def test_what_a_player_left_or_said_not_me_to_is_gone_from_their_calendar(evening, clock, organiser, left):
    tournament = evening()
    user = User.objects.get(name="Player 01")
    place = EntryMember.objects.get(user=user)
    if left == "withdrawn":
        entering.withdraw(entry=place.entry, now=clock(), by=organiser)
    else:
        EntryMember.objects.filter(pk=place.pk).update(refused_at=clock())
    assert events(selectors.of_player(user, SUMMER)) == []
    assert list(finding.tournaments_of(user)) == ([tournament] if left == "withdrawn" else [])


def test_the_address_of_ones_own_is_secret_and_a_new_one_ends_the_old(evening):
    evening()
    user, program = User.objects.get(name="Player 01"), Client()
    mine = Client()
    mine.force_login(user)
    assert "no address yet" in tight(mine.get("/my/calendar/").content.decode())
    mine.post("/my/calendar/", {"do": "renew"})
    old = CalendarKey.objects.get().key
    assert f"/calendar/{old}.ics" in mine.get("/my/calendar/").content.decode()
    assert program.get(f"/calendar/{old}.ics").status_code == 200
    mine.post("/my/calendar/", {"do": "renew"})
    assert program.get(f"/calendar/{old}.ics").status_code == 404
    services.close(user=user)
    assert not CalendarKey.objects.exists()
