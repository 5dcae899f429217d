"""The crosstable of a team stage: its rounds with the points of every board, in both kinds of points."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tournaments.formats import team_terms
from tournaments.models import Round, Stage, TeamBoard
from tournaments.pairing import Crosstable, team_crosstable


def by_boards(
    table: Crosstable,
    stage: Stage,
    rounds: Sequence[Round],
    numbers: Mapping[int, int],
    revised: tuple[int, tuple[int, int]] | None = None,
) -> Crosstable:
    """A stage's crosstable counted in its primary points, with match points and board points in `scores`. `numbers`
    gives the number of each entry; `revised` is a board (its key) that counts with other points of both sides."""
    terms = team_terms(stage.settings)
    played = _boards(rounds, numbers, dict([revised] if revised else []))
    rows = {
        number: replace(
            row,
            results=tuple(
                replace(result, boards=played.get((number, rnd.pk), ()))
                for result, rnd in zip(row.results, rounds, strict=True)
            ),
        )
        for number, row in table.rows.items()
    }
    return team_crosstable(
        rows,
        table.rounds,
        boards=terms.boards,
        match_table=table.table,
        board_table=terms.board_table,
        primary=terms.primary,
        predetermined=table.predetermined,
    )


def _boards(
    rounds: Sequence[Round], numbers: Mapping[int, int], revised: Mapping[int, tuple[int, int]]
) -> dict[tuple[int, int], tuple[int, ...]]:
    """The points of every side of a match from the top, by entry and round."""
    found: dict[tuple[int, int], tuple[int, ...]] = {}
    boards = TeamBoard.objects.filter(match__round__in=rounds).order_by("match", "number")
    sides = boards.values_list(
        "pk", "match__round", "match__sides__seat__entry", "match__sides__order", "first_points", "second_points"
    )
    for board, rnd, entry, order, first, second in sides:
        key = numbers[entry], rnd
        first, second = revised.get(board, (first, second))
        found[key] = (*found.get(key, ()), (second if order else first) or 0)
    return found
