"""Which match lengths go with which rules, and how a game that ends drawn is entered or played on."""

import pytest
from django.urls import reverse

from games import engine
from games.engine import DealEntry
from tests.markup import tight
from tournaments import errors
from tournaments.event.forms.creating import TournamentForm
from tournaments.event.selectors import finding, lengths
from tournaments.event.services import creating
from tournaments.models import Match, MatchState, Mode, Stage, Tournament
from tournaments.results.services import recording, score_sheets
from tournaments.results.services.result_lines import read
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.forms import StageForm
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db

DRAWN = {
    "conquian": DealEntry(how="drawn"),
    "colonel-fosdick": DealEntry(how="exhausted", counts=(7, 7)),
}
WON = {
    "conquian": DealEntry(how="out", seat=0),
    "colonel-fosdick": DealEntry(how="out", seat=0, counts=(0, 9)),
}


# ---- a length that does not go with the rules


def test_every_length_that_is_offered_can_be_played_and_no_other_is():
    """Eleven sets of rules are not scored on a pad: three columns are not for them."""
    without = {key for key in engine.VARIANTS if not engine.length_fits(key, engine.length_of("hollywood"))}
    of_two = {key for key in without if engine.VARIANTS[key].seating.name == "two"}
    assert {engine.VARIANTS[key].sheet.name for key in of_two} == {"colonel", "colours", "stakes"}
    assert len(of_two) == 11
    assert all(engine.length_fits(key, engine.length_of("best_of:3")) for key in engine.VARIANTS)


@pytest.mark.parametrize("variant", ["conquian", "colonel-ball", "color", "partnership"])
@pytest.mark.parametrize(
    ("template", "options"),
    [
        ("swiss", {"length": "hollywood"}),
        ("swiss_cut", {"length": "hollywood"}),
    ],
)
def test_no_tournament_is_made_with_a_length_that_its_rules_do_not_have(make_tournament, variant, template, options):
    with pytest.raises(errors.Invalid, match="three columns") as caught:
        make_tournament(players=2, variant=variant, template=template, options=options)
    assert caught.value.field == "length"
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("chosen", [{"length": "hollywood"}, {"lengths": {"GF": ["hollywood/more"]}}])
def test_a_stage_is_not_changed_to_a_length_that_its_rules_do_not_have(make_tournament, organiser, clock, chosen):
    tournament = make_tournament(players=2, variant="conquian", template="double_elim", rounds=None)
    stage = finding.main_stage(tournament)
    with pytest.raises(errors.Invalid, match="Conquian") as caught:
        creating.change_stage(stage=stage, settings=chosen, by=organiser, now=clock())
    assert caught.value.field == next(iter(chosen))
    assert Stage.objects.get(pk=stage.pk).settings["length"] == "game"


def test_the_page_offers_what_goes_with_the_rules_and_refuses_the_rest_at_its_field(client, club, organiser):
    client.force_login(organiser)
    form = {"club": club.pk, "name": "Tuesday", "template": "swiss", "rounds": 3, "mode": "in_person"}
    form |= {"timezone": "UTC", "variant": "conquian", "length": "hollywood"}
    page = client.post(reverse("tournaments:new"), form)
    assert "three columns" in page.context["form"].errors["length"][0]
    assert "hollywood" not in str(page.context["form"]["length"].as_widget())
    assert "three columns" in tight(client.get(reverse("tournaments:new-plan"), form).content.decode())
    changed = form | {"shown": "swiss gin-pagat"}
    plan = client.get(reverse("tournaments:new-plan"), changed).content.decode()
    assert "three columns" not in plan, "what does not go with the new rules became the usual one"
    assert 'id="id_length"' in plan
    assert "a Hollywood game" not in plan
    assert "hollywood" in str(TournamentForm({"variant": "gin-pagat"}, clubs=type(club).objects.all())["length"])


def test_the_api_names_the_field(client, club, organiser):
    client.force_login(organiser)
    body = {"club": club.slug, "name": "Tuesday", "variant": "conquian", "options": {"length": "hollywood"}}
    answer = client.post("/api/v1/tournaments/", body, content_type="application/json")
    assert answer.status_code == 400
    assert list(answer.json()["errors"]) == ["length"]


