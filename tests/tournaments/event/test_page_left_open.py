"""A page that is left open: its live region refreshes itself, and the whole page where its head has changed."""

import re

import pytest
from django.urls import reverse

from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db
PART = {"HX-Request": "true"}
MARK = re.compile(r"hx-headers='\{\"X-Head\": \"([^\"]*)\"\}'")


@pytest.mark.parametrize("name", ["detail", "standings", "entrants"])
def test_a_part_has_the_whole_page_loaded_again_where_its_head_is_an_older_one(
    client, make_tournament, play_round, clock, name
):
    tournament = make_tournament(players=4, rounds=2)
    address = reverse(f"tournaments:{name}", args=[tournament.slug])
    mark = MARK.findall(client.get(address).content.decode())
    assert len(mark) == 1
    seen = {**PART, "X-Head": mark[0]}
    assert "HX-Refresh" not in client.get(address, headers=seen).headers

    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    answer = client.get(address, headers=seen)
    assert (answer.headers["HX-Refresh"], answer.content) == ("true", b"")
    assert "X-Head" in answer.headers["Vary"]
    new = MARK.findall(client.get(address).content.decode())
    assert new != mark
    assert "HX-Refresh" not in client.get(address, headers={**PART, "X-Head": new[0]}).headers
    assert "HX-Refresh" not in client.get(address, headers=PART).headers


def test_nobodys_mark_is_another_once_it_is_sent_as_a_header(client, make_tournament, organiser):
    """A browser takes spaces off both ends of a header: a mark with one would be an older one for ever."""
    tournament = make_tournament(players=4, rounds=2)
    address = reverse("tournaments:detail", args=[tournament.slug])
    for visitor in (None, organiser, tournament.entries.first().members.get().user):
        if visitor:
            client.force_login(visitor)
        [mark] = MARK.findall(client.get(address).content.decode())
        assert mark == mark.strip()
        assert "HX-Refresh" not in client.get(address, headers={**PART, "X-Head": mark.strip()}).headers
