"""What was played goes down to the ratings: whole matches and single boards, recorded, corrected or taken out again."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from games import selectors as games
from ratings import services as ratings
from tournaments.models import Match, MatchSide, Round, Ruling, TeamBoard
from tournaments.pairing import Kind
from tournaments.selectors import duplicate
from tournaments.selectors import teams as reading
from tournaments.selectors.finding import SIDES
from tournaments.services import several
from tournaments.services.board_scores import RATED, facts_of_board

MATCH, BOARD = "match:", "board:"
TAKEN_OUT = (Kind.FORFEIT, Kind.DOUBLE_FORFEIT, Kind.ANNULLED)


def hand_down(matches: Match | QuerySet[Match], now: datetime, by: User | None = None) -> None:
    """Give a finished match, or many in their order, to the ratings as they stand in the database, one of teams board
    by board. One that they know is corrected where an official has entered it anew, or taken out when it was not played
    after all, or a ruling says that it is not rated. An adjusted one is rated as it was played. What the house played
    does not count unless the tournament says so. Repeating it changes nothing.
    """
    found = Match.objects.filter(pk=matches.pk) if isinstance(matches, Match) else matches
    found = found.select_related("round__stage__tournament")
    lucks = cache(duplicate.lucks)
    for match in found.prefetch_related(SIDES, "rulings"):
        _hand_down(match, lucks, now, by)


def _hand_down(match: Match, lucks: Callable[[Round], Mapping[int, float]], now: datetime, by: User | None) -> None:
    if match.round.number <= match.round.stage.tournament.settings.get("unrated_rounds", 0):
        return  # it came from a report whose matches were not to be rated
    if reading.is_team(match.round.stage):
        for board in reading.boards_of(match):
            _hand_down_board(match, board, now, by)
        return
    sides = list(match.sides.all())
    members = [list(side.seat.entry.members.all()) for side in sides]
    is_captained = any(member.is_captain for side in members for member in side)
    if is_captained and not several.is_for_sides(match.round.stage.tournament.variant):
        return  # a team of several boards has no rating as a whole
    rulings = sorted(match.rulings.all(), key=lambda ruling: -ruling.pk)
    tournament = match.round.stage.tournament
    _hand_over(
        match,
        source=f"{MATCH}{match.public_id}",
        sides=[[member.user for member in side] for side in members],
        figures=_figures(match.result_kind, match.deals, _points(sides), rulings),
        luck=lucks(match.round).get(match.pk) if duplicate.is_duplicate(match.round.stage) else _luck_of(match),
        finished_at=match.finished_at,
        is_entered=match.entered_by_id is not None,
        label=_label(match) % {"tournament": tournament.name, "n": match.round.number},
        ruling=rulings[0] if rulings else None,
        timed_out=_has_timed_out(match),
        now=now,
        by=by,
    )


def share(first: int, second: int) -> float:
    """What the first side has of a match for the ratings: 1, a half, or nothing."""
    return 0.5 if first == second else float(first > second)


def _label(match: Match) -> str:
    is_ladder = match.round.stage.has_challenges
    return _("%(tournament)s, challenge %(n)d") if is_ladder else _("%(tournament)s, round %(n)d")


def _hand_down_board(match: Match, board: TeamBoard, now: datetime, by: User | None) -> None:
    """A board counts as it was played; where the whole match was ruled out, or not to be rated, it does not."""
    if board.first is None or board.second is None:
        return
    whole = match.rulings.filter(board=None).order_by("-pk").first()
    is_out = match.result_kind in TAKEN_OUT or (whole is not None and not whole.is_rated)
    facts = facts_of_board(board)
    rulings = list(board.rulings.order_by("-pk"))
    found = _figures(board.result_kind, board.deals, facts["sides"], rulings)
    said = {"tournament": match.round.stage.tournament.name, "n": match.round.number, "board": board.number}
    _hand_over(
        match,
        source=f"{BOARD}{board.public_id}",
        sides=[[board.first.user], [board.second.user]],
        figures=None if is_out else found,
        luck=_luck_of(board),
        finished_at=board.finished_at,
        is_entered=board.entered_by_id is not None or match.entered_by_id is not None,
        label=_("%(tournament)s, round %(n)d, board %(board)d") % said,
        ruling=whole if is_out else next(iter(rulings), whole),
        timed_out=_has_timed_out(board),
        now=now,
        by=by,
    )


def _hand_over(
    match: Match,
    *,
    source: str,
    sides: Sequence[Sequence[User]],
    figures: dict[str, Any] | None,
    luck: float | None,
    finished_at: datetime | None,
    is_entered: bool,
    label: str,
    ruling: Ruling | None,
    timed_out: bool,
    now: datetime,
    by: User | None,
) -> None:
    """Record, correct or take out what is known as `source`; without `figures` it is not to be rated."""
    tournament = match.round.stage.tournament
    is_corrected = is_entered and ratings.is_known(source=source)
    if figures is None or finished_at is None:
        if is_corrected:
            reason = ruling.reason if ruling else match.result_kind
            ratings.annul_match(source=source, by=by, now=now, reason=reason)
        return
    players = [user for side in sides for user in side]
    is_house = bool(tournament.settings.get("house_level")) or any(user.house_level for user in players)
    has_play = figures["kind"] == Kind.PLAYED or figures["deals"] > 0
    counts = has_play and (not is_house or bool(tournament.settings.get("rated_house")))
    kind = figures["kind"]
    if duplicate.is_duplicate(match.round.stage) and kind == Kind.PLAYED:
        kind = "duplicate"  # the comparison has taken most of the cards out: there is less noise in it
    told = {"source": source, "deals": figures["deals"], "kind": kind, "weight": int(counts)}
    corrected = {"by": by, "now": now, "reason": ruling.reason if ruling else ""}
    recorded = {
        "pool": tournament.variant,
        "finished_at": finished_at,
        "label": label,
        "link": f"/matches/{match.public_id}/",
    }
    if len(players) > 2:
        came_to = several.two_sides(figures["points"], figures["margin"], figures["score_a"])
        if is_corrected:
            ratings.correct_several(sides=came_to, **told, **corrected)
        else:
            ratings.record_several(seats=several.seats_by_turns(sides), sides=came_to, **told, **recorded)
        return
    told |= {"score_a": figures["score_a"], "margin": figures["margin"], "luck": luck}
    if is_corrected:
        ratings.correct_match(**told, **corrected)
    else:
        ratings.record_match(players=players, timed_out=timed_out, **told, **recorded)


def _luck_of(played: Match | TeamBoard) -> float | None:
    """How much of a match or a board was the cards, for its first side: of one played to its end at a live table, whose
    result nobody has touched."""
    if played.result_kind != Kind.PLAYED or played.entered_by_id is not None or not played.table:
        return None
    table = games.table(played.table)
    return games.luck_of(table) if table else None


def _has_timed_out(played: Match | TeamBoard) -> bool:
    """Did the loser at the live table run out of time, or stay away?"""
    if played.result_kind != Kind.ABANDONED or played.entered_by_id is not None or not played.table:
        return False
    table = games.table(played.table)
    result = games.result(table) if table else None
    return result is not None and result.timed_out


def _figures(kind: str, deals: int, sides: list[Any], rulings: Sequence[Ruling]) -> dict[str, Any] | None:
    """What the ratings take: the result as it stands (of each side points, game points and margin), an adjusted one as
    it was played before the `rulings` (the newest first); None where it is not rated."""
    if kind not in RATED or (rulings and not rulings[0].is_rated):
        return None
    played = None
    if kind == Kind.ADJUSTED:
        played = next((one.before for one in rulings if one.before["kind"] in (Kind.PLAYED, Kind.ABANDONED)), None)
    if played is not None:
        kind, deals, sides = played["kind"], played.get("deals", 0), played["sides"]
    (first, points, margin), (second, others, _) = sides
    found = {"score_a": share(first or 0, second or 0), "margin": margin, "deals": deals, "kind": kind}
    return found | {"points": (points or 0, others or 0)}


def _points(sides: Sequence[MatchSide]) -> list[Any]:
    return [[side.points, side.game_points, side.margin] for side in sides]
