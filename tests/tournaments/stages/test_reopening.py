"""A tournament that is over is opened again: what that does is said before, and what follows from the end is undone."""

from datetime import date, timedelta

import pytest
from django.urls import reverse

from accounts.models import User
from duework import services as duework
from duework.models import DueWork
from ratings.models import RatedMatch, RatingList
from tests.markup import tight
from tournaments import errors
from tournaments.corrections.services import corrections
from tournaments.event.selectors import finding
from tournaments.event.services import club_closing
from tournaments.models import Stage, StageState, TournamentState
from tournaments.prizes.services import write_prizes
from tournaments.seasons.selectors import reading, reopened, season_tables
from tournaments.seasons.services import closing, making
from tournaments.stages.services import conditions, reopening
from tournaments.stages.services import progression as stages
from webhooks.models import Message
from webhooks.services import endpoints

pytestmark = pytest.mark.django_db


@pytest.fixture
def ended(make_tournament, play_round, organiser, clock):
    """One round of four, confirmed; 50 for the first place, which two share."""
    tournament = make_tournament(players=4, rounds=1)
    prizes = [{"name": "Overall", "prizes": [{"cents": 5000}]}]
    write_prizes(tournament=tournament, categories=prizes, is_one_each=True, currency="€", by=organiser, now=clock())
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    play_round(tournament)
    stages.finish(tournament=tournament, now=clock(), by=organiser)
    return finding.tournaments().get()


@pytest.fixture
def season(club, organiser, clock):
    days = {"since": date(2026, 1, 1), "until": date(2026, 12, 31)}
    return making.create_season(club=club, name="Spring", **days, by=organiser, now=clock())


def work_until(now) -> None:
    while duework.sweep(now=now, limit=1000):
        pass


def test_what_it_does_is_said_before(ended, season, organiser, client):
    client.force_login(organiser)
    page = client.get(reverse("tournaments:open-again", args=[ended.slug])).content.decode()
    said = client.get(f"/api/v1/tournaments/{ended.public_id}/reopen/").json()["words"]
    assert said == list(reopened.reopening(ended).words)
    for words in (
        "2 matches are rated and stay so", "The list of ratings at its end is published when it ends again.",
        "Overall: Player 0", "(25 €)", "In “Spring” this evening does not count until it ends again",
    ):  # fmt: skip
        assert words in " ".join(said)
        assert words in page
    assert finding.tournaments().get().state == TournamentState.FINISHED, "nothing is written by looking"


def test_the_end_is_undone_and_made_again(ended, season, play_round, organiser, client, clock):
    rated = list(RatedMatch.objects.values_list("source", "is_pending"))
    standing = [row.user.name for row in season_tables.table_of(season).rows]
    assert len(standing) == 4
    client.force_login(organiser)
    assert "25 €" in tight(client.get(reverse("tournaments:standings", args=[ended.slug])).content.decode())
    seen = reopened.reopening(ended).seen
    client.post(reverse("tournaments:open-again", args=[ended.slug]), {"reason": "One round was missing", "seen": seen})
    again = finding.tournaments().get()
    assert (again.state, again.finished_at) == (TournamentState.RUNNING, None)
    assert not season_tables.table_of(season).rows, "an evening that is not over does not count"
    assert not DueWork.objects.filter(kind="ratings.publish", done_at=None).exists()
    assert "25 €" not in tight(client.get(reverse("tournaments:standings", args=[ended.slug])).content.decode())
    assert list(RatedMatch.objects.values_list("source", "is_pending")) == rated, "results stay rated"
    conditions.add_round(tournament=again, by=organiser, now=clock())
    play_round(again)
    stages.finish(tournament=again, now=clock.later(minutes=1), by=organiser)
    assert [row.line.attended for row in season_tables.table_of(season).rows] == [1] * 4
    work_until(clock.later(hours=1))
    assert RatingList.objects.get().matches == 4


def test_a_list_that_was_published_is_replaced(ended, play_round, organiser, clock):
    work_until(clock.later(hours=1))
    assert RatingList.objects.get().matches == 2
    again = reopening.reopen(tournament=ended, reason="One round was missing", by=organiser, now=clock())
    assert "stands until it ends again" in " ".join(reopened.reopening(ended).words)
    conditions.add_round(tournament=again, by=organiser, now=clock())
    play_round(again)
    stages.finish(tournament=again, now=clock.later(minutes=1), by=organiser)
    work_until(clock.later(hours=1))
    first, second = RatingList.objects.order_by("pk")
    assert (first.replaced_by, second.matches, second.occasion) == (second, 4, first.occasion)


