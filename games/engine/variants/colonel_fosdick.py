"""Colonel after Fosdick (S000): the winner scores what is left in the other hand."""

from games.engine.cards import COLONEL_PACK
from games.engine.colonel.play import COLONEL_KERNEL
from games.engine.rules import RuleSet
from games.engine.seatings.two import TWO
from games.engine.sheets.colonel import COLONEL_SHEET

RULES = RuleSet(
    key="colonel-fosdick",
    name="Colonel (Fosdick)",
    kernel=COLONEL_KERNEL,
    seating=TWO,
    sheet=COLONEL_SHEET,
    pack=COLONEL_PACK,
    first_dealer="low_deals",
    next_dealer="alternate",
    drawn_deal="next",
    scoring="hand_left",
    target=None,
    stock_floor=0,
)
