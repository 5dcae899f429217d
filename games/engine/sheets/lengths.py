"""Lengths of a sitting by key: each says when it is over and who wins it.

`game` (one to the target) · `hollywood` (three columns at once, one game of them) · `best_of:5` games · `deals:12`
· `match:500`, games whose differences are credited to the side that they favour, to so many points (GIN-39).
Marks follow a stroke: `best_of:5/all` plays all five, `best_of:3/deals` counts deals and not games (as in Straight),
`deals:12/more` lets one more deal decide what is level, `game/next` another game. Any of them may have a time: then
the deal that is dealt is played out, none begins, the leader wins; level it is a tie, or with `/more` or `/next` one
more deal decides. A side may start a game up (`advantage`): the games of a tally count from there.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

MOST_GAMES = 15
MOST_DEALS = 99
MOST_MATCH = 100_000  # points of a match
NO_TARGET = 100_000  # more points than any number of deals can give
MARKS = {
    "game": {"more", "next"},
    "hollywood": {"more", "next"},
    "best_of": {"all", "deals", "more", "next"},
    "deals": {"more"},
    "match": {"more"},
}
MORE = ("more", "next")  # what decides where a match is level: one deal more, or another game
KINDS = {
    "game": "game",
    "hollywood": "hollywood",
    "best_of": f"best_of:3, best_of:5 – best_of:{MOST_GAMES}",
    "deals": f"deals:1 – deals:{MOST_DEALS}",
    "match": f"match:1 – match:{MOST_MATCH}",
}


def in_words(kinds: Iterable[str] = KINDS) -> str:
    """The keys of these kinds of lengths with their marks, for a refusal that says what is allowed."""
    marks = dict.fromkeys(mark for kind in kinds for mark in sorted(MARKS[kind]))
    return f"{', '.join(KINDS[kind] for kind in kinds)} ({', '.join(f'/{mark}' for mark in marks)})"


class BadLength(ValueError):
    """A key that names no length of a match."""


@dataclass(frozen=True, slots=True)
class Length:
    """The length of a match: one game to the target, the best of `n` games or deals (n odd), or `n` deals whatever the
    points. `plays_all`: play goes on after the match is decided. `by_deals`: the best of deals. `decides`: a level
    match gets one more deal, or with `by_game` one more whole game, as long as no time is called."""

    kind: str
    n: int = 1
    plays_all: bool = False
    by_deals: bool = False
    decides: bool = False
    by_game: bool = False

    def may_tie(self, *, games_may_draw: bool = False) -> bool:
        """Can a match end level without a call of time? A fixed number of deals can. If the rules know drawn games, one
        game and a fixed number of games can, too. A length that adds a deciding deal or game cannot, nor can a match to
        points."""
        if self.decides:
            return False
        return self.kind == "deals" or (games_may_draw and (self.kind in ("game", "hollywood") or self.plays_all))

    @property
    def is_by_games(self) -> bool:
        """Is the match won by games? Otherwise by deals, or by points over a fixed number of deals."""
        return self.kind != "deals" and not self.by_deals

    def options(self, *, to_target: bool) -> Mapping[str, object]:
        """The options of RULES.md §2 that this length lays over the rules: three columns, or no target where deals are
        counted. The target is removed only if a game goes `to_target` at all: in Conquian each deal is a game, and the
        next one follows anyway."""
        if self.kind == "hollywood":
            return {"columns": 3}
        return {"target": NO_TARGET} if to_target and not self.is_by_games else {}

    @property
    def wins_needed(self) -> int:
        """The number of games (or deals) that wins the match."""
        return self.n // 2 + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """The score of a match for both sides: games won (including those that a side started with), credited differences
    of games (GIN-39), games drawn, deals won, points, and the number of all deals, including drawn ones. `is_called`:
    time is up. `is_dealt`: the first card of a deal is out, and the deal is not scored yet."""

    games: tuple[int, int] = (0, 0)
    credits: tuple[int, int] = (0, 0)
    drawn: int = 0
    deals_won: tuple[int, int] = (0, 0)
    points: tuple[int, int] = (0, 0)
    deals: int = 0
    is_called: bool = False
    is_dealt: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a match is over, who leads (0 or 1; None: level), and whether a new deal may begin. When it is over the
    leader has won."""

    is_over: bool
    leader: int | None
    may_deal: bool