def test_the_page_of_a_stage_offers_no_more(make_tournament):
    stage = finding.main_stage(make_tournament(players=2, variant="conquian"))
    assert "hollywood" not in dict(StageForm(stage=stage).fields["length"].choices)


# ---- a drawn game


@pytest.mark.parametrize("variant", DRAWN)
@pytest.mark.parametrize("typed", ["=", "0-0"])
def test_a_drawn_game_of_a_swiss_is_a_tie(make_tournament, organiser, clock, variant, typed):
    match = begun(make_tournament(players=2, rounds=1, variant=variant), organiser, clock)
    result = read(typed, lengths.length_of_match(match)).facts()
    done = recording.record_result(match=match, by=organiser, now=clock(), **result)
    assert [side.points for side in done.sides.all()] == [1, 1]


def test_a_game_that_cannot_be_drawn_still_has_a_winner(make_tournament, organiser, clock):
    match = begun(make_tournament(players=2, rounds=1), organiser, clock)
    with pytest.raises(errors.Invalid, match="A game has a winner"):
        recording.record_result(match=match, by=organiser, now=clock(), points=(0, 0))


@pytest.mark.parametrize("variant", DRAWN)
def test_a_bracket_with_two_drawn_semifinals_has_a_final_and_one_champion(make_tournament, organiser, clock, variant):
    tournament = make_tournament(players=4, variant=variant, template="single_elim", rounds=None)
    stage = finding.main_stage(tournament)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    for _wave in (1, 2, 3):
        rnd = drafts.pair_round(stage=stage, now=clock(), by=organiser)
        editing.publish_round(rnd=rnd, now=clock(), by=organiser)
        running.start_round(rnd=rnd, now=clock())
        for match in rnd.matches.all():
            drawn_then_won(match, variant, organiser, clock)
        running.close_round(rnd=rnd, now=clock.later(seconds=30))
        tournament.refresh_from_db()
        if standings.is_end_due(tournament):
            break
    assert standings.is_end_due(tournament)
    assert Match.objects.count() == 4, "two semifinals, the final and the match for third place"
    assert [line.place for line in standings.standings(tournament)] == [1, 2, 3, 4]


def drawn_then_won(match, variant, organiser, clock):
    """One game drawn, which sends nothing, and the next one won."""
    enter = {"match": match, "now": clock()}
    sheet = score_sheets.enter_deal(entry=DRAWN[variant], key=f"{match.pk}a", version=0, **enter)
    assert not sheet.is_over, "the next game decides"
    with pytest.raises(errors.Refusal, match="not over"):
        score_sheets.send_sheet(version=1, by=organiser, is_final=True, **enter)
    score_sheets.enter_deal(entry=WON[variant], key=f"{match.pk}b", version=1, **enter)
    score_sheets.send_sheet(version=2, by=organiser, is_final=True, **enter)


@pytest.mark.parametrize("typed", ["=", "0-0"])
def test_a_drawn_match_typed_into_a_bracket_says_that_it_is_played_on(make_tournament, organiser, clock, typed):
    tournament = make_tournament(players=4, variant="conquian", template="single_elim", rounds=None)
    match = begun(tournament, organiser, clock)
    result = read(typed, lengths.length_of_match(match)).facts()
    with pytest.raises(errors.Invalid, match="play on") as caught:
        recording.record_result(match=match, by=organiser, now=clock(), **result)
    assert caught.value.field == "points"
    match.refresh_from_db()
    assert match.state == MatchState.PAIRED


@pytest.mark.parametrize("template", ["single_elim", "double_elim"])
def test_a_live_table_of_a_bracket_plays_on_after_a_drawn_game(make_tournament, organiser, clock, template):
    tournament = make_tournament(players=4, variant="conquian", template=template, rounds=None, mode=Mode.ONLINE)
    match = begun(tournament, organiser, clock)
    length = engine.length_of(lengths.played_to(match)["length"])
    assert not engine.verdict(length, engine.Tally(drawn=1, deals=1)).is_over
    assert engine.verdict(length, engine.Tally(games=(1, 0), drawn=1, deals=2)).is_over


def begun(tournament, organiser, clock):
    """The first match of round 1, which runs."""
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock())
    return Match.objects.filter(round=rnd).order_by("table_no").first()
