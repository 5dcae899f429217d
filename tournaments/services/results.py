"""Results: from a live table by itself, in person by hand with confirmation and undo; handed down to the ratings."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from audit import services as audit
from games import models as game_models
from games import selectors as games
from ratings import services as ratings
from tournaments.models import GONE, Match, MatchSide, MatchState, Round, RoundState
from tournaments.pairing import Kind, Outcome, points_table
from tournaments.services import clockwork
from tournaments.services.errors import Conflict, Invalid, Refusal

MOST_POINTS = 9_999
MOST_DEALS = 999
BY_HAND = (Kind.PLAYED, Kind.FORFEIT, Kind.DOUBLE_FORFEIT, Kind.ABANDONED)
RATED = (Kind.PLAYED, Kind.ABANDONED)
REF = "match:"


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """What a match ended with. `winner` is 0 or 1, None for a tie or a loss of both."""

    kind: Kind
    winner: int | None
    game_points: tuple[int, int] = (0, 0)
    margin: int = 0
    deals: int = 0
    deals_won: tuple[int, int] = (0, 0)
    is_shutout: bool = False


@transaction.atomic
def record_result(
    *,
    match: Match,
    now: datetime,
    by: User | None,
    points: tuple[int, int] = (0, 0),
    kind: str = Kind.PLAYED,
    winner: int | None = None,
    deals: int = 0,
    is_final: bool = True,
    version: int | None = None,
) -> Match:
    """Enter the result of a match by hand: the game points of both sides (first, second), or a forfeit and its winner.

    With `is_final` off the other side must confirm it, and a result that stands is not touched: only an official enters
    that anew while the round runs. Locks the round and the match. Raises Invalid for impossible figures, Conflict for
    another `version`, Refusal outside a running round.
    """
    match = _lock(match)
    if version is not None and match.version != version:
        raise Conflict(_("Somebody else has entered a result for this match meanwhile."))
    if match.state == MatchState.PLAYING:
        raise Refusal(_("This match is being played at a live table: its result comes by itself."), "live")
    if match.state == MatchState.OVER and not is_final:
        raise Refusal(_("This result stands. Ask an official if it is wrong."), "stands")
    score = _checked(Kind(kind) if kind in BY_HAND else None, points, winner, deals)
    if score.kind is Kind.PLAYED and not score.deals and points_table(match.round.stage.settings["points"]).beta:
        raise Invalid("deals", _("Victory points need the number of deals: from 1 to %(most)d.") % {"most": MOST_DEALS})
    before = _facts(match)
    _write(match, score, now, MatchState.OVER if is_final else MatchState.REPORTED, by)
    _record(match, "match.result", by, now, before=before, after=_facts(match))
    _after_result(match.round, now + clockwork.UNDO_FOR)
    return match


@transaction.atomic
def confirm_result(*, match: Match, now: datetime, by: User | None) -> Match:
    """The other side (None: by its slip), or an official, says that the reported result is right. Locks the round and
    the match."""
    match = _lock(match)
    if match.state != MatchState.REPORTED:
        raise Refusal(_("There is no result to confirm."), "nothing_reported")
    if by is not None and match.entered_by_id == by.pk:
        raise Refusal(_("You have reported this result: the other side confirms it."), "own_report")
    match.state, match.version = MatchState.OVER, match.version + 1
    match.save(update_fields=["state", "version"])
    _record(match, "match.confirm", by, now, after=_facts(match))
    _after_result(match.round, now)
    return match


@transaction.atomic
def undo_result(*, match: Match, now: datetime, by: User) -> Match:
    """Take back a result entered by hand less than ten seconds ago, by whoever entered it; what a live table had said
    counts again. Locks round and match."""
    match = _lock(match)
    if match.entered_by_id != by.pk or match.entered_at is None:
        raise Refusal(_("Only who entered a result can undo it."), "not_yours")
    if not can_undo(match, now):
        raise Refusal(_("A result can be undone for ten seconds; enter the right one instead."), "too_late")
    return take_back(match=match, now=now, by=by)


def take_back(*, match: Match, now: datetime, by: User | None) -> Match:
    """Empty the result of a match again, and take the promise to close its round back. Called with both locked."""
    before = _facts(match)
    clockwork.cancel_close(match.round)
    Round.objects.filter(pk=match.round_id).update(version=match.round.version + 1)
    match.sides.update(points=None, game_points=None, margin=0, deals_won=0)
    match.state, match.result_kind, match.deals, match.is_shutout = MatchState.PAIRED, "", 0, False
    match.entered_by = match.entered_at = match.finished_at = None
    match.version += 1
    match.save()
    _record(match, "match.undo", by, now, before=before)
    return _from_its_table(match, now) if match.table else match


def _from_its_table(match: Match, now: datetime) -> Match:
    Match.objects.filter(pk=match.pk).update(state=MatchState.PLAYING)
    table = game_models.Table.objects.get(public_id=match.table)
    return table_over(table=table, now=now) or match


def can_undo(match: Match, now: datetime) -> bool:
    """Was the result entered by hand, and less than ten seconds ago, while its round still runs?"""
    is_fresh = match.entered_at is not None and now - match.entered_at <= clockwork.UNDO_FOR
    return is_fresh and match.round.state == RoundState.RUNNING


@transaction.atomic
def table_over(*, table: game_models.Table, now: datetime) -> Match | None:
    """A live table has ended: record its match, or hand a casual sitting down to the ratings. Running it twice changes
    nothing. Locks the round and the match."""
    result = games.result(table)
    if result is None:
        return None
    if not result.ref.startswith(REF):
        _hand_down_casual(table, result)
        return None
    match = Match.objects.filter(public_id=result.ref.removeprefix(REF)).first()
    if match is None:
        return None
    match = _lock(match, refuse=False)
    if match.state != MatchState.PLAYING or match.table != table.public_id:
        return match
    _write(match, _from_table(result), result.finished_at, MatchState.OVER, None)
    _record(match, "match.result", None, now, after=_facts(match))
    hand_down(match, now)
    _after_result(match.round, result.finished_at)
    return match


def walk_over(match: Match, now: datetime) -> bool:
    """As a round starts: who has left the tournament loses by forfeit, both if both have. Says whether it was so.
    Called with the round locked."""
    here = [side.order for side in match.sides.all() if side.entry.status not in GONE]
    if len(here) == 2:
        return False
    score = Score(kind=Kind.FORFEIT, winner=here[0]) if here else Score(kind=Kind.DOUBLE_FORFEIT, winner=None)
    _write(match, score, now, MatchState.OVER, None)
    _record(match, "match.walk_over", None, now, after=_facts(match))
    return True


def hand_down(match: Match, now: datetime, by: User | None = None) -> None:
    """Give a finished match to the ratings. One that they know is corrected where an official has entered it anew, or
    taken out when it was not played after all. Matches played by the house do not count unless the tournament says so.
    """
    source = f"{REF}{match.public_id}"
    is_corrected = match.entered_by_id is not None and ratings.is_known(source=source)
    if match.result_kind not in RATED or match.finished_at is None:
        if is_corrected:
            ratings.annul_match(source=source, by=by, now=now, reason=match.result_kind)
        return
    tournament = match.round.stage.tournament
    sides = list(match.sides.select_related("seat__entry").prefetch_related("seat__entry__members__user"))
    players = [side.entry.members.all()[0].user for side in sides]
    is_house = bool(tournament.settings.get("house_level")) or any(user.house_level for user in players)
    has_play = match.result_kind == Kind.PLAYED or match.deals > 0
    figures = {
        "score_a": _share(sides),
        "margin": sides[0].margin,
        "deals": match.deals,
        "kind": match.result_kind,
        "weight": int(has_play and (not is_house or bool(tournament.settings.get("rated_house")))),
    }
    if is_corrected:
        ratings.correct_match(source=source, by=by, now=now, **figures)
        return
    ratings.record_match(
        source=source,
        pool=tournament.variant,
        finished_at=match.finished_at,
        players=players,
        **figures,
        label=_("%(tournament)s, round %(n)d") % {"tournament": tournament.name, "n": match.round.number},
        link=f"/matches/{match.public_id}/",
    )


def _hand_down_casual(table: game_models.Table, result: games.TableResult) -> None:
    """A sitting without a tournament: rated between people, not against the house."""
    seats = list(table.seats.select_related("user").order_by("seat"))
    if len(seats) != 2:
        return
    is_house = any(seat.house_level or seat.user.house_level for seat in seats)
    score = _from_table(result)
    ratings.record_match(
        source=f"table:{table.public_id}",
        pool=table.rules,
        finished_at=result.finished_at,
        players=[seat.user for seat in seats],
        score_a=0.5 if score.winner is None else float(score.winner == 0),
        margin=score.margin,
        deals=score.deals,
        kind="abandoned" if result.abandoned else "casual",
        weight=int(not is_house and score.deals > 0),
        label=table.label,
        link=f"/tables/{table.public_id}/",
    )


def _from_table(result: games.TableResult) -> Score:
    """A sitting's end as a match result. The margin is the final difference with all bonuses; of an abandoned sitting
    only its finished deals count."""
    first, second = result.points
    return Score(
        kind=Kind.ABANDONED if result.abandoned else Kind.PLAYED,
        winner=result.winner,
        game_points=(first, second) if result.abandoned else (result.totals[0], result.totals[1]),
        margin=first - second if result.abandoned else result.net[0],
        deals=result.deals,
        deals_won=(result.deals_won[0], result.deals_won[1]),
        is_shutout=result.shutout,
    )


def _checked(kind: Kind | None, points: tuple[int, int], winner: int | None, deals: int) -> Score:
    """The figures of a result entered by hand, after the arithmetic: who wins a played game has more points."""
    if kind is None:
        raise Invalid("kind", _("A result is played, abandoned, a forfeit or a double forfeit."))
    first, second = points
    if min(first, second) < 0 or max(first, second) > MOST_POINTS:
        raise Invalid("points", _("Points are whole numbers from 0 to %(most)d.") % {"most": MOST_POINTS})
    if not 0 <= deals <= MOST_DEALS:
        raise Invalid("deals", _("A match has at most %(most)d deals.") % {"most": MOST_DEALS})
    if kind is Kind.DOUBLE_FORFEIT:
        return Score(kind=kind, winner=None)
    if kind in (Kind.FORFEIT, Kind.ABANDONED):
        if winner not in (0, 1):
            raise Invalid("winner", _("Say who wins."))
        return Score(kind=kind, winner=winner) if kind is Kind.FORFEIT else _played(kind, first, second, winner, deals)
    if first == second == 0 and winner in (0, 1):
        return Score(kind=kind, winner=winner, deals=deals)  # who won is known, the points were not noted
    if first == second:
        raise Invalid("points", _("A game has a winner: the points cannot be equal."))
    if winner is not None and winner != int(second > first):
        raise Invalid("winner", _("The winner has more points than the other side."))
    return _played(kind, first, second, int(second > first), deals)


def _played(kind: Kind, first: int, second: int, winner: int, deals: int) -> Score:
    return Score(
        kind=kind,
        winner=winner,
        game_points=(first, second),
        margin=first - second,
        deals=deals,
        is_shutout=min(first, second) == 0 and kind is Kind.PLAYED,
    )


def _write(match: Match, score: Score, at: datetime, state: str, by: User | None) -> None:
    """Put a score into the match and its sides."""
    table = points_table(match.round.stage.settings["points"])
    outcome = Outcome(winner=score.winner, margin=score.margin, deals=score.deals, is_shutout=score.is_shutout)
    points = table.points(score.kind, outcome)
    sides = list(match.sides.order_by("order"))
    for side in sides:
        side.points = points[side.order]
        side.game_points = score.game_points[side.order]
        side.deals_won = score.deals_won[side.order]
        side.margin = score.margin if side.order == 0 else -score.margin
    MatchSide.objects.bulk_update(sides, ["points", "game_points", "deals_won", "margin"])
    match.result_kind, match.deals, match.is_shutout = score.kind, score.deals, score.is_shutout
    match.state, match.finished_at, match.entered_at, match.entered_by = state, at, at if by else None, by
    match.version += 1
    match.save()


def _share(sides: list[MatchSide]) -> float:
    first, second = (side.points or 0 for side in sides)
    return 0.5 if first == second else float(first > second)


def _after_result(rnd: Round, close_at: datetime) -> None:
    """When all results of a round are in, promise to close it."""
    if not rnd.matches.exclude(state=MatchState.OVER).exists():
        clockwork.plan_close(rnd, close_at)


def _lock(match: Match, refuse: bool = True) -> Match:
    """The match with its round, both locked, the round first: results of a round come one after the other."""
    rnd = Round.objects.select_for_update().get(pk=match.round_id)
    if refuse and rnd.state != RoundState.RUNNING:
        raise Refusal(_("Results can be entered while the round is running."), "round_not_running")
    match = Match.objects.select_for_update().get(pk=match.pk)
    match.round = Round.objects.select_related("stage__tournament").get(pk=rnd.pk)
    return match


def _facts(match: Match) -> dict[str, Any]:
    sides = match.sides.order_by("order").values_list("points", "game_points", "margin")
    return {"state": match.state, "kind": match.result_kind, "sides": [list(side) for side in sides]}


def _record(match: Match, action: str, by: User | None, now: datetime, **facts: Any) -> None:
    audit.record(actor=by, action=action, target=f"match:{match.public_id}", now=now, **facts)