@dataclass(frozen=True, slots=True)
class LengthProblem:
    """Figures that no match of a length can end with: the `field` (games, deals), and the allowed number."""

    field: str
    least: int
    most: int


def length_of(key: object) -> Length:
    """The length that a key names. Raises BadLength."""
    head, *marks = key.split("/") if isinstance(key, str) else ("",)
    kind, colon, count = head.partition(":")
    if kind in MARKS and set(marks) <= MARKS[kind] and len(set(marks)) == len(marks) and not set(MORE) <= set(marks):
        n = int(count) if count.isascii() and count.isdigit() and len(count) < 7 else 0
        is_next = "next" in marks
        found = Length(kind, n or 1, "all" in marks, "deals" in marks, is_next or "more" in marks, is_next)
        if kind in ("game", "hollywood") and not colon:
            return found
        if (kind == "best_of" and n % 2 and 3 <= n <= MOST_GAMES) or (kind == "deals" and 1 <= n <= MOST_DEALS):
            return found
        if kind == "match" and 1 <= n <= MOST_MATCH:
            return found
    raise BadLength(f"no match length is called {key!r}")


def verdict(length: Length, tally: Tally) -> Verdict:
    """The standing of a match of this length. A deal in play is always finished first."""
    ahead, is_played = leader(length, tally), _is_played(length, tally)
    if tally.is_dealt:
        return Verdict(False, ahead, False)
    is_decided = leader(length, tally, by_games=length.by_game and not tally.is_called) is not None
    is_over = (is_played or tally.is_called) and (is_decided or not length.decides)
    return Verdict(is_over, ahead, not is_over)


def leader(length: Length, tally: Tally, *, by_games: bool = False) -> int | None:
    """The side that is ahead: in games (or deals) won or in credited points, then (unless `by_games`) in points; over a
    fixed number of deals in points alone."""
    counted = [] if by_games else [tally.points]
    if length.kind == "match":
        counted.insert(0, tally.credits)
    elif length.kind != "deals":
        counted.insert(0, _wins(length, tally))
    return next((int(second > first) for first, second in counted if first != second), None)


def length_problem(length: Length, tally: Tally, head_start: tuple[int, int] = (0, 0)) -> LengthProblem | None:
    """The first impossible figure of a finished match; None if all are possible. After a call fewer games may be
    enough, but no side has fewer games than it started with."""
    if length.kind == "deals":
        least = 0 if tally.is_called else length.n
        most = MOST_DEALS if length.decides else length.n
        return None if least <= tally.deals <= most else LengthProblem("deals", least, most)
    if length.kind == "match":
        return None  # the points of a match come from its games: nothing else is noted
    first, second = wins = _wins(length, tally)
    field = "deals_won" if length.by_deals else "games"
    needed = length.wins_needed if length.kind == "best_of" else 1
    most = length.n if length.plays_all else needed
    if max(wins) > most or min(wins) >= needed or any(won < start for won, start in zip(wins, head_start, strict=True)):
        return LengthProblem(field, max(head_start) if first < head_start[0] or second < head_start[1] else 0, most)
    is_played = first + second + tally.drawn == length.n if length.plays_all else max(wins) >= needed
    if not tally.is_called and not is_played:
        return LengthProblem(field, needed, most)
    return None


def _wins(length: Length, tally: Tally) -> tuple[int, int]:
    return tally.deals_won if length.by_deals else tally.games


def _is_played(length: Length, tally: Tally) -> bool:
    """Has the match ended by itself, without a call? A drawn game counts as played."""
    if length.kind == "deals":
        return tally.deals >= length.n
    if length.kind == "match":
        return max(tally.credits) >= length.n
    wins = _wins(length, tally)
    if length.kind != "best_of" or length.plays_all:
        return sum(wins) + tally.drawn >= length.n
    return max(wins) >= length.wins_needed
