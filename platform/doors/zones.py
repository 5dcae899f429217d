"""Time zones: those that this machine knows, and those that a page offers."""

from functools import cache
from zoneinfo import available_timezones

REGIONS = ("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")


@cache
def known_zones() -> frozenset[str]:
    """The names of known time zones, such as "Europe/Madrid"; read once, because that reads several hundred files."""
    return frozenset(available_timezones())


def zone_choices(*kept: str) -> list[tuple[str, str]]:
    """The key and words of each zone, in order: places by continent or ocean, and UTC, without old names; zones that
    were chosen before are `kept`."""
    found = {zone for zone in known_zones() if zone.split("/")[0] in REGIONS} | {"UTC", *kept}
    return [(zone, zone.replace("_", " ")) for zone in sorted(found)]
