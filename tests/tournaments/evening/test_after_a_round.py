"""Between two rounds the pages say what closes by itself and when, count at once, and name one next step."""

from datetime import datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.markup import tight
from tournaments.evening.selectors import steps, waiting
from tournaments.event.selectors import finding
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import knockouts
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def official(client, organiser):
    client.force_login(organiser)
    return client


@pytest.fixture
def playing(make_tournament, organiser, clock):
    """A tournament whose next round runs."""

    def begun(tournament):
        rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
        editing.publish_round(rnd=rnd, now=clock(), by=organiser)
        return running.start_round(rnd=rnd, now=clock())

    def make(**how):
        tournament = make_tournament(**how)
        stages.begin(tournament=tournament, now=clock(), by=organiser)
        return begun(tournament)

    make.again = begun
    return make


def page(client, tournament, name="tonight", *more):
    return tight(client.get(reverse(f"tournaments:{name}", args=[tournament.slug, *more])).content.decode())


def seen(tournament):
    found = finding.tournaments().get(pk=tournament.pk)
    return waiting.tonight(found, finding.rounds(found, with_drafts=True))


def points(tournament):
    return {line.entry.name: line.points.points_text for line in seen(tournament).lines}


def texts(tournament):
    return {entry: one.points_text for entry, one in standings.points_now(tournament).items()}


def test_the_pages_say_when_a_round_closes_by_itself(playing, organiser, official, clock, monkeypatch):
    monkeypatch.setattr(timezone, "now", clock)
    rnd = playing(players=4)
    tournament = rnd.stage.tournament
    tournament.timezone = "Europe/Madrid"
    tournament.save(update_fields=["timezone"])
    for match in rnd.matches.all():
        assert official.get(f"/api/v1/rounds/{rnd.public_id}/").json()["closes_at"] is None
        assert "closes by itself" not in page(official, tournament) + page(official, tournament, "results", 1)
        recording.record_result(match=match, points=(100, 60), by=organiser, now=clock())
        asked = official.get(f"/api/v1/rounds/{rnd.public_id}/").json()["closes_at"]
    assert datetime.fromisoformat(asked) == clock() + timedelta(seconds=10)
    at = (clock() + timedelta(seconds=10)).astimezone(tournament.zone).strftime("%H:%M:%S")
    for name, more in (("tonight", ()), ("results", (1,))):
        assert f"It closes by itself at {at}." in page(official, tournament, name, *more)
    clock.later(seconds=10)
    assert "It closes by itself in a moment." in page(official, tournament), "no time that is over"
    assert official.post(reverse("tournaments:close", args=[tournament.slug, 1])).url == reverse(
        "tournaments:tonight", args=[tournament.slug]
    )
    assert "closes by itself" not in page(official, tournament)


def test_tonight_leads_to_a_live_table(playing, official):
    rnd = playing(players=4)
    match = rnd.matches.first()
    assert "/tables/liveliveliv1/" not in page(official, rnd.stage.tournament)
    rnd.matches.filter(pk=match.pk).update(state="playing", table="liveliveliv1")
    assert 'href="/tables/liveliveliv1/"' in page(official, rnd.stage.tournament)


@pytest.mark.parametrize(("variant", "shown"), [("gin-rummy-com", "104-60"), ("oklahoma", "154-60")])
def test_the_example_of_a_typed_line_ends_a_game_of_these_rules(playing, official, variant, shown):
    tournament = playing(players=4, variant=variant).stage.tournament
    said = page(official, tournament, "results", 1)
    assert f"The points of both with a dash: {shown}." in said
    assert f"Type {shown} and Enter" in said


def test_closing_leads_to_tonight_with_what_comes_next_and_so_does_the_end(
    playing, play_round, organiser, official, clock
):
    rnd = playing(players=4, rounds=1)
    tournament = rnd.stage.tournament
    for match in rnd.matches.all():
        recording.record_result(match=match, points=(100, 60), by=organiser, now=clock())
    closed = official.post(reverse("tournaments:close", args=[tournament.slug, 1]), follow=True)
    assert closed.redirect_chain[-1][0] == reverse("tournaments:tonight", args=[tournament.slug])
    assert "Confirm the standings" in closed.content.decode()
    ended = official.post(reverse("tournaments:finish", args=[tournament.slug]), follow=True)
    assert ended.redirect_chain[-1][0] == reverse("tournaments:tonight", args=[tournament.slug])
    for said in ("These are the final standings", "This tournament is over", "Share the result"):
        assert said.casefold() in ended.content.decode().casefold()


def test_the_points_of_tonight_follow_a_result_at_once(playing, organiser, official, clock):
    rnd = playing(players=5)
    tournament = rnd.stage.tournament
    first, second = rnd.matches.order_by("table_no")
    assert sorted(points(tournament).values()) == ["0", "0", "0", "0", "1"], "the bye counts at once too"
    recording.record_result(match=first, points=(100, 60), by=organiser, now=clock())
    winner = first.sides.get(order=0).seat.entry.name
    assert points(tournament)[winner] == "1"
    assert sorted(points(tournament).values()) == ["0", "0", "0", "1", "1"]
    recording.record_result(match=second, points=(60, 100), by=organiser, now=clock())
    before = points(tournament)
    running.close_round(rnd=rnd, now=clock.later(seconds=30))
    assert points(tournament) == before, "closing changes nothing in them"


