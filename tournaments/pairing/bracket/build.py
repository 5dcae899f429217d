"""Build a bracket: its parts, and how they connect."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tournaments.pairing.bracket.double import double_elimination, losers_side
from tournaments.pairing.bracket.downstream import consolation, last_chance
from tournaments.pairing.bracket.draw import lines
from tournaments.pairing.bracket.fold import play
from tournaments.pairing.bracket.placement import played_out
from tournaments.pairing.bracket.rounds import Knockout, knockout, matches_of
from tournaments.pairing.bracket.shape import BadBracket, Bracket, Feed, Match, Origin, Part, Settings, Source, State

DEFAULT = Settings()


def build(n: int, settings: Settings = DEFAULT) -> Bracket:
    """Build the bracket of n >= 2 entries as it is before the first result; byes are already through.

    Raises BadBracket, naming the setting, for impossible settings.
    """
    draw = lines(n, settings)
    _check_feeds(draw, settings)
    main = knockout(Part.MAIN, [draw])
    if settings.is_double:
        out = losers_side(main)
        matches = [*double_elimination(main, out, settings.grand_final)]
    else:
        out = main
        matches = [*matches_of(main, 1)]
    matches += _placement(out, settings, {match.key: match for match in matches})
    matches += _downstream(n, out, settings, matches)
    return _started(n, settings, matches)


def _placement(out: Knockout, settings: Settings, above: dict[str, Match]) -> Iterator[Match]:
    """The matches in which the losers of each round play for their places, from the last round to the first."""
    for number in _played_out_rounds(out, settings):
        losers = out.losers(number)
        low = above[losers[0].of].loser_places[0]
        yield from played_out(losers, low, 3 if low == 3 else settings.placement)


def _played_out_rounds(out: Knockout, settings: Settings) -> list[int]:
    """The rounds whose losers go on playing for places, the last round first."""
    if settings.placement < 0:
        raise BadBracket("placement", "the lowest place to be played out, 0 for none")
    if settings.third_place and settings.is_double:
        raise BadBracket("third_place", "the losers' final decides it in double elimination")
    found, low = [], 2 + settings.is_double
    for number in range(len(out.rounds), 0, -1):
        share = len(out.rounds[number - 1])
        if share > 1 and (settings.third_place if low == 3 else low <= settings.placement):
            found.append(number)
        low += share
    return found


def _downstream(n: int, out: Knockout, settings: Settings, above: Sequence[Match]) -> Iterator[Match]:
    """Build consolation and last chance. Losers who play for places stay with those; in a small field that may be
    everybody."""
    if settings.consolation is None:
        if settings.last_chance is not None:
            raise BadBracket("last_chance", "is fed by a consolation, and there is none")
        return
    taken = _played_out_rounds(out, settings)
    last = min(settings.consolation.rounds, min(taken, default=len(out.rounds) + 1) - 1)
    if last < 1:
        _check_nobody_waits(settings)
        return
    idle = _idle(n, settings, above)
    second_side = consolation(out, last, settings.consolation, idle)
    yield from matches_of(second_side, 1)
    if settings.last_chance is not None:
        later = [number for number in range(last + 1, len(out.rounds)) if number not in taken]
        # Lines kept for late entries count as taken, so that a sign-up moves nobody further on.
        kept = consolation(out, last, replace(settings.consolation, late=(), is_sign_up_open=True), idle)
        idle = _idle(n, settings, [*above, *matches_of(kept, 1)])
        yield from matches_of(last_chance(second_side, out, later, settings.last_chance, idle), 1)


def _check_nobody_waits(settings: Settings) -> None:
    for name, feed in _feeds(settings):
        if feed.late:
            raise BadBracket(f"{name}.late", "there is no consolation: all losers play for places")


def _idle(n: int, settings: Settings, matches: Sequence[Match]) -> frozenset[str]:
    """The matches that nobody plays, whatever the results."""
    void = (match.key for match in _started(n, settings, matches).matches if match.state is State.VOID)
    return frozenset(void)


def _check_feeds(draw: Sequence[Source], settings: Settings) -> None:
    """Check that a consolation has a first round that feeds it, and that late entries are new and sign up once each."""
    if settings.consolation and settings.consolation.rounds < 1:
        raise BadBracket("consolation.rounds", "takes the losers of rounds 1..k, k from 1")
    if settings.last_chance and settings.last_chance.rounds < 0:
        raise BadBracket("last_chance.rounds", "takes the losers of consolation rounds 1..k, 0 for all")
    seen = {source.entry for source in draw if source.origin is Origin.ENTRY}
    for name, feed in _feeds(settings):
        for entry in feed.late:
            if entry in seen or entry < 1:
                raise BadBracket(f"{name}.late", f"a late entry has a number from 1 that is not taken, not {entry}")
            seen.add(entry)


def _feeds(settings: Settings) -> list[tuple[str, Feed]]:
    both = (("consolation", settings.consolation), ("last_chance", settings.last_chance))
    return [(name, feed) for name, feed in both if feed]


def _started(n: int, settings: Settings, matches: Sequence[Match]) -> Bracket:
    """The bracket of these matches, with their dealing turns and lengths, before the first result."""
    turns: dict[str, int] = {}
    found = []
    for match in matches:
        turns[match.key] = 1 + max(turns.get(source.of, 0) for source in match.sources)
        lengths = settings.lengths.get(match.part, ())
        length = lengths[min(match.round, len(lengths)) - 1] if lengths else ""
        found.append(replace(match, turn=turns[match.key], length=length, is_double=settings.is_double))
    return play(Bracket(n, settings, tuple(found)), {})
