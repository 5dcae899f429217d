"""Writing about ratings: results come in, runs fold them."""

from ratings.services.export import Prefixes, list_lines, write_matches
from ratings.services.lists import publish_due, publish_list, verify_list
from ratings.services.nights import night_due
from ratings.services.promises import promise_list
from ratings.services.results import (
    BadMatch,
    SideResult,
    UnknownMatch,
    annul_match,
    correct_match,
    correct_several,
    is_known,
    order_id,
    pool_for,
    record_match,
    record_several,
)
from ratings.services.runs import differences, rate_due, rate_pending, rebuild

__all__ = [
    "BadMatch",
    "Prefixes",
    "SideResult",
    "UnknownMatch",
    "annul_match",
    "correct_match",
    "correct_several",
    "differences",
    "is_known",
    "list_lines",
    "night_due",
    "order_id",
    "pool_for",
    "promise_list",
    "publish_due",
    "publish_list",
    "rate_due",
    "rate_pending",
    "rebuild",
    "record_match",
    "record_several",
    "verify_list",
    "write_matches",
]
