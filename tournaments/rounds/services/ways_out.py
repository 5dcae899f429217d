"""When a round cannot be paired: the ways out, each recorded with its reason."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from audit import services as audit
from tournaments.errors import Invalid, Refusal
from tournaments.models import ROUND_OVER, Stage, Tournament
from tournaments.rounds.services import pairing_requests
from tournaments.rounds.services.pairing_requests import Asked
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors.rows import facts

WAYS = ("rematch", "hard", "bye", "left", "deal_order", "baku", "manual", "end")


@transaction.atomic
def take_way_out(
    *, stage: Stage, way: str, reason: str, now: datetime, by: User | None, numbers: tuple[int, ...] = ()
) -> Asked | None:
    """Pair the next round although rules block it, or end the stage: `way` is rematch (as few repeated meetings as
    possible, of the rounds in `numbers`), left (only games that are left, the others rest), hard (the two numbers of a
    hard pair), bye (a second one), deal_order (two who must have the same turn to deal), baku (without acceleration),
    manual (all rules are waived, for a draft to be changed by hand), end. What is waived holds for this round only and
    is kept with it, so that pairing again waives it too.

    Locks stage and tournament. Raises Invalid without a reason or for an unknown way, NoPairing where it does not help.
    """
    if not reason.strip():
        raise Invalid("reason", _("Give a reason: it is public."))
    if way not in WAYS:
        raise Invalid("way", _("A way out is one of: %(ways)s.") % {"ways": ", ".join(WAYS)})
    stage = Stage.objects.select_for_update(of=("self",)).select_related("tournament").get(pk=stage.pk)
    number = facts.next_number(stage)
    target = f"tournament:{stage.tournament.public_id}/round:{number}"
    said = {"way": way, "numbers": list(numbers)}
    audit.record(actor=by, action="round.way_out", target=target, now=now, after=said, reason=reason.strip())
    if way == "end":
        if stage.rounds.exclude(state__in=ROUND_OVER).exists():
            raise Refusal(_("A round is still open."), "round_open")
        stages.finish_stage(stage=stage, now=now, by=by, reason=reason.strip(), is_asked=True)
        return None
    tournament = Tournament.objects.select_for_update().get(pk=stage.tournament_id)
    waived = tournament.settings.get("waived", {})
    held: dict[str, Any] = waived.get(str(number), {})
    tournament.settings = {
        **tournament.settings,
        "waived": {**waived, str(number): _with(held, stage, way, numbers)},
    }
    tournament.save(update_fields=["settings"])
    return pairing_requests.pair_stage(stage=stage, now=now, by=by)


def _with(held: dict[str, Any], stage: Stage, way: str, numbers: tuple[int, ...]) -> dict[str, Any]:
    """The waivers of a round, with this way out added."""
    if way == "rematch":
        return {**held, "again": sorted({*held.get("again", ()), *numbers})}
    if way == "hard":
        return {**held, "lifted": [*held.get("lifted", ()), sorted(numbers)]}
    if way == "bye":
        return {**held, "second_bye": True}
    if way == "left":
        return {**held, "games_left": True}
    if way == "deal_order":
        return {**held, "same_turn": True}
    if way == "baku":
        return {**held, "no_acceleration": True}
    everything = {"all_hard": True, "second_bye": True, "same_turn": True}
    return {**held, **everything, "again": list(range(1, stage.rounds.count() + 1))}
