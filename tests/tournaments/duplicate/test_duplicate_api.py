"""Decks and deal scores of duplicate rounds by the API: who sees what, before and after the round is closed."""

import pytest
from django.urls import reverse

from audit.models import AuditEntry
from tournaments.duplicate import selectors as duplicate
from tournaments.entries.services import entering
from tournaments.models import MatchState, Mode, Tournament
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db
V1 = "/api/v1"
CLOSED = ("secret", "hands", "upcard", "stock", "mean", "scores")


@pytest.fixture
def rnd(make_tournament, organiser, clock):
    """Two tables with two decks in person, begun."""
    conditions = {"template": "duplicate_swiss", "rounds": 2, "options": {"length": "deals:2"}}
    tournament = make_tournament(players=4, **conditions)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    found = drafts.pair_round(stage=tournament.stages.get(), now=clock(), by=organiser)
    editing.publish_round(rnd=found, now=clock(), by=organiser)
    return running.start_round(rnd=found, now=clock())


def enter(client, match, *scores, status=200):
    body = {"scores": [dict(zip(("deck", "points"), score, strict=True)) for score in scores]}
    answer = client.post(f"{V1}/matches/{match.public_id}/decks/", body, content_type="application/json")
    assert answer.status_code == status, answer.content
    return answer.json()


def test_a_round_is_entered_by_the_api_and_opens_when_it_is_closed(client, rnd, organiser, clock):
    path = f"{V1}/rounds/{rnd.public_id}/decks/"
    before = client.get(path).json()
    assert [deck["commitment"] for deck in before] == list(rnd.decks.values_list("commitment", flat=True))
    assert [deck["dealer"] for deck in before] == [0, 1]
    assert all(deck[name] is None for deck in before for name in CLOSED)
    one, two = rnd.matches.order_by("table_no")
    client.force_login(organiser)
    enter(client, one, (1, 30), (2, -12))
    lines = enter(client, two, (1, 10), (2, None))
    assert [(line["deck"], line["is_in"], line["points"]) for line in lines] == [(1, True, 10), (2, True, None)]
    assert set(rnd.matches.values_list("state", flat=True)) == {MatchState.OVER}
    assert all(deck[name] is None for deck in client.get(path).json() for name in CLOSED), "officials wait too"
    rnd = running.close_round(rnd=rnd, now=clock.later(seconds=30))
    client.logout()
    first, second = client.get(path).json()
    assert (first["mean"], second["mean"]) == (20.0, -12.0)
    assert [(score["points"], score["worth"]) for score in first["scores"]] == [(30, 10.0), (10, -10.0)]
    assert [(score["points"], score["worth"]) for score in second["scores"]] == [(-12, 0.0), (None, None)]
    assert tuple(first["hands"]) == duplicate.deck_page(rnd, 1).sheet.hands
    assert len(bytes.fromhex(first["secret"])) == 32


def test_scores_are_for_the_table_and_officials_until_the_round_is_closed(client, rnd, organiser):
    one, two = rnd.matches.order_by("table_no")
    client.force_login(organiser)
    enter(client, one, (1, 30))
    path = f"{V1}/matches/{one.public_id}/decks/"
    [mine, *_] = [side.entry.members.first().user for side in one.sides.all()]
    [theirs, *_] = [side.entry.members.first().user for side in two.sides.all()]
    page = reverse("tournaments:match", args=[one.public_id])
    for who, points in ((None, None), (theirs, None), (mine, 30), (organiser, 30)):
        client.logout() if who is None else client.force_login(who)
        assert client.get(path).json()[0] == {"deck": 1, "play": 0, "is_in": True, "points": points}
        assert ("+30" in client.get(page).content.decode() or who == organiser) == (points is not None)


def test_only_officials_enter_scores_and_figures_are_checked(client, rnd, organiser):
    match = rnd.matches.order_by("table_no").first()
    enter(client, match, (1, 30), status=403)
    client.force_login(match.sides.first().entry.members.first().user)
    enter(client, match, (1, 30), status=403)
    client.force_login(organiser)
    assert enter(client, match, (3, 30), status=400)["errors"] == {
        "deck": ["There is no deck 3 here: they are 1 to 2."]
    }
    assert "points" in enter(client, match, (1, 9_000), status=400)["errors"]
    assert "scores" in enter(client, match, status=400)["errors"]
    assert not match.deck_scores.exists()


def test_other_rounds_have_no_decks(client, make_tournament, organiser, clock):
    tournament = make_tournament(players=4)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    found = drafts.pair_round(stage=tournament.stages.get(), now=clock(), by=organiser)
    editing.publish_round(rnd=found, now=clock(), by=organiser)
    assert client.get(f"{V1}/rounds/{found.public_id}/decks/").json() == []
    client.force_login(organiser)
    match = found.matches.first()
    assert client.get(f"{V1}/matches/{match.public_id}/decks/").json() == []
    running.start_round(rnd=found, now=clock())
    assert enter(client, match, (1, 5), status=409)["type"] == "no_decks"


def test_who_plays_sees_no_deal_sheet_and_at_live_tables_nobody_does(client, rnd, organiser, clock):
    page = reverse("tournaments:deal-sheets", args=[rnd.stage.tournament.slug, 1])
    client.force_login(organiser)
    assert client.get(page).status_code == 200
    entering.enter(tournament=rnd.stage.tournament, user=organiser, by=organiser, now=clock())
    assert client.get(page).status_code == 403
    rnd.stage.tournament.entries.filter(members__user=organiser).delete()
    Tournament.objects.update(mode=Mode.ONLINE)
    assert client.get(page).status_code == 403
    assert AuditEntry.objects.filter(action="round.deal_sheets").count() == 1
