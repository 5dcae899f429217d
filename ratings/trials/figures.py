"""How good predictions were: log loss, accuracy, Brier score, calibration."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log

BINS = 10
SURE = 1e-12  # nobody is surer than this: a certainty that fails would cost without end


@dataclass(frozen=True, slots=True)
class Figures:
    """Over `matches`: log loss in nats and Brier score a match, share of decided matches foretold (ties left out; None
    when all were tied), and the expected calibration error."""

    matches: int
    log_loss: float
    accuracy: float | None
    brier: float
    ece: float


def loss(predicted: float, score: float) -> float:
    """The log loss of one prediction in nats; a tie is half a win and half a loss."""
    p = min(1.0 - SURE, max(SURE, predicted))
    return -(score * log(p) + (1.0 - score) * log(1.0 - p))


def figures(pairs: Sequence[tuple[float, float]]) -> Figures:
    """The figures of (predicted, score) pairs. ValueError without any."""
    if not pairs:
        raise ValueError("there is no match to test on")
    count = len(pairs)
    decided = [(p, score) for p, score in pairs if score != 0.5]
    right = sum(0.5 if p == 0.5 else float((p > 0.5) == (score > 0.5)) for p, score in decided)
    return Figures(
        matches=count,
        log_loss=sum(loss(p, score) for p, score in pairs) / count,
        accuracy=right / len(decided) if decided else None,
        brier=sum((p - score) ** 2 for p, score in pairs) / count,
        ece=calibration_error(pairs),
    )


def calibration_error(pairs: Iterable[tuple[float, float]]) -> float:
    """The mean distance between predicted and actual share over ten equal bins of the prediction, each match seen from
    both sides (p and 1 - p), so that who is named first means nothing."""
    bins: list[list[float]] = [[0.0, 0.0, 0.0] for _ in range(BINS)]
    for predicted, score in pairs:
        for p, s in ((predicted, score), (1.0 - predicted, 1.0 - score)):
            row = bins[min(BINS - 1, int(p * BINS))]
            row[0], row[1], row[2] = row[0] + 1.0, row[1] + p, row[2] + s
    total = sum(row[0] for row in bins)
    return sum(abs(p - s) for n, p, s in bins if n) / total
