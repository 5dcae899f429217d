"""Starting and closing rounds, and the handlers of the tournament's due work."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from audit import services as audit
from duework.models import DueWork
from games import models as game_models
from games import services as games
from tournaments.models import Match, MatchState, Mode, Round, RoundState, Stage, StageState, TournamentState
from tournaments.services import clockwork, cuts, drafts, pairings, results, stages
from tournaments.services.errors import NoPairing, OpenResults, Refusal


@transaction.atomic
def start_round(*, rnd: Round, now: datetime, by: User | None = None) -> Round:
    """Begin a published round: what is played online gets its live tables, in person play begins. Locks the round.

    Starting a round that runs already changes nothing. Raises Refusal before it is published.
    """
    rnd = _locked(rnd)
    if rnd.state in (RoundState.RUNNING, RoundState.CLOSED, RoundState.SEALED):
        return rnd
    if rnd.state != RoundState.PUBLISHED:
        raise Refusal(_("Round %(n)d is not published.") % {"n": rnd.number}, "not_published")
    found = list(rnd.matches.select_related("round__stage").prefetch_related("sides__seat__entry__members__user"))
    to_play = [match for match in found if not results.walk_over(match, now)]
    mode = rnd.stage.tournament.mode
    at_tables = [match for match in to_play if mode == Mode.ONLINE or (mode == Mode.MIXED and match.is_live)]
    for match in at_tables:
        _open_table(rnd, match, now)
    if at_tables:
        clockwork.plan_look(rnd, 1, now)
    rnd.state, rnd.started_at = RoundState.RUNNING, now
    rnd.save(update_fields=["state", "started_at"])
    _record(rnd, "round.start", by, now)
    clockwork.plan_play(rnd, now)
    if not to_play:
        clockwork.plan_close(rnd, now)
    return rnd


@transaction.atomic
def close_round(*, rnd: Round, now: datetime, by: User | None = None) -> Round:
    """End a round whose results are all in: they count in the standings and go down to the ratings. Locks the round.

    Closing it again changes nothing. Raises OpenResults, which lists the missing tables. What follows is promised: in
    an automatic tournament the next pairing, after the last round its end.
    """
    rnd = _locked(rnd)
    if rnd.state in (RoundState.CLOSED, RoundState.SEALED):
        return rnd
    missing = list(rnd.matches.exclude(state=MatchState.OVER).values_list("table_no", flat=True))
    if missing or rnd.state != RoundState.RUNNING:
        raise OpenResults(_("Results of round %(n)d are missing.") % {"n": rnd.number}, missing)
    for match in rnd.matches.select_related("round__stage__tournament"):
        results.hand_down(match, now, by)
    rnd.state, rnd.closed_at = RoundState.CLOSED, now
    rnd.save(update_fields=["state", "closed_at"])
    _record(rnd, "round.close", by, now)
    clockwork.cancel_play(rnd)
    clockwork.plan_seal(rnd, now)
    _go_on(rnd, now)
    return rnd


def do_pair(work: DueWork, now: datetime) -> None:
    """The time to pair a round has come. Done already, or not due any more: nothing. Without a legal pairing the
    stage ends here, with the reason on record."""
    stage = Stage.objects.select_for_update(of=("self", "tournament")).select_related("tournament")
    stage = stage.get(pk=work.payload["stage"])
    if stage.tournament.state != TournamentState.RUNNING or stage.state != StageState.RUNNING:
        return
    due = clockwork.due(stage)
    if (due.step, due.number) != ("pair", work.payload["round"]):
        return
    try:
        with transaction.atomic():
            rnd = drafts.pair_round(stage=stage, now=now)
    except NoPairing as none:
        _end_stage(stage, now, " ".join((str(none), *none.witness)))
        return
    clockwork.plan_publishing(rnd, now)


def do_publish(work: DueWork, now: datetime) -> None:
    """The time to publish a draft has come; one that is published or gone is left alone."""
    rnd = Round.objects.filter(pk=work.payload["round"], state=RoundState.DRAFT).first()
    if rnd is not None:
        pairings.publish_round(rnd=rnd, now=now)


def do_start(work: DueWork, now: datetime) -> None:
    """The time to start a round has come."""
    rnd = Round.objects.filter(pk=work.payload["round"], state=RoundState.PUBLISHED).first()
    if rnd is not None:
        start_round(rnd=rnd, now=now)


def do_close(work: DueWork, now: datetime) -> None:
    """All results were in: close the round, unless one was taken back meanwhile."""
    rnd = Round.objects.select_for_update().filter(pk=work.payload["round"], state=RoundState.RUNNING).first()
    if rnd is not None and not rnd.matches.exclude(state=MatchState.OVER).exists():
        close_round(rnd=rnd, now=now)


def do_look(work: DueWork, now: datetime) -> None:
    """Record matches whose tables are over although nobody told us, and look again later while the round runs."""
    rnd = Round.objects.filter(pk=work.payload["round"], state=RoundState.RUNNING).first()
    if rnd is None:
        return
    playing = rnd.matches.filter(state=MatchState.PLAYING).values_list("table", flat=True)
    for table in game_models.Table.objects.filter(public_id__in=list(playing), status=game_models.Status.OVER):
        results.table_over(table=table, now=now)
    clockwork.plan_look(rnd, work.payload["turn"] + 1, now)


HANDLERS = {
    clockwork.PAIR: do_pair,
    clockwork.PUBLISH: do_publish,
    clockwork.START: do_start,
    clockwork.CLOSE: do_close,
    clockwork.LOOK: do_look,
}


def _open_table(rnd: Round, match: Match, now: datetime) -> None:
    """Set up the live table of a match: who sits, and what the games floor must know, as plain data."""
    tournament = rnd.stage.tournament
    chosen = tournament.settings
    users = [side.entry.members.all()[0].user for side in match.sides.all()]
    house = chosen.get("house_level", "")
    table = games.open_table(
        rules_key=tournament.variant,
        seats=[games.SeatSpec(user=user, house_level=house or user.house_level) for user in users],
        ref=f"{results.REF}{match.public_id}",
        label=_("%(name)s, round %(n)d, table %(table)d")
        % {"name": tournament.name, "n": rnd.number, "table": match.table_no},
        settings={
            "aids": chosen.get("aids", "full"),
            "clock": chosen.get("clock"),
            "pace": chosen.get("pace", "people"),
            "spectators": chosen.get("spectators", True),
            "tournament": tournament.public_id,
            "round": rnd.number,
        },
        now=now,
    )
    match.table, match.state = table.public_id, MatchState.PLAYING
    match.save(update_fields=["table", "state"])


def _go_on(rnd: Round, now: datetime) -> None:
    due = clockwork.due(rnd.stage)
    if due.step == "pair":
        clockwork.plan_pairing(rnd.stage, due.number, now + clockwork.pause_of(rnd.stage))
    elif due.step == "finish":
        _end_stage(rnd.stage, now)


def _end_stage(stage: Stage, now: datetime, reason: str = "") -> None:
    """The stage is over; in an automatic tournament the stages that it feeds begin."""
    cuts.go_on(stages.finish_stage(stage=stage, now=now, reason=reason), now)


def _locked(rnd: Round) -> Round:
    Round.objects.select_for_update().get(pk=rnd.pk)
    return Round.objects.select_related("stage__tournament").get(pk=rnd.pk)


def _record(rnd: Round, action: str, by: User | None, now: datetime, **facts: Any) -> None:
    target = f"tournament:{rnd.stage.tournament.public_id}/round:{rnd.number}"
    audit.record(actor=by, action=action, target=target, now=now, **facts)
