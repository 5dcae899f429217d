"""The page Play: six pictures for all games of the rulebook, the best-known rules first, and no list of all presets."""

import re
from urllib.parse import unquote

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models import Club, Membership, Role
from games import engine, selectors
from games.live import presets
from games.live.presets import tiles
from games.models import LIVE_VARIANTS
from games.services import house_rules
from tests.games.live import live_tables
from tests.markup import tight


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


def chips_of(page: str) -> dict[str, str]:
    """The rule sets that a page of Play offers, by name; the key of each. The chosen one has a mark before its key."""
    part = re.search(r'<ul class="chips".*?</ul>', page, re.DOTALL)
    found = re.findall(
        r'<a [^>]*href="\?game=\w+&amp;rules=([^"]+)"([^>]*)>(.*?)</a>', part[0] if part else "", re.DOTALL
    )
    names = [tight(name).strip() for _key, _more, name in found]
    assert len(set(names)) == len(names), "no two read the same"
    return {tight(name).strip(): ("*" if "aria-current" in more else "") + unquote(key) for key, more, name in found}


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("tile", tiles.tiles(), ids=lambda tile: tile.key)
def test_a_picked_game_shows_its_rule_sets_with_the_most_usual_chosen(tile: tiles.Tile, language: str) -> None:
    page = Client(headers={"accept-language": language}).get(f"/tables/new/?game={tile.key}").content.decode()
    chips = list(chips_of(page).values())
    of_tile = {key for key in LIVE_VARIANTS if tiles.tile_of(engine.VARIANTS[key]) == tile}
    assert chips[0] == f"*{tile.first}"
    assert set(chips[1:]) == of_tile - {tile.first}


@pytest.mark.django_db
def test_before_a_game_is_picked_there_are_six_pictures_and_no_list() -> None:
    page = Client().get("/tables/new/").content.decode()
    assert chips_of(page) == {}
    assert page.count('class="tile"') == 6
    assert chips_of(Client().get("/tables/new/?game=whist").content.decode())["Gin (Pagat)"] == "*gin-pagat"


@pytest.mark.django_db
def test_a_chosen_rule_set_is_that_of_each_form_of_the_page() -> None:
    page = Client().get("/tables/new/?game=gin&rules=gin-rummy-com").content.decode()
    assert chips_of(page)["Gin rummy"] == "*gin-rummy-com"
    assert re.findall(r'name="rules" value="([^"]+)"', page) == ["gin-rummy-com"] * 2
    three = Client().get("/tables/new/?game=more&rules=battle-royal").content.decode()
    assert "Battle royal (3 players)</h2>" in tight(three)
    assert re.findall(r'name="rules" value="([^"]+)"', three) == ["battle-royal"]


@pytest.mark.django_db
def test_rules_of_another_tile_are_taken_as_before() -> None:
    wish = {"rules": "cutthroat", "level": "novice", "others": "people"}
    assert Client().post("/tables/new/", wish).status_code == 302
    refused = Client().post("/tables/new/", {"rules": "cutthroat", "level": "king"})
    assert chips_of(refused.content.decode())["Cutthroat (3 players)"] == "*cutthroat"


@pytest.mark.django_db
def test_rules_that_nobody_offers_are_said_and_left_out_of_the_form() -> None:
    refused = Client().post("/tables/new/", {"rules": "whist", "level": "novice"}).content.decode()
    assert 'class="errorlist"' in refused
    assert 'value="whist"' not in refused


@pytest.mark.django_db
def test_the_clubs_of_a_member_offer_theirs_after_the_presets_and_none_reads_like_another() -> None:
    """A set called Gin of a club called Pagat would read like a preset, and two clubs may have one name."""
    now, boss, ann = timezone.now(), live_tables.person("Boss"), live_tables.person("Ann")
    for slug, name, options in (
        ("pagat", "Pagat", {"knock_limit": 7}),
        ("one", "Knockers", {"knock_limit": 6}),
        ("two", "Knockers", {"knock_limit": 5}),
    ):
        club = Club.objects.create(slug=slug, name=name)
        Membership.objects.create(club=club, user=boss, role=Role.ORGANISER)
        Membership.objects.create(club=club, user=ann)
        house_rules.make(club=club, name="Gin", preset="gin-rummy-com", options=options, by=boss, now=now)
    client = Client()
    client.force_login(ann)
    assert "Gin (Knockers)" not in chips_of(client.get("/tables/new/?game=oklahoma").content.decode())
    chips = chips_of(client.get("/tables/new/?game=gin").content.decode())
    assert list(chips)[-3:] == ["Gin (Knockers)", "Gin (Knockers, two)", "Gin (Pagat, pagat)"]
    page = client.get("/tables/new/", {"game": "gin", "rules": chips["Gin (Knockers, two)"]}).content.decode()
    assert chips_of(page)["Gin (Knockers, two)"].startswith("*")
    assert "Gin (Knockers, two)</h2>" in tight(page)
    assert "Sit down" in page, "strangers meet by the presets alone"
    wish = {"rules": chips["Gin (Knockers, two)"], "level": "novice"}
    assert client.post("/tables/new/", wish)["Location"].startswith("/tables/")
    stranger = Client().get("/tables/new/", {"rules": chips["Gin (Knockers, two)"]}).content.decode()
    assert chips_of(stranger)["Gin (Pagat)"] == "*gin-pagat"
