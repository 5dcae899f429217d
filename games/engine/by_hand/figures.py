"""Check the figures of a match entered by hand: are they possible under the rules and the length?

One game on a pad (GIN-32..37) is checked to the point; of other sheets, and of several games, the least and the most
that each side can have. Points are counted on the pad before bonuses, or as final totals with game bonus, boxes and
shutout. Penalties (IRR-10) come off points: figures below what the deals gave are no doubt by themselves. Points of a
ruling (IRR-35) are no part of these figures: they are entered with a ruling, or on a score sheet.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.engine.by_hand.doubts import Doubt
from games.engine.by_hand.limits import least_points
from games.engine.by_hand.pad_scores import pad_doubts
from games.engine.by_hand.spans import COLUMNS_OF, SLACK, Span, deals_span, game_spans, hull, open_span, summed
from games.engine.by_hand.typed_scores import doubts_of_several
from games.engine.play.rules import RuleSet
from games.engine.sheets.columns import COUNT as COLUMNS
from games.engine.sheets.columns import TO_WIN
from games.engine.sheets.lengths import MOST_DEALS, Length, Tally, length_problem

Pair = tuple[int, int]
GAME = Length("game")
MOST_DRAWN = 10  # games of a match
PADS = ("pad", "partnership")
RULES = {"columns": "HOL-5", "colours": "CGN-11", "stakes": "CNQ-18", "colonel": "COL-16", "pairwise": "3P-5"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered:
    """The figures entered for a match: `points` by side, or by seat of three and more; `deals` in all (0: not noted)
    and won by each side; `games` won by each of two, including those that they started with (None: not noted).
    `is_total`: the points include all bonuses. `to_target`: was it played to its end (not to a time)? `length`: its
    options are laid over the rules. `head_start`: the games that both started with."""

    points: tuple[int, ...]
    deals: int = 0
    deals_won: tuple[int, ...] | None = None
    games: Pair | None = None
    is_total: bool = False
    to_target: bool = True
    length: Length = GAME
    head_start: Pair = (0, 0)


def doubts(rules: RuleSet, entered: Entered) -> tuple[Doubt, ...]:
    """Everything that is impossible about these figures by the rule set; empty if they are possible."""
    found = list(_of_counts(rules, entered))
    if found:
        return tuple(found)
    is_game = entered.length.kind in ("game", "hollywood")
    if len(entered.points) > 2 and is_game:
        return doubts_of_several(rules, entered.points, deals=entered.deals, to_target=entered.to_target)
    if is_game and rules.sheet.name in PADS:
        return pad_doubts(
            rules,
            (entered.points[0], entered.points[1]),
            deals=entered.deals,
            deals_won=None if entered.deals_won is None else (entered.deals_won[0], entered.deals_won[1]),
            is_total=entered.is_total,
            to_target=entered.to_target,
        )
    spans = _spans(rules, entered)
    if not spans or any(span.off(entered.points) == 0 for span in spans):
        return ()
    return tuple(_of_game(rules, entered) if is_game else ()) or tuple(_of_nearest(rules, entered, spans))


def _of_counts(rules: RuleSet, entered: Entered) -> Iterator[Doubt]:
    """The checks of every sheet: no more deals won than played, and no points below the least possible."""
    won, least = entered.deals_won, least_points(rules)
    if min(entered.points) < least:
        yield Doubt(field="points", code="below_zero", rule="GIN-32", least=least)
    if entered.deals < 0 or (won is not None and min(won) < 0):
        yield Doubt(field="deals" if entered.deals < 0 else "deals_won", code="below_zero", rule="GIN-32", least=0)
    elif won is not None and entered.deals and _deals_of(rules, won) > entered.deals:
        yield Doubt(field="deals_won", code="more_than_played", rule="GIN-35", most=entered.deals)


def _deals_of(rules: RuleSet, won: Sequence[int]) -> int:
    """The number of deals won; in a chouette every player is credited with those of the own side."""
    return sum(dict.fromkeys(won)) if rules.sheet.name == "sides" else sum(won)


def _of_game(rules: RuleSet, entered: Entered) -> Iterator[Doubt]:
    """Check one game on a sheet that has few possible results or a known sum, as these say more than bounds by side."""
    name = rules.sheet.name
    if name == "stakes":
        most = {"none": 1, "double": 2}.get(rules.draw_carry)
        yield Doubt(field="points", code="units", rule="CNQ-18", least=1, most=most)
    elif name == "columns" and rules.column_settlement == "best_of" and entered.is_total:
        yield Doubt(field="points", code="columns_won", rule="HOL-5", least=TO_WIN, most=COLUMNS)
    elif name in COLUMNS_OF:
        target = rules.suit_target if rules.suit_columns else rules.target or 0
        closed = TO_WIN if name == "columns" and rules.column_settlement == "best_of" else COLUMNS_OF[name]
        if sum(entered.points) < closed * (target - SLACK) and entered.to_target:
            yield Doubt(field="points", code="columns_open", rule=RULES[name], least=closed * target)


def _of_nearest(rules: RuleSet, entered: Entered, spans: Sequence[Span]) -> Iterator[Doubt]:
    """The doubts against the ending that is closest to these points."""
    points = entered.points
    ahead = points.index(max(points))
    nearest = min(spans, key=lambda span: (span.off(points), span.winner not in (None, ahead)))
    rule = RULES.get(rules.sheet.name, "GIN-32")
    for side, (value, (least, most)) in enumerate(zip(points, nearest.sides, strict=True)):
        place = "ahead" if side == ahead else "behind"
        if value < least:
            yield Doubt(field="points", code=f"{place}_too_low", rule=rule, least=least, most=most)
        elif most is not None and value > most:
            yield Doubt(field="points", code=f"{place}_too_high", rule=rule, least=least, most=most)


def _spans(rules: RuleSet, entered: Entered) -> tuple[Span, ...]:
    """All possible results of a match of this length, one span for each way to end."""
    length, seats = entered.length, len(entered.points)
    if not length.is_by_games:
        deals = entered.deals or (length.n if length.kind == "deals" and not length.decides else 0)
        a_side = length.wins_needed if length.by_deals and not length.plays_all else deals or MOST_DEALS
        return (deals_span(rules, entered.deals_won or (a_side,) * seats, deals),)
    found = game_spans(rules, is_total=entered.is_total)
    cut = [] if entered.to_target else [open_span(rules, seats)]
    if length.kind in ("game", "hollywood"):
        return (*found, *cut)
    if length.kind == "match":
        return ()
    pairs = [entered.games] if entered.games is not None else _ways_to_end(rules, entered)
    start = entered.head_start
    return tuple(_of_games(rules, found, cut, (won[0] - start[0], won[1] - start[1])) for won in pairs)


def _ways_to_end(rules: RuleSet, entered: Entered) -> list[Pair]:
    """The games won by both sides with which a match of games can end; after a call, also any score on the way
    there."""
    length, (first, second) = entered.length, entered.head_start
    up_to = length.n if length.plays_all else length.wins_needed
    every = [(a, b) for a in range(first, up_to + 1) for b in range(second, up_to + 1)]
    tallies = ((won, with_drawn(rules, length, won, is_called=not entered.to_target)) for won in every)
    return [won for won, tally in tallies if length_problem(length, tally, entered.head_start) is None]


def with_drawn(rules: RuleSet, length: Length, won: Pair, *, is_called: bool) -> Tally:
    """The games noted, as a tally. If all games are played and a game may be drawn, those that nobody won were
    drawn."""
    is_open = length.plays_all and rules.sheet.may_draw(rules)
    return Tally(games=won, drawn=max(0, length.n - sum(won)) if is_open else 0, is_called=is_called)


def _of_games(rules: RuleSet, found: Sequence[Span], cut: Sequence[Span], won: Pair) -> Span:
    """The spans of so many games won by each side, with drawn games between them and one that a call cut short."""
    found = [
        Span(tuple((max(-SLACK, least), most) for least, most in span.sides), span.winner, span.is_drawn)
        for span in found
    ]
    whole = [hull([span for span in found if span.winner in (side, None) and not span.is_drawn]) for side in (0, 1)]
    spans = [whole[0]] * won[0] + [whole[1]] * won[1] + list(cut)
    if rules.sheet.may_draw(rules):
        drawn = hull([span for span in found if span.winner is None])
        spans += [Span(tuple((min(0, least), most) for least, most in drawn.sides))] * MOST_DRAWN
    ahead = None if won[0] == won[1] else int(won[1] > won[0])
    return Span(summed(spans, 2).sides, ahead)
