"""Copying a tournament: all its settings, the same weekday and hour whatever the clocks do, and a series by rule."""

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse

from accounts import services as accounts
from audit.models import AuditEntry
from tests.markup import tight
from tournaments import errors
from tournaments.entries.services import changing, copying, entering
from tournaments.event.selectors import finding, weekly
from tournaments.event.services import creating
from tournaments.models import EntryStatus, StageState, Tournament, TournamentState
from tournaments.prizes import services as prizes
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db
MADRID = ZoneInfo("Europe/Madrid")
TUESDAY = datetime(2026, 3, 24, 20, 0, tzinfo=MADRID)


@pytest.fixture
def evening(make_tournament, organiser, clock):
    """A Tuesday at eight in Madrid, five days before the clocks go forward."""

    def make(**more):
        more = {"timezone": "Europe/Madrid", "place": "Café Central", "starts_at": TUESDAY} | more
        return make_tournament(players=more.pop("players", 4), **more)

    return make


@pytest.fixture
def copy(organiser, clock):
    def act(tournament, **facts):
        return copying.copy_tournament(tournament=tournament, now=clock(), by=organiser, **facts)

    return act


def test_a_copy_has_everything_that_was_chosen_and_nothing_that_was_played(evening, copy, play_round, organiser, clock):
    first = evening(rounds=4, settings={"no_show": "forfeit", "grace_s": 60}, template="swiss_cut")
    creating.change_stage(stage=first.stages.first(), settings={"minutes": 30}, by=organiser, now=clock())
    stages.begin(tournament=first, now=clock(), by=organiser)
    play_round(first)
    made = copy(first)
    assert (made.state, made.name, made.place, made.variant) == (TournamentState.OPEN, first.name, first.place,
                                                                first.variant)  # fmt: skip
    assert made.slug != first.slug
    assert made.settings == {**first.settings}
    swiss, final = made.stages.order_by("number")
    old = list(first.stages.order_by("number"))
    assert [one.settings for one in (swiss, final)] == [one.settings for one in old]
    assert swiss.settings["minutes"] == 30
    assert (final.source, final.feed) == (swiss, old[1].feed)
    assert swiss.seed != old[0].seed, "its lots are drawn anew"
    assert {swiss.state, final.state} == {StageState.WAITING}
    assert not made.entries.exists()
    assert AuditEntry.objects.get(action="tournament.copy").after["from"] == first.public_id


def test_it_begins_at_the_same_hour_though_the_clocks_have_changed(evening, copy, clock):
    made = copy(evening())
    assert made.starts_at == datetime(2026, 3, 31, 18, 0, tzinfo=UTC)
    assert made.starts_at.astimezone(MADRID).hour == 20
    clock.now = datetime(2026, 5, 6, 12, 0, tzinfo=UTC)
    assert copy(made).starts_at.astimezone(MADRID) == datetime(2026, 5, 12, 20, 0, tzinfo=MADRID)
    chosen = datetime(2026, 9, 1, 18, 30, tzinfo=UTC)
    assert copy(made, starts_at=chosen, name="Autumn").starts_at == chosen
    with pytest.raises(errors.Invalid):
        copy(made, starts_at=datetime(1900, 1, 1, tzinfo=UTC))
    assert copy(evening(starts_at=None)).starts_at is None


def test_the_same_players_come_again_but_who_has_left(evening, copy, organiser, clock):
    first = evening()
    changing.change_entry(entry=first.entries.get(name="Player 01"), club="Riga", by=organiser, now=clock())
    entering.withdraw(entry=first.entries.get(name="Player 03"), now=clock(), by=organiser)
    made = copy(first, with_entrants=True)
    entries = {entry.name: entry for entry in made.entries.all()}
    assert sorted(entries) == ["Player 01", "Player 02", "Player 04"]
    assert {entry.status for entry in entries.values()} == {EntryStatus.ENTERED}
    assert (entries["Player 01"].rating_at_entry, entries["Player 01"].club) == (1990, "Riga")
    assert entries["Player 01"].members.get().user == first.entries.get(name="Player 01").members.get().user


