"""A club's colour: white and gold text must be readable on it (WCAG 1.4.3)."""

import re

HEX = re.compile(r"#[0-9a-f]{6}")
WRITING = "#cfdccf"  # the faintest writing on felt
NEEDED = 4.5
Rgb = tuple[int, int, int]


def rgb(colour: str) -> Rgb:
    """The parts of a colour (#rrggbb), each from 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _light(colour: str) -> float:
    parts = [part / 255 for part in rgb(colour)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str = WRITING) -> float:
    """The contrast of two colours, from 1 to 21; without `other`, with the text on a club's colour."""
    low, high = sorted((_light(one), _light(other)))
    return (high + 0.05) / (low + 0.05)


def shade(colour: str, part: float) -> str:
    """The colour with this part of its brightness."""
    return "#" + "".join(f"{round(value * part):02x}" for value in rgb(colour))


def dark_enough(colour: str) -> str:
    """The lightest shade of a colour on which text is readable."""
    return next(
        shade(colour, part / 100) for part in range(100, -1, -1) if contrast(shade(colour, part / 100)) >= NEEDED
    )
