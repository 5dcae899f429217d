"""The standings of teams: match points and board points of the same rounds, either of which may come first."""

from collections.abc import Mapping
from dataclasses import replace

from tournaments.pairing.crosstable import FORFEITS, Crosstable, Kind, Result, Row
from tournaments.pairing.points import TABLES, BadTable, Outcome, PointsTable

ALONE = frozenset({Kind.PAB, Kind.HALF, Kind.FULL, Kind.ZERO})
UNPLAYED = ALONE.union(FORFEITS)
ONE_BOARD = TABLES["1-h-0"]


def over_boards(table: PointsTable, boards: int) -> PointsTable:
    """The points table of a whole match in board points: every value times the number of boards.

    Raises BadTable for a table by margin, and for less than one board.
    """
    if boards < 1 or table.by_margin:
        raise BadTable("boards", "at least one board, each worth a win, a tie or a loss")
    key = table.key if boards == 1 else f"{table.key} x {boards}"
    return replace(
        table,
        key=key,
        win=table.win * boards,
        tie=table.tie * boards,
        loss=table.loss * boards,
        forfeit_win=table.forfeit_win * boards,
        forfeit_loss=table.forfeit_loss * boards,
        pab=table.pab * boards,
        full=None if table.full is None else table.full * boards,
        shutout=None,
    )


def team_crosstable(
    rows: Mapping[int, Row],
    rounds: int,
    *,
    boards: int,
    match_table: PointsTable = TABLES["2-1-0"],
    board_table: PointsTable = ONE_BOARD,
    primary: str = "MP",
    predetermined: bool = False,
) -> Crosstable:
    """The crosstable of a team event counted in `primary` ("MP" or "GP"), with both kinds of points in `scores`.

    In: each team's rounds with the points of its boards from the top (in `board_table`'s unit); a match is won by who
    has more of them. Of a forfeit, an abandoned, adjusted or annulled match, the side with `points` above 0 is the one
    that it favours (in an adjusted match without such a side the boards decide). Unplayed rounds are worth what the
    tables say. Raises BadTable as `over_boards`, KeyError for another `primary`.
    """
    whole = over_boards(board_table, boards)
    asked = Crosstable(rows, rounds)
    found: dict[str, Crosstable] = {}
    for key, table in (("MP", match_table), ("GP", whole)):
        counted = {
            number: replace(row, results=tuple(_counted(asked, number, n, key, table) for n in range(1, rounds + 1)))
            for number, row in rows.items()
        }
        found[key] = Crosstable(counted, rounds, table, predetermined)
    return replace(found[primary], scores=found)


def _counted(asked: Crosstable, number: int, round_number: int, key: str, table: PointsTable) -> Result:
    """One round of one team in one kind of points."""
    result = asked.result(number, round_number)
    if result.kind in ALONE:
        return replace(result, points=table.bye(result.kind))
    other = asked.result(result.opponent, round_number) if result.opponent in asked.rows else Result(kind=result.kind)
    mine, theirs = sum(result.boards), sum(other.boards)
    if key == "GP" and result.kind not in UNPLAYED:
        return replace(result, points=mine)
    favours = _side(result.points, other.points)
    if favours is None and result.kind in (Kind.PLAYED, Kind.ADJUSTED):
        favours = _side(mine, theirs)
    return replace(result, points=table.points(result.kind, Outcome(winner=favours))[0])


def _side(mine: int, theirs: int) -> int | None:
    return None if mine == theirs else int(theirs > mine)
