"""What a game of an arena is worth: 2 points for a win, 1 for a draw, and twice that after two wins in a row. The idea
is that of lichess's arenas (https://lichess.org/tournament/help)."""

from dataclasses import dataclass, replace

WIN, DRAW = 2, 1
IN_A_ROW = 2  # wins after which the next games count twice, until one is not won


@dataclass(frozen=True, slots=True)
class Score:
    """What a player of an arena has: points, games, wins, and wins in a row up to now."""

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
        """The order of the table: the least first. More points, then more wins, then fewer games; who is equal in all
        three shares the place."""
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
