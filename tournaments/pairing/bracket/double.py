"""Double elimination: the losers' side, which losers enter crosswise, and the grand final."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tournaments.pairing.bracket.rounds import Knockout, knockout, matches_of
from tournaments.pairing.bracket.shape import BadBracket, Match, Part, Source, loser_of, winner_of

GRAND_FINALS = ("single", "reset", "advantage")

# How the losers of each winners' round are shuffled as they come in, by the number of winners' rounds: the one from
# position p comes to position p XOR this (counted from 0). These are the orders of brackets-manager 1.11.1.
SHUFFLES: dict[int, tuple[int, ...]] = {
    1: (0,),
    2: (0, 0),
    3: (0, 1, 0),
    4: (0, 1, 1, 0),
    5: (0, 7, 2, 0, 0),
    6: (0, 15, 4, 3, 0, 0),
}


def crosswise(losers: Sequence[Source], number: int, rounds: int) -> list[Source]:
    """The losers of a round in the order in which they come in, so that those who have met meet again late."""
    known = SHUFFLES.get(rounds)
    shuffle = known[number - 1] if known else spread(number, len(losers))
    return [losers[k ^ shuffle] for k in range(len(losers))]


def spread(number: int, size: int) -> int:
    """A permutation for any size that reverses the bits of the round's number. Losers of two rounds an odd number apart
    come into opposite halves, those 2, 6, 10 … apart into opposite quarters."""
    bits = (size - 1).bit_length()
    return sum(1 << (bits - 1 - k) for k in range(bits) if number >> k & 1)


def losers_side(main: Knockout) -> Knockout:
    """Build the losers' side for a winners' side."""
    last = len(main.rounds)
    return knockout(Part.LOSERS, [crosswise(main.losers(number), number, last) for number in range(1, last + 1)])


def double_elimination(main: Knockout, losers: Knockout, grand_final: str) -> Iterator[Match]:
    """Build winners' side, losers' side and grand final, with the places that a loss can still lead to.

    Grand final: `single` is one match, `reset` a second one if the unbeaten side loses the first, `advantage` one match
    in which the unbeaten side starts one game up.
    """
    if grand_final not in GRAND_FINALS:
        raise BadBracket("grand_final", f"one of {', '.join(GRAND_FINALS)}, not {grand_final!r}")
    below = matches_of(losers, 2)
    worst = {match.round: match.loser_places[1] for match in below}
    for match in matches_of(main, 1):
        fallen, next_fallen = (worst.get(1 if number == 1 else 2 * number - 2, 2) for number in _from(match.round))
        is_last = match.round == match.rounds
        yield replace(match, winner_places=(1, 2 if is_last else next_fallen), loser_places=(1, fallen))
    yield from below
    first = Match(
        key=Part.GRAND_FINAL,
        part=Part.GRAND_FINAL,
        round=1,
        position=1,
        sources=(main.champion, losers.champion),
        winner_places=(1, 1),
        loser_places=(2, 2),
        head_start=head_start(Part.GRAND_FINAL, grand_final),
    )
    yield first
    if grand_final == "reset":
        sides = (loser_of(first.key), winner_of(first.key))
        yield replace(first, key=f"{first.key}2", round=2, sources=sides, reset_of=first.key)


def head_start(key: str, grand_final: str) -> tuple[int, int]:
    """The games that the sides of a match start with: in a final with `advantage`, one for the unbeaten side, which
    comes first."""
    return (1, 0) if key == Part.GRAND_FINAL and grand_final == "advantage" else (0, 0)


def _from(number: int) -> tuple[int, int]:
    return number, number + 1
