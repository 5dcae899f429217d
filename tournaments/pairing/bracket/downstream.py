"""Consolation and last chance: separate brackets for those who are out of the main one."""

from collections.abc import Collection, Sequence

from tournaments.pairing.bracket.double import crosswise, spread
from tournaments.pairing.bracket.draw import places, size_for
from tournaments.pairing.bracket.rounds import Knockout, knockout
from tournaments.pairing.bracket.shape import BYE, OPEN_LINE, BadBracket, Feed, Origin, Part, Source


def consolation(out: Knockout, last: int, feed: Feed, idle: Collection[str]) -> Knockout:
    """Build the consolation. The rounds from 1 to `last` of the side whose losers are out feed it.

    Losers of a main bracket come in crosswise as to a losers' side; those of a losers' side, whose rounds shrink by
    every second one only, by `spread`. `idle` are the keys of matches that nobody plays: late entries take
    the lines of their losers first, then lines against the other losers in a round before the first.
    """
    losers = [out.losers(number) for number in range(1, last + 1)]
    if out.part is Part.LOSERS:
        batches = [_spread_out(batch, number) for number, batch in enumerate(losers, start=1)]
    else:
        batches = [crosswise(batch, number, len(out.rounds)) for number, batch in enumerate(losers, start=1)]
    return knockout(Part.CONSOLATION, [_with_late(batches[0], feed, idle, Part.CONSOLATION), *batches[1:]])


def last_chance(below: Knockout, out: Knockout, later: Sequence[int], feed: Feed, idle: Collection[str]) -> Knockout:
    """Build the last chance. The consolation's rounds 1..k (0 = all) feed it, and the `later` rounds of the side above.
    Larger rounds come in first; of equal ones those of the consolation."""
    rounds = range(1, min(feed.rounds or len(below.rounds), len(below.rounds)) + 1)
    sources = [below.losers(number) for number in rounds] + [out.losers(number) for number in later]
    batches = [_compact([source for source in batch if source.of not in idle]) for batch in sources]
    batches = sorted(filter(None, batches), key=len, reverse=True) or [[BYE]]
    crossed = [_spread_out(batch, turn) for turn, batch in enumerate(batches)]
    return knockout(Part.LAST_CHANCE, [_with_late(crossed[0], feed, idle, Part.LAST_CHANCE), *crossed[1:]])


def _spread_out(batch: Sequence[Source], turn: int) -> list[Source]:
    return [batch[k ^ spread(turn, len(batch))] for k in range(len(batch))]


def _compact(sources: Sequence[Source]) -> list[Source]:
    """The sources on as few lines as possible, filled up with byes that do not meet."""
    size = size_for(len(sources)) if sources else 0
    if size == len(sources):
        return list(sources)
    return [sources[seed - 1] if seed <= len(sources) else BYE for seed in places(size)]


def _with_late(losers: Sequence[Source], feed: Feed, idle: Collection[str], part: Part) -> list[Source]:
    """The first batch with the lines for late entries: empty lines first, then as many with each loser as are
    needed."""
    name = part.name.lower()
    if feed.late_lines < 0:
        raise BadBracket(f"{name}.late_lines", "the number of lines kept for late entries, 0 for none")
    if len(feed.late) > feed.late_lines:
        raise BadBracket(f"{name}.late", f"{feed.late_lines} lines are kept for late entries, not {len(feed.late)}")
    late = [Source(origin=Origin.ENTRY, entry=entry) for entry in feed.late]
    late += [OPEN_LINE if feed.is_sign_up_open else BYE] * (feed.late_lines - len(late))
    lines = list(losers)
    empty = [k for k, source in enumerate(lines) if source == BYE or source.of in idle]
    for k, source in zip(empty, late, strict=False):
        lines[k] = source
    return _in_front(lines, late[len(empty) :])


def _in_front(lines: Sequence[Source], more: Sequence[Source]) -> list[Source]:
    """More sources distributed among the lines, so that each line becomes a small bracket of its own."""
    shares = [[source, *more[k :: len(lines)]] for k, source in enumerate(lines)]
    width = size_for(len(shares[0]))
    return [share[seed - 1] if seed <= len(share) else BYE for share in shares for seed in places(width)]
