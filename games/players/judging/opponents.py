"""The pool of opponents against whom a move is judged: who plays the other seat, and how good its hand is by then."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.players import HousePlayer, Memory, Player, Policy, Strong, TopV1
from games.players.playing import OnlyGin
from games.players.policies.beginner import Beginner
from games.players.policies.club import Club
from games.players.policies.greedy import AtOnce, Greedy

DRAWS, MOST_DRAWS = 1.2, 11  # before its first turn, and at most


@dataclass(frozen=True, slots=True)
class Opponent:
    """Who may sit opposite: `key` is kept with a verdict, `policy` decides.

    In a world the hand of chance betters itself by a draw and by `more` for each turn, and never to `ends` points or
    fewer, which would have ended the deal. Found by trial: the mean deadwood of that hand is then that of the player's
    hands, turn by turn.
    """

    key: str
    policy: type[Policy]
    more: float
    ends: int = 0

    def player(self, seed: int, memory: Memory) -> Player:
        """A player of this kind who has seen what `memory` holds."""
        return HousePlayer(self.policy(), seed, memory)

    def turns(self, thrown: int) -> int:
        """The draws of its hand once so many cards have been thrown."""
        return min(MOST_DRAWS, round(DRAWS + self.more * thrown / 2))


TOP = Opponent("top", TopV1, 1.2)
POOL: Sequence[Opponent] = (
    TOP,
    Opponent("strong", Strong, 1.1),
    Opponent("club", Club, 0.95, ends=2),
    Opponent("novice", Greedy, 0.92, ends=7),
    Opponent("beginner", Beginner, 1.15, ends=3),
    Opponent("early", AtOnce, 0.87, ends=10),  # knocks as soon as it may
    Opponent("gin", OnlyGin, 1.55),  # never knocks
)
BY_KEY = {one.key: one for one in POOL}
