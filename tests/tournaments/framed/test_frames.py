"""Small pages that any website may show: they fit into a frame, know no visitor and speak the reader's language."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.markup import tight
from tournaments.event.selectors import finding
from tournaments.models import Tournament
from tournaments.rounds.services import drafts
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db
OF_TOURNAMENT = ("framed-standings", "framed-pairings")
AGAIN = "/static/dist/framed-again.js"
OF_CLUB = ("framed-dates", "framed-season")


@pytest.fixture
def running(make_tournament, play_round, clock):
    tournament = make_tournament(players=6, rounds=3)
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    return tournament


def addresses(tournament) -> dict[str, str]:
    return {
        **{name: reverse(f"tournaments:{name}", args=[tournament.slug]) for name in OF_TOURNAMENT},
        **{name: reverse(f"tournaments:{name}", args=[tournament.club.slug]) for name in OF_CLUB},
    }


def read(client, address: str, **headers: str) -> str:
    answer = client.get(address, headers=headers)
    assert answer.status_code == 200, address
    return tight(answer.content.decode())


def test_every_frame_may_be_shown_anywhere_and_holds_nothing_of_a_visitor(client, running, organiser):
    client.force_login(organiser)
    for name, address in addresses(running).items():
        answer = client.get(address)
        page = answer.content.decode()
        assert "frame-ancestors *" in answer["Content-Security-Policy"], name
        assert "default-src 'none'" in answer["Content-Security-Policy"], name
        assert "X-Frame-Options" not in answer, name
        assert not answer.cookies, name
        assert "Cookie" not in answer.get("Vary", ""), name
        assert str(organiser) not in page.replace(running.club.name, ""), name
        for forbidden in ("<form", "csrf", "hx-"):
            assert forbidden not in page, (name, forbidden)
        assert set(re.findall(r"<script[^>]*src=\"([^\"]*)", page)) <= {AGAIN}, name
        assert page.count("<script") == page.count(AGAIN), name


def test_every_other_page_stays_out_of_frames(client, running):
    for name in ("detail", "standings", "elsewhere"):
        answer = client.get(reverse(f"tournaments:{name}", args=[running.slug]))
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"], name
        assert answer["X-Frame-Options"] == "DENY", name


def test_standings_and_pairings_are_those_that_everybody_sees(client, running, organiser, clock):
    told = addresses(running)
    assert "After round 1 of 3" in read(client, told["framed-standings"])
    assert "Player 01" in read(client, told["framed-standings"])
    drafts.pair_round(stage=finding.main_stage(running), now=clock(), by=organiser)
    client.force_login(organiser)
    page = read(client, told["framed-pairings"])
    assert "Round 1" in page
    assert "Round 2" not in page, "a draft is not shown, even to its official"


def test_a_running_tournament_is_asked_for_again(client, running, make_tournament):
    without_script = '<noscript><meta http-equiv="refresh" content="60"></noscript>'
    page = read(client, addresses(running)["framed-standings"])
    assert without_script in page
    assert 'data-again="60"' in page
    page = read(client, addresses(make_tournament(players=2))["framed-standings"])
    assert "refresh" not in page
    assert AGAIN not in page


def test_a_ladder_has_no_pairings_to_show_elsewhere(client, make_tournament):
    ladder = make_tournament(players=4, rounds=None, template="ladder", options={})
    page = read(client, reverse("tournaments:elsewhere", args=[ladder.slug]))
    shown = re.findall(r'href="(/framed/[^"]*)', page)
    assert shown == [addresses(ladder)["framed-standings"]]
    assert all(client.get(address).status_code == 200 for address in shown)


def test_a_frame_speaks_the_readers_language_or_the_one_that_is_asked_for(client, running):
    address = addresses(running)["framed-pairings"]
    assert "Ronda 1" in read(client, address, accept_language="es")
    assert "Round 1" in read(client, address, accept_language="en")
    spanish = read(client, f"{address}?lang=es", accept_language="en")
    assert "Ronda 1" in spanish
    assert '<html lang="es"' in spanish
    assert "Round 1" in read(client, f"{address}?lang=xx", accept_language="en")


def test_a_frame_is_light_or_dark_as_asked(client, running):
    address = addresses(running)["framed-season"]
    assert 'content="light dark"' in read(client, address)
    assert 'class="look-dark"' in read(client, f"{address}?look=dark")
    assert "look-" not in read(client, f'{address}?look="><b>')


def test_the_code_to_copy_is_a_frame_of_this_site(client, running):
    page = read(client, reverse("tournaments:elsewhere", args=[running.slug]) + "?look=dark&lang=es")
    for name in OF_TOURNAMENT:
        assert f"{addresses(running)[name]}?look=dark&amp;amp;lang=es" in page
    assert page.count("&lt;iframe") == 4, "each to read and to copy"
    page = read(client, reverse("tournaments:club-elsewhere", args=[running.club.slug]))
    assert all(addresses(running)[name] in page for name in OF_CLUB)


@pytest.mark.parametrize("asked", ["look=red", "lang=xx"])
def test_a_code_for_an_unknown_look_or_language_is_not_made(client, running, asked):
    assert client.get(reverse("tournaments:elsewhere", args=[running.slug]) + f"?{asked}").status_code == 404


def test_a_name_cannot_break_out_of_the_code(client, make_tournament):
    tournament = make_tournament(players=2)
    Tournament.objects.update(name='Gin "><script>alert(1)</script>')
    page = client.get(reverse("tournaments:elsewhere", args=[tournament.slug])).content.decode()
    assert "<script>alert" not in page


def test_the_frame_of_pairings_reads_the_rounds_once(client, running):
    address = addresses(running)["framed-pairings"]
    read(client, address)
    with CaptureQueriesContext(connection) as asked:
        read(client, address)
    of_rounds = [one["sql"] for one in asked if one["sql"].startswith('SELECT "tournaments_round"."id"')]
    assert len(of_rounds) == 1, of_rounds


def test_the_frame_of_a_ladder_shows_its_places(client, make_tournament, clock):
    ladder = make_tournament(players=4, rounds=None, template="ladder", options={})
    stages.begin(tournament=ladder, now=clock())
    page = read(client, reverse("tournaments:framed-standings", args=[ladder.slug]))
    names = re.findall(r"Player 0\d", page)
    assert list(dict.fromkeys(names)) == ["Player 01", "Player 02", "Player 03", "Player 04"]
    assert reverse("tournaments:ladder", args=[ladder.slug]) in page
    assert "The standings begin" not in page