FORMS = [
    {"players": 6, "template": "swiss", "rounds": 3},
    {"players": 5, "template": "round_robin", "rounds": None},
    {"players": 4, "template": "single_elim", "rounds": None},
    {"players": 7, "template": "double_elim", "rounds": None},
    {"players": 3, "template": "team_swiss", "rounds": 2, "options": {"boards": 2}},
]


@pytest.mark.parametrize("how", FORMS, ids=lambda how: how["template"])
def test_what_counts_at_once_is_what_counts_after_closing(playing, organiser, clock, how):
    rnd = playing(**how)
    for round_number in (1, 2):
        is_team = how["template"] == "team_swiss"
        for match in rnd.matches.of_boards() if is_team else rnd.matches.exclude(state="over"):
            recording.record_result(match=match, points=(100, 60), by=organiser, now=clock())
        now = texts(rnd.stage.tournament)
        running.close_round(rnd=rnd, now=clock.later(seconds=30))
        after = {row.entry.pk: row.points_text for row in standings.standings(rnd.stage.tournament)}
        assert now == after, round_number
        if round_number == 1:
            rnd = playing.again(rnd.stage.tournament)


def named(tournament):
    found = finding.tournaments().get(pk=tournament.pk)
    return [one.name for one in steps.steps(found, finding.rounds(found, with_drafts=True))]


def test_who_goes_on_stands_between_the_stages_in_the_bar_of_steps(
    make_tournament, play_round, organiser, official, clock
):
    tournament = make_tournament(players=4, rounds=2, template="swiss_cut", options={"advance": 4})
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    start, swiss = ["Entries", "Check-in"], ["Round 1", "Round 2", "Who goes on"]
    assert named(tournament) == [*start, *swiss, "Standings"]
    for _twice in range(2):
        play_round(tournament)
    assert named(tournament) == [*start, *swiss, "Standings"]
    final = tournament.stages.get(number=2)
    stages.cut_stage(stage=final, digest=stages.preview_cut(stage=final).digest, now=clock(), by=organiser)
    assert named(tournament) == [*start, *swiss, "Semifinals", "Final", "Standings"]
    final.refresh_from_db()
    drafts.pair_round(stage=final, now=clock(), by=organiser)
    assert named(tournament) == [*start, *swiss, "Semifinals", "Final", "Standings"]


def test_a_knockout_after_the_last_round_has_one_true_sentence_and_one_next_step(
    make_tournament, play_round, organiser, official, clock
):
    tournament = make_tournament(players=6, rounds=2)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    play_round(tournament)
    early = page(official, tournament, "stages")
    assert "When the last round is closed, you confirm here who they are" in early
    assert "Pair the next round" not in early
    play_round(tournament)
    late = page(official, tournament, "stages")
    assert "All rounds are closed" in late
    assert "when the last round is closed" not in late.casefold()
    assert "Pair the next round" not in late
    at = reverse("tournaments:stages", args=[tournament.slug])
    added = tight(official.post(at, {"add": "1", "players": "4"}, follow=True).content.decode())
    assert "The knockout is added: confirm who goes on." in added
    assert "begins with these" in added
    assert "Pair the next round" not in added
    final = tournament.stages.get(number=2)
    digest = stages.preview_cut(stage=final).digest
    cut = tight(official.post(at, {"stage": final.number, "digest": digest}, follow=True).content.decode())
    assert "It is confirmed who goes on: pair the next round." in cut
    assert "Pair the next round" in page(official, tournament, "stages"), "then it is the next step"


def test_a_knockout_added_while_rounds_are_played_says_when_it_is_decided(
    make_tournament, play_round, organiser, official, clock
):
    tournament = make_tournament(players=6, rounds=2)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    at = reverse("tournaments:stages", args=[tournament.slug])
    added = tight(official.post(at, {"add": "1", "players": "4"}, follow=True).content.decode())
    assert "when the last round before it is closed, you confirm who goes on." in added
    assert "is over, it is decided here who goes on." in added
    assert knockouts.may_remove(tournament.stages.get(number=2))


def test_at_tables_of_three_points_follow_a_result_at_once(make_pods, next_round, organiser, clock):
    rnd = next_round(make_pods(9))
    first = rnd.matches.get(table_no=1)
    recording.record_result(match=first, points=[120, 85, 40], by=organiser, now=clock())
    assert sorted(points(rnd.stage.tournament).values())[-4:] == ["0", "1", "3", "5"], "5, 3, 1 at a table of three"
    for match in rnd.matches.exclude(state="over"):
        recording.record_result(match=match, points=[120, 85, 40], by=organiser, now=clock())
    now = texts(rnd.stage.tournament)
    running.close_round(rnd=rnd, now=clock.later(seconds=30))
    assert now == {row.entry.pk: row.points_text for row in standings.standings(rnd.stage.tournament)}


def test_after_the_end_the_players_stand_by_their_places(
    make_tournament, play_round, organiser, official, clock, confirm
):
    tournament = make_tournament(4, rounds=1)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    play_round(tournament)
    confirm(tournament)
    found = seen(tournament)
    order = [(row.entry.name, f"place {row.place}") for row in standings.standings(tournament)]
    assert [(line.entry.name, line.badge) for line in found.lines] == order
    assert "who needs something" not in page(official, tournament)
