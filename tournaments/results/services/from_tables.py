"""Results of live tables: recorded when a sitting ends; a casual one goes to the ratings."""

from datetime import datetime
from typing import Any

from django.db import transaction

from games import models as game_models
from games import selectors as games
from ratings.services import results as rating_results
from tournaments.duplicate import services as duplicate
from tournaments.formats.kinds.duplicate import KEY as DUPLICATE
from tournaments.matches.selectors import BOARD, MATCH, referred
from tournaments.matches.services.match_scores import Score
from tournaments.matches.services.writing import after_result, facts_of_match, lock, record_match, write_score
from tournaments.models import Match, MatchState
from tournaments.pairing import Kind
from tournaments.results.services import board_scores, hand_over
from tournaments.results.services import places as of_places


@transaction.atomic
def table_over(*, table: game_models.Table, now: datetime) -> Match | None:
    """Record the match or board of a live table that has ended; a casual sitting goes to the ratings. Running it twice
    changes nothing. Locks the round and the match."""
    result = games.result(table)
    if result is None:
        return None
    if not result.ref.startswith((MATCH, BOARD)):
        _hand_down_casual(table, result)
        return None
    match = referred(result.ref)
    if match is None:
        return None
    match = lock(match, refuse=False)
    if match.state != MatchState.PLAYING or match.table != table.public_id:
        return match
    if match.round.stage.format == DUPLICATE:
        if match.parent_id:
            Match.objects.filter(pk=match.pk).update(state=MatchState.OVER, finished_at=result.finished_at)
        whole, board = match.whole, match.number or 1
        return duplicate.table_over(match=whole, table=table, now=result.finished_at, board=board)
    stands = match.parent is not None and match.parent.state == MatchState.OVER  # decided as a whole meanwhile
    score = of_places.of_present(match, from_table(table, result))
    write_score(match, score, result.finished_at, MatchState.OVER, None)
    record_match(match, "match.result", None, now, after=facts_of_match(match))
    if match.parent is not None:
        if not stands:
            board_scores.settle(match.parent, result.finished_at, None)
        return match
    hand_over.hand_down(match, now)
    after_result(match.round, result.finished_at)
    return match


def _hand_down_casual(table: game_models.Table, result: games.TableResult) -> None:
    """Rate a sitting outside tournaments that was opened as rated and in which only people with accounts played,
    neither the house nor guests. The ratings are not told the address of a private table, because everybody sees why
    they change."""
    seats = list(table.seats.select_related("user").order_by("seat"))
    users = [seat.user for seat in seats]
    is_rated = not any(seat.house_level or seat.user.house_level or seat.user.is_guest for seat in seats)
    told: dict[str, Any] = {
        "source": f"table:{table.public_id}",
        "pool": table.rules,
        "finished_at": result.finished_at,
        "deals": result.deals,
        "kind": "abandoned" if result.abandoned else "casual",
        "weight": int(is_rated and result.deals > 0 and table.settings.get("rated", False)),
        "label": table.label,
        "link": "" if table.is_private else f"/tables/{table.public_id}/",
    }
    if len(users) > 2:
        rating_results.record_several(
            seats=hand_over.seats_at(table, users), sides=hand_over.sides_of(table, result), **told
        )
        return
    score = from_table(table, result)
    share = 0.5 if score.winner is None else float(score.winner == 0)
    told |= {"luck": games.luck_of(table), "timed_out": result.timed_out}
    rating_results.record_match(players=users, score_a=share, margin=score.margins[0], **told)


def from_table(table: game_models.Table, result: games.TableResult) -> Score:
    """The result of those who sat at a live table, from the end of their sitting. The margin is the final difference to
    each of the others with all bonuses; of an abandoned sitting only its finished deals count, and who gave it up is
    last."""
    points = result.points
    against = tuple(len(points) * mine - sum(points) for mine in points)
    return Score(
        kind=Kind.ABANDONED if result.abandoned else Kind.PLAYED,
        winner=result.winner,
        places=tuple(side.place for side in hand_over.sides_of(table, result)),
        game_points=points if result.abandoned else result.totals,
        margins=against if result.abandoned else result.net,
        deals=result.deals,
        deals_won=result.deals_won,
        games=result.games,
        is_shutout=result.shutout,
    )
