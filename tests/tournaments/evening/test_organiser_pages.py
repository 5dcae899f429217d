"""What an organiser sees on the way through an evening: one clear next step, nothing to press when all is over."""

import pytest
from django.urls import reverse

from tests.markup import tight
from tournaments.corrections.services import corrections
from tournaments.entries.services import entering
from tournaments.event.selectors import finding
from tournaments.models import EntryStatus, Match
from tournaments.rounds.services import drafts, editing, pairing_requests, requests, running
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings
from tournaments.standings.selectors.rows import facts

pytestmark = pytest.mark.django_db


def url(name: str, *args) -> str:
    return reverse(f"tournaments:{name}", args=args)


def text(answer) -> str:
    assert answer.status_code == 200, (answer.status_code, answer.content[:2000])
    return tight(answer.content.decode())


@pytest.fixture
def official(client, organiser):
    client.force_login(organiser)
    return client


def played_out(tournament, play_round, clock):
    """Every stage that runs is played to its end; who goes on is not confirmed."""
    if tournament.state == "open":
        stages.begin(tournament=tournament, now=clock())
    tournament.refresh_from_db()
    while "pair" in {facts.next_step(stage).step for stage in tournament.stages.filter(state="running")}:
        play_round(tournament)
    return tournament


# ---- check-in


def test_a_tap_at_the_check_in_changes_the_list_in_place(official, make_tournament, clock):
    tournament = make_tournament(players=0)
    ana, bo = (entering.enter(tournament=tournament, name=name, now=clock()) for name in ("Ana", "Bo"))
    page = text(official.get(url("checkin", tournament.slug)))
    assert "Two must be checked in." in page
    tap = {"entry": ana.public_id, "set": "here"}
    part = text(official.post(url("checkin", tournament.slug), tap, headers={"HX-Request": "true"}))
    assert part.startswith('<section class="panel" id="checkin">')
    assert "1 of 2 here" in part
    assert "autofocus" not in part, "on a phone the keyboard does not cover the list after every tap"
    plain = official.post(url("checkin", tournament.slug), {"entry": bo.public_id, "set": "here"})
    assert plain.status_code == 302, "without a script the page is loaded again"
    page = text(official.get(url("checkin", tournament.slug)))
    assert "2 of 2 here" in page
    assert 'class="button primary" type="submit">Begin and pair round 1' in page
    assert "Tick everybody" not in page, "they are"
    assert "Who comes later can still be entered" in page


def test_whoever_is_not_here_yet_is_counted_before_the_begin(official, make_tournament, organiser, clock):
    tournament = make_tournament(players=4)
    entering.undo_check_in(entry=tournament.entries.get(name="Player 04"), by=organiser, now=clock())
    assert "1 is not here yet; later arrivals play from the next round on." in text(
        official.get(url("checkin", tournament.slug))
    )


def test_when_all_is_over_nothing_more_is_to_be_run(official, make_tournament, play_round, clock, confirm):
    tournament = confirm(played_out(make_tournament(players=4, rounds=2), play_round, clock))
    page = text(official.get(url("detail", tournament.slug)))
    assert "Run this tournament" not in page
    assert f'href="{url("results", tournament.slug, 2)}">Results and corrections' in page
    winner = standings.standings(tournament)[0].entry
    card = url("card", tournament.slug, winner.public_id)
    assert f'<span class="eyebrow">Winner</span><strong><a href="{card}">{winner}</a>' in page
    checkin = text(official.get(url("checkin", tournament.slug)))
    assert "Who was here" in checkin
    for gone in ("Begin", "Withdraws", "Somebody new", "self check-in"):
        assert gone not in checkin
    assert tournament.entries.filter(status=EntryStatus.CHECKED_IN).count() == 4


def test_self_check_in_is_one_of_the_conditions(official, make_tournament):
    tournament = make_tournament()
    page = text(official.get(url("setup", tournament.slug)))
    assert 'name="self_check_in"' in page
    kept = {"name": tournament.name, "rounds": 3, "pause_s": 30, "aids": "full", "confirmation": "desk"}
    assert official.post(url("setup", tournament.slug), kept).status_code == 302
    tournament.refresh_from_db()
    assert tournament.settings["self_check_in"] is False
    assert tournament.settings["confirmation"] == "desk"
    assert "Switched off: only officials check in." in text(official.get(url("checkin", tournament.slug)))


# ---- standings


def test_earlier_standings_are_offered_where_there_are_some(official, make_tournament, play_round, clock):
    tournament = make_tournament()
    stages.begin(tournament=tournament, now=clock())
    assert "Earlier standings" not in text(official.get(url("standings", tournament.slug)))
    play_round(tournament)
    assert "Earlier standings" not in text(official.get(url("standings", tournament.slug))), "these are of round 1"
    play_round(tournament)
    page = text(official.get(url("standings", tournament.slug)))
    assert [f"after={n}" in page for n in (1, 2, 3)] == [True, True, False]


