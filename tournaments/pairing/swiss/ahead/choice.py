"""Choose the best round that keeps the rounds after it possible."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from tournaments.pairing.swiss.ahead.agenda import BYE, Pair, Slate
from tournaments.pairing.swiss.ahead.packing import LONG, LONGEST, Effort, Matching, Packing

Round = tuple[Pair, ...]  # from the top; the bye last
Solve = Callable[[Iterable[Pair], Iterable[Pair]], Round | None]
Graded = Callable[[Round], tuple[object, ...]]


@dataclass(frozen=True, slots=True)
class Chooser:
    """Searches for the best round: `solve` gives the best one with some pairs made and others not, `graded` compares
    rounds."""

    slates: tuple[Slate, ...]
    solve: Solve
    graded: Graded
    effort: Effort

    def packed(
        self, forced: Iterable[Pair], banned: Iterable[Pair], start: Sequence[Matching], turns: int = LONG
    ) -> list[Matching] | None:
        """All rounds, the first of which makes these pairs and not those; None if that is impossible."""
        return Packing([self.slates[0].with_pairs(forced, banned), *self.slates[1:]], self.effort).find(start, turns)

    def best(self, plain: Round, start: list[Matching]) -> Round:
        """The best round that keeps the others possible. `plain` is the best of all, which does not; `start` is one way
        to play all of them.

        Whatever begins as a round that does not keep them is ruled out at once: what is left falls into parts, each
        with a best of its own, and the best part is looked at first. When the effort is spent it is the best known."""
        known = [start]
        queue: list[tuple[tuple[object, ...], int, Round, Round, Round]] = [(self.graded(plain), 0, plain, (), ())]
        count = 0
        while queue and self.effort.left > 0:
            _grade, _n, found, forced, banned = heappop(queue)
            cut = self._dead_end(found, len(forced), known)
            if not cut:
                return found
            for n in range(len(forced), cut):
                part = found[:n], (*banned, found[n])
                packed = self.packed(*part, known[-1])
                if packed is None:
                    continue
                known.append(packed)
                better = self.solve(*part)
                if better is not None:
                    count += 1
                    rest = tuple(pair for pair in better if pair not in part[0])
                    heappush(queue, (self.graded(better), count, (*part[0], *rest), *part))
        return min((_round(packed[0]) for packed in known), key=self.graded)

    def _dead_end(self, found: Round, sure: int, known: list[list[Matching]]) -> int:
        """The number of pairs of a round after which the others are impossible; 0 if they are not."""
        low, high = sure, len(found)
        packed = self.packed(found, (), known[-1])
        if packed is not None:
            return 0
        while low + 1 < high:
            middle = (low + high) // 2
            packed = self.packed(found[:middle], (), known[-1])
            if packed is None:
                high = middle
            else:
                low = middle
                known.append(packed)
        return high


def _round(mates: Matching) -> Round:
    """The pairs of a round in any order, the bye last."""
    pairs = [(a, b) for a, b in sorted(mates.items()) if BYE < a < b]
    return (*pairs, *(((mates[BYE], BYE),) if BYE in mates else ()))


@dataclass(frozen=True, slots=True)
class Kept:
    """A round, and the number of rounds after it that it keeps possible."""

    round: Round
    rounds: int


def keep_possible(slates: tuple[Slate, ...], plain: Round, solve: Solve, graded: Graded) -> Kept:
    """The best round that keeps as many as possible of the rounds after it possible. `slates` are that round and those
    after it. It is `plain`, the best of all, if that keeps them."""
    effort = Effort()
    for left in range(len(slates) - 1, 0, -1):
        chooser = Chooser(slates[: left + 1], solve, graded, effort)
        if chooser.packed(plain, (), ()) is not None:
            return Kept(plain, left)
        start = chooser.packed((), (), (), LONGEST)
        if start is not None:
            return Kept(chooser.best(plain, start), left)
    return Kept(plain, 0)


def is_possible(slates: Sequence[Slate]) -> bool:
    """Can all of these rounds be played?"""
    return Packing(slates).find() is not None
