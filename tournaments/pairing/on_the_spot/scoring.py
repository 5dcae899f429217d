"""The points of a game in an arena: 2 for a win, 1 for a draw, and twice that after two wins in a row. The idea comes
from lichess's arenas (https://lichess.org/tournament/help)."""

from dataclasses import dataclass, replace

WIN, DRAW = 2, 1
IN_A_ROW = 2  # wins after which the next games count twice, until one is not won


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a player in an arena: points, games, wins, and the current row of wins."""

    points: int = 0
    games: int = 0
    wins: int = 0
    streak: int = 0

    @property
    def is_doubled(self) -> bool:
        """Does the next game count twice?"""
        return self.streak >= IN_A_ROW

    @property
    def key(self) -> tuple[int, int, int]:
        """The sort key of the table, the least first: more points, then more wins, then fewer games. Players equal in
        all three share the place."""
        return (-self.points, -self.wins, self.games)


def after(score: Score, won: bool | None) -> Score:
    """The score after another game that was won, lost (False) or drawn (None)."""
    worth = {True: WIN, None: DRAW, False: 0}[won] * (2 if score.is_doubled else 1)
    return replace(
        score,
        points=score.points + worth,
        games=score.games + 1,
        wins=score.wins + (won is True),
        streak=score.streak + 1 if won else 0,
    )
