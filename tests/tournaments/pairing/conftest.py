"""A crosstable written in the words of a player: `ann.beats(bob, 12)`, then `night.next_round()`."""

from dataclasses import dataclass, field

import pytest

from tournaments.pairing import Crosstable, Kind, Result, Row


@dataclass
class Player:
    night: "Night"
    number: int
    name: str
    rating: int = 0
    is_available: bool = True
    results: list[Result] = field(default_factory=list)

    def beats(self, other: "Player", margin: int = 10) -> None:
        self._meet(other, 2, margin)

    def wins(self, other: "Player", own: int, theirs: int) -> None:
        """A game won with so many points to so many; nothing is a shutout."""
        both = {"kind": Kind.PLAYED, "margin": own - theirs}
        self.put(
            Result(
                **both,
                opponent=other.number,
                points=2,
                game_points=own,
                games_won=1,
                is_shutout=theirs == 0,
                is_first=True,
            )
        )
        both["margin"] = theirs - own
        other.put(Result(**both, opponent=self.number, points=0, game_points=theirs, is_first=False))

    def ties(self, other: "Player") -> None:
        self._meet(other, 1, 0)

    def wins_by_forfeit(self, other: "Player") -> None:
        self.put(Result(kind=Kind.FORFEIT, opponent=other.number, points=2))
        other.put(Result(kind=Kind.FORFEIT, opponent=self.number, points=0))

    def sits_out(self, kind: Kind = Kind.PAB) -> None:
        self.put(Result(kind=kind, points={Kind.PAB: 2, Kind.FULL: 2, Kind.HALF: 1}.get(kind, 0)))

    def put(self, result: Result) -> None:
        assert len(self.results) == self.night.rounds, f"{self.name} already has a result in this round"
        self.results.append(result)

    def _meet(self, other: "Player", points: int, margin: int) -> None:
        self.put(Result(kind=Kind.PLAYED, opponent=other.number, points=points, margin=margin))
        other.put(Result(kind=Kind.PLAYED, opponent=self.number, points=2 - points, margin=-margin))


class Night:
    """Players and rounds; who has no result when a round ends was absent."""

    def __init__(self) -> None:
        self.players: dict[int, Player] = {}
        self.rounds = 0

    def enter(self, *names: str) -> list[Player]:
        for name in names:
            number = len(self.players) + 1
            self.players[number] = Player(self, number, name)
        return list(self.players.values())[-len(names) :]

    def next_round(self) -> None:
        self.rounds += 1
        for player in self.players.values():
            if len(player.results) < self.rounds:
                player.results.append(Result(kind=Kind.ZERO))

    @property
    def crosstable(self) -> Crosstable:
        rows = {
            n: Row(number=n, name=p.name, rating=p.rating, is_available=p.is_available, results=tuple(p.results))
            for n, p in self.players.items()
        }
        return Crosstable(rows, self.rounds)


@pytest.fixture
def night() -> Night:
    return Night()
