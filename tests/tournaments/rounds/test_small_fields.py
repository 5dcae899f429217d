"""Small fields: one sentence says everywhere what is sure of the rounds; fewer than two are refused everywhere."""

from types import SimpleNamespace

import pytest
from django.core.management import call_command
from django.urls import reverse

from tests.markup import tight
from tournaments import errors
from tournaments.entries.services import entering
from tournaments.event.selectors import finding
from tournaments.models import Match, PairingRun, Round
from tournaments.rounds import selectors as rounds
from tournaments.rounds.services import drafts, editing, requests, running, ways_out
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings, sure

pytestmark = pytest.mark.django_db
NOT_SURE = "With 6 players at most 3 of the 5 rounds to play are sure: choose fewer"
NOT_ALL = "With 6 players at most 5 of the 7 rounds to play can be paired: choose fewer; a round robin needs 5."


def url(name: str, *args) -> str:
    return reverse(f"tournaments:{name}", args=args)


@pytest.fixture
def official(client, organiser):
    client.force_login(organiser)
    return client


def shown(answer) -> str:
    assert answer.status_code == 200
    return answer.content.decode()


def test_one_sentence_at_the_check_in_on_the_evening_and_in_the_api(official, make_tournament, clock):
    tournament = make_tournament(players=6, rounds=5, options={"system": "dutch"})
    stage = finding.main_stage(tournament)
    assert sure.warning(stage).startswith(NOT_SURE)
    assert NOT_SURE in shown(official.get(url("checkin", tournament.slug)))
    assert NOT_SURE in shown(official.get(url("tonight", tournament.slug)))
    stages.begin(tournament=tournament, now=clock())
    before = shown(official.get(url("tonight", tournament.slug)))
    assert NOT_SURE in before, "before the pairing"
    assert "Round 1 can be paired" not in before, "the title does not promise what the sentence takes back"
    assert "Round 1 is to be paired" in before
    said = official.get(f"/api/v1/tournaments/{tournament.public_id}/blocked/").json()
    assert said["warning"].startswith(NOT_SURE)
    assert said["ways"] == []


def test_the_plan_of_a_new_tournament_says_it(official, club):
    form = {"club": club.pk, "name": "Six", "template": "swiss", "rounds": 7, "expected": 6, "mode": "in_person"}
    form |= {"variant": "gin-rummy-com"}
    assert NOT_ALL in shown(official.get(url("new-plan"), form))
    assert "at most" not in shown(official.get(url("new-plan"), {**form, "rounds": 3}))


def test_the_shell_says_it_beside_the_boards(tmp_path, capsys):
    report = tmp_path / "six.trf"
    lines = [f"001 {n:4}      {name:33} {1900 - n:4}{'0.0':>32} {n:4}" for n, name in enumerate("ABCDEF", 1)]
    report.write_text("\n".join([*lines, "XXR 7", "XXC white1", ""]))
    call_command("pair", str(report), "--system", "card")
    printed = capsys.readouterr()
    assert NOT_ALL in printed.err
    assert printed.out.splitlines()[0] == "3"


def test_where_all_rounds_are_sure_nothing_is_said(official, make_tournament, play_round, clock):
    tournament = make_tournament(players=6, rounds=5)
    assert sure.warning(finding.main_stage(tournament)) == ""
    stages.begin(tournament=tournament, now=clock())
    for _ in range(5):
        assert sure.warning(finding.main_stage(tournament)) == ""
        play_round(tournament)
    assert standings.current_round(tournament).number == 5


def test_hard_pairs_count(make_tournament, organiser, clock):
    tournament = make_tournament(players=6, rounds=5)
    one, two, *_ = tournament.entries.order_by("pk")
    requests.add_pair_rule(tournament=tournament, entries=[one, two], now=clock(), by=organiser)
    assert "at most 4 of the 5 rounds" in sure.warning(finding.main_stage(tournament))


