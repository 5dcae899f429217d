"""Services for ratings: results are recorded, and runs fold them."""

from ratings.services.export import Prefixes, list_lines, write_matches
from ratings.services.lists import publish_due, publish_list, verify_list
from ratings.services.moving import matches_naming, move_matches
from ratings.services.nightly import night_due
from ratings.services.results import (
    BadMatch,
    Played,
    SideResult,
    UnknownMatch,
    annul_match,
    correct_match,
    correct_several,
    known_sources,
    order_id,
    pool_for,
    record,
    record_match,
    record_several,
    weight_of,
)
from ratings.services.runs.folding import differences, rate_due, rate_pending, rebuild
from ratings.services.schedule import plan_list

__all__ = [
    "BadMatch",
    "Played",
    "Prefixes",
    "SideResult",
    "UnknownMatch",
    "annul_match",
    "correct_match",
    "correct_several",
    "differences",
    "known_sources",
    "list_lines",
    "matches_naming",
    "move_matches",
    "night_due",
    "order_id",
    "plan_list",
    "pool_for",
    "publish_due",
    "publish_list",
    "rate_due",
    "rate_pending",
    "rebuild",
    "record",
    "record_match",
    "record_several",
    "verify_list",
    "weight_of",
    "write_matches",
]
