"""Line-ups: which member plays at which board. A board is a `Match` with a parent."""

from collections.abc import Iterable

from django.db import models


def noted(by_side: Iterable[int | None]) -> tuple[int, ...] | None:
    """The figures of all sides; None unless all were noted."""
    found = list(by_side)
    figures = tuple(one for one in found if one is not None)
    return figures if len(figures) == len(found) else None


class LineUpPlace(models.Model):
    """A member named for a board of an entry's match in a round, before the round is published; without such rows the
    order of the entry's list counts. Where partners sit together at a table, `board` counts the seats: those of board 1
    first, then those of board 2. Of such an entry the places are also written when its round is published (a team) or
    its members change (a pair)."""

    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="line_up_places")
    round_number = models.PositiveSmallIntegerField()
    board = models.PositiveSmallIntegerField()
    member = models.ForeignKey("tournaments.EntryMember", on_delete=models.CASCADE, related_name="+")

    class Meta:
        ordering = ["round_number", "board"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "round_number", "board"], name="one_member_per_board"),
            models.UniqueConstraint(fields=["entry", "round_number", "member"], name="one_board_per_member"),
        ]

    def __str__(self) -> str:
        return f"{self.member} at board {self.board} in round {self.round_number}"