def test_wins_stand_in_one_column(official, make_tournament, play_round, clock):
    tournament = make_tournament(players=4, template="round_robin")  # its usual tie-breaks name the wins
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    assert text(official.get(url("standings", tournament.slug))).count('data-label="Wins"') == 4
    assert text(official.get(url("detail", tournament.slug))).count(">Wins</th>") == 1
    printed = text(official.get(url("print-document", tournament.slug, "standings")))
    assert printed.count(">Wins</th>") == 1


# ---- drafts


def test_a_draft_says_how_far_down_pairs_are_kept_apart(official, make_tournament, organiser, clock):
    tournament = make_tournament(players=4)
    stages.begin(tournament=tournament, now=clock())
    names = [f"Player {n:02d}" for n in (1, 2, 3, 4)]
    one, two, three, four = (tournament.entries.get(name=name) for name in names)
    for others in ([one, three], [one, two]):
        requests.add_pair_rule(tournament=tournament, entries=others, kind="soft", by=organiser, now=clock())
    drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    page = text(official.get(url("pairings", tournament.slug, 1)))
    assert "All pairs that should not meet are kept apart." in page
    requests.add_pair_rule(tournament=tournament, entries=[one, four], kind="soft", by=organiser, now=clock())
    rnd = standings.current_round(tournament)
    pairing_requests.pair_again(rnd=rnd, version=rnd.version, by=organiser, now=clock())
    page = text(official.get(url("pairings", tournament.slug, 1)))
    assert "could not be kept apart in a legal pairing" in page


def test_a_bracket_s_draft_names_its_matches_and_why_is_the_bracket(official, make_tournament, organiser, clock):
    tournament = make_tournament(players=4, template="single_elim")
    stages.begin(tournament=tournament, now=clock())
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    page = text(official.get(url("pairings", tournament.slug, 1)))
    assert "Semifinal 1" in page
    assert "The bracket says who meets whom" in page
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock())
    assert "Semifinal 2" in text(official.get(url("results", tournament.slug, 1)))
    why = text(official.get(url("why", tournament.slug, 1)))
    assert "The bracket says who meets whom" in why
    assert "by hand" not in why


# ---- who goes on


def test_a_correction_after_the_cut_is_seen_before_the_cup_begins(
    official, make_tournament, organiser, play_round, clock
):
    tournament = make_tournament(players=4, template="groups_cut", options={"groups": 2, "per_group": 1})
    played_out(tournament, play_round, clock)
    final = tournament.stages.get(number=2)
    stages.cut_stage(stage=final, digest=stages.preview_cut(stage=final).digest, by=organiser, now=clock())
    assert "have changed since" not in text(official.get(url("stages", tournament.slug)))
    match = Match.objects.filter(round__stage__number=1).order_by("round__number", "table_no").first()
    turned = {"match": match, "points": (60, 100), "by": organiser}
    seen = corrections.preview_correction(match=match, points=(60, 100))
    page = text(
        official.post(url("correct", match.public_id), {"look": 1, "outcome": "played", "first": 60, "second": 100})
    )
    assert "Stage 2 has not begun: it is drawn again." in page
    corrections.apply_correction(**turned, digest=seen.digest, reason="Misread", now=clock())
    final.refresh_from_db()
    assert match.sides.get(order=1).seat.entry_id in final.field.values_list("entry", flat=True)
    assert "have changed since" not in text(official.get(url("stages", tournament.slug)))


def test_a_field_that_no_longer_fits_the_standings_is_said_before_the_cup_begins(
    official, make_tournament, organiser, play_round, clock
):
    tournament = make_tournament(players=4, template="groups_cut", options={"groups": 2, "per_group": 1})
    played_out(tournament, play_round, clock)
    final = tournament.stages.get(number=2)
    stages.cut_stage(stage=final, digest=stages.preview_cut(stage=final).digest, by=organiser, now=clock())
    leaver = final.field.first().entry
    entering.withdraw(entry=leaver, by=organiser, now=clock())
    assert "have changed since" in text(official.get(url("stages", tournament.slug)))
    official.post(url("stages", tournament.slug), {"stage": 2, "undo": 1})
    final.refresh_from_db()
    official.post(url("stages", tournament.slug), {"stage": 2, "digest": stages.preview_cut(stage=final).digest})
    assert "have changed since" not in text(official.get(url("stages", tournament.slug)))


def test_a_time_can_be_read_by_the_reader_s_own_clock(official, make_tournament, clock):
    """The script puts the reader's time beside it: it needs the moment and the zone in which it is written."""
    tournament = make_tournament(timezone="America/New_York", starts_at=clock())
    page = text(official.get(url("detail", tournament.slug)))
    assert 'datetime="2026-03-07T12:00:00+00:00" data-zone="America/New_York"' in page
    assert "Sat 7 Mar 2026, 07:00 America/New_York</time>" in page
