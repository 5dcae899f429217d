"""The games of one sitting added up: its standing by its length, whether another game begins, and the totals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.moves.actions import Action, Deal
from games.engine.moves.director import LoseShuffle
from games.engine.moves.result import Settlement
from games.engine.play.referee import is_over
from games.engine.play.rules import RuleSet
from games.engine.play.state import Phase, State, changed_rest
from games.engine.sheets.lengths import Tally

Pair = tuple[int, int]
BySeat = tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """One sheet, finished or not; tuples are by seat. `points` are deal points alone, `totals` and `net` with
    all bonuses. `winner` is None when it is drawn, or not over."""

    over: bool
    winner: int | None
    points: BySeat
    totals: BySeat
    net: BySeat
    deals: int
    deals_won: BySeat
    shutout: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Final:
    """The result of a sitting; tuples are by seat. `totals` and `net` are those of its finished games, plus the points
    of deals beyond them; `games` are the games won, including those that a side started with. `shutout`: the loser
    scored nothing."""

    points: BySeat
    totals: BySeat
    net: BySeat
    deals: int
    deals_won: BySeat
    games: BySeat
    shutout: bool


def game_of(sheet: Settlement) -> Game:
    """The game on a sheet, finished or not."""
    return Game(
        over=sheet.over,
        winner=sheet.winner if sheet.over else None,
        points=sheet.points,
        totals=sheet.totals,
        net=sheet.net,
        deals=sheet.deals,
        deals_won=sheet.deals_won,
        shutout=sheet.over and sheet.shutout,
    )


def game_from(plain: Mapping[str, Any]) -> Game:
    """Read a game that `dataclasses.asdict` wrote as JSON."""
    fields: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in plain.items()}
    return Game(**fields)


def is_dealt(state: State) -> bool:
    """Is the first card of a deal out, while the deal is not scored yet?"""
    return state.phase not in (Phase.DEALING, Phase.DONE)


def tally_of(games: Sequence[Game], *, is_called: bool, is_dealt: bool, head_start: Pair = (0, 0)) -> Tally:
    """The tally of all games of a sitting of two, by its length."""
    return Tally(
        games=_two(_games(games, head_start)),
        credits=_two(_sum([tuple(max(0, net) for net in game.net) if game.over else (0, 0) for game in games])),
        drawn=sum(game.over and game.winner is None for game in games),
        deals_won=_two(_sum([game.deals_won for game in games])),
        points=_two(_sum([game.points for game in games])),
        deals=sum(game.deals for game in games),
        is_called=is_called,
        is_dealt=is_dealt,
    )


def next_game(rules: RuleSet, state: State) -> State:
    """The state for the next game after one is over, with an empty sheet. GIN-38: the dealer is found as after any
    deal; deal numbers go on."""
    blank = rules.sheet.blank(len(state.hands))
    rest = changed_rest(state.rest, score=blank, standing=rules.sheet.settle(rules, blank))
    after = State()
    for name in State.__slots__:
        setattr(after, name, rest if name == "rest" else getattr(state, name))
    return after


def state_met(rules: RuleSet, state: State, action: Action) -> State:
    """The state in which a sitting's next action is done: after a game, chance begins another on an empty sheet."""
    return next_game(rules, state) if isinstance(action, Deal | LoseShuffle) and is_over(rules, state) else state


def final_of(games: Sequence[Game], winner: int | None, head_start: Pair = (0, 0)) -> Final:
    """The result of a sitting's games that this side (None: nobody) has won; the last game may be cut short."""
    whole = [game for game in games if game.over]
    rest = [game for game in games if not game.over]
    points, open_points = _sum([game.points for game in games]), _sum([game.points for game in rest])
    is_one = len(whole) == 1 and not any(game.deals for game in rest)
    return Final(
        points=points,
        totals=_sum([game.totals for game in whole] + [game.points for game in rest]),
        net=_sum([game.net for game in whole] + ([_against(open_points)] if rest else [])),
        deals=sum(game.deals for game in games),
        deals_won=_sum([game.deals_won for game in games]),
        games=_games(games, head_start),
        shutout=whole[0].shutout if is_one else winner is not None and not any(_others(points, winner)),
    )


def _games(games: Sequence[Game], head_start: Pair) -> BySeat:
    """The games won by each seat, including those that it started with."""
    seats = len(games[0].points)
    given = head_start if seats == len(head_start) else (0,) * seats
    return tuple(start + sum(game.winner == seat for game in games) for seat, start in enumerate(given))


def _against(points: BySeat) -> BySeat:
    """3P-20: each seat's points less those of every other seat, pair by pair; the members of a side have the same
    points."""
    return tuple(len(points) * mine - sum(points) for mine in points)


def _others(points: BySeat, seat: int) -> list[int]:
    """The points of the other seats; points below 0 count as 0."""
    return [max(0, theirs) for at, theirs in enumerate(points) if at != seat]


def _two(by_seat: BySeat) -> Pair:
    first, second = by_seat
    return first, second


def _sum(rows: Sequence[BySeat]) -> BySeat:
    return tuple(map(sum, zip(*rows, strict=True)))
