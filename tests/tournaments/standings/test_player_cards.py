"""A player's card: every round with its opponent and why, and the tie-breaks in words."""

import pytest
from django.urls import reverse

from tournaments.event.selectors import finding
from tournaments.models import Entry
from tournaments.rounds.services import drafts
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import cards, standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(make_tournament, play_round, organiser, clock):
    made = make_tournament(players=5, rounds=3)
    stages.begin(tournament=made, now=clock(), by=organiser)
    play_round(made)
    play_round(made)
    return made


def test_a_card_agrees_with_the_standings_and_names_every_round(tournament):
    rows = {row.entry.pk: row for row in standings.standings(tournament)}
    for entry in Entry.objects.all():
        card = cards.card(tournament, entry)
        assert [one.round.number for one in card.rounds] == [1, 2]
        assert card.row == rows[entry.pk]
        points = sum(float(one.points.replace("½", ".5") or 0) for one in card.rounds)
        assert points == float(rows[entry.pk].points)
        assert all(one.why for one in card.rounds)
        assert all((one.opponent is None) == bool(one.bye) for one in card.rounds)
    first = cards.card(tournament, Entry.objects.get(name="Player 01"))
    assert (first.rounds[0].opponent.name, first.rounds[0].result) == ("Player 03", "100 – 60")
    assert [value.name for value in first.values][:2] == ["Margin", "Buchholz cut 1"]


def test_the_page_links_opponents_and_tells_why(client, tournament):
    entry = Entry.objects.get(name="Player 05")
    page = client.get(reverse("tournaments:card", args=[tournament.slug, entry.public_id])).content.decode()
    assert "Why this pairing?" in page
    assert "bye" in page
    assert "points won minus points lost" in page
    standings = client.get(reverse("tournaments:standings", args=[tournament.slug])).content.decode()
    assert reverse("tournaments:card", args=[tournament.slug, entry.public_id]) in standings
    assert client.get(reverse("tournaments:card", args=[tournament.slug, "nobody"])).status_code == 404


def test_a_draft_is_not_on_the_card_of_a_stranger(client, tournament, organiser, clock):
    drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    entry = Entry.objects.get(name="Player 01")
    assert len(cards.card(tournament, entry).rounds) == 2
    assert len(cards.card(tournament, entry, with_drafts=True).rounds) == 3
