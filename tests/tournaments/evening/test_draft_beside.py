"""While a round is played, a draft of the next one stands beside it, and can be thrown away."""

import pytest
from django.urls import reverse

from audit.models import AuditEntry
from tests.markup import tight
from tournaments import errors
from tournaments.evening.selectors import waiting
from tournaments.event.selectors import finding
from tournaments.models import Match, Round
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


def seen(tournament):
    found = finding.tournaments().get(pk=tournament.pk)
    return waiting.tonight(found, finding.rounds(found, with_drafts=True))


@pytest.fixture
def early(make_early):
    """Round 1 is played, round 2 is a draft."""
    return make_early(players=6, rounds=4)


@pytest.fixture
def official(client, organiser):
    client.force_login(organiser)
    return client


def test_the_round_that_is_played_comes_first_and_the_draft_beside_it(early, official):
    """Before, Tonight said “No table yet” of a round that was played, and no result could be entered from there."""
    tournament, first, draft = early
    tonight = seen(tournament)
    assert tonight.round == first
    assert [one.title for one in tonight.next.waits] == [f"Table {n}: no result" for n in (1, 2, 3)]
    assert [one.button for one in tonight.next.waits] == ["Enter result"] * 3
    assert tonight.next.words == "Round 2 is a draft: players see nothing before you publish it."
    assert [one.words for one in tonight.next.more] == ["Look over the draft of round 2", "Discard the draft"]
    assert (tonight.next.button, tonight.next.without) == ("", ""), "it is paired already"
    shown = tight(official.get(reverse("tournaments:tonight", args=[tournament.slug])).content.decode())
    assert "No table yet" not in shown
    assert 'data-confirm="Discard the draft of round 2? It can be paired again."' in shown
    assert f'<input type="hidden" name="version" value="{draft.version}">' in shown


def test_when_all_results_are_in_the_round_is_closed_first_and_the_draft_says_it_is_old(early, organiser, clock):
    tournament, first, _draft = early
    for match in first.matches.all():
        recording.record_result(match=match, points=(40, 100), by=organiser, now=clock())
    then = seen(tournament).next
    assert (then.title, then.button) == ("All results are in", "Close round 1")
    assert "Results of round 1 have come in since this round was paired: pair again." in then.words
    running.close_round(rnd=first, now=clock.later(seconds=30))
    now = seen(tournament).next
    assert (now.title, now.button) == ("Round 2 is a draft", "Look it over")
    assert now.words == "Results of round 1 have come in since this round was paired: pair again."


def test_a_draft_is_thrown_away_on_the_page_and_its_round_can_be_paired_again(early, official, organiser, clock):
    tournament, _first, draft = early
    address = reverse("tournaments:pairings", args=[tournament.slug, 2])
    assert 'name="discard"' in tight(official.get(address).content.decode())
    answer = official.post(address, {"version": draft.version, "discard": "1"}, follow=True)
    assert answer.redirect_chain == [(reverse("tournaments:tonight", args=[tournament.slug]), 302)]
    assert "The draft of round 2 is discarded." in tight(answer.content.decode())
    assert not Round.objects.filter(pk=draft.pk).exists()
    entry = AuditEntry.objects.filter(action="round.discard").get()
    assert (entry.actor, entry.before) == (organiser, {"boards": 3, "byes": 0})
    assert seen(tournament).next.without, "the next round can be paired without waiting again"
    again = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser, open_reason="Now")
    assert (again.number, Match.objects.filter(round=again).count()) == (2, 3)


def test_a_draft_that_has_changed_meanwhile_or_is_published_stays(early, organiser, clock):
    _tournament, _first, draft = early
    with pytest.raises(errors.Conflict):
        drafts.discard_draft(rnd=draft, version=draft.version - 1, now=clock(), by=organiser)
    editing.publish_round(rnd=draft, now=clock(), by=organiser)
    draft.refresh_from_db()
    with pytest.raises(errors.Conflict):
        drafts.discard_draft(rnd=draft, version=draft.version, now=clock(), by=organiser)
    assert Round.objects.filter(pk=draft.pk).exists()


def test_where_rounds_come_by_themselves_no_draft_is_thrown_away(make_tournament, organiser, clock):
    tournament = make_tournament(players=4, settings={"automatic": True})
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    draft = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    assert seen(tournament).next.more == []
    with pytest.raises(errors.Refusal) as refused:
        drafts.discard_draft(rnd=draft, version=draft.version, now=clock(), by=organiser)
    assert refused.value.code == "automatic"


def test_the_api_throws_a_draft_away_for_directors_only(early, client, organiser, clock):
    _tournament, _first, draft = early
    address = reverse("api:api-round-discard", args=[draft.public_id])
    body = {"version": draft.version, "reason": "Too early"}
    assert client.post(address, body, content_type="application/json").status_code in (401, 403, 404)
    client.force_login(organiser)
    assert client.post(address, body, content_type="application/json").status_code == 204
    assert AuditEntry.objects.filter(action="round.discard").get().reason == "Too early"
