"""Colonel after Ball (S001): each scores what he has melded less his hand; the lowest card deals first."""

from dataclasses import replace

from games.engine.variants import colonel_fosdick as base

RULES = replace(
    base.RULES, key="colonel-ball", name="Colonel (Ball)", scoring="meld_minus_hand", first_dealer="low_deals"
)
