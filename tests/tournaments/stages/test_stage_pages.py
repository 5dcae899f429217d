"""Pages of stages: brackets, group tables, cross tables, who goes on; every template by its form."""

import json

import pytest
from django.urls import reverse

from accounts import services as accounts
from tournaments.entries.services import entering
from tournaments.event.selectors import finding
from tournaments.formats import TEMPLATES
from tournaments.models import Match, MatchState, StageState, Tournament
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db


def url(name: str, *args) -> str:
    return reverse(f"tournaments:{name}", args=args)


def text(answer) -> str:
    assert answer.status_code == 200, (answer.status_code, answer.content[:2000])
    page = answer.content.decode()
    assert " style=" not in page
    assert "<script>" not in page
    return page


@pytest.fixture
def official(client, organiser):
    client.force_login(organiser)
    return client


def form(club, template: str, **more) -> dict[str, object]:
    plain = {"club": club.pk, "name": f"A {template}", "variant": "gin-rummy-com", "rounds": 3, "mode": "in_person"}
    return {**plain, "template": template, "timezone": "Europe/Madrid", "third_place": "on", **more}


@pytest.mark.parametrize("template", sorted(TEMPLATES))
def test_a_tournament_of_every_template_is_made_by_its_form(official, club, template):
    is_pods = template.startswith("pod_")
    answer = official.post(url("new"), form(club, template, variant="cutthroat" if is_pods else "gin-rummy-com"))
    assert answer.status_code == 302, answer.content.decode()[-3000:]
    made = Tournament.objects.get()
    first = made.stages.first()
    if not is_pods:
        assert first.settings["points"] == ("2-1-0" if template.startswith("team_") else "1-h-0")
    assert made.stages.count() == (2 if template.endswith(("_cut", "_final")) else 1)
    for page in ("detail", "standings", "setup", "checkin"):
        text(official.get(url(page, made.slug)))


def test_a_bad_choice_under_more_is_said_at_its_field(official, club):
    page = text(official.post(url("new"), form(club, "round_robin", tiebreaks="BH")))
    assert "Tie-breaks by their keys, each once" in page
    assert not Tournament.objects.exists()
    assert '<details class="more" open>' in page


def test_the_plan_of_the_evening_stands_under_the_form_while_it_is_filled(official, club):
    chosen = form(club, "swiss_cut", rounds=4, advance=4, starts_at="2026-06-05T19:30", round_minutes=20)
    plan = text(official.get(url("new-plan"), chosen))
    assert "6 rounds of 20 min, ends about 21:30 for 12–20 players." in plan
    assert "The best 4: Single elimination, with a match for third place" in plan
    for minutes, words in ((10, "about 1 h 00 min"), (5, "about 30 min")):
        no_start = {**chosen, "starts_at": "", "round_minutes": minutes}
        assert f"6 rounds of {minutes} min, {words} for" in text(official.get(url("new-plan"), no_start))
    refused = text(official.get(url("new-plan"), {**chosen, "tiebreaks": "LUCK"}))
    assert "Tie-breaks by their keys" in refused
    assert "rounds of" not in refused, "no plan yet"


def test_the_pages_of_a_cup_with_a_consolation(client, make_tournament, play_round, clock, confirm):
    tournament = make_tournament(players=7, template="single_elim", options={"consolation": 1})
    slug = tournament.slug
    assert "Quarterfinals" in text(client.get(url("bracket", slug))), "the draw as it would be now"
    tournament = stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    page = text(client.get(url("bracket", slug)))
    assert "Player 07" in page
    assert "Winner of Semifinal 1" in page
    assert "Consolation" in page
    for match in Match.objects.all():
        assert f"/matches/{match.public_id}/" in page
    round_one = text(client.get(url("round", slug, 1)))
    assert "Quarterfinal 2" in round_one
    assert "No match this round:" in round_one
    tournament.refresh_from_db()
    while not standings.is_end_due(tournament):
        play_round(tournament)
    confirm(tournament)
    final = text(client.get(url("standings", slug)))
    assert "Final standings" in final
    assert "Buchholz" not in final
    assert client.get(url("crosstable", slug)).status_code == 302, "a bracket is its own cross table"
    etag = client.get(url("bracket", slug), headers={"HX-Request": "true"})["ETag"]
    again = client.get(url("bracket", slug), headers={"HX-Request": "true", "If-None-Match": etag})
    assert again.status_code == 304


