"""A picture on felt: text in the faces of the site, cards by rank and suit. It knows pixels, and no tournament."""

from collections.abc import Iterator
from functools import cache
from io import BytesIO
from itertools import groupby
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

FONTS = Path(__file__).resolve().parents[3] / "static" / "fonts"
WIDTH, HEIGHT, MARGIN = 1200, 630, 64
FINE = 2  # drawn so many times as large, and made smaller: edges are smooth
# Tokens of static/css/tokens.css, as they are in the light
FELT, FELT_DEEP, GOLD, CREAM, SOFT = "#1d5a43", "#143a2c", "#c9a24b", "#f5f0e6", "#cfdccf"
CARD, EDGE, RED, BLACK = "#fffef9", "#cbbfa6", "#b3271e", "#16201b"
SERIF, SANS = "source-serif-4", "source-sans-3"
# What the two files of a face hold (frontend/fonts.mjs): Latin, and its extension
LATIN = (range(0x20, 0x100), range(0x2000, 0x2070), (0x131, 0x152, 0x153, 0x20AC, 0x2122, 0x2212))
MORE = (range(0x100, 0x250), range(0x1E00, 0x1F00))


class NoLetters(ValueError):
    """The faces of the site have no sign for a character of this text."""


@cache
def _face(name: str, size: int, weight: int) -> ImageFont.FreeTypeFont:
    face = ImageFont.truetype(FONTS / f"{name}.woff2", size * FINE)
    face.set_variation_by_axes([weight])
    return face


def _file_of(letter: str, face: str) -> str:
    for part, held in (("", LATIN), ("-more", MORE)):
        if any(ord(letter) in some for some in held):
            return face + part
    raise NoLetters(letter)


class Picture:
    """A felt to draw on; places and sizes in pixels of the finished picture."""

    def __init__(self) -> None:
        self.image = Image.new("RGB", (WIDTH * FINE, HEIGHT * FINE), FELT)
        self.draw = ImageDraw.Draw(self.image)
        self.box(0, HEIGHT - 72, WIDTH, HEIGHT, FELT_DEEP)
        self.box(0, HEIGHT - 76, WIDTH, HEIGHT - 72, GOLD)
        self.text("Undercut", MARGIN, HEIGHT - 56, 30, weight=600)

    def box(
        self, x: float, y: float, right: float, foot: float, fill: str, edge: str = "", round_by: float = 0
    ) -> None:
        """A rectangle, with an edge and round corners if asked."""
        place = tuple(part * FINE for part in (x, y, right, foot))
        self.draw.rounded_rectangle(place, round_by * FINE, fill, edge or None, FINE if edge else 0)

    def text(
        self, said: str, x: float, y: float, size: int, *, face: str = SERIF, weight: int = 400, fill: str = CREAM,
        width: float = WIDTH - 2 * MARGIN, centred: bool = False, least: int = 0,
    ) -> None:  # fmt: skip
        """One line of text, its head at `y`; what is wider than `width` becomes smaller, down to `least`, and then ends
        with an ellipsis. Raises NoLetters."""
        shown = said
        while size > least > 0 and self._long(shown, size, face, weight) > width * FINE:
            size, y = size - 2, y + 1
        while shown and self._long(shown, size, face, weight) > width * FINE:
            shown = shown.rstrip("…")[:-1].rstrip() + "…"
        at = x * FINE - (self._long(shown, size, face, weight) / 2 if centred else 0)
        for part, font in self._runs(shown, size, face, weight):
            self.draw.text((at, y * FINE), part, fill, font)
            at += font.getlength(part)

    def _long(self, said: str, size: int, face: str, weight: int) -> float:
        return sum(font.getlength(part) for part, font in self._runs(said, size, face, weight))

    def _runs(self, said: str, size: int, face: str, weight: int) -> Iterator[tuple[str, ImageFont.FreeTypeFont]]:
        for name, letters in groupby(said, key=lambda letter: _file_of(letter, face)):
            yield "".join(letters), _face(name, size, weight)

    def card(self, text: str, x: float, y: float, height: float) -> None:
        """A card, such as "TD": its rank over its suit, and the suit large below; 5 wide to 7 high."""
        width = height * 5 / 7
        fill = RED if text[1] in "DH" else BLACK
        self.box(x, y, x + width, y + height, CARD, EDGE, height * 0.055)
        self.text("10" if text[0] == "T" else text[0], x + width * 0.09, y + height * 0.01, round(height * 0.25),
                  weight=600, fill=fill)  # fmt: skip
        self.suit(text[1], x + width * 0.20, y + height * 0.40, height * 0.15, fill)
        self.suit(text[1], x + width * 0.62, y + height * 0.70, height * 0.34, fill)

    def suit(self, suit: str, x: float, y: float, size: float, fill: str) -> None:
        """The sign of a suit of this height around its middle."""
        half = size / 2
        if suit == "D":
            self._shape(x, y, [(0, -half), (half * 0.78, 0), (0, half), (-half * 0.78, 0)], fill)
        elif suit == "C":
            for dx, dy in ((0, -0.5), (-0.5, 0.12), (0.5, 0.12)):
                self._disc(x + dx * half, y + dy * half, half * 0.44, fill)
            self._shape(x, y, [(0, -half * 0.2), (half * 0.34, half), (-half * 0.34, half)], fill)
        else:
            up = -1 if suit == "S" else 1  # a spade is a heart upside down, with a stem
            for side in (-1, 1):
                self._disc(x + side * half * 0.42, y - up * half * 0.36, half * 0.46, fill)
            low = [(-half * 0.86, -up * half * 0.2), (half * 0.86, -up * half * 0.2), (0, up * half * 0.95)]
            self._shape(x, y, low, fill)
            if suit == "S":
                self._shape(x, y, [(0, half * 0.1), (half * 0.34, half), (-half * 0.34, half)], fill)

    def _disc(self, x: float, y: float, radius: float, fill: str) -> None:
        self.draw.ellipse([(part * FINE) for part in (x - radius, y - radius, x + radius, y + radius)], fill)

    def _shape(self, x: float, y: float, points: list[tuple[float, float]], fill: str) -> None:
        self.draw.polygon([((x + dx) * FINE, (y + dy) * FINE) for dx, dy in points], fill)

    def png(self) -> bytes:
        """The finished picture."""
        made = BytesIO()
        small = self.image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
        small.quantize(128).save(made, "PNG", optimize=True)
        return made.getvalue()
