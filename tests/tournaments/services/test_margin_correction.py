"""The director corrects a margin: with a reason, on record, taken back with 0."""

import pytest

from audit.models import AuditEntry
from tournaments import selectors, services

pytestmark = pytest.mark.django_db


@pytest.fixture
def after_one_round(make_tournament, play_round, organiser, clock):
    """Four players after a round; the two winners have 100 to 60, so +40."""
    tournament = make_tournament(4)
    services.begin(tournament=tournament, now=clock(), by=organiser)
    play_round(tournament)
    return tournament


def order(tournament):
    return [(row.place, row.entry.tpn, row.margin) for row in selectors.standings(tournament)]


def test_a_margin_is_corrected_and_taken_back(after_one_round, organiser, clock):
    first, second = [row.entry for row in selectors.standings(after_one_round)][:2]
    act = {"entry": second, "by": organiser, "now": clock()}
    services.correct_margin(**act, points=12, reason="Two boxes were forgotten")
    assert order(after_one_round)[:2] == [(1, second.tpn, 52), (2, first.tpn, 40)]
    entry = AuditEntry.objects.filter(action="entry.correct_margin").get()
    assert (entry.reason, entry.before, entry.after) == (
        "Two boxes were forgotten", {"margin_correction": 0}, {"margin_correction": 12}
    )  # fmt: skip
    services.correct_margin(**act, points=0, reason="They were not")
    assert {margin for _, _, margin in order(after_one_round)[:2]} == {40}


def test_it_needs_a_reason_and_a_figure_in_range(after_one_round, organiser, clock):
    entry = after_one_round.entries.first()
    with pytest.raises(services.NeedsReason):
        services.correct_margin(entry=entry, points=5, by=organiser, now=clock(), reason=" ")
    with pytest.raises(services.Invalid) as caught:
        services.correct_margin(entry=entry, points=10_000, by=organiser, now=clock(), reason="Typo")
    assert caught.value.field == "points"


def test_by_the_api_only_for_the_director(after_one_round, organiser, client):
    entry = after_one_round.entries.get(tpn=3)
    address, sent = f"/api/v1/entries/{entry.public_id}/margin/", {"points": -7, "reason": "Counted twice"}
    client.force_login(entry.members.get().user)
    assert client.post(address, sent, content_type="application/json").status_code == 403
    client.force_login(organiser)
    assert client.post(address, sent, content_type="application/json").status_code == 200
    entry.refresh_from_db()
    assert entry.margin_correction == -7
    assert client.post(address, {"points": 3}, content_type="application/json").status_code == 400