def test_the_prizes_and_who_is_eligible_for_them_come_again(evening, copy, organiser, clock):
    first = evening()
    categories = [
        {"name": "Best junior", "kind": "label", "value": "U18", "prizes": [{"cents": 2000}, {"words": "Cards"}]}
    ]
    facts = {"is_one_each": False, "currency": "EUR", "now": clock(), "by": organiser}
    kept = prizes.write_prizes(tournament=first, categories=categories, **facts)
    changing.change_entry(entry=first.entries.first(), label="U18", now=clock(), by=organiser)
    made = copy(first, with_entrants=True)
    assert (made.prize_list.categories, made.prize_list.currency) == (kept.categories, "EUR")
    assert not made.prize_list.is_one_each
    assert made.entries.filter(label="U18").count() == 1
    assert first.prize_list.pk != made.prize_list.pk


def test_teams_come_again_with_their_captains(evening, copy):
    made = copy(evening(template="team_swiss"), with_entrants=True)
    assert made.entries.count() == 4
    assert all(entry.members.filter(is_captain=True).count() == 1 for entry in made.entries.all())


def test_a_series_by_rule(evening, organiser, clock):
    first = evening()
    rule = {"weekday": 1, "at": time(20), "until": date(2026, 4, 14)}
    made = copying.copy_series(tournament=first, now=clock(), by=organiser, **rule)
    days = [one.starts_at.astimezone(MADRID).strftime("%a %d %b %H:%M") for one in made]
    assert days == ["Tue 10 Mar 20:00", "Tue 17 Mar 20:00", "Tue 31 Mar 20:00", "Tue 07 Apr 20:00", "Tue 14 Apr 20:00"]
    assert copying.copy_series(tournament=first, now=clock(), by=organiser, **rule) == [], (
        "asking twice changes nothing"
    )
    with pytest.raises(errors.Invalid):
        copying.copy_series(tournament=first, now=clock(), by=organiser, weekday=1, at=time(20))
    every = copying.evenings_of(tournament=first, now=clock(), every=2, since=date(2026, 3, 12), name="Late", **rule)
    assert [one.day for one in every] == [17, 31, 14]


@pytest.mark.parametrize(
    ("week", "weekday", "days"),
    [
        (1, 1, ["Apr 07", "May 05", "Jun 02", "Jul 07"]),
        (4, 1, ["Mar 24", "Apr 28", "May 26", "Jun 23"]),
        (-1, 4, ["Mar 27", "Apr 24", "May 29", "Jun 26"]),
        (-1, 1, ["Mar 31", "Apr 28", "May 26", "Jun 30"]),
    ],
)
def test_once_a_month_on_the_same_weekday(evening, organiser, clock, week, weekday, days):
    rule = {"weekday": weekday, "at": time(20), "week_of_month": week, "since": date(2026, 3, 9), "name": "Monthly"}
    found = copying.evenings_of(tournament=evening(), now=clock(), count=4, **rule)
    assert [one.astimezone(MADRID).strftime("%b %d") for one in found] == days
    assert {one.astimezone(MADRID).hour for one in found} == {20}
    until = copying.evenings_of(tournament=evening(), now=clock(), until=found[2].astimezone(MADRID).date(), **rule)
    assert until == found[:3]
    year = copying.evenings_of(tournament=evening(), now=clock(), count=60, **rule)
    assert len({(one.astimezone(MADRID).year, one.astimezone(MADRID).month) for one in year}) == 60


@pytest.mark.parametrize(
    ("since", "every", "days"),
    [
        (date(2027, 1, 5), "nth", ["5 Jan", "2 Feb", "2 Mar"]),  # the first Tuesday
        (date(2027, 1, 29), "nth", ["29 Jan", "26 Feb", "26 Mar"]),  # a fifth Friday is the last one
        (date(2027, 1, 22), "last", ["29 Jan", "26 Feb", "26 Mar"]),
    ],
)
def test_the_page_knows_the_weekday_of_a_month_by_the_first_evening(evening, organiser, client, since, every, days):
    first = evening(players=2)
    client.force_login(organiser)
    page = reverse("tournaments:copy", args=[first.slug])
    rule = {"name": "Monthly", "since": since.isoformat(), "at": "20:00", "every": every, "count": "3"}
    shown = client.post(page, rule | {"show": "1"})
    found = [one.astimezone(MADRID) for one in shown.context["evenings"]]
    assert [f"{one.day} {one:%b}" for one in found] == days