def test_the_crosstable_of_a_swiss_before_a_cup_is_reached_from_the_standings(
    client, make_tournament, play_round, clock
):
    tournament = make_tournament(players=6, rounds=1, template="swiss_cut", options={"advance": 2})
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    address = f"{url('crosstable', tournament.slug)}?stage=1"
    for asked in ("", "all", "1"):
        assert address in client.get(url("standings", tournament.slug), {"stage": asked}).content.decode(), asked
    assert "f: by forfeit" in text(client.get(address))
    alone = make_tournament(players=6, rounds=1)
    stages.begin(tournament=alone, now=clock())
    assert "crosstable/?stage" not in client.get(url("standings", alone.slug)).content.decode(), "it is a tab there"


def test_both_sides_of_a_double_elimination_are_drawn(client, make_tournament, play_round, clock):
    tournament = make_tournament(players=6, template="double_elim")
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    page = text(client.get(url("bracket", tournament.slug)))
    assert "Winners’ side" in page
    assert "Losers’ side" in page
    assert "Grand final" in page


@pytest.mark.parametrize("players", [6, 14])
def test_pages_of_a_bracket_take_few_queries_however_many_play(
    client, make_tournament, play_round, clock, players, django_assert_max_num_queries
):
    tournament = make_tournament(players=players, template="double_elim")
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    play_round(tournament)
    for name, *more in (("bracket",), ("standings",), ("detail",), ("round", 2)):
        with django_assert_max_num_queries(16):
            client.get(url(name, tournament.slug, *more))


def test_groups_have_their_tables_and_cross_tables(client, make_tournament, play_round, clock):
    tournament = make_tournament(players=7, template="groups_cut", options={"groups": 2})
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    standings = text(client.get(url("standings", tournament.slug)))
    assert "Group A" in standings
    assert "Group B" in standings
    grid = text(client.get(url("crosstable", tournament.slug)))
    assert "against Player" in grid
    assert "not yet against" in grid
    assert "The bracket is drawn when the stage before is over" in text(client.get(url("bracket", tournament.slug)))
    assert client.get(url("standings", tournament.slug), {"stage": 9}).status_code == 404


def test_two_stages_side_by_side_are_paired_by_their_numbers_through_the_api(
    official, make_tournament, play_round, clock
):
    tournament = make_tournament(players=6, rounds=1, template="swiss_cut", options={"advance": 4, "rest": True})
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    for number in (2, 3):
        digest = stages.preview_cut(stage=_stage(tournament, number)).digest
        stages.cut_stage(stage=_stage(tournament, number), digest=digest, now=clock())
    address = f"/api/v1/tournaments/{tournament.public_id}/pair/"
    for number, status in ((3, 201), (2, 201), (9, 404)):
        answer = official.post(address, {"stage": number}, content_type="application/json")
        assert answer.status_code == status, answer.content
    assert [rnd.stage.number for rnd in finding.rounds(tournament, with_drafts=True)] == [1, 3, 2]


