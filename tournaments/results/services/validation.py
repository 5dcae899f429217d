"""Check the figures of an entered result against the rule set's arithmetic and the length of the match."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from games import engine
from games.engine.sheets.lengths import Length, LengthProblem, Tally, leader, length_problem
from tournaments.errors import Invalid
from tournaments.event.selectors.drawn_matches import played_on_words
from tournaments.event.selectors.lengths import (
    comes_level,
    counts_games,
    drawn_way,
    head_start_of,
    is_timed,
    length_of_match,
)
from tournaments.formats.going_on import PLAYED_ON, WITH_PLAY
from tournaments.matches.services.match_scores import MOST_DEALS, Score, check_ruling, check_score, leads, scale_for
from tournaments.models import Match
from tournaments.pairing import Kind, PointsTable, points_of
from tournaments.results.services import places as of_places

COUNTED = ("", "pad", "total")
FIGURES = (Kind.PLAYED, Kind.ABANDONED)
WITH_GAMES = (*FIGURES, Kind.ADJUSTED)
MOST_COLUMNS = 3  # so few points are columns won (HOL-5)


def score_of(
    match: Match,
    *,
    kind: str = Kind.PLAYED,
    points: Sequence[int] | None = None,
    places: Sequence[int] | None = None,
    absent: Sequence[int] | None = None,
    winner: int | None = None,
    deals: int = 0,
    deals_won: Sequence[int] | None = None,
    games: Sequence[int] | None = None,
    counted: str = "",
    by_ruling: bool = False,
    ruling: Sequence[int] | None = None,
    falls_short: bool = False,
) -> Score:
    """The score of a match, or of a board of teams, from figures entered by hand: for two sides points, games or
    winner, for more the scores or only the places, and the sides (from 0) that were `absent` (None: as is noted).
    Decided by officials (`by_ruling`) also with the points of a `ruling`; after a ruling on points nobody need have
    reached the target (`falls_short`). Raises Invalid, which names the field and what is allowed."""
    table = scale_for(match)
    if not isinstance(table, PointsTable):
        _refuse_of_two(match, winner=winner, games=games, counted=counted or None)
        said: dict[str, Any] = {"kind": kind, "points": points, "places": places, "absent": absent, "deals": deals}
        said |= {"deals_won": deals_won, "ruling": ruling, "by_ruling": by_ruling, "falls_short": falls_short}
        return of_places.checked(match, **said)
    if absent or (places is not None and points is not None):
        raise Invalid("absent" if places is None else "places", _("Of two sides enter the points, or who wins."))
    if places is not None:
        winner = _first_of(places, winner)
    return checked(
        match, table, kind=kind, points=_two("points", points) or (0, 0), winner=winner, deals=deals,
        games=_two("games", games), deals_won=_two("deals_won", deals_won), counted=counted, by_ruling=by_ruling,
        ruling=_two("ruling", ruling), falls_short=falls_short,
    )  # fmt: skip


def _refuse_of_two(match: Match, **figures: object) -> None:
    """Raise Invalid for a figure that only two sides have, which would be lost at a table of three and more."""
    said = next((field for field, figure in figures.items() if figure is not None), None)
    if said is not None:
        allowed = _("Enter the scores of all %(n)d seats, or their places.")
        raise Invalid(said, allowed % {"n": match.sides.count()})


def _first_of(places: Sequence[int], named: int | None) -> int | None:
    """The winner by the places of two sides; None for a tie. Raises Invalid, also if another winner is `named`."""
    first, second = _two("places", places) or (0, 0)
    if {first, second} not in ({1, 2}, {1}):
        raise Invalid("places", _("Places of two are 1. and 2., or 1. and 1. for a tie."))
    found = leads((second, first))
    if named not in (None, found):
        raise Invalid("winner", _("The winner has the better place."))
    return found


def _two(field: str, figures: Sequence[int] | None) -> tuple[int, int] | None:
    if figures is None:
        return None
    of_places.check_count(field, figures, 2)
    first, second = figures
    return first, second


def checked(
    match: Match,
    table: PointsTable,
    *,
    kind: str,
    points: tuple[int, int],
    winner: int | None,
    deals: int,
    games: tuple[int, int] | None = None,
    deals_won: tuple[int, int] | None = None,
    counted: str = "",
    by_ruling: bool = False,
    ruling: tuple[int, int] | None = None,
    falls_short: bool = False,
) -> Score:
    """The score of a match, or of a board of it with its points `table`, from figures by hand: entered, or decided by
    officials (`by_ruling`, with the match points of a `ruling` where these do not follow). The arguments are those of
    `record_result`. Raises Invalid, naming the field, for what the rules or the length cannot give."""
    if deals_won is not None and not all(0 <= won <= MOST_DEALS for won in deals_won):
        raise Invalid("deals_won", _("A match has at most %(most)d deals.") % {"most": MOST_DEALS})
    leads = _ahead(match, kind, points, games, deals_won)
    may_tie = comes_level(match)
    if kind == Kind.PLAYED and points == (0, 0) and winner is None and not may_tie:
        _refuse_drawn(rules_of(match))
    if by_ruling:
        score = check_ruling(kind, points, winner, deals, table, ruling, may_tie, leads)
    else:
        score = check_score(kind, points, winner, deals, table, may_tie, leads)
        if games is None:
            _refuse_unknown_points(score, table)
    is_level = score.winner is None and score.kind in WITH_PLAY
    if is_level and drawn_way(match) in PLAYED_ON:
        raise Invalid("points" if ruling is None else "ruling", played_on_words(match))
    if ruling is None:
        check_figures(match, kind, points, deals, deals_won, counted, games, falls_short)
    if score.kind in WITH_GAMES:
        score = replace(score, deals_won=deals_won or (0, 0), games=games)
    return score


def _refuse_unknown_points(score: Score, table: PointsTable) -> None:
    """Raise Invalid for a winner without points where the match points follow from the points: both sides would get
    the same."""
    if score.kind == Kind.PLAYED and score.winner is not None and not any(score.game_points or ()):
        first, second = points_of(score.kind, score.outcome, table)
        if first == second:
            raise Invalid("points", _("The match points follow from the points here: enter them."))


def games_kept(
    match: Match,
    noted: Sequence[int] | None,
    held: Sequence[int],
    *,
    kind: str,
    points: Sequence[int],
    winner: int | None,
    ruling: Sequence[int] | None,
) -> Sequence[int] | None:
    """The games of a corrected result that names none: those `noted` before, unless it names another winner; None if
    none were noted, or games do not count. The points `held` until now may be for the side that won fewer games. Raises
    Invalid where the games must be given again."""
    if noted is None or kind not in WITH_GAMES or not counts_games(match):
        return None
    won = leads(noted)
    named = winner if winner is not None else leads(ruling) if ruling is not None else None
    if named is None and ruling is None:
        stays = leads(points) == leads(held) or (won is not None and leads(points) in (None, won))
    else:
        stays = named == (won if won is not None else leads(held))
    if not stays:
        said = {"a": noted[0], "b": noted[1]}
        raise Invalid("games", _("Another winner: say the games won by both sides (until now %(a)d–%(b)d).") % said)
    return noted


def _ahead(
    match: Match,
    kind: str,
    points: tuple[int, int],
    games: tuple[int, int] | None,
    deals_won: tuple[int, int] | None,
) -> int | None:
    """The winner by what counts before points: games, or deals in a best of deals; None if nothing was noted or both
    have as many. Raises Invalid for games that the length does not give."""
    length = length_of_match(match)
    if games is not None and not counts_games(match):
        raise Invalid("games", _("Games won are entered where the best of several games is played."))
    if length.kind != "best_of":
        return None
    wins = games if length.is_by_games else deals_won
    if wins is None or kind not in WITH_GAMES:
        return None
    is_called = kind != Kind.PLAYED or is_timed(match)
    drawn = engine.with_drawn(rules_of(match), length, games or (0, 0), is_called=is_called).drawn
    tally = Tally(games=games or (0, 0), drawn=drawn, deals_won=deals_won or (0, 0), points=points, is_called=is_called)
    _refuse_length(length_problem(length, tally, head_start_of(match)), length)
    return leader(length, tally)


def check_figures(
    match: Match,
    kind: str,
    points: tuple[int, int],
    deals: int = 0,
    deals_won: tuple[int, int] | None = None,
    counted: str = "",
    games: tuple[int, int] | None = None,
    falls_short: bool = False,
) -> None:
    """Raise Invalid, which names the field and the allowed values, for figures that the rules of the match cannot give.

    `counted`: points on the "pad" (before bonuses), or "total" (with game bonus, boxes and shutout), or nothing, when
    figures are fine that are possible either way. Nothing is asked of points that nobody noted (0 to 0).
    """
    if counted not in COUNTED:
        raise Invalid("counted", _("Points are counted on the pad (pad) or with all bonuses (total)."))
    if kind not in FIGURES:
        return
    length = length_of_match(match)
    has_ended_early = falls_short or kind == Kind.ABANDONED or is_timed(match)
    rules = rules_of(match)
    _refuse_level_at_target(match, kind, points, counted, rules)
    if length.kind == "deals" and deals:
        _refuse_length(length_problem(length, Tally(deals=deals, is_called=has_ended_early)), length)
    if points == (0, 0):
        _refuse_counts(rules, deals, deals_won)
        return
    found = {
        way: engine.doubts(
            rules,
            engine.Entered(
                points=points,
                deals=deals,
                deals_won=deals_won,
                games=games,
                is_total=way == "total",
                to_target=not has_ended_early,
                length=length,
                head_start=head_start_of(match),
            ),
        )
        for way in ([counted] if counted else ["pad"] if kind == Kind.ABANDONED else ["pad", "total"])
    }
    if all(found.values()):
        few = rules.sheet.name == "columns" and max(points) <= MOST_COLUMNS
        is_total = counted == "total" or (
            not counted
            and "total" in found
            and (few or max(points) >= ((rules.target or 0) + rules.game_bonus) * max(1, *(games or (1, 1))))
        )
        doubt = found["total" if is_total else "pad"][0]
        raise _with_way_out(refusal(doubt, rules), points, doubt.code == "target_not_reached")


def _with_way_out(refused: Invalid, points: tuple[int, int], is_short: bool) -> Invalid:
    """The refusal of 1–0 says that the winner alone is enough, that of a game which `is_short` of its target what to do
    where time has ended it."""
    if max(points) > 1 and is_short:
        timed = _("If time ended the game, an official first gives the round its minutes, on the page of its pairings.")
        return Invalid(refused.field, f"{refused} {timed}")
    if max(points) > 1:
        return refused
    only = _("If you do not know the points, say only who has won: in a typed line 1 is the first side, 0 the second.")
    return Invalid(refused.field, f"{refused} {only}")


def _refuse_level_at_target(
    match: Match, kind: str, points: tuple[int, int], counted: str, rules: engine.RuleSet
) -> None:
    """Refuse a level score at the target: a game to a target whose time was called can be level only below it, because
    the first side to reach it wins. With all bonuses ("total") both can stand above it."""
    is_at_target = points[0] == points[1] and bool(rules.target) and points[0] >= (rules.target or 0)
    if is_at_target and kind == Kind.PLAYED and counted != "total" and length_of_match(match).kind == "game":
        words = _("A game to %(target)d cannot end level at %(points)d: whoever reaches %(target)d first has won.")
        raise Invalid("points", words % {"target": rules.target, "points": points[0]})


def rules_of(match: Match) -> engine.RuleSet:
    """The rules of a match, including the options of its length."""
    variant = match.round.stage.tournament.variant
    return engine.rule_set(variant, **engine.sitting_options(variant, length_of_match(match)))


def _refuse_drawn(rules: engine.RuleSet) -> None:
    """CNQ-19: refuse a drawn game if it carries something on, because the match then goes on with the next game."""
    if rules.sheet.name == "stakes" and not rules.sheet.may_draw(rules):
        carried = _("In %(rules)s a drawn game is carried on to the next: play on until one side has won. (CNQ-19)")
        raise Invalid("points", carried % {"rules": rules.name})


def _refuse_counts(rules: engine.RuleSet, deals: int, deals_won: tuple[int, int] | None) -> None:
    """Refuse more deals won than played, whatever the points are."""
    asked = engine.Entered(points=(0, 0), deals=deals, deals_won=deals_won, to_target=False)
    for doubt in engine.doubts(rules, asked):
        raise refusal(doubt, rules)


def _refuse_length(found: LengthProblem | None, length: Length) -> None:
    if found is None:
        return
    said = {"least": found.least, "most": found.most, "n": length.n, "needed": length.wins_needed}
    if found.field == "deals" and found.least == found.most:
        raise Invalid(found.field, _("This match has %(most)d deals.") % said)
    if found.field == "deals":
        raise Invalid(found.field, _("This match has from %(least)d to %(most)d deals.") % said)
    if length.plays_all:
        raise Invalid(found.field, _("All %(n)d are played: both sides together have won %(n)d.") % said)
    raise Invalid(found.field, _("Best of %(n)d: the winner has won %(needed)d, the other side fewer.") % said)


def refusal(doubt: engine.Doubt, rules: engine.RuleSet) -> Invalid:
    """A doubt in words: the error, and the allowed values."""
    said = {
        "least": doubt.least,
        "most": doubt.most,
        "target": rules.target,
        "rules": rules.name,
        "box": rules.box_value,
    }
    words = {
        "below_zero": _("Nothing below 0."),
        "more_than_played": _("The deals won are at most all deals: %(most)d."),
        "target_not_reached": _("%(rules)s is played to %(target)d: the winner has at least %(least)d points."),
        "both_reached_target": _("%(rules)s is played to %(target)d: the loser has at most %(most)d points."),
        "more_than_the_last_deal": _("The game ends at %(target)d: the winner has at most %(most)d points."),
        "more_than_all_deals": _("All deals of a game with their boxes and bonuses give at most %(most)d points."),
        "points_without_deals": _("So many points need at least %(least)d deals won by that side."),
        "too_few_deals": _("So many points need at least %(least)d deals."),
        "bonuses_missing": _("With game bonus and boxes the winner has at least %(least)d points."),
        "box_without_points": _(
            "A player who has won a deal has its points and its box of %(box)d: at least %(least)d, or 0."
        ),
        "loser_too_high": _("The loser has at most %(most)d points with its boxes."),
        "not_doubled": _("After a shutout the winner’s total is doubled: an even number such as %(least)d."),
        "boxes_do_not_fit": _("With these deals won the loser has from %(least)d to %(most)d points."),
        "columns_won": _("Two of three columns win %(rules)s: 2–0, 2–1 or 3–0; or enter the points of all columns."),
        "columns_open": _("At the end all columns that count are closed: both sides have at least %(least)d together."),
        "ahead_too_low": _("In %(rules)s the side with more points has at least %(least)s here."),
        "ahead_too_high": _("In %(rules)s the side with more points has at most %(most)s here."),
        "behind_too_low": _("In %(rules)s the side with fewer points has at least %(least)s here."),
        "behind_too_high": _("In %(rules)s the side with fewer points has at most %(most)s here."),
    }
    if doubt.code == "units":
        return Invalid(doubt.field, f"{_units(rules, doubt.most)} ({doubt.rule})")
    rule = f" ({doubt.rule})" if doubt.code.startswith(("ahead", "behind", "columns")) else ""
    return Invalid(doubt.field, words[doubt.code] % said + rule)


def _units(rules: engine.RuleSet, most: int | None) -> str:
    """CNQ-18, 19: the possible units of a game of Conquian."""
    said = {"rules": rules.name}
    if most is None:
        return (
            _("In %(rules)s the loser pays one unit, and one more for each drawn game before: such as 1–0 or 3–0.")
            % said
        )
    if most > 1:
        return _("In %(rules)s the loser pays one unit, or two after a drawn game: 1–0 or 2–0.") % said
    return _("In %(rules)s the loser pays one unit: 1–0; or 0–0 for a drawn game.") % said
