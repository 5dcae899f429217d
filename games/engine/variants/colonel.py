"""Colonel: melds lie on the table."""

from games.engine.cards.cards import COLONEL_PACK
from games.engine.colonel.play import COLONEL_KERNEL
from games.engine.seatings.two import TWO
from games.engine.sheets.colonel import COLONEL_SHEET
from games.engine.variants.entry import Entry

ENTRIES = (
    Entry(
        "colonel-fosdick",
        "Colonel (Fosdick)",
        says="The winner scores what is left in the other hand.",
        source="S000",
        parts={
            "kernel": COLONEL_KERNEL,
            "seating": TWO,
            "sheet": COLONEL_SHEET,
            "pack": COLONEL_PACK,
            "drawn_deal": "next",
            "stock_floor": 0,
        },
        sets={"first_dealer": "low_deals", "next_dealer": "alternate", "scoring": "hand_left", "target": None},
    ),
    Entry(
        "colonel-challenge",
        "Colonel with challenges",
        says="Either player may challenge; where it is accepted, the lower count scores the other's whole hand.",
        source="S000 l.31",
        base="colonel-fosdick",
        sets={"challenge": "on"},
    ),
    Entry(
        "colonel-pile",
        "Colonel, whole pile",
        says="Whoever takes from the pile takes all of it.",
        source="S000 l.45",
        base="colonel-fosdick",
        sets={"pickup": "pile"},
    ),
    Entry(
        "colonel-meldscore",
        "Colonel, melds score",
        says="Melds score, and cards in hand count against.",
        source="S000 l.44",
        base="colonel-fosdick",
        sets={"scoring": "meld_minus_hand"},
    ),
    Entry(
        "colonel-ball",
        "Colonel (Ball)",
        says="Each scores what they have melded less their hand; an empty stock ends the deal at once.",
        source="S001",
        base="colonel-fosdick",
        sets={"scoring": "meld_minus_hand", "first_dealer": "low_deals", "exhaustion": "immediate"},
    ),
)