def test_who_goes_on_is_confirmed_on_a_page_and_taken_back(official, make_tournament, play_round, clock):
    tournament = make_tournament(players=6, rounds=1, template="swiss_cut", options={"advance": 4, "rest": True})
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    slug = tournament.slug
    page = text(official.get(url("stages", slug)))
    assert "Confirm: “Final” begins with these" in page
    cup = tournament.stages.get(number=2)
    digest = stages.preview_cut(stage=cup).digest
    official.post(url("stages", slug), {"stage": 2, "digest": "stale"})
    cup.refresh_from_db()
    assert cup.state == StageState.WAITING
    official.post(url("stages", slug), {"stage": 2, "digest": digest})
    assert cup.field.count() == 4
    assert "Take it back" in text(official.get(url("stages", slug)))
    official.post(url("stages", slug), {"stage": 2, "undo": "1", "reason": "wrong"})
    assert cup.field.count() == 0
    official.post(url("stages", slug), {"stage": 2, "digest": stages.preview_cut(stage=_fresh(cup)).digest})
    official.post(url("stages", slug), {"stage": 3, "digest": stages.preview_cut(stage=_stage(tournament, 3)).digest})
    official.post(url("pair", slug))
    assert [rnd.stage.number for rnd in finding.rounds(tournament, with_drafts=True)] == [1, 2, 3], "side by side"
    steps = text(official.get(url("pairings", slug, 2)))
    assert "<span>Round 2</span>" in steps
    assert "<span>Round 3</span>" in steps
    assert "All stages" in text(official.get(url("standings", slug)))


def test_a_play_off_at_the_cut_is_entered_as_an_order(official, make_tournament, play_round, clock):
    options = {"advance": 3, "equal": "playoff"}
    tournament = make_tournament(players=4, rounds=1, template="swiss_cut", options=options)
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    assert "Equal at the cut" in text(official.get(url("stages", tournament.slug)))
    losers = [side.entry for match in Match.objects.all() for side in match.sides.all() if not side.points]
    order = {f"place-1-{losers[0].public_id}": 2, f"place-1-{losers[1].public_id}": 1}
    official.post(url("stages", tournament.slug), {"stage": 2, "reason": "one deal", **order})
    assert tournament.stages.get(number=2).field.get(seed=3).entry == losers[1]


def test_the_first_player_of_a_cup_finds_the_way_from_the_overview(client, make_tournament, play_round, clock):
    tournament = make_tournament(players=4, template="single_elim", options={"length": "best_of:3"})
    overview = text(client.get(url("detail", tournament.slug)))
    assert "Single elimination, with a match for third place, a match is best of 3 games" in overview
    assert url("bracket", tournament.slug) in overview
    assert Match.objects.filter(state=MatchState.OVER).count() == 0
    assert json.dumps(tournament.stages.get().settings), "settings are plain JSON"


def test_how_a_stage_is_played_can_be_changed_until_its_first_round_is_published(
    official, make_tournament, play_round, clock
):
    tournament = make_tournament(players=6, rounds=2, template="swiss_cut")
    slug = tournament.slug
    page = text(official.get(url("stages", slug)))
    assert page.count("Change how it is played") == 2
    assert "How many go on" in page
    cup = {"stage": 2, "change": "1", "stage2-top": 3, "stage2-percent": 0, "stage2-of_each": 0, "stage2-runners_up": 0}
    cup |= {"stage2-equal": "tiebreaks", "stage2-carry": "none", "stage2-draw": "seeds", "stage2-length": "best_of:3"}
    cup |= {"stage2-seeded": 0, "stage2-consolation": 0, "stage2-placement": 0, "stage2-third_place": "on"}
    official.post(url("stages", slug), cup)
    made = tournament.stages.get(number=2)
    assert (made.feed["top"], made.settings["length"], made.settings["third_place"]) == (3, "best_of:3", True)
    wrong = official.post(url("stages", slug), {**cup, "stage2-length": "best_of:2"}, follow=True)
    assert "best_of:3, best_of:5 –" in text(wrong)
    official.post(url("stages", slug), {**cup, "stage2-length": "deals:8", "stage2-drawn": "lot"})
    assert tournament.stages.get(number=2).settings["drawn"] == "lot"
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    assert text(official.get(url("stages", slug))).count("Change how it is played") == 1


