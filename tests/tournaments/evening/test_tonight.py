"""The page of the evening names the next step and what it waits for; settings stand in parts, and say what does not
apply."""

import pytest
from django.urls import reverse

from tests.markup import tight
from tournaments.entries.services import entering
from tournaments.evening.selectors import steps, waiting
from tournaments.event.forms.desk import ConditionsForm
from tournaments.event.forms.parts import parts_of
from tournaments.event.selectors import finding
from tournaments.event.settings import SETTINGS
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import conditions
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


def seen(tournament):
    found = finding.tournaments().get(pk=tournament.pk)
    rounds = finding.rounds(found, with_drafts=True)
    return waiting.tonight(found, rounds), steps.steps(found, rounds)


def page(client, tournament, name="tonight"):
    answer = client.get(reverse(f"tournaments:{name}", args=[tournament.slug]))
    assert answer.status_code == 200
    return tight(answer.content.decode())


@pytest.fixture
def official(client, organiser):
    client.force_login(organiser)
    return client


def test_before_it_begins_it_waits_for_players_and_then_for_the_check_in(official, make_tournament, organiser, clock):
    empty = make_tournament(players=0)
    assert [one.title for one in seen(empty)[0].next.waits] == ["Nobody is entered"]
    tournament = make_tournament(players=4)
    entering.undo_check_in(entry=tournament.entries.get(name="Player 04"), by=organiser, now=clock())
    tonight, night = seen(tournament)
    assert [one.title for one in tonight.next.waits] == ["1 player is not checked in"]
    assert (tonight.lines[0].entry.name, tonight.lines[0].badge) == ("Player 04", "not here yet")
    assert [one.name for one in night if one.is_now] == ["Check-in"]
    assert "1 player is not checked in" in page(official, tournament)


def test_a_round_waits_for_each_table_without_a_result(official, make_tournament, organiser, clock):
    tournament = make_tournament(players=4)
    stages.begin(tournament=tournament, now=clock())
    assert seen(tournament)[0].next.button == "Pair round 1"
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    assert seen(tournament)[0].next.title == "Round 1 is a draft"
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock())
    tonight, night = seen(tournament)
    assert (tonight.next.title, tonight.next.without != "") == ("Round 2 waits for 2 things", True)
    assert '<details id="without" open>' in tight(official.get(tonight.next.without).content.decode()), (
        "one click to the reason"
    )
    assert [one.title for one in tonight.next.waits] == ["Table 1: no result", "Table 2: no result"]
    assert [one.link.split("?")[1] for one in tonight.next.waits] == ["table=1", "table=2"], "each leads to its own"
    assert [(one.name, one.detail) for one in night if one.is_now] == [("Round 1", "0 of 2 results")]
    assert [one.detail for one in night if one.name in ("Round 2", "Round 3")] == ["to pair", "to pair"]
    for match in rnd.matches.all():
        recording.record_result(match=match, points=(100, 60), by=organiser, now=clock())
    assert seen(tournament)[0].next.button == "Close round 1"
    closing = page(official, tournament)
    assert "All results are in" in closing
    assert "100 – 60" in closing
    assert f'{reverse("tournaments:results", args=[tournament.slug, 1])}?table=2">Correct the result' in closing
    running.close_round(rnd=rnd, now=clock.later(seconds=30))
    after = page(official, tournament)
    assert f'{reverse("tournaments:correct", args=[rnd.matches.first().public_id])}">Correct the result' in after
    assert '<span class="short" aria-hidden="true">R1</span>' in after, "a finished step keeps its name on a phone"


@pytest.mark.parametrize("template", ["round_robin", "single_elim"])
def test_where_every_result_is_needed_the_next_round_cannot_be_pressed(
    official, make_tournament, organiser, clock, template
):
    """Before, *Pair round 2* was a link to nowhere, which loaded the page again and said nothing."""
    tournament = make_tournament(players=4, rounds=None, template=template)
    rnd = _began(tournament, organiser, clock)
    said = page(official, tournament)
    assert '<button class="button" type="button" disabled>Pair round 2</button>' in said
    assert "Ready when the list is empty." in said
    assert "Pair without them" not in said, "the next round needs these results"
    assert 'href=""' not in said
    missing = official.post(reverse("tournaments:pair", args=[tournament.slug]), {"open_reason": "late"}, follow=True)
    assert f"Results of round {rnd.number} are missing." in tight(missing.content.decode())


