"""House players: a policy maps what a seat sees to one of its lawful actions. It never gets a State.

>>> player = make_player("club", seed=7)
"""

from games.players.policies.beginner import Beginner
from games.players.policies.club import Club
from games.players.policies.greedy import Greedy
from games.players.policies.house import PLAIN, HousePlayer, NotToAct
from games.players.policies.learned.melding import LEARNED, LEARNED_BY_TOP
from games.players.policies.learned.top import Top
from games.players.policies.learned.top_v1 import TopV1
from games.players.policies.memory import Memory
from games.players.policies.policy import Player, Policy, Sight
from games.players.policies.random_legal import RandomPlayer
from games.players.policies.strong import Strong

__all__ = [
    "LEVELS",
    "RATINGS",
    "TOP_V1",
    "USUAL_LEVEL",
    "HousePlayer",
    "Memory",
    "NotToAct",
    "Player",
    "Policy",
    "RandomPlayer",
    "Sight",
    "Strong",
    "Top",
    "TopV1",
    "UnknownLevel",
    "make_player",
]

POLICIES: dict[str, type[Policy]] = {
    "beginner": Beginner,
    "novice": Greedy,
    "club": Club,
    "strong": Strong,
    "top": Top,
}
LEVELS = tuple(POLICIES)
TOP_V1 = "top-v1"  # the top of before: deals are analysed and hints given by it; no level to choose
USUAL_LEVEL = "novice"  # where nobody chooses
PLAYED = POLICIES | {TOP_V1: TopV1}
# In the games with melds on the table; the other levels play the plain way.
BY_LEARNING = {"strong": LEARNED, "top": LEARNED_BY_TOP, TOP_V1: LEARNED}
RATINGS = {"beginner": 1301, "novice": 1368, "club": 1500, "strong": 1551, "top": 1645}  # bench/levels.py --pairs 200


class UnknownLevel(ValueError):
    """An unknown level of house player; the message lists the known ones."""


def make_player(level: str, seed: int, memory: Memory | None = None) -> Player:
    """Make a player of this level with its own seeded chance. With `memory` it continues another player's deal. Raises
    UnknownLevel."""
    if level not in PLAYED:
        raise UnknownLevel(f"{level!r} is no level of a house player; there are {', '.join(LEVELS)}")
    return HousePlayer(PLAYED[level](), seed, memory, BY_LEARNING.get(level, PLAIN))