def test_late_entry_is_offered_only_where_it_is_possible(client, make_tournament, play_round, clock):
    stranger, _ = accounts.player_for(name="Stranger")
    client.force_login(stranger)
    swiss, cup = make_tournament(players=4, rounds=2), make_tournament(players=0, template="single_elim")
    assert "Enter this tournament" in text(client.get(url("detail", cup.slug)))
    for name in ("Ann", "Bob"):
        entry = entering.enter(tournament=cup, name=name, now=clock())
        entering.check_in(entry=entry, now=clock())
    for tournament in (swiss, cup):
        stages.begin(tournament=tournament, now=clock())
        play_round(tournament)
    assert "Late entry" in text(client.get(url("detail", swiss.slug)))
    assert "Enter this tournament" not in text(client.get(url("detail", cup.slug)))
    play_round(swiss)
    assert "Enter this tournament" not in text(client.get(url("detail", swiss.slug)))


def test_stages_by_api(official, club, make_tournament, play_round, clock):
    body = {"club": club.slug, "name": "Cup", "template": "swiss_cut", "options": {"advance": 2, "rest": True}}
    made = official.post("/api/v1/tournaments/", {**body, "mode": "in_person"}, content_type="application/json")
    assert made.status_code == 201
    bad = {**body, "options": {"advance": 2, "cup": 1}}
    answer = official.post("/api/v1/tournaments/", bad, content_type="application/json")
    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["cup"])
    tournament = make_tournament(players=6, rounds=1, template="swiss_cut", options={"advance": 4})
    base = f"/api/v1/tournaments/{tournament.public_id}/stages/"
    wish = {"settings": {"third_place": False}}
    assert official.patch(f"{base}2/", wish, content_type="application/json").json()["settings"]["third_place"] is False
    wrong = official.patch(f"{base}2/", {"settings": {"draw": "odd"}}, content_type="application/json")
    assert wrong.status_code == 400
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    assert [one["state"] for one in official.get(base).json()] == ["finished", "waiting"]
    shown = official.get(f"{base}2/cut/").json()
    assert len(shown["lines"]) == 4
    stale = official.post(f"{base}2/cut/", {"digest": "x"}, content_type="application/json")
    assert stale.status_code == 409
    done = official.post(f"{base}2/cut/", {"digest": shown["digest"]}, content_type="application/json")
    assert done.json()["state"] == "running"
    assert official.post(f"{base}2/undo-cut/", {}, content_type="application/json").json()["state"] == "waiting"
    shown = official.get(f"{base}2/cut/").json()
    official.post(f"{base}2/cut/", {"digest": shown["digest"]}, content_type="application/json")
    places = official.get(f"{base}2/bracket/").json()
    assert [one["key"] for one in places] == ["W1-1", "W1-2", "W2-1"]
    assert places[0]["sides"][0]["seed"] == 1
    assert len(official.get(f"{base}1/standings/").json()[0]["places"]) == 6
    official.logout()
    assert official.get(f"{base}2/cut/").status_code == 403, "before it is confirmed only officials see who goes on"


def _fresh(stage):
    return type(stage).objects.select_related("source", "tournament").get(pk=stage.pk)


def _stage(tournament, number: int):
    return _fresh(tournament.stages.get(number=number))


def test_after_a_round_the_standings_lead_an_official_on_to_the_next(official, make_tournament, play_round, clock):
    tournament = make_tournament(players=4, rounds=2)
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    page = text(official.get(url("standings", tournament.slug)))
    assert "Pair the next round" in page
    assert "Pair the next round" not in text(official.get(url("standings", tournament.slug), {"after": 1}))
    official.logout()
    assert "Pair the next round" not in text(official.get(url("standings", tournament.slug)))
    play_round(tournament)
    assert not standings.is_pairing_due(Tournament.objects.get())
