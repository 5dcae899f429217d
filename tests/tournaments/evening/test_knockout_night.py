"""Tonight in a knockout: rounds by their names, who is out, and rulings that wait for the end."""

import pytest
from django.urls import reverse

from tests.markup import tight
from tournaments.entries.services import entering
from tournaments.evening.selectors import steps, waiting
from tournaments.event.selectors import finding
from tournaments.models import Stage
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


def seen(tournament):
    found = finding.tournaments().get(pk=tournament.pk)
    rounds = finding.rounds(found, with_drafts=True)
    return waiting.tonight(found, rounds), steps.steps(found, rounds)


@pytest.fixture
def cup(make_tournament, organiser, clock):
    tournament = make_tournament(players=8, rounds=None, template="single_elim")
    return stages.begin(tournament=tournament, now=clock(), by=organiser)


@pytest.fixture
def begin(organiser, clock):
    """Publish and start the next round."""

    def start(tournament):
        rnd = drafts.pair_round(stage=Stage.objects.get(tournament=tournament), now=clock(), by=organiser)
        editing.publish_round(rnd=rnd, now=clock(), by=organiser)
        return running.start_round(rnd=rnd, now=clock())

    return start


def test_the_rounds_have_their_names_in_the_steps_and_the_next_step(cup, play_round, client, organiser, clock):
    names = [one.name for one in seen(cup)[1] if one.key == "round"]
    assert names == ["Quarterfinals", "Semifinals", "Final"]
    assert seen(cup)[0].next.title == "Quarterfinals · Round 1 can be paired"
    play_round(cup)
    semifinals = drafts.pair_round(stage=Stage.objects.get(tournament=cup), now=clock(), by=organiser)
    tonight, night = seen(cup)
    assert tonight.next.title == "Semifinals · Round 2 is a draft"
    assert [one.name for one in night if one.is_now] == ["Semifinals"]
    client.force_login(organiser)
    page = tight(client.get(reverse("tournaments:pairings", args=[cup.slug, 2])).content.decode())
    assert 'data-confirm="Semifinals · Publish round 2?' in page
    assert "<h2>Semifinals · Round 2</h2>" in page
    assert (page.count('class="slot muted"'), page.count('class="slot muted wide-only"')) == (2, 2), "names stand level"
    editing.publish_round(rnd=semifinals, now=clock(), by=organiser)
    running.start_round(rnd=semifinals, now=clock())
    assert seen(cup)[0].next.title == "Final · Round 3 waits for 2 things"
    shown = tight(client.get(reverse("tournaments:tonight", args=[cup.slug])).content.decode())
    assert "<small>Semifinals · round 2</small>" in shown


def test_a_double_elimination_has_names_where_a_wave_is_one_round_only(make_tournament, organiser, clock):
    tournament = make_tournament(players=4, rounds=None, template="double_elim")
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    names = [one.name for one in seen(tournament)[1] if one.key == "round"]
    assert "Round 1" in names
    assert "Grand final" in names


def test_who_is_knocked_out_is_said_to_be_out(cup, play_round, begin):
    """Before, they read “from round 3”."""
    play_round(cup)
    begin(cup)
    words = {one.entry.name: one.words for one in seen(cup)[0].lines}
    assert sorted(words.values()) == ["knocked out"] * 4 + ["table 1"] * 2 + ["table 2"] * 2


def test_who_did_not_go_on_to_the_cup_reads_so(make_tournament, play_round, begin, organiser, clock):
    tournament = make_tournament(players=6, rounds=2, template="swiss_cut", options={"advance": 4})
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    for _twice in range(2):
        play_round(tournament)
    cup = tournament.stages.get(number=2)
    stages.cut_stage(stage=cup, digest=stages.preview_cut(stage=cup).digest, now=clock(), by=organiser)
    before = [one.words for one in seen(tournament)[0].lines]
    assert [one == "did not go on" for one in before] == [False] * 4 + [True] * 2, "before the cup is paired, too"
    rnd = drafts.pair_round(stage=Stage.objects.get(pk=cup.pk), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock())
    words = [one.words for one in seen(tournament)[0].lines]
    assert words.count("did not go on") == 2


def test_rulings_are_not_done_while_rounds_are_to_come(cup, play_round, monkeypatch):
    monkeypatch.setattr(steps, "has_corrections", lambda tournament: True)
    monkeypatch.setattr(steps, "rulings_due", lambda tournament: [])
    play_round(cup)
    [rulings] = [one for one in seen(cup)[1] if one.key == "rulings"]
    assert (rulings.is_done, rulings.is_now) == (False, False)
    play_round(cup)
    play_round(cup)
    [rulings] = [one for one in seen(cup)[1] if one.key == "rulings"]
    assert rulings.is_done


def test_who_has_left_an_open_table_comes_first_until_it_is_settled(make_tournament, organiser, clock):
    tournament = make_tournament(players=24)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock())
    match = rnd.matches.get(table_no=11)
    gone = match.sides.get(order=0).entry
    entering.withdraw(entry=gone, now=clock(), by=organiser)
    tonight = seen(tournament)[0]
    assert tonight.next.waits[0].title == f"Table 11: {gone.name} has left"
    assert (tonight.lines[0].entry, tonight.lines[0].badge, tonight.lines[0].words) == (
        gone,
        "withdrawn",
        "table 11 is open",
    )
    recording.record_result(match=match, kind="forfeit", winner=1, by=organiser, now=clock())
    tonight = seen(tournament)[0]
    assert tonight.next.waits[0].title == "Table 1: no result"
    assert tonight.lines[0].entry != gone
