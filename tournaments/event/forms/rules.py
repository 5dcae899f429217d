"""The rules to choose from for a tournament: presets by game, and the rule sets of clubs."""

from collections.abc import Sequence

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from games import engine
from games.live.presets import offered, tiles
from tournaments.event.selectors import combining
from tournaments.models import Mode

Group = tuple[str, list[tuple[str, str]]]  # a game or a club, and its rules by key and name


def variant_choices() -> list[tuple[str, str]]:
    """Variants for tournaments, by key and name; names say where a variant is not played at live tables."""
    found = {key: rules.name for key, rules in engine.VARIANTS.items() if combining.refusal(key) is None}
    only = {key for key in found if combining.refusal(key, place=Mode.ONLINE)}
    words = {key: _("%s (in person)") % name if key in only else name for key, name in found.items()}
    return sorted(words.items(), key=lambda pair: (pair[0] in only, pair[1]))


def house_choices(clubs: QuerySet[Club]) -> list[Group]:
    """The rule sets that these clubs offer, by club; one that is not played at live tables says so."""
    found: dict[str, list[tuple[str, str]]] = {}
    for one in offered.of_clubs(list(clubs.values_list("pk", flat=True))):
        if combining.refusal(one.rules) is None:
            found.setdefault(one.club.name, []).append((one.rules, one.name))
    return list(found.items())


def with_house_rules(house: list[Group], tile: tiles.Tile | None = None, lately: Sequence[str] = ()) -> list[Group]:
    """The rules to choose from, of one `tile` or of all: those of the clubs first, then the presets by game; before all
    others those that are played `lately`, and the games that have them."""
    if tile is None:
        return _by_use([*house, *tiles.grouped(variant_choices())], lately)
    own = [(club, [one for one in held if tiles.tile_of(engine.VARIANTS[one[0]]) == tile]) for club, held in house]
    return _by_use([*(group for group in own if group[1]), *tiles.variants_of(tile, variant_choices())], lately)


def _by_use(groups: list[Group], lately: Sequence[str]) -> list[Group]:
    """The rules that are played lately first, in their order, in each group and among the groups."""
    rank = {key: n for n, key in enumerate(lately)}

    def place(one: tuple[str, str]) -> int:
        return rank.get(one[0], len(rank))

    found = [(name, sorted(held, key=place)) for name, held in groups]
    return sorted(found, key=lambda group: min(map(place, group[1]), default=len(rank)))
