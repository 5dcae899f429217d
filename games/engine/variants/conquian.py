"""Conquian after S003: forty cards, force on demand by any rearrangement, a drawn game costs nothing."""

from games.engine.cards import CONQUIAN_PACK
from games.engine.conquian.play import CONQUIAN_KERNEL
from games.engine.rules import RuleSet
from games.engine.seatings.two import TWO
from games.engine.sheets.stakes import STAKES

RULES = RuleSet(
    key="conquian",
    name="Conquian",
    kernel=CONQUIAN_KERNEL,
    seating=TWO,
    sheet=STAKES,
    pack=CONQUIAN_PACK,
    first_dealer="low_deals",
    next_dealer="alternate",
    drawn_deal="next",
    target=None,
    force="on_demand",
    force_scope="rearrange",
    draw_carry="none",
)
