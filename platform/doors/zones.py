"""The time zones that a page offers: places by continent or ocean, and UTC; none of the old names beside them."""

from accounts.zones import known_zones

REGIONS = ("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")


def zone_choices(*kept: str) -> list[tuple[str, str]]:
    """Key and words of each zone in order, with those that are `kept` because they were chosen before."""
    found = {zone for zone in known_zones() if zone.split("/")[0] in REGIONS} | {"UTC", *kept}
    return [(zone, zone.replace("_", " ")) for zone in sorted(found)]
