"""A draft that was paired before results of an earlier round came in says so, and is not published unseen."""

import re

import pytest
from django.urls import reverse

from audit.models import AuditEntry
from duework import services as duework
from tests.markup import tight
from tournaments import errors
from tournaments.entries.services import entering
from tournaments.event.selectors import finding
from tournaments.event.services import schedule
from tournaments.models import Round, RoundState
from tournaments.results.services import recording
from tournaments.rounds import selectors
from tournaments.rounds.services import drafts, editing, pairing_requests, running
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db
SINCE = "Results of round 1 have come in since this round was paired: pair again."


def pairs(rnd):
    return {frozenset(str(entry) for entry in match.entries) for match in finding.round_matches(rnd)}


def enter(matches, organiser, clock):
    for match in matches:
        recording.record_result(match=match, points=(40, 100), by=organiser, now=clock())


def test_a_draft_says_that_results_have_come_since_and_is_not_published_unseen(make_early, organiser, clock):
    _tournament, first, second = make_early()
    assert SINCE not in editing.draft_warnings(second), "nothing has come yet"
    enter(finding.round_matches(first), organiser, clock)
    running.close_round(rnd=first, now=clock.later(seconds=30))
    assert SINCE in editing.draft_warnings(second)
    with pytest.raises(errors.ResultsSince) as stopped:
        editing.publish_round(rnd=second, version=second.version, now=clock(), by=organiser)
    assert (stopped.value.code, stopped.value.rounds, stopped.value.warnings) == ("results_since", (1,), (SINCE,))
    second.refresh_from_db()
    assert second.state == RoundState.DRAFT
    again = pairing_requests.pair_again(rnd=second, version=second.version, now=clock(), by=organiser)
    assert editing.draft_warnings(again) == []
    editing.publish_round(rnd=again, now=clock(), by=organiser)


def test_while_the_round_is_played_it_is_published_as_long_as_nothing_came_in(make_early, organiser, clock):
    _tournament, _first, second = make_early()
    assert editing.publish_round(rnd=second, now=clock(), by=organiser).state == RoundState.PUBLISHED


def test_pairing_again_remembers_why_it_does_not_wait(make_early, organiser, clock):
    """Before, *Re-pair* was refused, because a result was still missing."""
    _tournament, first, second = make_early()
    enter(finding.round_matches(first)[:3], organiser, clock)
    assert SINCE in editing.draft_warnings(second)
    again = pairing_requests.pair_again(rnd=second, version=second.version, now=clock(), by=organiser)
    assert editing.draft_warnings(again) == []
    assert AuditEntry.objects.filter(action="round.pair").latest("pk").reason == "The bus leaves"


def test_nobody_reads_in_the_log_of_the_pairing_why_it_did_not_wait(make_early, client, organiser, clock):
    """The log is anybody’s; the reason is a word among officials, and may name somebody."""
    tournament, _first, second = make_early()
    editing.publish_round(rnd=second, now=clock(), by=organiser)
    said = client.get(reverse("tournaments:log", args=[tournament.slug, 2]))
    assert said.json()["runs"][0]["input"]["entries"]
    assert "The bus leaves" not in said.content.decode()


def test_it_is_published_all_the_same_for_a_reason_on_record(make_early, organiser, clock):
    _tournament, first, second = make_early()
    enter(finding.round_matches(first), organiser, clock)
    told = {"reason": "The pairings hang on the wall", "by": organiser, "now": clock()}
    assert editing.publish_round(rnd=second, **told).state == RoundState.PUBLISHED
    entry = AuditEntry.objects.filter(action="round.publish").latest("pk")
    assert (entry.reason, entry.after) == ("The pairings hang on the wall", {"warnings": [SINCE]})


def test_results_by_which_the_same_would_meet_stop_nothing(make_early, organiser, clock):
    _tournament, first, second = make_early(players=4)
    [one, two] = finding.round_matches(first)
    recording.record_result(match=one, points=(100, 40), by=organiser, now=clock())
    recording.record_result(match=two, points=(40, 100), by=organiser, now=clock())
    assert pairs(second) == {frozenset({"Player 01", "Player 04"}), frozenset({"Player 02", "Player 03"})}
    assert SINCE not in editing.draft_warnings(second)


