"""The shared parts of recording a result: lock and write a match, note it in the log, let its round close after it."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Field
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.models import User
from audit import services as audit
from tournaments.errors import OpenResults, Refusal
from tournaments.event.selectors import sitters
from tournaments.event.services import announcing, schedule
from tournaments.event.services.cancelled import refuse_cancelled
from tournaments.matches.selectors import Waits, round_waits
from tournaments.matches.services.match_scores import FIGURES, Score, revised
from tournaments.models import (
    GONE,
    Case,
    CaseKind,
    EntryMember,
    Match,
    MatchSide,
    MatchState,
    Round,
    RoundState,
)


def after_result(rnd: Round, close_at: datetime) -> None:
    """Plan the closing of a round if nothing keeps it open any more."""
    if not round_waits(rnd):
        schedule.plan_close(rnd, close_at)


def after_case(rnd: Round, case: Case, now: datetime) -> None:
    """Plan the closing of a round if the case just handled was the last thing that kept it open."""
    if rnd.state == RoundState.RUNNING and not round_waits(rnd):
        schedule.plan_close(rnd, now, after=f"case:{case.pk}")


def refuse_open(rnd: Round) -> None:
    """Raise an error for a round that is not over: OpenResults with the tables without a result, else Refusal with the
    open cases, else OpenResults without a table if only its closing is missing."""
    waits = round_waits(rnd)
    missing = OpenResults(_("Results of round %(n)d are missing.") % {"n": rnd.number}, waits.tables)
    if waits.tables:
        raise missing
    refuse_cases(waits)
    raise missing


def refuse_cases(waits: Waits) -> None:
    """Raise Refusal, which names each case, if a case is open."""
    if waits.cases:
        words = _("The desk is not done: %(cases)s. Close what waits there first.")
        raise Refusal(words % {"cases": "; ".join(waits.case_words)}, "case_open")


def lock(match: Match, refuse: bool = True) -> Match:
    """Lock a match and its round, the round first, so that results of a round come one after the other; returns the
    match. For a board, its match is locked too, and who sits there is read."""
    rnd = Round.objects.select_for_update().get(pk=match.round_id)
    if refuse and rnd.state != RoundState.RUNNING:
        raise Refusal(_("Results can be entered while the round is running."), "round_not_running")
    whole = Match.objects.select_for_update(of=("self",)).get(pk=match.parent_id or match.pk)
    whole.round = Round.objects.select_related("stage__tournament").get(pk=rnd.pk)
    if refuse:
        refuse_cancelled(whole.round.stage.tournament)
    if match.parent_id is None:
        return whole
    board = Match.objects.select_for_update(of=("self",)).prefetch_related(sitters.BOARD_SIDES).get(pk=match.pk)
    board.parent, board.round = whole, whole.round
    sitters.seat_partners([board], whole.round, whole.round.stage.tournament.variant)
    return board


def make_boards(match: Match, seated: Iterable[Sequence[EntryMember | None]]) -> None:
    """Make the boards of a match of teams, from the top; `seated` has the players of each board, by side. Called with
    the match locked."""
    at_each = list(seated)
    made = Match.objects.bulk_create(
        Match(round_id=match.round_id, parent=match, number=number, table_no=0) for number in range(1, len(at_each) + 1)
    )
    MatchSide.objects.bulk_create(
        MatchSide(match=board, parent=side, order=side.order, member=member)
        for board, members in zip(made, at_each, strict=True)
        for side, member in zip(match.sides.all(), members, strict=True)
    )


def open_case(
    match: Match, table: str, kind: str, by: User | None, now: datetime, words: str = "", **facts: Any
) -> Case:
    """Write a case for the director's desk: at a live `table`, or in person (""). The words stand in the case, which
    can forget them, and not in the audit log. Called with the match locked."""
    case = Case.objects.create(
        tournament=match.round.stage.tournament, match=match, table=table, kind=kind, opened_by=by, opened_at=now,
        words=words.strip(), **facts,
    )  # fmt: skip
    audit.record(actor=by, action=f"case.{kind}", target=f"case:{case.public_id}", now=now)
    return case


def nobody_came(match: Match, table: str, now: datetime) -> bool:
    """Open a case at the desk for a match, or a board of it, at which nobody has played, once for each live table;
    returns whether the case is new. Called with the match, or its round, locked."""
    if Case.objects.filter(kind=CaseKind.NO_SHOW, table=table, match=match).exists():
        return False
    open_case(match, table, CaseKind.NO_SHOW, None, now, gettext_noop("Nobody has played here: decide what it counts."))
    return True


def refuse_draft(rnd: Round) -> None:
    """Raise Refusal for a round that is not published or was taken back, because its slips and sheets are closed."""
    if rnd.state == RoundState.DRAFT:
        raise Refusal(_("This round has not begun."), "early")


def write_score(match: Match, score: Score, at: datetime, state: str, by: User | None) -> None:
    """Put a score into the match (or the board) and its sides. Called with both locked."""
    after = revised(match, score)
    sides = list(match.sides.all())
    for side, count in zip(sides, after.sides, strict=True):
        for name in FIGURES:
            setattr(side, name, getattr(count, name))
        side.deals_won = score.deals_won[side.order] if score.deals_won else 0
    MatchSide.objects.bulk_update(sides, [*FIGURES, "deals_won"])
    match.result_kind, match.deals, match.is_shutout = score.kind, score.deals, after.is_shutout
    match.is_by_places = all(side.game_points is None for side in after.sides)
    match.state, match.finished_at, match.entered_at, match.entered_by = state, at, at if by else None, by
    match.is_unwitnessed, match.confirmed_by, match.confirmed_at = False, None, None
    match.version += 1
    match.save()


EMPTY: Mapping[str, Any] = {
    "points": None, "game_points": None, "games_won": None, "margin": 0, "place": None, "is_absent": False,
    "deals_won": 0,
}  # fmt: skip
NO_RESULT: Mapping[str, Any] = {
    "state": MatchState.PAIRED, "result_kind": "", "deals": 0, "is_shutout": False, "is_by_places": False,
    "is_unwitnessed": False, "entered_by": None, "entered_at": None, "confirmed_by": None, "confirmed_at": None,
    "finished_at": None,
}  # fmt: skip


def empty(match: Match) -> None:
    """Remove the result of a match. Who has left or is missing, so that it is played without them, stays absent. Called
    with it locked."""
    gone = [side.order for side in match.sides.all() if side.missing_since or side.entry.status in GONE]
    away = [order for order in sitters.away_from(match) if order in gone]
    match.sides.update(**EMPTY)
    match.sides.filter(order__in=away).update(is_absent=True)
    for name, value in NO_RESULT.items():
        setattr(match, name, value)
    match.version += 1
    match.save()


def standing(match: Match) -> dict[str, Any]:
    """The result of a match as it stands, in values of JSON: what `put_back` takes."""
    kept = {field.name: getattr(match, field.attname) for field in _of_result()}
    sides = [{name: getattr(side, name) for name in EMPTY} for side in match.sides.order_by("order")]
    return {"sides": sides} | {
        name: value.isoformat() if isinstance(value, datetime) else value for name, value in kept.items()
    }


def put_back(match: Match, kept: Mapping[str, Any], now: datetime, by: User | None) -> None:
    """Put the result back that once was `standing`, and write that down. Called with the match locked."""
    before = facts_of_match(match)
    for order, figures in enumerate(kept["sides"]):
        match.sides.filter(order=order).update(**figures)
    for field in _of_result():
        setattr(match, field.attname, field.to_python(kept[field.name]))
    match.version += 1
    match.save()
    record_match(match, "match.result", by, now, before=before, after=facts_of_match(match))


def _of_result() -> "list[Field[Any, Any]]":
    return [field for field in Match._meta.concrete_fields if field.name in NO_RESULT]


def take_out(match: Match, now: datetime, by: User | None, *, keeps_reports: bool = False) -> None:
    """Take the result out of a match again, and write that down; also what its sides reported, unless it
    `keeps_reports`. Called with it locked."""
    before = facts_of_match(match)
    empty(match)
    if not keeps_reports:
        match.slip_reports.all().delete()
    record_match(match, "match.undo", by, now, before=before)


def give_way(match: Match, now: datetime, by: User | None) -> None:
    """Take the forfeit of a whole match back, because one of its boards or decks gets a result. Called with the match
    locked. Raises Refusal for a forfeit that is confirmed."""
    if match.state == MatchState.OVER:
        gone = [one.name for one in match.entries if one.status in GONE]
        words = _("This match is forfeited as a whole. An official can take the forfeit back first.")
        if gone:
            words = _("%(name)s has left, and the match is forfeited: let them come back first, then take it back.")
        raise Refusal(words % {"name": ", ".join(gone)}, "forfeited")
    take_out(match, now, by)


def facts_of_match(match: Match) -> dict[str, Any]:
    """A match for the audit log: its state, kind and deals, and the points, game points and margin of each side. Games
    won stand there where they were noted, places and absent sides for three and more, and the players of a board."""
    sides = list(match.sides.order_by("order").values())
    kept: dict[str, Any] = {"state": match.state, "kind": match.result_kind, "deals": match.deals}
    found = {**kept, "sides": [[side[name] for name in ("points", "game_points", "margin")] for side in sides]}
    for name, figures in (
        ("games", [side["games_won"] for side in sides]),
        ("places", [side["place"] for side in sides]),
    ):
        if None not in figures:
            found[name] = figures
    if absent := [side["order"] for side in sides if side["is_absent"]]:
        found["absent"] = absent
    if match.parent_id:
        found["people"] = [" ".join(one.user.public_id for one in people) for people in match.people]
    return found


def record_match(match: Match, action: str, by: User | None, now: datetime, **facts: Any) -> None:
    """Write an audit entry about a match, and let other programs hear of its result. For a board the act has a name of
    its own, and other programs hear only of the result of its match."""
    if match.parent is not None:
        target = f"match:{match.parent.public_id}/board:{match.number}"
        audit.record(actor=by, action=action.replace("match.", "board.", 1), target=target, now=now, **facts)
        return
    audit.record(actor=by, action=action, target=f"match:{match.public_id}", now=now, **facts)
    announcing.announce_match(match, facts.get("before"), facts.get("after"), now)