def test_a_round_that_comes_by_itself_has_no_button(official, make_tournament, organiser, clock):
    tournament = make_tournament(players=4, settings={"automatic": True})
    _began(tournament, organiser, clock)
    said = page(official, tournament)
    assert "Round 2 comes by itself." in said
    assert "Pair round 2" not in said
    assert 'href=""' not in said


def _began(tournament, organiser, clock):
    stages.begin(tournament=tournament, now=clock())
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    return running.start_round(rnd=rnd, now=clock())


def test_who_has_a_bye_and_who_came_late_read_what_is_theirs(make_tournament, organiser, clock):
    tournament = make_tournament(players=3)
    stages.begin(tournament=tournament, now=clock())
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock())
    late = entering.enter(tournament=tournament, name="Lara Late", by=organiser, now=clock())
    entering.check_in(entry=late, now=clock(), by=organiser)
    words = [(one.entry.name, one.words) for one in seen(tournament)[0].lines]
    assert sorted(said for _name, said in words) == ["bye", "from round 2", "table 1", "table 1"]
    assert ("Lara Late", "from round 2") in words


def test_a_ladder_that_has_not_begun_speaks_of_no_round(make_tournament, organiser, clock):
    empty = make_tournament(players=0, rounds=None, template="ladder")
    assert seen(empty)[0].next.title == "The ladder waits for entries"
    ladder = make_tournament(players=2, rounds=None, template="ladder", options={})
    for entry in ladder.entries.all():
        entering.undo_check_in(entry=entry, by=organiser, now=clock())
    waits = seen(ladder)[0].next.waits[0]
    assert (waits.title, waits.words) == ("2 players are not checked in", "Players who join later start at the bottom.")


def test_many_open_tables_are_counted_in_one_line(make_tournament, organiser, clock):
    tournament = make_tournament(players=24)
    stages.begin(tournament=tournament, now=clock())
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock())
    lines = seen(tournament)[0].next.waits
    assert (len(lines), lines[-1].title) == (6, "and 7 more")


def test_the_header_has_at_most_six_tabs_on_every_page(official, make_tournament):
    tournament = make_tournament(players=4)
    for name in ("tonight", "entries", "checkin", "desk", "setup", "lists", "print", "screens", "special", "stages"):
        tabs = page(official, tournament, name).split('<nav class="tabs"')[1].split("</nav>")[0]
        assert tabs.count("<li") == 6, name
        is_tab = name != "screens"  # a button of the header
        assert tabs.count('aria-current="page"') == is_tab, name


def test_strangers_see_no_evening(client, make_tournament):
    tournament = make_tournament(players=4)
    assert client.get(reverse("tournaments:tonight", args=[tournament.slug])).status_code == 302


# ---- settings in parts


@pytest.mark.parametrize(("mode", "off"), [("in_person", ["live"]), ("online", ["in_person"]), ("mixed", [])])
def test_what_does_not_apply_is_one_line(make_tournament, mode, off):
    tournament = make_tournament(players=0, mode=mode)
    parts = parts_of(ConditionsForm.of(tournament), tournament)
    assert [one.key for one in parts] == ["event", "in_person", "live", "officials"]
    assert [one.key for one in parts if one.otherwise] == off
    assert all(not one.rows for one in parts if one.otherwise)


def test_every_field_stands_in_one_row(make_tournament):
    tournament = make_tournament(players=0, mode="mixed")
    form = ConditionsForm.of(tournament)
    shown = [field.name for part in parts_of(form, tournament) for row in part.rows for field in row.fields]
    assert sorted(shown) == sorted(form.fields)


