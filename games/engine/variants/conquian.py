"""Conquian: nothing is drawn into the hand."""

from games.engine.cards.cards import CONQUIAN_PACK, FOSTER_PACK
from games.engine.conquian.play import CONQUIAN_KERNEL
from games.engine.seatings.two import TWO
from games.engine.sheets.stakes import STAKES
from games.engine.variants.entry import Entry

ENTRIES = (
    Entry(
        "conquian",
        "Conquian",
        says="Forty cards; a card is forced on demand, by any rearrangement, and a drawn game costs nothing.",
        source="S003",
        parts={
            "kernel": CONQUIAN_KERNEL,
            "seating": TWO,
            "sheet": STAKES,
            "pack": CONQUIAN_PACK,
            "drawn_deal": "next",
            "target": None,
        },
        sets={
            "first_dealer": "low_deals",
            "next_dealer": "alternate",
            "force": "on_demand",
            "force_scope": "rearrange",
            "draw_carry": "none",
        },
    ),
    Entry(
        "conquian-double",
        "Conquian, double after a draw",
        says="The game after a drawn one is for two.",
        source="S003 l.49",
        base="conquian",
        sets={"draw_carry": "double"},
    ),
    Entry(
        "conquian-bicycle",
        "Conquian (Bicycle)",
        says="A forced card extends one meld, and cards of the hand alone may be laid.",
        source="B1",
        base="conquian",
        sets={"force_scope": "extend", "hand_meld_alone": True},
    ),
    Entry(
        "conquian-foster",
        "Conquian (Foster)",
        says="Ace to ten without courts; a forced card extends one meld, and drawn games fill a pool.",
        source="F1, R8",
        base="conquian",
        sets={"force_scope": "extend", "draw_carry": "pool"},
        parts={"pack": FOSTER_PACK},
    ),
)
