"""Who must not meet, and who should rather not: hard and soft pairs of a tournament."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from audit import services as audit
from tournaments.models import Entry, PairRule, Tournament
from tournaments.services.errors import Invalid

KINDS = ("hard", "soft")
MOST_ROUND = 99


@transaction.atomic
def add_pair_rule(
    *,
    tournament: Tournament,
    entries: Sequence[Entry],
    now: datetime,
    kind: str = "hard",
    from_round: int = 1,
    to_round: int | None = None,
    reason: str = "",
    by: User | None = None,
) -> PairRule:
    """No two of these entries may meet (hard), or should (soft), from one round to another. It counts from the next
    pairing on. Raises Invalid for fewer than two entries, one of another tournament, or rounds that cannot be."""
    chosen = {entry.pk: entry for entry in entries}
    if len(chosen) < 2 or any(entry.tournament_id != tournament.pk for entry in chosen.values()):
        raise Invalid("entries", _("Name at least two entries of this tournament."))
    if kind not in KINDS:
        raise Invalid("kind", _("A rule is hard (never) or soft (rather not)."))
    if not 1 <= from_round <= MOST_ROUND or (to_round is not None and not from_round <= to_round <= MOST_ROUND):
        raise Invalid("to_round", _("From a round to a later one, or without an end."))
    rule = PairRule.objects.create(
        tournament=tournament, kind=kind, from_round=from_round, to_round=to_round, reason=reason.strip()[:200]
    )
    rule.entries.set(chosen)
    _record(tournament, "pair_rule.add", by, now, rule, reason)
    return rule


@transaction.atomic
def remove_pair_rule(*, rule: PairRule, now: datetime, by: User | None = None, reason: str = "") -> None:
    """These entries may meet again, from the next pairing on."""
    _record(rule.tournament, "pair_rule.remove", by, now, rule, reason)
    rule.delete()


def _record(tournament: Tournament, action: str, by: User | None, now: datetime, rule: PairRule, reason: str) -> None:
    facts = {
        "kind": rule.kind,
        "entries": sorted(rule.entries.values_list("public_id", flat=True)),
        "rounds": [rule.from_round, rule.to_round],
    }
    side = {"before" if action.endswith("remove") else "after": facts}
    target = f"tournament:{tournament.public_id}"
    audit.record(actor=by, action=action, target=target, now=now, reason=reason.strip(), **side)
