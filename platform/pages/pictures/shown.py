"""What the pictures show: the first three of a tournament, and the hands of a finished deal."""

from collections.abc import Sequence
from typing import Any

from pages.pictures.drawing import GOLD, HEIGHT, MARGIN, SANS, SOFT, WIDTH, Picture
from tournaments.overview.selectors import Place

TOP, FOOT = 176, HEIGHT - 92  # of what stands between the heading and the foot
PLACES = ("KH", "QS", "JD")
ORDER = {letter: at for at, letter in enumerate("A23456789TJQK")}


def _headed(title: str, under: str) -> Picture:
    picture = Picture()
    picture.text(title, MARGIN, 44, 56, weight=600, least=38)
    picture.text(under, MARGIN, 118, 28, face=SANS, fill=SOFT)
    return picture


def podium(title: str, under: str, places: Sequence[Place]) -> bytes:
    """The first three of a tournament, in the order of places, as PNG. Raises NoLetters."""
    picture = _headed(title, under)
    width = (WIDTH - 2 * MARGIN) / len(PLACES)
    for at, (place, card) in enumerate(zip(places, PLACES, strict=False)):
        middle, height = MARGIN + width * (at + 0.5), 210 - at * 24
        picture.card(card, middle - height * 5 / 14, TOP + 210 - height + 6, height)
        picture.text(place.name, middle, TOP + 236, 36, weight=600, width=width - 16, centred=True, least=26)
        picture.text(place.said, middle, TOP + 288, 26, face=SANS, fill=SOFT, width=width - 16, centred=True)
    return picture.png()


def deal(record: dict[str, Any], rules_name: str) -> bytes:
    """The hands at the end of a finished deal, with what each has laid, as PNG. Raises NoLetters."""
    seats, last = record["players"], record["steps"][-1]
    picture = _headed(" – ".join(record["names"][seat] for seat in seats), rules_name)
    row = (FOOT - TOP) / len(seats)
    for at, seat in enumerate(seats):
        y = TOP + at * row
        picture.text(record["names"][seat], MARGIN, y, 26, face=SANS, fill=GOLD, weight=600)
        cards = [card for lying in last["table"] if lying["by"] == seat for card in lying["cards"]]
        cards += sorted(last["hands"][seat], key=lambda card: (card[1], ORDER[card[0]]))
        height = min(row - 50, 140)
        step = min(height * 5 / 7 + 8, (WIDTH - 2 * MARGIN) / max(1, len(cards)))
        for place, card in enumerate(cards):
            picture.card(card, MARGIN + place * step, y + 36, height)
    said = next((step["text"] for step in reversed(record["steps"]) if step["event"] == record["result"]), "")
    picture.text(said, MARGIN + 180, HEIGHT - 52, 26, face=SANS, fill=SOFT, width=WIDTH - 2 * MARGIN - 180)
    return picture.png()
