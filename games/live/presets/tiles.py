"""The tiles of the page Play: six pictures for the games of the rulebook, each with its best-known preset and its
other rule sets."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games import engine
from games.live import presets
from games.models import HouseRules

BEST_KNOWN = "gin-pagat"  # what most people know as gin: equal counts are an undercut


@dataclass(frozen=True, slots=True)
class Tile:
    """One tile: some games of the rulebook under one name, a sentence, the preset that is chosen first, and the cards
    of its picture."""

    key: str
    name: str
    says: str
    first: str
    games: tuple[str, ...]
    cards: str


def tiles() -> list[Tile]:
    """The six tiles, in the order of the page."""
    return [
        Tile("gin", _("Gin rummy"), _("Ten cards, knock with ten or less."), BEST_KNOWN, ("gin",), "5H 6H 7H QS"),
        Tile(
            "oklahoma",
            _("Oklahoma"),
            _("The upcard says how low you must be."),
            "oklahoma",
            ("oklahoma",),
            "back 3S",
        ),
        Tile(
            "hollywood",
            _("Hollywood and columns"),
            _("One win is written in several columns."),
            "hollywood",
            ("hollywood", "color"),
            "KD KH KC",
        ),
        Tile(
            "straight",
            _("Straight and big gin"),
            _("No knocking, bigger wins, or the deal doubled."),
            "straight",
            ("straight", "doubling"),
            "AS 2S 3S 4S 5S",
        ),
        Tile(
            "more",
            _("Three and more"),
            _("Cutthroat, chouette, battle royal, partners."),
            "cutthroat",
            ("more", "teams"),
            "back JD back",
        ),
        Tile(
            "conquian",
            _("Conquian and Colonel"),
            _("The older cousins: melds go on the table."),
            "conquian",
            ("conquian", "colonel"),
            "6C 7C JC QC",
        ),
    ]


def tile_of(rules: engine.RuleSet) -> Tile:
    """The tile that these rules belong to."""
    game = presets.game(rules)
    return next(tile for tile in tiles() if game in tile.games)


def variants_of(tile: Tile, among: list[tuple[str, str]]) -> list[tuple[str, list[tuple[str, str]]]]:
    """The presets of a tile, among these (keys and names), by the games of the rulebook; the preset chosen first
    leads."""
    found: dict[str, list[tuple[str, str]]] = {game: [] for game in tile.games}
    for key, name in among:
        game = presets.game(engine.VARIANTS[key])
        if game in found:
            found[game].append((key, name))
    named = {key: name for key, name, _words in presets.games()}
    return [(named[game], sorted(held, key=lambda pair: pair[0] != tile.first)) for game, held in found.items() if held]


def sets_of(tile: Tile, among: list[tuple[str, str]], own: Iterable[HouseRules]) -> dict[str, str]:
    """The rule sets of a tile by their names, and the key of each: its presets among these (keys and names), the one
    that is chosen first in front, then those of clubs, with the club. No two names are alike."""
    found = {name: key for _game, held in variants_of(tile, among) for key, name in held}
    for one in own:
        if tile_of(engine.rule_set(one.rules)).key == tile.key:
            name = f"{one.name} ({one.club.name})"
            found[f"{one.name} ({one.club.name}, {one.club.slug})" if name in found else name] = one.rules
    return found


def grouped(among: list[tuple[str, str]]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Group these presets (keys and names) by the games of the rulebook, in the order of the tiles."""
    return [group for tile in tiles() for group in variants_of(tile, among)]


def apart(rules: engine.RuleSet, keys: Iterable[str]) -> tuple[engine.RuleSet, str]:
    """What tells a preset from another of its tile among these keys, as `presets.apart` does."""
    tile = tile_of(rules)
    others = [engine.VARIANTS[key] for key in keys if key not in (tile.first, rules.key)]
    near = [engine.VARIANTS[tile.first], *(one for one in others if tile_of(one) == tile)]
    return presets.apart(rules, near)
