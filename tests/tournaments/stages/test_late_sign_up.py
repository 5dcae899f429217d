"""Consolation and last chance open to late sign-up: who may join, until when, and that they play to the end."""

import pytest
from django.urls import reverse

from tests.markup import tight
from tournaments import errors
from tournaments.event.selectors import finding
from tournaments.event.services import creating
from tournaments.models import Entry, MatchState, StageEntry
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages import selectors as stages
from tournaments.stages.services import progression as stages_services
from tournaments.stages.services import sign_ups
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(make_tournament, organiser, clock):
    """Eight in a cup with a consolation that keeps two places, and a last chance that keeps one."""
    options = {"consolation": 1, "last_chance": True, "consolation_lines": 2, "last_chance_lines": 1}
    tournament = make_tournament(players=8, template="single_elim", options=options)
    return stages_services.begin(tournament=tournament, now=clock(), by=organiser)


@pytest.fixture
def wave(organiser, clock):
    """Pair a wave and play it: the better start number wins."""

    def play(tournament):
        rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
        editing.publish_round(rnd=rnd, now=clock(), by=organiser)
        running.start_round(rnd=rnd, now=clock())
        for match in rnd.matches.exclude(state=MatchState.OVER):
            first, second = (side.entry.tpn for side in match.sides.all())
            points = (100, 60) if first < second else (60, 100)
            recording.record_result(match=match, points=points, by=organiser, now=clock())
        running.close_round(rnd=rnd, now=clock.later(seconds=30))
        tournament.refresh_from_db()
        return rnd

    return play


def join(tournament, clock, contest="consolation", **who):
    return sign_ups.sign_up(stage=finding.main_stage(tournament), contest=contest, now=clock(), **who)


def standings_of(tournament, contest: str) -> list[str]:
    [table] = [one for one in standings.stage_tables(finding.main_stage(tournament)) if one.contest == contest]
    return [row.entry.name for row in table.rows]


def test_who_signs_up_plays_the_consolation_beside_the_losers(cup, wave, clock):
    late = join(cup, clock, name="Žofie Late")
    assert (late.status, late.tpn) == ("checked_in", 9)
    wave(cup)
    second = join(cup, clock, name="Bo Later")
    while not standings.is_end_due(cup):
        wave(cup)
    names = standings_of(cup, "consolation")
    losers = {f"Player 0{n}" for n in (5, 6, 7, 8)}
    assert set(names) == losers | {late.name, second.name}
    assert names[0] == "Player 05"
    assert late.name not in standings_of(cup, ""), "the main contest is not theirs"


def test_the_last_chance_is_open_a_wave_longer(cup, wave, clock):
    assert [(one.contest, one.lines, one.taken, one.closes) for one in stages.sign_ups(finding.main_stage(cup))] == [
        ("consolation", 2, 0, 2),
        ("last_chance", 1, 0, 3),
    ]
    wave(cup)
    wave(cup)
    with pytest.raises(errors.Refusal, match="sign-up is closed") as refused:
        join(cup, clock, name="Žofie Late")
    assert refused.value.code == "sign_up_closed"
    late = join(cup, clock, "last_chance", name="Žofie Late")
    while not standings.is_end_due(cup):
        wave(cup)
    assert late.name in standings_of(cup, "last_chance")


def test_lines_that_nobody_took_are_byes(cup, wave):
    while not standings.is_end_due(cup):
        wave(cup)
    assert len(standings_of(cup, "consolation")) == 4


def test_what_is_refused_says_why_and_leaves_nothing(cup, wave, make_tournament, organiser, clock):
    player = Entry.objects.get(name="Player 03")
    for said, who in (
        ("plays in this stage already", {"entry": player}),
        ("already entered", {"name": "Player 03", "contest": "consolation"}),
    ):
        with pytest.raises(errors.Refusal, match=said):
            join(cup, clock, **who)
    with pytest.raises(errors.Invalid, match="consolation, last_chance") as refused:
        join(cup, clock, "main", name="Ann New")
    assert refused.value.field == "contest"
    join(cup, clock, name="Ann New")
    join(cup, clock, name="Bo New")
    with pytest.raises(errors.Refusal, match="All places for late sign-up are taken: 2"):
        join(cup, clock, name="Cy New")
    assert StageEntry.objects.exclude(late="").count() == 2
    assert not Entry.objects.filter(name="Cy New").exists()
    plain = make_tournament(players=8, template="single_elim", options={"consolation": 1})
    stages_services.begin(tournament=plain, now=clock(), by=organiser)
    with pytest.raises(errors.Refusal, match="not open to late sign-up"):
        join(plain, clock, name="Ann New")


def test_by_the_page_and_the_api(cup, client, organiser):
    client.force_login(organiser)
    page = reverse("tournaments:stages", args=[cup.slug])
    shown = client.get(page).content.decode()
    assert "Consolation: late sign-up" in shown
    assert "0 of 2 places are taken" in shown
    client.post(page, {"stage": 1, "contest": "consolation", "name": "Ann New", "sign_up": "1"})
    assert "1 of 2 places are taken" in tight(client.get(page).content.decode())
    both = client.post(page, {"stage": 1, "contest": "consolation", "sign_up": "1"}, follow=True).content.decode()
    assert "Choose a player, or write the name of a new one." in both
    api = f"/api/v1/tournaments/{cup.public_id}/stages/1/sign-up/"
    assert [one["taken"] for one in client.get(api).json()] == [1, 0]
    made = client.post(api, {"contest": "last_chance", "name": "Bo New"}, content_type="application/json")
    assert made.status_code == 201, made.content
    bad = client.post(api, {"contest": "last_chance", "name": "Cy New"}, content_type="application/json")
    assert (bad.status_code, "All places" in bad.content.decode()) == (409, True)
    nobody = client.post(api, {"contest": "consolation"}, content_type="application/json")
    assert nobody.status_code == 400
    client.logout()
    refused = client.post(api, {"contest": "consolation", "name": "Eve"}, content_type="application/json")
    assert refused.status_code in (401, 403)


def test_places_that_are_taken_stay(cup, organiser, clock):
    join(cup, clock, name="Ann New")
    stage = finding.main_stage(cup)
    for change in ({"consolation_lines": 0}, {"consolation": 0, "last_chance": False}):
        with pytest.raises(errors.Invalid, match="signed up") as refused:
            creating.change_stage(stage=stage, settings=change, by=organiser, now=clock())
        assert refused.value.field in change
    creating.change_stage(stage=stage, settings={"consolation_lines": 4}, by=organiser, now=clock())
