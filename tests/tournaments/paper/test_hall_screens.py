"""The hall screen: no login, refreshed in place, revoked at will; and the organiser's page of screens."""

import pytest
from django.urls import reverse

from audit.models import AuditEntry
from tests.markup import tight
from tournaments import errors
from tournaments.entries.services import entering
from tournaments.event.selectors import finding
from tournaments.models import MatchSide, Screen
from tournaments.paper import selectors as paper_selectors
from tournaments.paper import services as paper_services
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing
from tournaments.rounds.services import running as rounds_running
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db
HX = {"HX-Request": "true"}


@pytest.fixture
def tournament(make_tournament):
    return make_tournament(players=5)


@pytest.fixture
def screen(tournament, organiser, clock):
    return paper_services.put_up_screen(tournament=tournament, name="Hall", now=clock(), by=organiser)


@pytest.fixture
def running(tournament, organiser, clock):
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    rnd = rounds_running.start_round(rnd=rnd, now=clock())
    rnd.minutes = 40
    rnd.save(update_fields=["minutes"])
    return rnd


def address(screen: Screen) -> str:
    return reverse("tournaments:screen", args=[paper_selectors.screen_code(screen)])


def test_before_round_one_it_shows_who_is_not_here(client, tournament, screen, clock):
    entering.enter(tournament=tournament, name="Late Lucy", now=clock())
    page = client.get(address(screen)).content.decode()
    assert "Not checked in yet:" in page
    assert "Late Lucy" in page
    assert "Player 01" not in page


def test_in_a_round_it_shows_clock_tables_and_who_is_missing(client, screen, running, clock):
    side = MatchSide.objects.filter(match__round=running).first()
    side.missing_since = clock()
    side.save(update_fields=["missing_since"])
    page = client.get(address(screen)).content.decode()
    ends = int(running.started_at.timestamp()) + 40 * 60
    assert f'data-until="{ends}"' in page
    assert "Please come to your table:" in page
    assert "Still playing: table 1, 2" in page
    assert page.count("<bdi>Player") >= 9, "everybody by name with the opponent, and the standings"


def test_it_answers_304_while_nothing_changes(client, screen, running, organiser, clock):
    first = client.get(address(screen), headers=HX)
    assert "<html" not in first.content.decode()
    again = client.get(address(screen), headers={**HX, "If-None-Match": first["ETag"]})
    assert again.status_code == 304
    recording.record_result(match=running.matches.first(), points=(104, 60), by=organiser, now=clock())
    again = client.get(address(screen), headers={**HX, "If-None-Match": first["ETag"]})
    assert again.status_code == 200
    assert "1 of 2 results in" in tight(again.content.decode())


def test_drafts_stay_with_the_officials(client, tournament, screen, organiser, clock):
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    assert "Player 02" not in paper_selectors.hall(screen).names
    assert paper_selectors.hall(screen).round is None


def test_revoked_its_address_opens_nothing(client, screen, organiser, clock):
    assert client.get(address(screen)[:-2] + "/").status_code == 404
    paper_services.revoke_screen(screen=screen, now=clock(), by=organiser)
    answer = client.get(address(screen))
    assert answer.status_code == 410
    assert "This screen is revoked" in tight(answer.content.decode())
    with pytest.raises(errors.Refusal, match="is revoked"):
        paper_services.change_screen(screen=screen, name="x", shows="both", now=clock(), by=organiser)


def test_the_organiser_puts_up_announces_and_revokes(client, tournament, organiser):
    page = reverse("tournaments:screens", args=[tournament.slug])
    assert client.get(page).status_code == 302
    client.force_login(organiser)
    put_up = client.post(page, {"new": 1, "name": "Bar", "shows": "standings", "announcement": ""}, follow=True)
    assert "The screen is up" in tight(put_up.content.decode())
    [screen] = tournament.screens.all()
    assert paper_selectors.screen_code(screen) in client.get(page).content.decode()
    facts = {"screen": screen.public_id, "name": "Bar", "shows": "both", "announcement": "Soup is ready"}
    client.post(page, facts)
    assert "Soup is ready" in tight(client.get(address(screen)).content.decode())
    refused = client.post(page, facts | {"shows": "poems"}, follow=True).content.decode()
    assert "A screen shows both, pairings or standings." in refused
    screen.refresh_from_db()
    assert screen.shows == "both"
    client.post(page, facts | {"revoke": 1})
    assert client.get(address(screen)).status_code == 410
    acts = AuditEntry.objects.filter(action__startswith="screen.").values_list("action", "actor__name")
    assert list(acts) == [(f"screen.{act}", organiser.name) for act in ("put_up", "change", "revoke")]


def test_while_a_bracket_is_played_it_stands_on_the_wall(client, make_tournament, play_round, organiser, clock):
    cup = make_tournament(players=4, template="single_elim")
    stages.begin(tournament=cup, now=clock())
    facts = {"by": organiser, "now": clock()}
    wall = paper_services.put_up_screen(tournament=cup, name="Hall", shows="standings", announcement="", **facts)
    address = reverse("tournaments:screen", args=[paper_selectors.screen_code(wall)])
    play_round(cup)
    page = client.get(address).content.decode()
    assert page.count('data-pane="bracket"') == 2, "the tree, and the match for third place"
    assert 'data-pane="standings"' not in page
    play_round(cup)
    page = client.get(address).content.decode()
    assert 'data-pane="standings"' in page, "the end: who came where"
    assert 'data-pane="bracket"' not in page
