"""What the pages say of a late player is true at each step: on the waiting list, let in, here, in a draft."""

import pytest
from django.urls import reverse

from tests.markup import tight
from tournaments.entries.services import entering
from tournaments.evening.selectors import waiting
from tournaments.event.selectors import finding
from tournaments.models import EntryStatus, Round
from tournaments.rounds.services import drafts, requests
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


def seen(tournament):
    found = finding.tournaments().get(pk=tournament.pk)
    return waiting.tonight(found, finding.rounds(found, with_drafts=True))


@pytest.fixture
def official(client, organiser):
    client.force_login(organiser)
    return client


@pytest.fixture
def one_round(make_tournament, play_round, organiser, clock):
    """One round of a tournament for six is over."""
    tournament = make_tournament(players=6, rounds=5, settings={"capacity": 6})
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    play_round(tournament)
    return tournament


@pytest.fixture
def act(official):
    """Press a button of a player's row on Tonight; what the page then says."""

    def press(tournament, entry, do):
        address = reverse("tournaments:checkin", args=[tournament.slug])
        body = {"back": "tonight", "entry": entry.public_id, "set": do}
        return tight(official.post(address, body, follow=True).content.decode())

    return press


def test_whoever_is_let_in_has_a_place_and_is_not_said_to_have_gone(one_round, act, clock):
    zoe = entering.enter(tournament=one_round, name="Zoe", now=clock())
    assert zoe.status == EntryStatus.WAITING
    said = act(one_round, zoe, "admit")
    assert "Zoe has a place now, and is paired once checked in." in said
    assert "Zoe is not here" not in said


def test_whom_an_official_enters_late_passes_the_number_of_places(one_round, official):
    address = reverse("tournaments:add-entry", args=[one_round.slug])
    said = tight(official.post(address, {"name": "Zoe"}, follow=True).content.decode())
    assert "All 6 places are taken: Zoe is entered all the same." in said
    assert one_round.entries.get(name="Zoe").status == EntryStatus.CHECKED_IN


def test_whoever_comes_back_by_an_official_passes_it_too(one_round, act, organiser, clock):
    gone = one_round.entries.get(name="Player 01")
    entering.withdraw(entry=gone, now=clock(), by=organiser)
    entering.enter(tournament=one_round, name="Zoe", by=organiser, now=clock())
    act(one_round, gone, "here")
    assert one_round.entries.get(name="Player 01").status == EntryStatus.CHECKED_IN


def test_half_a_point_shows_at_once(one_round, organiser, clock):
    zoe = entering.enter(tournament=one_round, name="Zoe", by=organiser, now=clock())
    requests.give_missed_byes(entry=zoe, count=1, now=clock(), by=organiser)
    [points] = [one.points for one in seen(one_round).lines if one.entry == zoe]
    assert points.points_text == "½"


def test_who_is_entered_and_not_here_is_named_before_a_round_is_paired_without_them(one_round, organiser, clock):
    assert seen(one_round).next.words == "Nothing is missing."
    entering.enter(tournament=one_round, name="Zoe", by=organiser, now=clock())
    step = seen(one_round).next
    assert [(one.title, one.words, one.button) for one in step.waits] == [
        ("1 player is not checked in", "Not here, and not paired: Zoe", "Check in")
    ]
    assert (step.title, step.words, step.button) == ("Round 2 can be paired", "", "Pair round 2")


def test_a_draft_never_says_of_one_player_both_here_and_not_here(one_round, official, organiser, clock):
    zoe = entering.enter(tournament=one_round, name="Zoe", by=organiser, now=clock())
    drafts.pair_round(stage=finding.main_stage(one_round), now=clock(), by=organiser)
    address = reverse("tournaments:pairings", args=[one_round.slug, 2])
    before = tight(official.get(address).content.decode())
    assert "Not here:" in before
    assert "Zoe is here" not in before
    after = tight(official.post(address, {"here": zoe.public_id}, follow=True).content.decode())
    assert "Zoe is here and not paired: pair again." in after
    assert "Not here:" not in after
    version = Round.objects.get(stage__tournament=one_round, number=2).version
    again = tight(official.post(address, {"again": "1", "version": version}, follow=True).content.decode())
    assert "Zoe is here" not in again
    assert "Not here:" not in again


def test_who_asked_for_the_round_off_is_not_called_away(one_round, official, organiser, clock):
    rosa = one_round.entries.get(name="Player 01")
    requests.ask_bye(entry=rosa, round_number=2, kind="zero", now=clock(), by=organiser, is_official=True)
    drafts.pair_round(stage=finding.main_stage(one_round), now=clock(), by=organiser)
    shown = tight(official.get(reverse("tournaments:pairings", args=[one_round.slug, 2])).content.decode())
    assert "No match this round:<bdi>Player 01</bdi>" in shown
    assert "Not here:" not in shown


def test_whoever_comes_while_a_draft_stands_hears_that_it_is_to_be_paired_again(one_round, act, organiser, clock):
    zoe = entering.enter(tournament=one_round, name="Zoe", by=organiser, now=clock())
    drafts.pair_round(stage=finding.main_stage(one_round), now=clock(), by=organiser)
    assert "Zoe is here. Round 2 is a draft already: pair it again." in act(one_round, zoe, "here")


def test_whoever_enters_while_a_draft_stands_plays_from_its_round(one_round, organiser, clock):
    drafts.pair_round(stage=finding.main_stage(one_round), now=clock(), by=organiser)
    assert entering.enter(tournament=one_round, name="Zoe", by=organiser, now=clock()).joined_round == 2
