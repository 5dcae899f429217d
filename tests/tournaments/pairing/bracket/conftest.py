"""Brackets played in the words of a director: `cup.beats(1, 8)`, or to the end by a rule or at random."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from tournaments.pairing.bracket import Bracket, Match, Result, Settings, State, build, play, standings

QUICK = {*range(2, 18), 31, 32, 33, 64, 100, 128}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for a `field` runs on every number of entries from 2 to 128: every sixth of those that are not
    quick with the long ones, the rest by hand."""
    if "field" in metafunc.fixturenames:
        sizes = []
        for n in range(2, 129):
            slow = pytest.mark.marathon if n % 6 else pytest.mark.long
            sizes.append(pytest.param(n, marks=[] if n in QUICK else slow))
        metafunc.parametrize("field", sizes)


@dataclass
class Cup:
    """A bracket with the results entered so far."""

    start: Bracket
    results: dict[str, Result] = field(default_factory=dict)

    @property
    def now(self) -> Bracket:
        return play(self.start, self.results)

    def match(self, key: str) -> Match:
        return self.now.match(key)

    def beats(self, winner: int, loser: int) -> str:
        """Enter the match that these two can play now; its key."""
        match = next(match for match in self.now.ready if set(match.sides) == {winner, loser})
        self.results[match.key] = match.won_by(winner)
        return match.key

    def both_forfeit(self, key: str) -> None:
        self.results[key] = self.match(key).double_forfeit()

    def play_on(self, decide: Callable[[Match], Result]) -> Bracket:
        """Play whatever is ready until nothing is."""
        while ready := self.now.ready:
            for match in ready:
                self.results[match.key] = decide(match)
        return self.now

    def favourites_win(self) -> Bracket:
        """The smaller number wins everything."""
        return self.play_on(lambda match: match.won_by(min(match.sides)))

    def chance_decides(self, seed: int, forfeits: float = 0.0) -> Bracket:
        """Anybody wins; a share of the matches is forfeited by both."""
        luck = random.Random(seed)
        return self.play_on(
            lambda match: match.double_forfeit() if luck.random() < forfeits else match.won_by(luck.choice(match.sides))
        )

    def order(self, contest="main") -> list[int]:
        return [line.entry for line in standings(self.now, contest)]

    @property
    def over(self) -> list[Match]:
        """The matches that were played or forfeited, byes apart."""
        return [match for match in self.now.matches if match.state is State.OVER]

    @property
    def losses(self) -> Counter[int]:
        """How often everybody lost so far, a double forfeit being a loss of both."""
        return Counter(side for match in self.over for side in match.sides if side != match.winner)


@pytest.fixture
def cup() -> Callable[..., Cup]:
    def drawn(n: int, **settings: object) -> Cup:
        return Cup(build(n, Settings(**settings)))

    return drawn
