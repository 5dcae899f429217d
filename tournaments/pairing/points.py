"""Points tables: the points of a win, a tie, a loss and each unplayed round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from math import floor, sqrt
from typing import Any

GOLDEN: float = ((sqrt(5) - 1) / 2) ** 3
BETA = 54  # gin: two and a half times the standard deviation of a deal, 21.5 points
MOST_UNIT = 1000
MOST_VALUE = 1_000_000


class BadTable(ValueError):
    """The points table is not valid: `field` names the wrong value, `reason` says what is allowed."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field, self.reason = field, reason


@dataclass(frozen=True, slots=True)
class Band:
    """A row of a table by margin: from this margin on, the winner gets `win` points and the loser `loss`."""

    margin: int
    win: int
    loss: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a match ended. Of two sides: the winner (0 or 1, None for a tie or a loss of both) and whether it was a
    shutout; of more the `places` (1 the best, equal ones the same) and who was `absent`. Of all: the `margins` by side,
    the deals counted, and the points of a ruling where there is one."""

    winner: int | None = None
    places: tuple[int, ...] = ()
    margins: tuple[int, ...] = (0, 0)
    deals: int = 0
    is_shutout: bool = False
    absent: frozenset[int] = frozenset()
    ruling: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsTable:
    """One points table as data. All values are whole numbers in the table's `unit` (2 means halves).

    With `bands`, or with `beta` (the continuous scale), the points follow the margin; `win` is then the least that a
    win gives, and a full bye and a forfeit are worth their own values.
    """

    key: str
    unit: int
    win: int
    tie: int
    loss: int
    forfeit_win: int
    forfeit_loss: int
    pab: int
    full: int | None = None
    shutout: int | None = None
    bands: tuple[Band, ...] = ()
    beta: int | None = None

    @property
    def by_margin(self) -> bool:
        """Do the points of a played match depend on its margin?"""
        return self.beta is not None or bool(self.bands)

    @property
    def most(self) -> int:
        """The most points that one round can give."""
        if self.beta is not None:
            return 20 * self.unit
        return max(self.win, self.shutout or 0, *(band.win for band in self.bands))

    def bye(self, kind: str) -> int:
        """The points of a bye by kind: pab, half, full or zero. Raises KeyError for another kind."""
        full = self.win if self.full is None else self.full
        return {"pab": self.pab, "half": self.tie, "full": full, "zero": 0}[kind]

    def outcome(self, own: int, other: int) -> int:
        """The points of a played match from the game points of both sides."""
        if own == other:
            return self.tie
        return self.win if own > other else self.loss

    def points(self, kind: str, outcome: Outcome) -> tuple[int, ...]:
        """The points of both sides of a match, by the kind of its result.

        Played: by this table. Adjusted: the ruling, else as played. Abandoned and annulled: the ruling, else the leaver
        or offender loses; where the points follow the margin, the other side gets no less than for a forfeit. Forfeits:
        their own values; a double forfeit is a loss for both. Raises KeyError for another kind, ValueError for a match
        played on the continuous scale without its number of deals.
        """
        if kind in ("forfeit", "double_forfeit"):
            winner = outcome.winner if kind == "forfeit" else None
            return _by_side(winner, self.forfeit_win, self.forfeit_loss)
        if kind not in ("played", "adjusted", "abandoned", "annulled"):
            raise KeyError(kind)
        if kind != "played" and outcome.ruling is not None:
            return outcome.ruling
        if kind in ("played", "adjusted"):
            return self._played(outcome)
        if not self.by_margin:
            return _by_side(outcome.winner, self.win, self.loss)
        has_play = outcome.winner is not None and outcome.deals > 0
        favour = self._played(outcome)[outcome.winner or 0] if has_play else 0
        return _by_side(outcome.winner, max(self.forfeit_win, favour), self.loss)

    def _played(self, outcome: Outcome) -> tuple[int, ...]:
        if self.by_margin:
            return self._by_margin(outcome.margins[0], outcome.deals)
        if outcome.winner is None:
            return self.tie, self.tie
        best = self.win if self.shutout is None or not outcome.is_shutout else self.shutout
        return _by_side(outcome.winner, best, self.loss)

    def _by_margin(self, margin: int, deals: int) -> tuple[int, int]:
        if margin == 0:
            return self.tie, self.tie
        if self.beta is not None:
            won = victory_points(abs(margin), deals, self.beta, self.unit)
            lost = 20 * self.unit - won
        else:
            band = max((one for one in self.bands if one.margin <= abs(margin)), key=lambda one: one.margin)
            won, lost = band.win, band.loss
        return (won, lost) if margin > 0 else (lost, won)


def _by_side(winner: int | None, win: int, loss: int) -> tuple[int, int]:
    return win if winner == 0 else loss, win if winner == 1 else loss


def victory_points(margin: int, deals: int, beta: int = BETA, unit: int = 100) -> int:
    """The winner's share of 20 victory points, in `unit`, for a margin over `deals` deals.

    The margin counts up to beta times the root of the deals; each further part of it is worth less by the golden ratio.
    The loser gets the rest. Raises ValueError for a negative margin or less than one deal.
    """
    if margin < 0 or deals < 1:
        raise ValueError(f"victory points need a margin from 0 and at least one deal, not {margin} in {deals}")
    most = beta * sqrt(deals)
    share: float = 10 + 10 * (1 - GOLDEN ** (min(margin, most) / most)) / (1 - GOLDEN)
    return floor(share * unit + 0.5)


def _plain(key: str, win: int, tie: int, unit: int = 1, shutout: int | None = None) -> PointsTable:
    return PointsTable(
        key=key, unit=unit, win=win, tie=tie, loss=0, forfeit_win=win, forfeit_loss=0, pab=win, shutout=shutout
    )


TABLES = {
    "1-h-0": _plain("1-h-0", 2, 1, unit=2),
    "2-1-0": _plain("2-1-0", 2, 1),
    "3-1-0": _plain("3-1-0", 3, 1),
    "acc": _plain("acc", 2, 1, shutout=3),
    "vp20": PointsTable(
        key="vp20",
        unit=100,
        win=1001,
        tie=1000,
        loss=0,
        forfeit_win=1200,
        forfeit_loss=0,
        pab=1200,
        full=1200,
        beta=BETA,
    ),
}


def points_table(data: str | Mapping[str, Any]) -> PointsTable:
    """The points table with this key, or the custom one from this data. `vp20/40` is `vp20` with another beta. Raises
    KeyError for an unknown key, BadTable for invalid data."""
    if not isinstance(data, str):
        return custom_table(data)
    key, slash, beta = data.partition("/")
    if not slash or key != "vp20":
        return TABLES[data]
    if not (beta.isascii() and beta.isdigit() and 1 <= len(beta) <= 4 and int(beta)):
        raise BadTable("beta", "a whole number from 1 to 9999")
    return replace(TABLES[key], key=data, beta=int(beta))


def custom_table(data: Mapping[str, Any]) -> PointsTable:
    """A points table from plain data: `{"key", "unit", "win", "tie", "loss", "forfeit_win", "forfeit_loss", "pab"}` and
    optionally `full`, `shutout`, `beta`, or `bands` as rows `[margin, win, loss]`. Raises BadTable."""
    known = {field.name for field in fields(PointsTable)}
    for name in data:
        if name not in known:
            raise BadTable(str(name), f"a points table has {', '.join(sorted(known))}")
    if not isinstance(data.get("key"), str) or not 1 <= len(data["key"]) <= 20 or data["key"].split("/")[0] in TABLES:
        raise BadTable("key", "a name of up to 20 letters that no ready table bears")
    values: dict[str, Any] = {"key": data["key"], "bands": _bands(data.get("bands", ()))}
    for name in ("unit", "win", "tie", "loss", "forfeit_win", "forfeit_loss", "pab"):
        values[name] = _whole(name, data.get(name), least=1 if name == "unit" else 0)
    for name in ("full", "shutout", "beta"):
        if data.get(name) is not None:
            values[name] = _whole(name, data[name], least=1)
    table = PointsTable(**values)
    _check(table)
    return table


def as_data(table: PointsTable) -> str | dict[str, Any]:
    """A table as settings store it: the key of a built-in one, else the data for `custom_table`."""
    if TABLES.get(table.key) == table or table.key.startswith("vp20/"):
        return table.key
    data = {field.name: getattr(table, field.name) for field in fields(table)}
    data["bands"] = [[band.margin, band.win, band.loss] for band in table.bands]
    return {name: value for name, value in data.items() if value is not None and value != []}


def _whole(name: str, value: object, least: int) -> int:
    most = MOST_UNIT if name == "unit" else MOST_VALUE
    if type(value) is not int or not least <= value <= most:
        raise BadTable(name, f"a whole number from {least} to {most}")
    return value


def _bands(rows: object) -> tuple[Band, ...]:
    if isinstance(rows, str) or not isinstance(rows, Sequence):
        raise BadTable("bands", "rows of a margin, the winner's and the loser's points")
    bands = []
    for row in rows:
        if isinstance(row, str) or not isinstance(row, Sequence) or len(row) != 3:
            raise BadTable("bands", "rows of a margin, the winner's and the loser's points")
        bands.append(Band(*(_whole("bands", value, least=0) for value in row)))
    return tuple(bands)


def _check(table: PointsTable) -> None:
    """Check the values of a table against one another."""
    if not table.win > table.tie >= table.loss:
        raise BadTable("win", "a win is worth more than a tie, a tie no less than a loss")
    if table.forfeit_win < table.forfeit_loss:
        raise BadTable("forfeit_win", "no less than a forfeit loss")
    if table.shutout is not None and table.shutout < table.win:
        raise BadTable("shutout", "no less than a win")
    if table.beta is not None and (table.bands or table.tie != 10 * table.unit):
        raise BadTable("beta", "the continuous scale has no bands, and a tie in it is worth 10")
    margins = [band.margin for band in table.bands]
    if table.bands and (margins != sorted(set(margins)) or margins[0] != 1):
        raise BadTable("bands", "margins rise from 1")
    wins, losses = [band.win for band in table.bands], [band.loss for band in table.bands]
    if wins != sorted(wins) or losses != sorted(losses, reverse=True):
        raise BadTable("bands", "with the margin a win is worth more and a loss less")
    if table.bands and (wins[0] < table.win or losses[0] > table.tie):
        raise BadTable("bands", "every win is worth at least `win`, every loss at most a tie")
