"""The time zones that this machine knows; looked up once, as it means reading several hundred files."""

from functools import cache
from zoneinfo import available_timezones


@cache
def known_zones() -> frozenset[str]:
    """Their names, such as "Europe/Madrid"."""
    return frozenset(available_timezones())