def test_a_new_setting_has_its_row_at_once(make_tournament, monkeypatch):
    tournament = make_tournament(players=0)
    monkeypatch.setitem(SETTINGS, "of_a_test", type(SETTINGS["pause_s"])(0, "Minutes of a test", most=15))
    event = parts_of(ConditionsForm.of(tournament), tournament)[0]
    assert (event.rows[-1].label, event.rows[-1].field.name) == ("Minutes of a test", "of_a_test")


def test_what_the_page_does_not_ask_stays(official, make_tournament, organiser, clock):
    """A tick that is not on the page is not a tick that was taken away."""
    tournament = make_tournament(players=0, mode="online")
    conditions.change_conditions(tournament=tournament, by=organiser, now=clock(), settings={"players_report": True})
    address = reverse("tournaments:setup", args=[tournament.slug])
    official.post(address, {"name": tournament.name, "rounds": 3, "grace_minutes": "2.5", "no_show": "forfeit"})
    tournament.refresh_from_db()
    kept = {key: tournament.settings.get(key) for key in ("players_report", "grace_s", "no_show")}
    assert kept == {"players_report": True, "grace_s": 150, "no_show": "forfeit"}


def test_a_fixed_number_of_rounds_says_where_the_rest_is_changed(official, make_tournament, play_round, clock):
    tournament = make_tournament(players=4)
    assert 'name="rounds"' in page(official, tournament, "setup")
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    fixed = page(official, tournament, "setup")
    assert 'name="rounds"' not in fixed
    assert "Change the format of what is left" in fixed


def test_while_nobody_is_here_the_check_in_leads(official, make_tournament, organiser, clock):
    tournament = make_tournament(players=3)
    for entry in tournament.entries.all():
        entering.undo_check_in(entry=entry, by=organiser, now=clock())
    leading = seen(tournament)[0].next
    assert ([one.button for one in leading.waits], leading.button) == (["Check in"], ""), "one way, not two"
    assert leading.words == "It begins from the check-in, as soon as two are here."
    shown = page(official, tournament, "checkin")
    assert '<button class="button primary" id="all-here"' in shown
    assert shown.index('id="all-here"') < shown.index("Begin and pair round 1")
    assert shown.count('id="all-here"') == 1
    for entry in tournament.entries.all()[:2]:
        entering.check_in(entry=entry, by=organiser, now=clock())
    assert seen(tournament)[0].next.button == "Begin"
    assert '<button class="button" id="all-here"' in page(official, tournament, "checkin")


def test_the_steps_come_along_with_the_part_of_a_page(official, make_tournament, organiser, clock):
    """They stand above what is asked for again, and would stay as they were when the page was loaded."""
    tournament = make_tournament(players=4)
    for entry in tournament.entries.all():
        entering.undo_check_in(entry=entry, by=organiser, now=clock())
    here = reverse("tournaments:checkin", args=[tournament.slug])
    part = {"headers": {"HX-Request": "true"}}
    assert page(official, tournament, "checkin").count('id="trail"') == 1
    answer = tight(official.post(here, {"all": "1"}, **part).content.decode())
    assert 'id="trail" hx-swap-oob="true"' in answer
    assert "4 here" in answer
    stages.begin(tournament=tournament, now=clock())
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock())
    results = reverse("tournaments:results", args=[tournament.slug, 1])
    assert 'id="trail"' not in official.get(results, **part).content.decode(), "nothing in it changes before it closes"
    for match in finding.round_matches(rnd):
        recording.record_result(match=match, points=(101, 40), by=organiser, now=clock(), version=match.version)
    tonight = tight(official.get(reverse("tournaments:tonight", args=[tournament.slug]), **part).content.decode())
    assert "2 results" in tonight[tonight.index('id="trail"') :]
    running.close_round(rnd=rnd, by=organiser, now=clock())
    closed = tight(official.get(results, **part).content.decode())
    trail = closed[closed.index('id="trail" hx-swap-oob="true"') :]
    assert trail.index('class="done"') < trail.index("Round 1") < trail.index('class="now"') < trail.index("Round 2")
