"""The opponents against whom a move is judged: who plays the other seat, and how good a hand that player would hold."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.players import HousePlayer, Memory, Player, Policy, Strong, TopV1
from games.players.playing import OnlyGin
from games.players.policies.beginner import Beginner
from games.players.policies.club import Club
from games.players.policies.greedy import AtOnce, Greedy

DRAWS, MOST_DRAWS = 1.2, 11  # draws that improve a random hand: before the first turn, and at most


@dataclass(frozen=True, slots=True)
class Opponent:
    """Who may sit opposite: `key` is kept with a verdict, `policy` decides.

    In a sampled world (`worlds.py`) this seat gets a random hand, which a number of draws then improves: `more` draws
    for each turn played. Its deadwood never falls to `ends` points or fewer, because the player would have ended the
    deal. The figures were found by trial: with them the mean deadwood of such hands is that of the player's own hands,
    turn by turn.
    """

    key: str
    policy: type[Policy]
    more: float
    ends: int = 0

    def player(self, seed: int, memory: Memory) -> Player:
        """A player of this kind who has seen what `memory` holds."""
        return HousePlayer(self.policy(), seed, memory)

    def turns(self, thrown: int) -> int:
        """How many draws improve the random hand after `thrown` cards have been discarded, by both seats together."""
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
