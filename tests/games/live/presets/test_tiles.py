"""The page Play: six pictures for all games of the rulebook, the best-known rules first, and no list of all presets."""

import pytest
from django.test import Client

from games import engine, selectors
from games.live import presets
from games.live.presets import tiles
from games.models import LIVE_VARIANTS


def test_every_variant_is_under_one_tile_which_leads_with_its_best_known() -> None:
    listed = [
        key
        for tile in tiles.tiles()
        for _game, held in tiles.variants_of(tile, selectors.variants())
        for key, _name in held
    ]
    assert sorted(listed) == sorted(LIVE_VARIANTS)
    assert len(tiles.tiles()) == 6
    for tile in tiles.tiles():
        assert tiles.tile_of(engine.VARIANTS[tile.first]) == tile
        assert tiles.variants_of(tile, selectors.variants())[0][1][0][0] == tile.first
    assert {key for key, _name, _words in presets.games()} == {game for tile in tiles.tiles() for game in tile.games}


@pytest.mark.django_db
def test_play_lists_the_variants_of_the_chosen_game_alone() -> None:
    page = Client().get("/tables/new/?game=conquian").content.decode()
    assert '<option value="conquian" selected>' in page
    assert 'value="colonel-ball"' in page
    assert 'value="gin-rummy-com"' not in page
    assert page.count('class="tile"') == 6
    assert '<option value="gin-pagat" selected>' in Client().get("/tables/new/?game=whist").content.decode()


@pytest.mark.django_db
def test_rules_of_another_tile_are_taken_as_before() -> None:
    wish = {"rules": "cutthroat", "level": "novice", "others": "people"}
    assert Client().post("/tables/new/", wish).status_code == 302
    refused = Client().post("/tables/new/", {"rules": "cutthroat", "level": "king"})
    assert '<option value="cutthroat" selected>' in refused.content.decode()