def test_a_corrected_result_of_a_round_before_is_named_too(make_tournament, play_round, organiser, clock):
    tournament = make_tournament(players=8)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    first = play_round(tournament)
    draft = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    match = finding.round_matches(first)[0]
    match.sides.filter(order=0).update(points=0)
    match.sides.filter(order=1).update(points=2)
    assert SINCE in editing.draft_warnings(draft)


@pytest.mark.parametrize("template", ["round_robin", "single_elim", "double_elim"])
def test_a_schedule_and_a_bracket_are_not_concerned(make_tournament, play_round, organiser, clock, template):
    tournament = make_tournament(players=8, rounds=None, template=template)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    first = play_round(tournament)
    draft = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    first.matches.first().sides.update(margin=77)
    assert editing.draft_warnings(draft) == []
    editing.publish_round(rnd=draft, now=clock(), by=organiser)


@pytest.fixture
def official(client, organiser):
    client.force_login(organiser)
    return client


def test_the_page_offers_to_pair_again_first_and_to_publish_for_a_reason(make_early, official, organiser, clock):
    tournament, first, second = make_early()
    address = reverse("tournaments:pairings", args=[tournament.slug, 2])
    assert "Publish it all the same" not in tight(official.get(address).content.decode())
    enter(finding.round_matches(first), organiser, clock)
    page = tight(official.get(address).content.decode())
    assert SINCE in page
    assert '<button class="button primary" type="submit" name="again" value="1">' in page
    assert "Publish it all the same" in page
    unseen = official.post(address, {"version": second.version, "publish": "1"}, follow=True)
    assert SINCE in tight(unseen.content.decode())
    assert Round.objects.get(pk=second.pk).state == RoundState.DRAFT
    official.post(address, {"version": second.version, "publish": "1", "reason": "It hangs on the wall"})
    assert Round.objects.get(pk=second.pk).state == RoundState.PUBLISHED


@pytest.mark.parametrize("act", ["discard", "publish", "again"])
def test_a_page_whose_draft_another_official_has_discarded_says_so(make_early, official, organiser, clock, act):
    """Before, a second *Discard the draft* led to “not found”."""
    tournament, _first, second = make_early()
    drafts.discard_draft(rnd=second, version=second.version, now=clock(), by=organiser)
    address = reverse("tournaments:pairings", args=[tournament.slug, 2])
    page = official.post(address, {"version": second.version, act: "1"}, follow=True)
    assert page.redirect_chain == [(reverse("tournaments:tonight", args=[tournament.slug]), 302)]
    assert "This draft has changed meanwhile." in tight(page.content.decode())


def test_an_older_page_does_not_publish_the_draft_that_has_come_in_place_of_its_own(
    make_early, official, organiser, clock
):
    """Before, it did, unseen: each draft is of version 1 at first."""
    tournament, _first, second = make_early()
    address = reverse("tournaments:pairings", args=[tournament.slug, 2])
    page = official.get(address).content.decode()
    shown = dict(re.findall(r'type="hidden" name="(round|version)" value="(\w+)"', page))
    again = pairing_requests.pair_again(rnd=second, version=second.version, now=clock(), by=organiser)
    assert again.version == int(shown["version"])
    for act in ("publish", "discard", "again"):
        page = official.post(address, shown | {act: "1"}, follow=True)
        assert "This draft has changed meanwhile." in tight(page.content.decode())
        assert Round.objects.get(pk=again.pk).state == RoundState.DRAFT
    official.post(address, shown | {"round": again.public_id, "publish": "1"})
    assert Round.objects.get(pk=again.pk).state == RoundState.PUBLISHED


