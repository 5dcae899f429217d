"""Points tables: what a win, a tie, a loss and each unplayed round are worth (tournaments design §5)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsTable:
    """One points table as data. All values are whole numbers in the table's `unit` (2 means halves)."""

    key: str
    unit: int
    win: int
    tie: int
    loss: int
    forfeit_win: int
    forfeit_loss: int
    pab: int

    def bye(self, kind: str) -> int:
        """The points of a bye by kind: pab, half, full or zero. Raises KeyError for another kind."""
        return {"pab": self.pab, "half": self.tie, "full": self.win, "zero": 0}[kind]

    def outcome(self, own: int, other: int) -> int:
        """The points of a played match from the game points of both sides."""
        if own == other:
            return self.tie
        return self.win if own > other else self.loss


TABLES = {
    "1-h-0": PointsTable(key="1-h-0", unit=2, win=2, tie=1, loss=0, forfeit_win=2, forfeit_loss=0, pab=2),
}


def points_table(key: str) -> PointsTable:
    """The points table of this key. Raises KeyError when there is none."""
    return TABLES[key]
