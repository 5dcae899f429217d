"""Results: from a live table by itself, in person by hand with confirmation and undo; handed down to the ratings."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games import models as game_models
from games import selectors as games
from ratings import services as ratings
from tournaments.formats.duplicate import KEY as DUPLICATE
from tournaments.models import GONE, Match, MatchSide, MatchState, Round, RoundState, Ruling
from tournaments.pairing import Kind, points_table
from tournaments.services import clockwork, duplicate, figures
from tournaments.services.errors import Conflict, Refusal
from tournaments.services.locking import after_result, lock
from tournaments.services.scores import Score, check_score, facts_of_match, record_match, write_score

RATED = (Kind.PLAYED, Kind.ABANDONED, Kind.ADJUSTED)
REF = "match:"


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
    deals_won: tuple[int, int] | None = None,
    counted: str = "",
    is_final: bool = True,
    version: int | None = None,
) -> Match:
    """Enter the result of a match by hand: the game points of both sides (first, second), or a forfeit and its winner.

    Deals, deals won by each side and how points are `counted` ("pad", "total" or either) are said where that is known;
    all must be what the rules of the match can give.
    With `is_final` off the other side must confirm it, and a result that stands is not touched: only an official enters
    that anew while the round runs. Locks the round and the match. Raises Invalid for impossible figures, Conflict for
    another `version`, Refusal outside a running round.
    """
    match = lock(match)
    if kind not in (Kind.FORFEIT, Kind.DOUBLE_FORFEIT) and match.boards.exists():
        raise Refusal(_("This match is played on several boards: enter the result of each."), "boards")
    if kind not in (Kind.FORFEIT, Kind.DOUBLE_FORFEIT) and match.round.stage.format == DUPLICATE:
        raise Refusal(_("This match is scored deck by deck: enter what the table made of each."), "decks")
    if version is not None and match.version != version:
        raise Conflict(_("Somebody else has entered a result for this match meanwhile."))
    if match.state == MatchState.PLAYING:
        raise Refusal(_("This match is being played at a live table: its result comes by itself."), "live")
    if match.state == MatchState.OVER and not is_final:
        raise Refusal(_("This result stands. Ask an official if it is wrong."), "stands")
    table = points_table(match.round.stage.settings["points"])
    score = check_score(kind, points, winner, deals, table, may_tie=figures.may_tie(match))
    figures.check_figures(match, kind, points, deals, deals_won, counted)
    score = replace(score, deals_won=deals_won or (0, 0)) if score.kind in figures.FIGURES else score
    before = facts_of_match(match)
    write_score(match, score, now, MatchState.OVER if is_final else MatchState.REPORTED, by)
    record_match(match, "match.result", by, now, before=before, after=facts_of_match(match))
    after_result(match.round, now + clockwork.UNDO_FOR)
    duplicate.settle(match.round, now, by)
    return match


@transaction.atomic
def confirm_result(*, match: Match, now: datetime, by: User | None) -> Match:
    """The other side (None: by its slip), or an official, says that the reported result is right. Locks the round and
    the match."""
    match = lock(match)
    if match.state != MatchState.REPORTED:
        raise Refusal(_("There is no result to confirm."), "nothing_reported")
    if by is not None and match.entered_by_id == by.pk:
        raise Refusal(_("You have reported this result: the other side confirms it."), "own_report")
    match.state, match.version = MatchState.OVER, match.version + 1
    match.save(update_fields=["state", "version"])
    record_match(match, "match.confirm", by, now, after=facts_of_match(match))
    after_result(match.round, now)
    return match


@transaction.atomic
def undo_result(*, match: Match, now: datetime, by: User) -> Match:
    """Take back a result entered by hand less than ten seconds ago, by whoever entered it; what a live table had said
    counts again. Locks round and match."""
    match = lock(match)
    if match.entered_by_id != by.pk or match.entered_at is None:
        raise Refusal(_("Only who entered a result can undo it."), "not_yours")
    if not can_undo(match, now):
        raise Refusal(_("A result can be undone for ten seconds; enter the right one instead."), "too_late")
    return take_back(match=match, now=now, by=by)


def take_back(*, match: Match, now: datetime, by: User | None) -> Match:
    """Empty the result of a match again, and take the promise to close its round back. Called with both locked."""
    before = facts_of_match(match)
    clockwork.cancel_close(match.round)
    Round.objects.filter(pk=match.round_id).update(version=match.round.version + 1)
    match.sides.update(points=None, game_points=None, margin=0, deals_won=0)
    match.state, match.result_kind, match.deals, match.is_shutout = MatchState.PAIRED, "", 0, False
    match.entered_by = match.entered_at = match.finished_at = None
    match.version += 1
    match.save()
    record_match(match, "match.undo", by, now, before=before)
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
    match = lock(match, refuse=False)
    if match.state != MatchState.PLAYING or match.table != table.public_id:
        return match
    write_score(match, from_table(result), result.finished_at, MatchState.OVER, None)
    record_match(match, "match.result", None, now, after=facts_of_match(match))
    hand_down(match, now)
    after_result(match.round, result.finished_at)
    return match


def walk_over(match: Match, now: datetime) -> bool:
    """As a round starts: who has left the tournament loses by forfeit, both if both have. Says whether it was so.
    Called with the round locked."""
    here = [side.order for side in match.sides.all() if side.entry.status not in GONE]
    if len(here) == 2:
        return False
    score = Score(kind=Kind.FORFEIT, winner=here[0]) if here else Score(kind=Kind.DOUBLE_FORFEIT, winner=None)
    write_score(match, score, now, MatchState.OVER, None)
    record_match(match, "match.walk_over", None, now, after=facts_of_match(match))
    return True


def hand_down(match: Match, now: datetime, by: User | None = None) -> None:
    """Give a finished match to the ratings. One that they know is corrected where an official has entered it anew, or
    taken out when it was not played after all, or a ruling says that it is not rated. An adjusted one is rated as it
    was played. Matches played by the house do not count unless the tournament says so. Repeating it changes nothing.
    """
    if match.sides.filter(seat__entry__members__is_captain=True).exists():
        return  # a team has no rating: what its members played at boards of their own is handed down there
    source = f"{REF}{match.public_id}"
    is_corrected = match.entered_by_id is not None and ratings.is_known(source=source)
    ruling = match.rulings.order_by("-pk").first()
    if match.result_kind not in RATED or match.finished_at is None or (ruling and not ruling.is_rated):
        if is_corrected:
            ratings.annul_match(source=source, by=by, now=now, reason=match.result_kind)
        return
    tournament = match.round.stage.tournament
    sides = list(match.sides.select_related("seat__entry").prefetch_related("seat__entry__members__user"))
    players = [side.entry.members.all()[0].user for side in sides]
    is_house = bool(tournament.settings.get("house_level")) or any(user.house_level for user in players)
    figures = _rated_figures(match, sides)
    has_play = figures["kind"] == Kind.PLAYED or figures["deals"] > 0
    figures["weight"] = int(has_play and (not is_house or bool(tournament.settings.get("rated_house"))))
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


def _rated_figures(match: Match, sides: list[MatchSide]) -> dict[str, Any]:
    """What the ratings take of a match: as it stands, an adjusted one as it was played before the ruling."""
    played = _before_rulings(match) if match.result_kind == Kind.ADJUSTED else None
    if played is None:
        return {"score_a": share(*(side.points or 0 for side in sides)), "margin": sides[0].margin,
                "deals": match.deals, "kind": match.result_kind}  # fmt: skip
    first, second = played.before["sides"]
    return {"score_a": share(first[0], second[0]), "margin": first[2], "deals": played.before.get("deals", 0),
            "kind": played.before["kind"]}  # fmt: skip


def _before_rulings(match: Match) -> Ruling | None:
    """The ruling that took over from the result as it was played; None where there was none."""
    rulings = list(match.rulings.order_by("-pk"))
    return next((one for one in rulings if one.before["kind"] in (Kind.PLAYED, Kind.ABANDONED)), None)


def _hand_down_casual(table: game_models.Table, result: games.TableResult) -> None:
    """A sitting without a tournament: rated between people, not against the house."""
    seats = list(table.seats.select_related("user").order_by("seat"))
    if len(seats) != 2:
        return
    is_house = any(seat.house_level or seat.user.house_level for seat in seats)
    score = from_table(result)
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


def from_table(result: games.TableResult) -> Score:
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


def share(first: int, second: int) -> float:
    """What the first side has of a match for the ratings: 1, a half, or nothing."""
    return 0.5 if first == second else float(first > second)