def test_the_api_makes_a_monthly_series(evening, organiser, client):
    first = evening(players=2)
    client.force_login(organiser)
    door = reverse("api:api-tournament-series", args=[first.public_id])
    rule = {"weekday": 4, "at": "20:00", "week_of_month": -1, "since": "2027-01-01", "count": 2, "name": "Fridays"}
    made = client.post(door, rule, content_type="application/json")
    assert made.status_code == 201
    assert [one["starts_at"][:10] for one in made.json()] == ["2027-01-29", "2027-02-26"]
    for wrong in (0, 5):
        assert client.post(door, rule | {"week_of_month": wrong}, content_type="application/json").status_code == 400


@pytest.mark.parametrize("wrong", [{"until": date(2026, 3, 1)}, {"until": date(2030, 1, 1)}, {"weekday": 7},
                                   {"every": 0}, {"week_of_month": 5}, {"until": date(2026, 3, 8)},
                                   {"count": 61}], ids=str)  # fmt: skip
def test_a_rule_without_evenings_or_without_end_is_refused(evening, organiser, clock, wrong):
    rule = {"weekday": 1, "at": time(20), "until": date(2026, 4, 14), **wrong}
    with pytest.raises(errors.Invalid) as invalid:
        copying.copy_series(tournament=evening(), now=clock(), by=organiser, **rule)
    assert invalid.value.field == next(iter(wrong))
    assert Tournament.objects.count() == 1


def test_the_evening_of_a_rule_in_the_hour_that_there_is_not():
    found = weekly.evenings(since=date(2026, 3, 23), until=date(2026, 3, 29), weekday=6, at=time(2, 30), every=1,
                            zone=MADRID)  # fmt: skip
    assert [one.astimezone(UTC).isoformat() for one in found] == ["2026-03-29T01:30:00+00:00"]


def test_one_click_from_the_club_and_from_what_is_over(evening, organiser, clock, client):
    first = evening(players=2)
    client.force_login(organiser)
    page = reverse("tournaments:copy", args=[first.slug])
    assert page in client.get(reverse("pages:club", args=[first.club.slug])).content.decode()
    assert page in client.get(reverse("tournaments:conditions", args=[first.slug])).content.decode()
    answer = client.post(page, {"again": "1"})
    made = Tournament.objects.latest("pk")
    assert answer["Location"] == reverse("tournaments:setup", args=[made.slug])
    assert made.starts_at.astimezone(MADRID).strftime("%a %H:%M") == "Tue 20:00"
    chosen = {"copy": "1", "name": "Late spring", "starts_at": "2027-05-04T19:00", "with_entrants": "on"}
    client.post(page, chosen)
    late = Tournament.objects.latest("pk")
    assert (late.name, late.entries.count()) == ("Late spring", 2)
    assert late.starts_at == datetime(2027, 5, 4, 19, 0, tzinfo=MADRID)
    assert client.post(page, chosen | {"name": ""}).status_code == 422
    client.logout()
    assert client.post(page, {"again": "1"}).status_code == 302
    assert Tournament.objects.count() == 3


