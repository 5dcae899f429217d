"""Read columns of a line, and refuse bad ones with their place."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.trf.errors import TooBig, TrfError
from tournaments.trf.records import MOST_PLAYERS, MOST_ROUNDS

POINTS = re.compile(r"(?=[.,]?\d)(\d{0,3})(?:[.,](\d?)0*)?")


@dataclass(frozen=True, slots=True)
class Line:
    """A line with its number. Columns count from 1 and ranges include both ends, as in the federation's documents."""

    number: int
    text: str

    @property
    def code(self) -> str:
        """The first three characters, which give the kind of the line; case does not matter."""
        return self.text[:3].upper()

    def cut(self, first: int, last: int) -> str:
        """The characters of these columns, unchanged; a short line counts as filled up with blanks."""
        return self.text[first - 1 : last].ljust(last - first + 1)

    def word(self, first: int, last: int) -> str:
        """The characters of these columns without blanks around them."""
        return self.text[first - 1 : last].strip()

    def check_columns(self) -> None:
        """Refuse tabs, because they make columns ambiguous."""
        if "\t" in self.text:
            raise self.refuse(self.text.index("\t") + 1, "column", "blanks between the columns, no tab")

    def refuse(self, column: int, field: str, allowed: str) -> TrfError:
        """The error for a field at a column."""
        return TrfError(self.number, column, field, allowed)

    def whole(self, first: int, last: int, field: str, most: int) -> int:
        """A whole number from 1 to `most`."""
        return self.whole_word(self.word(first, last), first, field, most)

    def whole_word(self, word: str, column: int, field: str, most: int) -> int:
        """A whole number from a word that starts at a column."""
        if not (word.isascii() and word.isdecimal()) or not int(word):
            raise self.refuse(column, field, f"a whole number from 1 to {most}, not {word!r}")
        if int(word) > most:
            raise TooBig(self.number, column, field, f"at most {most}, not {word}")
        return int(word)

    def number_at(self, first: int, field: str = "start number") -> int:
        """A start number in four columns."""
        return self.whole(first, first + 3, field, MOST_PLAYERS)

    def round_at(self, first: int, field: str = "round") -> int:
        """The number of a round in three columns."""
        return self.whole(first, first + 2, field, MOST_ROUNDS)

    def tenths(self, first: int, last: int, field: str) -> int:
        """Points with at most one decimal, as tenths."""
        return self.tenths_word(self.word(first, last), first, field)

    def tenths_word(self, word: str, column: int, field: str) -> int:
        """Points from a word that starts at a column."""
        found = POINTS.fullmatch(word) if word.isascii() else None
        if not found:
            raise self.refuse(column, field, f"points with at most one decimal (such as 1.5), not {word!r}")
        return int(found[1] or 0) * 10 + int(found[2] or 0)

    def fours(self, first: int, field: str = "start number") -> tuple[int, ...]:
        """Start numbers in four columns each, one column apart, to the end of the line."""
        end = len(self.text.rstrip())
        return tuple(self.number_at(at, field) for at in range(first, end + 1, 5))

    def words(self, first: int) -> Iterator[tuple[str, int]]:
        """The words from a column on, each with its column."""
        for found in re.finditer(r"\S+", self.text[first - 1 :]):
            yield found.group(), first + found.start()