def test_a_rule_for_a_later_round_reaches_the_pairing(make_tournament, organiser, clock):
    tournament = make_tournament(players=4, rounds=2)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    first, second, third, fourth = tournament.entries.order_by("-rating_at_entry")
    requests.add_pair_rule(tournament=tournament, entries=[first, second], now=clock(), from_round=2)
    requests.add_pair_rule(tournament=tournament, entries=[first, fourth], now=clock(), from_round=2)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock())
    met = {frozenset(side.entry.name for side in match.sides.all()) for match in rnd.matches.all()}
    assert frozenset((first.name, third.name)) not in met, "the only game that is left for the second round"


@pytest.fixture
def stuck(make_tournament, clock):
    """Three sisters, who may only meet the fourth."""
    tournament = make_tournament(players=4, rounds=3)
    sisters = tournament.entries.order_by("pk")[:3]
    requests.add_pair_rule(tournament=tournament, entries=list(sisters), now=clock())
    stages.begin(tournament=tournament, now=clock())
    return tournament


def test_only_games_that_are_left_are_played_with_one_button(official, stuck):
    answer = rounds.blocked(finding.main_stage(stuck))
    ways = {way.way: way for way in answer.ways}
    assert {"left", "manual", "end"} <= set(ways)
    assert "with half a point rest" in ways["left"].words
    page = url("blocked", stuck.slug)
    assert f'value="{ways["left"].value}"' in shown(official.get(page))
    official.post(page, {"way": ways["left"].value, "reason": "We play what is left"})
    rnd = standings.current_round(stuck)
    assert rnd.matches.count() == 1
    assert list(rnd.seats.exclude(bye=None).values_list("bye__kind", flat=True).distinct()) == ["half"]


def test_the_api_takes_every_way_that_it_names(official, stuck):
    path = f"/api/v1/tournaments/{stuck.public_id}"
    ways = official.get(f"{path}/blocked/").json()["ways"]
    left = next(one for one in ways if one["way"] == "left")
    answer = official.post(
        f"{path}/way-out/", {"way": "left", "numbers": left["numbers"], "reason": "x"}, content_type="application/json"
    )
    assert (answer.status_code, answer.json()["state"]) == (200, "draft")
    unknown = official.post(f"{path}/way-out/", {"way": "luck", "reason": "x"}, content_type="application/json")
    assert unknown.status_code == 400
    assert set(ways_out.WAYS) >= {one["way"] for one in ways}


TEMPLATES = ["swiss", "round_robin", "single_elim", "double_elim", "pod_swiss", "pod_rounds", "league", "team_swiss"]


@pytest.mark.parametrize("left", [0, 1])
@pytest.mark.parametrize("template", [*TEMPLATES, "team_round_robin", "duplicate_swiss", "groups_cut"])
def test_no_round_for_fewer_than_two(official, make_tournament, clock, template, left):
    variant = "cutthroat" if template.startswith("pod") else "gin-rummy-com"
    tournament = make_tournament(players=4, rounds=3, template=template, variant=variant)
    stages.begin(tournament=tournament, now=clock())
    stage = finding.main_stage(tournament)
    for entry in tournament.entries.all()[left:]:
        entering.withdraw(entry=entry, now=clock())
    with pytest.raises(errors.NoPairing) as refused:
        drafts.pair_round(stage=stage, now=clock())
    assert "can be paired for round 1" in str(refused.value)
    assert refused.value.ways_out == ("Fewer rounds: end the tournament after the last closed round.",)
    assert not Round.objects.exists()
    assert not PairingRun.objects.exists()
    page = url("blocked", tournament.slug)
    assert official.post(url("pair", tournament.slug)).url == page
    told = shown(official.get(page))
    assert "can be paired for round 1" in told
    assert 'value="end"' in told
    assert 'value="manual"' not in told


def test_an_automatic_evening_that_everybody_leaves_ends(make_tournament, clock):
    tournament = make_tournament(players=4, rounds=3, mode="online")
    stages.begin(tournament=tournament, now=clock(), automatic=True)
    for entry in tournament.entries.all():
        entering.withdraw(entry=entry, now=clock())
    stage = finding.main_stage(tournament)
    running.do_pair(_work(stage), clock())
    tournament.refresh_from_db()
    assert tournament.state == "finished"
    assert not Match.objects.exists()