def test_two_officials_who_swap_at_once_do_not_change_each_others_draft(make_early, official, organiser, clock):
    """Before, the exchange was kept in the draft as it stood by then, which the second one had not seen."""
    tournament, _first, second = make_early()
    here = reverse("tournaments:pairings", args=[tournament.slug, 2])
    at = re.search(r'data-swap="([^"]+)"', official.get(here).content.decode())[1].replace("&amp;", "&")
    one, two, three = (finding.round_matches(second)[number].entries[0] for number in (0, 1, 2))
    editing.edit_draft(rnd=second, version=second.version, swap=(one, two), reason="Family", now=clock(), by=organiser)
    asked = {"edit": "swap", "first": one.pk, "second": three.pk, "to_keep": "1"}
    change = "&".join(f"{key}={value}" for key, value in asked.items())
    for state in (RoundState.DRAFT, RoundState.PUBLISHED):
        if state == RoundState.PUBLISHED:
            editing.publish_round(rnd=Round.objects.get(pk=second.pk), now=clock(), by=organiser)
        said = official.get(f"{at}&{change}")
        assert said.status_code == 200
        assert "This draft has changed meanwhile." in tight(said.content.decode())
        assert "Keep it" not in said.content.decode()


def test_pairs_made_by_hand_stay_in_view_and_a_question_stands_before_they_go(make_early, official, organiser, clock):
    tournament, first, second = make_early()
    one, two = (finding.round_matches(second)[at].entries[0] for at in (0, 1))
    editing.edit_draft(rnd=second, version=second.version, swap=(one, two), reason="Family", now=clock(), by=organiser)
    enter(finding.round_matches(first), organiser, clock)
    page = tight(official.get(reverse("tournaments:pairings", args=[tournament.slug, 2])).content.decode())
    assert SINCE in page
    assert "Changed by hand" in page
    assert "Pair again? What was changed by hand is lost." in page


def test_the_api_says_the_code_and_takes_the_reason(make_early, official, organiser, clock):
    _tournament, first, second = make_early()
    enter(finding.round_matches(first), organiser, clock)
    address = reverse("api:api-round-publish", args=[second.public_id])
    body = {"version": second.version}
    stopped = official.post(address, body, content_type="application/json")
    assert stopped.status_code == 409
    assert stopped.json()["type"].endswith("results_since")
    assert SINCE in stopped.json()["detail"]
    done = official.post(address, body | {"reason": "It hangs on the wall"}, content_type="application/json")
    assert (done.status_code, done.json()["state"]) == (200, "published")


@pytest.fixture
def automatic(make_tournament, organiser, clock):
    """Round 2 of a tournament whose rounds come by themselves as a draft, and results of round 1 that came in since."""
    tournament = make_tournament(players=8, settings={"automatic": True})
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    while duework.sweep(now=clock()):
        pass
    stage = finding.main_stage(tournament)
    second = drafts.pair_round(stage=stage, now=clock(), by=organiser, open_reason="The bus leaves")
    enter(finding.round_matches(stage.rounds.get(number=1)), organiser, clock)
    return second


def published_by_itself(second, clock):
    schedule.plan_publishing(second, clock())
    while duework.sweep(now=clock()):
        pass
    found = second.stage.rounds.get(number=2)
    assert found.state != RoundState.DRAFT
    return found


def test_a_round_that_comes_by_itself_is_paired_again_by_itself(automatic, clock):
    before = pairs(automatic)
    assert pairs(published_by_itself(automatic, clock)) != before


def test_a_round_that_comes_by_itself_comes_by_a_job_too(automatic, clock, monkeypatch):
    """Before, the job of a large field left the new draft unpublished: nobody was to publish it."""
    monkeypatch.setattr(selectors, "LARGE", 6)
    assert published_by_itself(automatic, clock).pk != automatic.pk


@pytest.mark.parametrize("large", [300, 0])
def test_a_round_that_comes_by_itself_is_played_as_it_stands_where_it_cannot_be_paired_again(
    automatic, organiser, clock, monkeypatch, large
):
    """Before, the work failed until nobody tried any more, and the tournament stood still."""
    monkeypatch.setattr(selectors, "LARGE", large)
    for entry in list(automatic.stage.tournament.entries.all())[1:]:
        entering.withdraw(entry=entry, now=clock(), by=organiser)
    assert published_by_itself(automatic, clock).pk == automatic.pk
    assert AuditEntry.objects.filter(action="round.publish").latest("pk").reason
