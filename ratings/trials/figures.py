"""Measure how good predictions were: log loss, accuracy, Brier score, calibration."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import log

BINS = 10
SURE = 1e-12  # predictions are capped at this: a certain one that fails would have an infinite loss


@dataclass(frozen=True, slots=True)
class Figures:
    """The quality of predictions over `matches`: log loss in nats and Brier score for each match, the share of decided
    matches predicted correctly (ties left out; None if all were tied), and the expected calibration error."""

    matches: int
    log_loss: float
    accuracy: float | None
    brier: float
    ece: float


def loss(predicted: float, score: float) -> float:
    """The log loss of one prediction in nats; a tie is half a win and half a loss."""
    p = min(1.0 - SURE, max(SURE, predicted))
    return -(score * log(p) + (1.0 - score) * log(1.0 - p))


def figures(pairs: Iterable[tuple[float, float]]) -> Figures:
    """Compute the figures of (predicted, score) pairs, which are read once. ValueError without any."""
    count, decided, right, lost, squares = 0, 0, 0.0, 0.0, 0.0
    calibration = Calibration()
    for p, score in pairs:
        count += 1
        lost += loss(p, score)
        squares += (p - score) ** 2
        calibration.add(p, score)
        if score != 0.5:
            decided += 1
            right += 0.5 if p == 0.5 else float((p > 0.5) == (score > 0.5))
    if not count:
        raise ValueError("there is no match to test on")
    return Figures(
        matches=count,
        log_loss=lost / count,
        accuracy=right / decided if decided else None,
        brier=squares / count,
        ece=calibration.error,
    )


class Calibration:
    """Predicted and actual shares over ten equal bins of the prediction. Each match is counted from both sides (p and 1
    - p), so it does not matter who is named first."""

    def __init__(self) -> None:
        self.bins: list[list[float]] = [[0.0, 0.0, 0.0] for _ in range(BINS)]  # number, sum predicted, sum of scores

    def add(self, predicted: float, score: float) -> None:
        """Count one match."""
        for p, s in ((predicted, score), (1.0 - predicted, 1.0 - score)):
            row = self.bins[min(BINS - 1, int(p * BINS))]
            row[0], row[1], row[2] = row[0] + 1.0, row[1] + p, row[2] + s

    @property
    def error(self) -> float:
        """The mean distance between predicted and actual share."""
        total = sum(row[0] for row in self.bins)
        return sum(abs(p - s) for n, p, s in self.bins if n) / total
