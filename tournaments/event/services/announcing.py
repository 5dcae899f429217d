"""Announce the events of a tournament to webhooks (docs/webhooks.md)."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import reverse

from tournaments.models import Entry, Match, MatchSide, MatchState, Round, Stage, Tournament
from tournaments.pairing import counted_by
from webhooks import selectors as webhook_selectors
from webhooks.services import sending as webhook_sending

TOURNAMENT = {  # by the act in the audit log
    "tournament.create": "tournament.created",
    "tournament.copy": "tournament.created",
    "tournament.begin": "tournament.started",
    "tournament.finish": "tournament.finished",
    "tournament.reopen": "tournament.reopened",
    "tournament.cancel": "tournament.cancelled",
}
Facts = Mapping[str, Any]  # of a match, as the audit log has them


def announce_tournament(tournament: Tournament, action: str, now: datetime) -> None:
    """Announce an act on a tournament, if it is one that webhooks report."""
    if action in TOURNAMENT:
        _send(tournament, TOURNAMENT[action], now, lambda: {"tournament": _tournament(tournament)})


def announce_round(rnd: Round, kind: str, now: datetime) -> None:
    """Announce that a round is published or closed."""
    tournament = rnd.stage.tournament
    _send(tournament, kind, now, lambda: {"tournament": _tournament(tournament), "round": _round(rnd)})


def announce_entries(entries: Sequence[Entry], kind: str, now: datetime) -> None:
    """Announce, with one message for each entry, that entries joined or left a tournament."""
    if entries and webhook_selectors.listeners(entries[0].tournament.club, kind):
        for entry in entries:
            announce_entry(entry, kind, now)


def announce_entry(entry: Entry, kind: str, now: datetime) -> None:
    """Announce that an entry joined or left."""
    tournament = entry.tournament
    said = {"status": entry.status}
    _send(tournament, kind, now, lambda: {"tournament": _tournament(tournament), "entry": _entry(entry) | said})


def announce_match(match: Match, before: Facts | None, after: Facts | None, now: datetime) -> None:
    """Announce how an act on a match has changed its result, if it has."""
    if kind := _kind_of(match.state, before or {}, after or {}):
        _send(match.round.stage.tournament, kind, now, lambda: _result(match))


def _kind_of(state: str, before: Facts, after: Facts) -> str:
    """The event of an act: a result was entered, or an earlier one was changed or taken back; empty if the act leaves
    the result as it is."""
    tells_results = "kind" in before or "kind" in after
    if not tells_results or before == after:
        return ""
    if before.get("state") == MatchState.OVER:
        return "result.corrected"
    return "result.entered" if state == MatchState.OVER else ""


def _send(tournament: Tournament, kind: str, now: datetime, data: Callable[[], dict[str, Any]]) -> None:
    webhook_sending.send(club=tournament.club, kind=kind, data=data, now=now)


def _result(match: Match) -> dict[str, Any]:
    """The content of an announced result: of two sides as `match`, of a table of three and more as `pod`."""
    rnd = match.round
    sides = list(MatchSide.objects.filter(match=match).select_related("seat__entry").order_by("order"))
    held = {
        "id": match.public_id,
        "table": match.table_no,
        "state": match.state,
        "kind": match.result_kind,
        "deals": match.deals,
    }
    told = {"pod": {**held, "seats": [_seat(rnd.stage, one) for one in sides]}}
    if len(sides) == 2:
        told = {"match": {**held, "sides": [_side(rnd.stage, one) for one in sides]}}
    return {"tournament": _tournament(rnd.stage.tournament), "round": _round(rnd), **told}


def _tournament(tournament: Tournament) -> dict[str, Any]:
    api = reverse("api:api-tournament-detail", args=[tournament.slug])
    return {
        "id": tournament.public_id,
        "slug": tournament.slug,
        "name": tournament.name,
        "club": {"slug": tournament.club.slug, "name": tournament.club.name},
        "state": tournament.state,
        "starts_at": tournament.starts_at.isoformat() if tournament.starts_at else None,
        "page": _address(reverse("tournaments:detail", args=[tournament.slug])),
        "api": _address(api),
    }


def _round(rnd: Round) -> dict[str, Any]:
    return {"id": rnd.public_id, "number": rnd.number, "stage": rnd.stage.number, "state": rnd.state}


def _entry(entry: Entry) -> dict[str, Any]:
    people = entry.members.order_by("order").values_list("user__public_id", flat=True)
    return {"id": entry.public_id, "name": entry.name, "players": list(people)}


def _side(stage: Stage, side: MatchSide) -> dict[str, Any]:
    figures = {"game_points": side.game_points, "games_won": side.games_won, "margin": side.margin}
    return {"entry": _entry(side.entry), "points": _points(stage, side.points), **figures}


def _seat(stage: Stage, side: MatchSide) -> dict[str, Any]:
    figures = {"score": side.game_points, "is_absent": side.is_absent}
    return {"entry": _entry(side.entry), "place": side.place, "points": _points(stage, side.points), **figures}


def _points(stage: Stage, points: int | None) -> float | None:
    """Points as people write them: half a point is 0.5."""
    return None if points is None else points / counted_by(stage.settings).unit


def _address(path: str) -> str:
    return f"{settings.SITE_ORIGINS[0]}{path}"
