"""Building a bracket: which parts it has, and how they hang together."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from tournaments.pairing.bracket.draw import lines
from tournaments.pairing.bracket.fold import play
from tournaments.pairing.bracket.placement import played_out
from tournaments.pairing.bracket.rounds import Knockout, knockout, matches_of
from tournaments.pairing.bracket.shape import BadBracket, Bracket, Match, Part, Settings

DEFAULT = Settings()


def build(n: int, settings: Settings = DEFAULT) -> Bracket:
    """The bracket of n >= 2 entries before the first result; byes are already through.

    Raises BadBracket, naming the setting, for settings that cannot be.
    """
    main = knockout(Part.MAIN, [lines(n, settings)])
    _check(main, settings)
    matches = [*_single(main, settings)]
    return play(Bracket(n, settings, _finished(matches, settings)), {})


def _single(main: Knockout, settings: Settings) -> Iterable[Match]:
    """The main rounds, and what the losers of a round play out among themselves."""
    yield from matches_of(main, 1)
    last = len(main.rounds)
    if settings.third_place and last > 1:
        yield from played_out(main.losers(last - 1), 3, 3)
    for number in range(last - 2, 0, -1):
        yield from played_out(main.losers(number), 1 + (1 << (last - number)), settings.placement)


def _check(main: Knockout, settings: Settings) -> None:
    if settings.placement < 0:
        raise BadBracket("placement", "the lowest place to be played out, 0 for none")


def _finished(matches: Sequence[Match], settings: Settings) -> tuple[Match, ...]:
    """The matches with their turns and lengths."""
    turns: dict[str, int] = {}
    found = []
    for match in matches:
        turns[match.key] = 1 + max(turns.get(source.of, 0) for source in match.sources)
        lengths = settings.lengths.get(match.part, ())
        length = lengths[min(match.round, len(lengths)) - 1] if lengths else ""
        found.append(replace(match, turn=turns[match.key], length=length, is_double=settings.is_double))
    return tuple(found)