def test_the_page_shows_the_evenings_before_it_makes_them(evening, organiser, client):
    first = evening(players=2)
    client.force_login(organiser)
    page = reverse("tournaments:copy", args=[first.slug])
    today = datetime.now(MADRID).date()
    tuesday = date.fromordinal(today.toordinal() + 7 + (1 - today.weekday()) % 7)
    rule = {"name": "Winter Tuesdays", "since": tuesday.isoformat(), "at": "20:00", "every": "1"}
    assert "Say how many evenings" in tight(client.post(page, rule | {"series": "1"}).content.decode())
    too_late = rule | {"until": today.replace(year=today.year + 3, day=1).isoformat()}
    assert client.post(page, too_late | {"series": "1"}).status_code == 422
    rule |= {"count": "6", "with_entrants": "on"}
    shown = client.post(page, rule | {"show": "1"})
    wanted = shown.context["evenings"]
    assert {one.astimezone(MADRID).strftime("%a %H:%M") for one in wanted} == {"Tue 20:00"}
    assert wanted[0].astimezone(MADRID).date() == tuesday
    assert "6 evenings called “Winter Tuesdays” will be made" in tight(shown.content.decode())
    assert "Make 6 evenings" in tight(shown.content.decode())
    assert Tournament.objects.count() == 1
    answer = client.post(page, rule | {"series": "1"})
    made = list(Tournament.objects.filter(name="Winter Tuesdays").order_by("starts_at"))
    assert [one.starts_at for one in made] == wanted
    assert {one.entries.count() for one in made} == {2}, "the same players again"
    assert answer["Location"] == reverse("tournaments:series", args=[made[0].slug])
    assert "there already" in tight(client.post(page, rule | {"series": "1"}).content.decode())


@pytest.mark.parametrize("is_all", [False, True], ids=["ticked", "all"])
def test_a_whole_series_is_taken_back_but_what_has_begun(evening, organiser, clock, client, is_all):
    first = evening(players=2)
    rule = {"weekday": 1, "at": time(20), "count": 3, "name": "Wrong name", "with_entrants": True}
    made = copying.copy_series(tournament=first, now=clock(), by=organiser, **rule)
    entering.check_in_all(tournament=made[0], now=clock(), by=organiser)
    stages.begin(tournament=made[0], now=clock(), by=organiser)
    page = reverse("tournaments:series", args=[made[1].slug])
    client.force_login(accounts.official(username="ona", name="Ona", email="ona@example.org", password="correct horse"))
    assert client.post(page, {"evening": [made[1].public_id]}).status_code == 403
    client.force_login(organiser)
    days = [one.starts_at for one in client.get(page).context["evenings"]]
    assert days == sorted(days)
    assert len(days) == 3
    chosen = [one.public_id for one in [*made, first]]
    answer = client.post(page, {"all": "1"} if is_all else {"evening": chosen})
    assert set(Tournament.objects.values_list("pk", flat=True)) == {first.pk, made[0].pk}, "not of the series; begun"
    assert answer["Location"] == reverse("tournaments:series", args=[made[0].slug])
    assert AuditEntry.objects.filter(action="tournament.delete").count() == 2
    assert "not part of a series" in tight(
        client.get(reverse("tournaments:series", args=[first.slug])).content.decode()
    )


def test_future_evenings_are_listed_by_day(evening, organiser, clock):
    first = evening(players=2)
    rule = {"weekday": 1, "at": time(20), "count": 4}
    copying.copy_series(tournament=first, now=clock(), by=organiser, **rule)
    listed = [one.starts_at for one in finding.tournaments(states=[TournamentState.OPEN])]
    assert listed == sorted(listed)
    assert len(listed) == 4


def test_the_api_copies_and_makes_a_series(evening, organiser, client):
    first = evening(players=2)
    client.force_login(organiser)
    door = "api:api-tournament-{}".format
    made = client.post(reverse(door("copy"), args=[first.public_id]), {"with_entrants": True},
                       content_type="application/json")  # fmt: skip
    assert (made.status_code, made.json()["entries"], made.json()["state"]) == (201, 2, "open")
    today = datetime.now(MADRID).date()
    days = [date.fromordinal(today.toordinal() + more).isoformat() for more in (1, 14)]
    rule = {"weekday": 2, "at": "19:30", "since": days[0], "until": days[1]}
    series = client.post(reverse(door("series"), args=[first.public_id]), rule, content_type="application/json")
    assert (series.status_code, len(series.json())) == (201, 2)
    bad = client.post(reverse(door("series"), args=[first.public_id]), rule | {"until": "2020-01-01"},
                      content_type="application/json")  # fmt: skip
    assert (bad.status_code, list(bad.json()["errors"])) == (400, ["until"])
