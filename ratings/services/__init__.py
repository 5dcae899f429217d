"""Writing about ratings: results come in, runs fold them."""

from ratings.services.results import (
    BadMatch,
    UnknownMatch,
    annul_match,
    correct_match,
    is_known,
    order_id,
    pool_for,
    record_match,
)
from ratings.services.runs import differences, rate_due, rate_pending, rebuild

__all__ = [
    "BadMatch",
    "UnknownMatch",
    "annul_match",
    "correct_match",
    "differences",
    "is_known",
    "order_id",
    "pool_for",
    "rate_due",
    "rate_pending",
    "rebuild",
    "record_match",
]
