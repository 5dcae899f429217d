"""Reports that differ are shown side by side with names, and one act decides; a call by slip shows who called."""

import re
from pathlib import Path

import pytest
from django.urls import reverse

from tests.markup import tight
from tournaments import errors
from tournaments.desk import selectors
from tournaments.desk import services as desk
from tournaments.models import Case, Match, MatchState, TableRuling
from tournaments.results.selectors import line_words
from tournaments.results.services import recording, slips
from tournaments.results.services import slips as pod_slips
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db
TEMPLATES = Path(__file__).parents[3] / "templates"


@pytest.fixture
def match(make_tournament, next_round, organiser, clock) -> Match:
    """At table 1 the first says 110 to 90, the second 90 to 110."""
    tournament = make_tournament(players=4)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    match = next_round(tournament).matches.get(table_no=1)
    slips.report(match=match, order=0, points=(110, 90), now=clock())
    slips.report(match=match, order=1, points=(90, 110), now=clock())
    return Match.objects.select_related("round__stage__tournament").get(pk=match.pk)


@pytest.fixture
def pod(make_pods, next_round, clock) -> Match:
    """At a table of three the first and the third say one thing, the second another."""
    pod = next_round(make_pods(3)).matches.get()
    for order, scores in ((0, (120, 60, 30)), (1, (60, 120, 30))):
        pod_slips.report(match=pod, order=order, points=scores, now=clock())
    return Match.objects.select_related("round__stage__tournament").get(pk=pod.pk)


def pages(played) -> dict[str, str]:
    slug = played.round.stage.tournament.slug
    return {
        "desk": reverse("tournaments:desk", args=[slug]),
        "tonight": reverse("tournaments:tonight", args=[slug]),
        "results": reverse("tournaments:results", args=[slug, played.round.number]),
        "settle": reverse("tournaments:settle", args=[slug, played.public_id]),
    }


def test_every_page_leads_to_both_reports_with_their_names(match, organiser, client):
    first, second = (entry.name for entry in match.entries)
    client.force_login(organiser)
    at = pages(match)
    for name in ("desk", "tonight", "results"):
        text = client.get(at[name]).content.decode()
        assert at["settle"] in text, name
        assert "Confirm 110" not in text, "no page confirms the first report unseen"
    ours, theirs = f"{first} 110 – {second} 90", f"{first} 90 – {second} 110"
    assert f"{first} says: {ours}; {second} says: {theirs}" in tight(client.get(at["desk"]).content.decode())
    rows = tight(client.get(at["results"]).content.decode())
    assert f"{second} says:<strong>{theirs}</strong>" in rows, "figures alone could be read from either side"
    page = client.get(at["settle"]).content.decode()
    for words in (f"{first} says:", f"{second} says:", ours, theirs, "Table 1", "round 1", "Another result"):
        assert words in page
    assert page.count("This is right") == 2


@pytest.mark.parametrize(("report", "points"), [("first", [110, 90]), ("1", [90, 110])])
def test_one_button_decides_and_closes_the_case(match, organiser, client, report, points):
    client.force_login(organiser)
    client.post(pages(match)["settle"], {"report": report})
    match.refresh_from_db()
    assert match.state == MatchState.OVER
    assert list(match.sides.order_by("order").values_list("game_points", flat=True)) == points
    case = Case.objects.get()
    assert (case.kind, case.handled_by) == ("dispute", organiser)
    assert line_words.in_words([entry.name for entry in match.entries], {"points": points}) in case.outcome
    assert not selectors.queue(match.round.stage.tournament)


def test_a_case_taken_up_before_is_the_same_one(match, organiser, client, clock):
    case = desk.open_case(match=match, kind="dispute", by=organiser, now=clock())
    client.force_login(organiser)
    page = client.get(reverse("tournaments:case", args=[match.round.stage.tournament.slug, case.public_id]))
    assert page.content.decode().count("This is right") == 2
    recording.record_result(match=match, points=(100, 99), by=organiser, now=clock(), version=match.version)
    assert not selectors.queue(match.round.stage.tournament), "another result decides it too"


def test_three_at_a_table_and_the_api(pod, organiser, client):
    client.force_login(organiser)
    base = f"/api/v1/tournaments/{pod.round.stage.tournament.public_id}/desk/"
    [line] = client.get(base).json()
    names = [entry.name for entry in pod.entries]
    said = [" · ".join(map("{} {}".format, names, of)) for of in ((120, 60, 30), (60, 120, 30))]
    assert [(one["report"], one["words"], one["is_first"]) for one in line["reports"]] == [
        ("first", said[0], True), ("1", said[1], False),
    ]  # fmt: skip
    wish = {"match": pod.public_id, "report": "1"}
    assert client.post(f"{base}settle/", {**wish, "report": "7"}, content_type="application/json").status_code == 409
    assert client.post(f"{base}settle/", wish, content_type="application/json").status_code == 204
    assert list(pod.sides.order_by("order").values_list("game_points", flat=True)) == [60, 120, 30]
    assert Case.objects.get().handled_by == organiser


def test_who_plays_there_does_not_settle_it(match, club, organiser, clock):
    player = match.sides.get(order=0).entry.members.get().user
    club.memberships.update_or_create(user=player, defaults={"role": "director"})
    with pytest.raises(errors.Refusal, match="another official"):
        desk.settle_dispute(match=match, report="first", by=player, now=clock())
    assert not Case.objects.exists()


def test_a_call_by_slip_says_who_where_and_that_it_was_by_slip(match, organiser, client, clock):
    case = desk.call_director(match=match, table="", words="The count", by=None, now=clock(), seat="Elif Kaya")
    TableRuling.objects.create(case=case, table="", seq=1, words="It stands", reason="ten", by=None, at=clock())
    desk.handle_case(case=case, outcome="Counted", by=organiser, now=clock())
    Case.objects.update(handled_by=None)
    client.force_login(organiser)
    slug = match.round.stage.tournament.slug
    page = client.get(reverse("tournaments:case", args=[slug, case.public_id])).content.decode()
    for words in ("By slip", "Elif Kaya: The count", "Table 1", "round 1"):
        assert words in page
    Case.objects.update(handled_at=None)
    for text in (
        page,
        client.get(pages(match)["desk"]).content.decode(),
        client.get(pages(match)["tonight"]).content.decode(),
    ):
        assert "None" not in text
        assert "Elif Kaya: The count" in text


@pytest.mark.parametrize("name", ["desk", "results", "pods", "announcements"])
def test_no_template_prints_a_person_who_may_be_nobody(name):
    """Who called, took, ruled, decided may be unknown: a page says so in words and never prints None."""
    bare = re.compile(r"\{\{ [a-z_.]*\.(?:by|(?:opened|handled|claimed|decided|appealed)_by) \}\}")
    guarded = re.compile(r"\{% if ([a-z_.]+) %\}[^{]*\{\{ \1 \}\}")
    for path in (TEMPLATES / "tournaments" / name).rglob("*.html"):
        text = guarded.sub("", path.read_text())
        text = re.sub(r"\{% if line\.by %\}.*?\{% endif %\}", "", text)
        assert not bare.findall(text), path.name