def test_a_result_that_changes_then_is_rated_anew(ended, organiser, clock):
    work_until(clock.later(hours=1))
    assert [one.score_a for one in RatedMatch.objects.all()] == [1.0, 1.0]
    reopening.reopen(tournament=ended, reason="The wrong way round", by=organiser, now=clock())
    match = finding.matches().order_by("table_no").first()
    wish = {"match": match, "points": (60, 100)}
    seen = corrections.preview_correction(**wish)
    corrections.apply_correction(**wish, digest=seen.digest, reason="Typed wrongly", by=organiser, now=clock())
    work_until(clock.later(hours=1))
    now = {one.pk: one.score_a for one in RatedMatch.objects.filter(annulled=False)}
    assert sorted(now.values()) == [0.0, 1.0]


def test_the_table_and_trophies_of_a_closed_season_stand(ended, season, organiser, clock):
    closing.close_season(season=season, by=organiser, now=clock())
    trophies = list(reading.trophies_in(season).values_list("user", "kind", "place"))
    assert "“Spring” is closed: its table and its trophies stand." in reopened.reopening(ended).words
    reopening.reopen(tournament=ended, reason="A late protest", by=organiser, now=clock())
    season.refresh_from_db()
    table = season_tables.table_of(season)
    assert (len(table.rows), table.is_stale) == (4, True)
    assert list(reading.trophies_in(season).values_list("user", "kind", "place")) == trophies


def test_other_programs_hear_of_it(ended, club, organiser, clock):
    endpoints.add(club=club, url="https://93.184.216.34/", kinds=["tournament.reopened"], by=organiser, now=clock())
    reopening.reopen(tournament=ended, reason="A late protest", by=organiser, now=clock())
    assert Message.objects.get().kind == "tournament.reopened"


def test_a_cup_that_was_left_out_waits_again(make_tournament, play_round, organiser, clock):
    tournament = make_tournament(players=6, template="swiss_cut", rounds=1, options={"advance": 4})
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    play_round(tournament)
    stages.skip_stage(stage=Stage.objects.get(number=2), by=organiser, now=clock())
    stages.finish(tournament=tournament, by=organiser, now=clock())
    assert "waits again for who goes on" in " ".join(reopened.reopening(finding.tournaments().get()).words)
    reopening.reopen(tournament=tournament, reason="We have time after all", by=organiser, now=clock())
    assert [one.state for one in Stage.objects.order_by("number")] == [StageState.FINISHED, StageState.WAITING]


def test_what_cannot_be_opened_again(ended, club, organiser, client, clock):
    client.force_login(organiser)
    at = f"/api/v1/tournaments/{ended.public_id}/reopen/"
    with pytest.raises(errors.Invalid, match="reason"):
        reopening.reopen(tournament=ended, reason=" ", by=organiser, now=clock())
    stale = client.post(at, {"reason": "Late", "seen": (clock() - timedelta(days=1)).isoformat()})
    assert (stale.status_code, stale.json()["type"]) == (409, "conflict")
    club_closing.close_club(club=club, by=organiser, now=clock())
    with pytest.raises(errors.Invalid, match="club is closed"):
        reopening.reopen(tournament=ended, reason="Late", by=organiser, now=clock())
    assert client.get(at).status_code == 200
    player = User.objects.exclude(pk=organiser.pk).order_by("pk").first()
    client.force_login(player)
    assert client.post(at, {"reason": "Late"}).status_code == 403
    assert client.get(reverse("tournaments:open-again", args=[ended.slug])).status_code == 403


def test_one_that_runs_or_was_cancelled_is_not_opened(make_tournament, organiser, clock):
    tournament = make_tournament(players=4)
    with pytest.raises(errors.Refusal, match="not over"):
        reopening.reopen(tournament=tournament, reason="Late", by=organiser, now=clock())
    tournament.state = TournamentState.CANCELLED
    tournament.save()
    with pytest.raises(errors.Refusal, match="stays cancelled"):
        reopening.reopen(tournament=tournament, reason="Late", by=organiser, now=clock())


def test_everybody_reads_why_it_was_opened_again(ended, client, organiser, clock):
    """The reason is asked for as “everybody reads it”: it stands on the tournament’s page."""
    page = reverse("tournaments:detail", args=[ended.slug])
    assert "Opened again" not in client.get(page).content.decode()
    reopening.reopen(tournament=ended, reason="One round was missing", by=organiser, now=clock())
    assert "One round was missing" in client.get(page).content.decode()
    stages.finish(tournament=ended, now=clock(), by=organiser)
    said = tight(client.get(page).content.decode())
    assert "Opened again after its end on" in said
    assert "One round was missing" in said
