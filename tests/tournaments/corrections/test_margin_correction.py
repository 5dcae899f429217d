"""The director corrects a margin: with a reason, on record, taken back with 0."""

import pytest

from audit.models import AuditEntry
from tests.markup import tight
from tournaments import errors
from tournaments.corrections.services import margins
from tournaments.exchange.selectors import dump
from tournaments.stages import selectors as stages_selectors
from tournaments.stages.services import progression as stages_services
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def after_one_round(make_tournament, play_round, organiser, clock):
    """Four players after a round; the two winners have 100 to 60, so +40."""
    tournament = make_tournament(4)
    stages_services.begin(tournament=tournament, now=clock(), by=organiser)
    play_round(tournament)
    return tournament


def order(tournament):
    return [(row.place, row.entry.tpn, row.margin) for row in standings.standings(tournament)]


def test_a_margin_is_corrected_and_taken_back(after_one_round, organiser, clock):
    first, second = [row.entry for row in standings.standings(after_one_round)][:2]
    act = {"entry": second, "by": organiser, "now": clock()}
    margins.correct_margin(**act, points=12, reason="Two boxes were forgotten")
    assert order(after_one_round)[:2] == [(1, second.tpn, 52), (2, first.tpn, 40)]
    entry = AuditEntry.objects.filter(action="entry.correct_margin").get()
    assert entry.reason == "Two boxes were forgotten"
    assert [side["margin_correction"] for side in (entry.before, entry.after)] == [0, 12]
    history = dump.dump(after_one_round)["history"]
    assert [line["reason"] for line in history if line["action"] == "entry.correct_margin"] == [entry.reason]
    margins.correct_margin(**act, points=0, reason="They were not")
    assert {margin for _, _, margin in order(after_one_round)[:2]} == {40}


def test_it_needs_a_reason_and_a_figure_in_range(after_one_round, organiser, clock):
    entry = after_one_round.entries.first()
    with pytest.raises(errors.NeedsReason):
        margins.correct_margin(entry=entry, points=5, by=organiser, now=clock(), reason=" ")
    with pytest.raises(errors.Invalid) as caught:
        margins.correct_margin(entry=entry, points=10_000, by=organiser, now=clock(), reason="Typo")
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


def test_what_it_changes_is_seen_first_and_only_that_is_applied(after_one_round, organiser, clock):
    first, second = [row.entry for row in standings.standings(after_one_round)][:2]
    before = order(after_one_round)
    seen = margins.preview_margin(entry=second, points=12)
    assert order(after_one_round) == before, "looking changes nothing"
    assert {one.entry.tpn: one.place for one in seen.standings} == {second.tpn: (2, 1), first.tpn: (1, 2)}
    act = {"entry": second, "points": 12, "reason": "A box", "by": organiser, "now": clock()}
    with pytest.raises(errors.Conflict):
        margins.correct_margin(digest=margins.preview_margin(entry=second, points=11).digest, **act)
    margins.correct_margin(digest=seen.digest, **act)
    with pytest.raises(errors.Conflict):
        margins.correct_margin(digest=seen.digest, **act)
    assert order(after_one_round)[0] == (1, second.tpn, 52)


def test_who_goes_on_by_the_margin_follows_it(make_tournament, play_round, organiser, clock):
    tournament = make_tournament(4, rounds=1, template="swiss_cut", options={"advance": 2})
    stages_services.begin(tournament=tournament, now=clock(), by=organiser)
    play_round(tournament)
    cup = tournament.stages.get(number=2)
    stages_services.cut_stage(stage=cup, digest=stages_selectors.preview_cut(cup).digest, now=clock(), by=organiser)
    seeds = list(cup.field.order_by("seed").values_list("entry", flat=True))
    entry = cup.field.get(seed=2).entry
    seen = margins.preview_margin(entry=entry, points=12)
    assert [(one.stage.number, one.effect) for one in seen.fed] == [(2, "redrawn")]
    margins.correct_margin(entry=entry, points=12, digest=seen.digest, reason="A box", by=organiser, now=clock())
    assert list(cup.field.order_by("seed").values_list("entry", flat=True)) == seeds[::-1]


def test_on_the_page_and_by_the_api_it_is_seen_first(after_one_round, organiser, client):
    entry = [row.entry for row in standings.standings(after_one_round)][1]
    address = f"/t/{after_one_round.slug}/players/{entry.public_id}/margin/"
    client.force_login(entry.members.get().user)
    assert client.get(address).status_code == 403
    client.force_login(organiser)
    assert address in client.get(f"/t/{after_one_round.slug}/players/{entry.public_id}/").content.decode()
    assert client.get(address).status_code == 200
    assert client.post(address, {"points": 10_000, "look": "1"}).status_code == 422
    seen = client.post(address, {"points": 12, "look": "1"})
    assert "place 2 → 1" in tight(seen.content.decode())
    act = {"points": 12, "apply": "1", "reason": "A box"}
    assert "look again" in tight(client.post(address, act).content.decode()), "nobody applies what was not seen"
    assert client.post(address, {**act, "digest": seen.context["seen"].digest}).status_code == 302
    card = client.get(f"/t/{after_one_round.slug}/players/{entry.public_id}/").content.decode()
    assert "corrected the margin by +12" in card
    path = f"/api/v1/entries/{entry.public_id}/margin/"
    look = client.post(f"{path}preview/", {"points": 0}, content_type="application/json").json()
    assert any("place 1 → 2" in line for line in look["changes"])
    body = {"points": 0, "reason": "No", "digest": "old"}
    assert client.post(path, body, content_type="application/json").status_code == 409
    body["digest"] = look["digest"]
    assert client.post(path, body, content_type="application/json").status_code == 200
