"""A large field paired through pages and API: progress, cancelling, the draft when it is ready."""

import time
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from duework import services as duework
from tests.markup import tight
from tournaments.entries.services import entering
from tournaments.event.selectors import finding
from tournaments.models import JobState, Match, PairingJob, Round
from tournaments.results.services import recording
from tournaments.rounds import selectors as rounds
from tournaments.rounds.services import pairing_requests, running
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


def url(name: str, *args) -> str:
    return reverse(f"tournaments:{name}", args=args)


@pytest.fixture
def official(client, organiser):
    client.force_login(organiser)
    return client


@pytest.fixture
def many(make_tournament, clock, monkeypatch):
    """Twelve, who are a large field here; long work is done when the test sweeps."""
    monkeypatch.setattr(rounds, "LARGE", 6)
    return make_tournament(players=12)


def test_the_organiser_sees_how_far_it_is_and_then_the_draft(official, many):
    where = url("pairings", many.slug, 1)
    page = official.post(url("begin", many.slug), follow=True)
    assert page.redirect_chain[-1][0] == where
    assert "Round 1 is being paired" in tight(page.content.decode())
    assert "Working out who can meet whom" in tight(page.content.decode())
    PairingJob.objects.update(state=JobState.RUNNING, done=2, groups=7)
    part = official.get(url("pairing-progress", many.slug))
    assert "2 of 7 score groups are paired" in tight(part.content.decode())
    assert 'max="7" value="2"' in part.content.decode()
    duework.sweep(now=timezone.now())
    ready = official.get(url("pairing-progress", many.slug))
    assert (ready.status_code, ready["HX-Redirect"]) == (204, where)
    page = official.get(where).content.decode()
    assert "is being paired" not in page
    assert page.count('<td class="num">') == 6
    official.post(where, {"version": 1, "again": "1"})
    page = official.get(where).content.decode()
    assert "Round 1 is being paired" in page
    assert page.count('<td class="num">') == 6, "the draft stays until the new one is there"


def test_the_organiser_cancels_and_pairs_again(official, many):
    official.post(url("begin", many.slug))
    job = PairingJob.objects.get()
    page = official.post(url("pairing-cancel", many.slug), {"job": job.public_id}, follow=True).content.decode()
    assert "The pairing is cancelled" in page
    assert "Pair the next round" in page
    duework.sweep(now=timezone.now())
    assert not Round.objects.exists()
    official.post(url("pair", many.slug))
    official.post(url("pair", many.slug))
    duework.sweep(now=timezone.now())
    assert Round.objects.count() == 1
    late = official.post(url("pairing-cancel", many.slug), {"job": job.public_id}, follow=True).content.decode()
    assert "ended already" in late


def test_what_came_to_nothing_is_said_on_the_page(official, many):
    official.post(url("begin", many.slug))
    PairingJob.objects.update(state=JobState.FAILED, code="conflict", text="Entries changed again and again.")
    page = official.get(url("pairings", many.slug, 1)).content.decode()
    assert "Round 1 was not paired" in page
    assert "Entries changed again and again." in page
    assert official.get(url("pairing-progress", many.slug))["HX-Redirect"] == url("pairings", many.slug, 1)


def test_nobody_else_sees_or_cancels_it(client, many, clock):
    stages.begin(tournament=many, now=clock())
    job = pairing_requests.pair_stage(stage=finding.main_stage(many), now=clock())
    player = many.entries.get(name="Player 01").members.get().user
    for user, refused in ((None, (302, 401, 403)), (player, (403, 404))):
        if user:
            client.force_login(user)
        assert client.get(url("pairing-progress", many.slug)).status_code in refused
        assert client.post(url("pairing-cancel", many.slug), {"job": job.public_id}).status_code in refused
        assert client.get(f"/api/v1/pairing-jobs/{job.public_id}/").status_code in refused
        assert client.post(f"/api/v1/pairing-jobs/{job.public_id}/cancel/").status_code in refused
    job.refresh_from_db()
    assert job.is_open


def test_the_api_answers_202_and_where_to_look(official, many, clock):
    stages.begin(tournament=many, now=clock())
    asked = official.post(f"/api/v1/tournaments/{many.public_id}/pair/", {}, content_type="application/json")
    assert asked.status_code == 202, asked.content
    assert asked["Location"].endswith(f"/api/v1/pairing-jobs/{asked.json()['id']}/")
    assert official.get(asked["Location"]).json()["state"] == "waiting"
    duework.sweep(now=timezone.now())
    done = official.get(asked["Location"]).json()
    assert (done["state"], done["done"], done["groups"]) == ("done", 1, 1)
    again = official.post(
        f"/api/v1/rounds/{done['round']}/pair-again/", {"version": 1}, content_type="application/json"
    )
    assert again.status_code == 202
    where = again["Location"]
    assert official.post(f"{where}cancel/").json()["state"] == "cancelled"
    late = official.post(f"{where}cancel/")
    assert (late.status_code, late.json()["type"].rpartition("/")[2]) == (409, "conflict")
    assert official.get(f"/api/v1/rounds/{done['round']}/").json()["version"] == 1


def until(is_so, seconds: float = 400):
    """Wait for a condition, for at most so long."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.05)


@pytest.mark.parametrize(
    "matches", [pytest.param(160, marks=pytest.mark.long), pytest.param(500, marks=pytest.mark.marathon)]
)
@pytest.mark.django_db(transaction=True)
def test_a_large_field_through_the_pages(official, make_tournament, clock, organiser, matches):
    """Two rounds of an odd field by the pages; no request pairs, that is done beside them in a thread."""
    tournament = make_tournament(players=0, rounds=2, options={"system": "dutch"})
    roster = "name,rating\n" + "\n".join(f"Player {n:04d},{2600 - n}" for n in range(1, 2 * matches + 2))
    entering.import_entries(tournament=tournament, text=roster, dry_run=False, now=clock())
    entering.check_in_all(tournament=tournament, now=clock(), by=organiser)
    for number in (1, 2):
        verb = "begin" if number == 1 else "pair"
        page = official.post(url(verb, tournament.slug))
        assert page["Location"] == url("pairings", tournament.slug, number)
        assert not Round.objects.filter(number=number).exists()
        while duework.sweep(now=timezone.now() + timedelta(seconds=1)):
            pass

        def is_ready():
            return official.get(url("pairing-progress", tournament.slug)).status_code == 204

        until(is_ready)
        rnd = Round.objects.get(number=number)
        assert Match.objects.filter(round=rnd).count() == matches
        assert official.get(url("pairings", tournament.slug, number)).status_code == 200
        official.post(url("pairings", tournament.slug, number), {"publish": "1", "version": 1})
        if number == 2:
            break
        running.start_round(rnd=rnd, now=clock())
        for match in rnd.matches.all():
            recording.record_result(match=match, points=(100, 60), by=organiser, now=clock())
        official.post(url("close", tournament.slug, number))
    assert all(job.done == job.groups > 0 for job in PairingJob.objects.all()), "what the pages show while it goes on"
