"""House players: a policy maps what a seat sees to one of its lawful actions. It never gets a State.

>>> player = make_player("club", seed=7)
"""

from games.players.policies.beginner import Beginner
from games.players.policies.club import Club
from games.players.policies.greedy import Greedy
from games.players.policies.house import PLAIN, HousePlayer, NotToAct
from games.players.policies.learned.melding import LEARNED
from games.players.policies.learned.top import Top
from games.players.policies.memory import Memory
from games.players.policies.policy import Player, Policy, Sight
from games.players.policies.random_legal import RandomPlayer
from games.players.policies.strong import Strong

__all__ = [
    "LEVELS",
    "RATINGS",
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
USUAL_LEVEL = "novice"  # where nobody chooses
BY_LEARNING = ("strong", "top")  # in the games with melds on the table
RATINGS = {"beginner": 1317, "novice": 1362, "club": 1500, "strong": 1560, "top": 1592}  # bench/levels.py --pairs 200


class UnknownLevel(ValueError):
    """An unknown level of house player; the message lists the known ones."""


def make_player(level: str, seed: int, memory: Memory | None = None) -> Player:
    """Make a player of this level with its own seeded chance. With `memory` it continues another player's deal. Raises
    UnknownLevel."""
    if level not in POLICIES:
        raise UnknownLevel(f"{level!r} is no level of a house player; there are {', '.join(LEVELS)}")
    return HousePlayer(POLICIES[level](), seed, memory, LEARNED if level in BY_LEARNING else PLAIN)