def _work(stage):
    return SimpleNamespace(payload={"stage": stage.pk, "round": 1}, key="x")


def test_the_players_page_says_it_with_a_button_that_mends_it(official, make_tournament):
    tournament = make_tournament(players=4, rounds=5)
    said = sure.fit(finding.main_stage(tournament))
    assert (said.rounds, "at most 3 of the 5 rounds" in said.words) == (3, True)
    for name in ("entries", "checkin", "tonight"):
        page = shown(official.get(url(name, tournament.slug)))
        assert page.count("at most 3 of the 5 rounds") == 1, name
        assert "Set 3 rounds" in page, name
    official.post(reverse("tournaments:set-rounds", args=[tournament.slug, 3]))
    assert finding.main_stage(tournament).settings["rounds"] == 3
    assert "at most" not in shown(official.get(url("entries", tournament.slug)))


def test_it_stays_while_the_first_round_is_a_draft(official, make_tournament, clock, organiser):
    tournament = make_tournament(players=4, rounds=5)
    stages.begin(tournament=tournament, now=clock())
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    for page in (url("tonight", tournament.slug), reverse("tournaments:pairings", args=[tournament.slug, 1])):
        assert "Set 3 rounds" in shown(official.get(page))
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    assert sure.warning(finding.main_stage(tournament)) == "", "now it is too late"
    answer = official.post(reverse("tournaments:set-rounds", args=[tournament.slug, 3]), follow=True)
    assert "The number of rounds is fixed" in tight(answer.content.decode())


def test_the_plan_proposes_the_number_of_rounds(official, club):
    form = {"club": club.pk, "name": "Six", "template": "swiss", "rounds": 7, "expected": 6, "mode": "in_person"}
    page = shown(official.get(url("new-plan"), {**form, "variant": "gin-rummy-com"}))
    assert 'data-set="rounds" data-value="' in page


def test_the_poster_says_how_many_players_the_rounds_need(official, club):
    """In the card clubs' system everybody can meet everybody: an odd number of players has a bye for each round."""
    form = {"club": club.pk, "name": "Few", "template": "swiss", "expected": 16, "mode": "in_person"}
    form |= {"variant": "gin-rummy-com"}
    for count, needs in ((1, 2), (3, 3), (4, 5), (5, 5), (6, 7)):
        said = f"{count} round{'s need' if count > 1 else ' needs'} {needs} players or more."
        assert said in shown(official.get(url("new-plan"), {**form, "rounds": count})), count
    assert "players or more" not in shown(official.get(url("new-plan"), {**form, "template": "round_robin"}))


def test_while_people_arrive_all_who_are_entered_count(official, make_tournament, organiser, clock):
    """Of eight who are entered the first two are no field of two; nor is a field of four that of one who is here."""
    for players, planned, is_short in ((8, 4, False), (4, 4, True)):
        tournament = make_tournament(players=players, rounds=planned)
        late = list(tournament.entries.order_by("pk"))[1:]
        for entry in late:
            entering.undo_check_in(entry=entry, by=organiser, now=clock())
        for name in ("entries", "checkin", "tonight"):
            assert ("at most 3 of the 4" in shown(official.get(url(name, tournament.slug)))) == is_short, name


def test_once_more_than_half_are_here_these_count(official, make_tournament, organiser, clock):
    tournament = make_tournament(players=8, rounds=6)
    assert sure.warning(finding.main_stage(tournament)) == ""
    for entry in list(tournament.entries.order_by("pk"))[5:]:
        entering.undo_check_in(entry=entry, by=organiser, now=clock())
    assert "With 5 players at most 5 of the 6" in sure.warning(finding.main_stage(tournament))


def test_after_the_first_round_it_names_the_way_out_that_is_left(
    official, make_tournament, play_round, organiser, clock
):
    tournament = make_tournament(players=6, rounds=5)
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    for entry in list(tournament.entries.order_by("pk"))[4:]:
        entering.withdraw(entry=entry, by=organiser, now=clock())
    page = shown(official.get(url("tonight", tournament.slug)))
    assert "choose fewer" not in page
    assert "end the tournament under Settings" in page
