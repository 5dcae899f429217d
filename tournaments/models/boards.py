"""Matches of teams: the players and the result of each board."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models

from accounts.models import new_public_id

if TYPE_CHECKING:
    from tournaments.models import EntryMember


def noted(by_side: Iterable[int | None]) -> tuple[int, ...] | None:
    """The figures of all sides, None unless all were noted."""
    found = list(by_side)
    figures = tuple(one for one in found if one is not None)
    return figures if len(figures) == len(found) else None


class LineUpPlace(models.Model):
    """Who plays at a board for an entry in a round, named before it is published; without any its list holds. Where
    partners sit together at a table, `board` counts the seats: those of board 1 first, then those of board 2. Of such
    an entry the places are also written when its round is published (a team) or its members change (a pair)."""

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


class TeamBoard(models.Model):
    """One board of a team match, `number` 1 at the top; `first` and `second` play for the sides of that order, empty
    where a team has nobody for it. Points are in the unit of the board table, `state` and `result_kind` as of a match;
    `table` is the live table's public id, `is_elsewhere` as of a match. Games won are None where nobody noted them.
    Where partners sit together, `first` and `second` are the first of each pair (or more); `partners` are the others,
    by side, as `sitters.seat_partners` reads them from the line-ups."""

    partners: "tuple[tuple[EntryMember, ...], tuple[EntryMember, ...]]" = ((), ())

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    match = models.ForeignKey("tournaments.Match", on_delete=models.CASCADE, related_name="boards")
    number = models.PositiveSmallIntegerField()
    first = models.ForeignKey("tournaments.EntryMember", null=True, on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey("tournaments.EntryMember", null=True, on_delete=models.PROTECT, related_name="+")
    state = models.CharField(max_length=10, default="paired")
    result_kind = models.CharField(max_length=16, blank=True, default="")
    first_points = models.PositiveSmallIntegerField(null=True, blank=True)
    second_points = models.PositiveSmallIntegerField(null=True, blank=True)
    first_game_points = models.IntegerField(default=0)
    second_game_points = models.IntegerField(default=0)
    first_games = models.PositiveSmallIntegerField(null=True, blank=True)
    second_games = models.PositiveSmallIntegerField(null=True, blank=True)
    margin = models.IntegerField(default=0)
    deals = models.PositiveIntegerField(default=0)
    table = models.CharField(max_length=12, blank=True, default="", db_index=True)
    is_elsewhere = models.BooleanField(default=False)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    finished_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_board_per_number"),
            models.UniqueConstraint(fields=["match", "first"], name="first_sits_once"),
            models.UniqueConstraint(fields=["match", "second"], name="second_sits_once"),
        ]

    def __str__(self) -> str:
        return f"board {self.number} of {self.match}"

    @property
    def people(self) -> "tuple[tuple[EntryMember, ...], tuple[EntryMember, ...]]":
        """Who plays for the first and for the second side; nobody where a team has nobody for it."""
        first, second = ((self.first, *self.partners[0]), (self.second, *self.partners[1]))
        return tuple(one for one in first if one), tuple(one for one in second if one)

    @property
    def names(self) -> tuple[str, str]:
        """Who plays for both sides, in words; empty for nobody."""
        first, second = (" & ".join(str(one.user) for one in side) for side in self.people)
        return first, second

    @property
    def games(self) -> tuple[int, ...] | None:
        """Games won by first and second, None where nobody noted them."""
        return noted((self.first_games, self.second_games))

    @property
    def game_points(self) -> tuple[int, int]:
        """Game points of first and second."""
        return self.first_game_points, self.second_game_points
