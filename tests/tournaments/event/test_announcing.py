"""What other programs hear of an evening, in its order; and that a dry run says nothing."""

import json

import pytest

from accounts.own_data import services as own_data
from duework.models import DueWork
from ratings.services import lists
from ratings.services.runs import folding
from tests.platform.webhooks.receivers import listen
from tests.proving import proved
from tournaments.corrections.services import cancelling, corrections
from tournaments.entries.services import changing, entering
from tournaments.event.selectors import finding
from tournaments.exchange.services.afterwards import entering as evening_entering
from tournaments.models import Match
from tournaments.results.services import recording
from tournaments.results.services import recording as pods
from tournaments.stages.services import progression as stages
from webhooks import standard
from webhooks.models import Message

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def listening(club, organiser, clock, settings):
    """Somebody listens to everything."""
    settings.WEBHOOKS_LOCAL = True
    listen("http://127.0.0.1:9/hooks", club, organiser, clock(), *standard.KINDS)


def heard() -> list[str]:
    return list(Message.objects.order_by("pk").values_list("kind", flat=True))


def last(kind: str) -> dict:
    """What the last message of this kind says."""
    return json.loads(Message.objects.filter(kind=kind).latest("pk").body)["data"]


def test_an_evening_is_heard_in_its_order(make_tournament, play_round, organiser, clock, confirm):
    tournament = make_tournament(2, rounds=1)
    stages.begin(tournament=tournament, by=organiser, now=clock())
    play_round(tournament)
    confirm(tournament)
    assert heard() == [
        "tournament.created", "entry.added", "entry.added", "tournament.started",
        "round.published", "result.entered", "round.closed", "tournament.finished",
    ]  # fmt: skip
    said = last("result.entered")
    assert said["tournament"]["name"] == "Spring Open"
    assert said["tournament"]["page"].endswith(f"/t/{tournament.slug}/")
    assert said["round"]["number"] == 1
    sides = [(side["entry"]["name"], side["points"], side["game_points"]) for side in said["match"]["sides"]]
    assert sides == [("Player 01", 1, 100), ("Player 02", 0, 60)]
    assert last("tournament.finished")["tournament"]["state"] == "finished"
    folding.rate_pending(pool="gin")
    lists.publish_list(pool="gin", occasion="x", label="March", as_of=clock.later(days=1), now=clock())
    assert (last("rating_list.published")["label"], last("rating_list.published")["players"]) == ("March", 2)


def test_a_result_that_changes_is_corrected(make_tournament, play_round, organiser, clock):
    tournament = make_tournament(4, rounds=2)
    stages.begin(tournament=tournament, by=organiser, now=clock())
    play_round(tournament)
    match = Match.objects.get(table_no=1)
    seen = corrections.preview_correction(match=match, points=(60, 100))
    corrections.apply_correction(
        match=match, digest=seen.digest, reason="Typed wrong", now=clock(), by=organiser, points=(60, 100)
    )
    assert last("result.corrected")["match"]["sides"][0]["points"] == 0


def test_a_result_taken_back_is_heard(match, enter, organiser, clock):
    played = match()
    enter(played, points=(100, 60))
    enter(played, points=(100, 70))
    assert heard()[-2:] == ["result.entered", "result.corrected"]
    recording.undo_result(match=played, by=organiser, now=clock())
    assert last("result.corrected")["match"]["state"] == "paired"


def test_tables_of_three_are_heard(make_pods, next_round, organiser, clock):
    rnd = next_round(make_pods(3, rounds=1))
    pods.record_result(match=rnd.matches.get(), points=(120, 85, 40), by=organiser, now=clock())
    said = last("result.entered")["pod"]["seats"]
    assert [(seat["place"], seat["score"]) for seat in said] == [(1, 120), (2, 85), (3, 40)]


def test_who_leaves_and_a_tournament_that_is_cancelled(make_tournament, organiser, clock):
    tournament = make_tournament(3)
    one, two, _three = tournament.entries.order_by("pk")
    entering.withdraw(entry=one, by=organiser, now=clock())
    changing.remove_entry(entry=two, by=organiser, now=clock())
    cancelling.cancel_tournament(tournament=tournament, rated="keep", by=organiser, now=clock())
    assert heard()[-3:] == ["entry.withdrawn", "entry.withdrawn", "tournament.cancelled"]
    assert last("entry.withdrawn")["entry"]["name"] == "Player 02"


def test_a_dry_run_says_nothing(club, organiser, clock):
    evening = {"name": "Tuesday", "club": club, "by": organiser, "variant": "cutthroat", "now": clock()}
    evening_entering.enter_evening(data="Ana 120, Bo 85, Cy 40\n", dry_run=True, **evening)
    assert heard() == []
    assert not DueWork.objects.filter(kind="webhooks.deliver").exists()
    evening_entering.enter_evening(data="Ana 120, Bo 85, Cy 40\n", dry_run=False, **evening)
    assert heard()[-1] == "tournament.finished"


def test_who_leaves_the_site_is_in_no_message(make_tournament, organiser, clock):
    tournament = make_tournament(2)
    gone = tournament.entries.first().members.get().user
    assert len(json.loads(own_data.export(user=gone, proof=proved(gone), now=clock()))["webhooks"]["messages"]) == 1
    own_data.forget(user=gone, by=organiser, now=clock())
    assert not Message.objects.filter(body__contains=gone.public_id).exists()
    assert finding.main_stage(tournament)
