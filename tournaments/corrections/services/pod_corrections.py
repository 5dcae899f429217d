"""Correct a table of three and more after its round is closed, or decide it by ruling: previewed first, then
applied."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.corrections.selectors import corrections
from tournaments.corrections.services import consequences
from tournaments.errors import Refusal
from tournaments.event.services.cancelled import refuse_cancelled
from tournaments.event.services.notices import tell_pod
from tournaments.models import MatchState, Pod, PodRuling
from tournaments.pairing import Kind
from tournaments.pods.services import rating, validation
from tournaments.pods.services.figures import PodScore, facts_of, record_pod, refuse_own, revised, write_score


@dataclass(frozen=True, slots=True, kw_only=True)
class PodCorrection:
    """Another result of a table, and all its effects. `points` are those of its seats; `digest` identifies exactly this
    preview."""

    pod: Pod
    score: PodScore
    points: tuple[int, ...]
    effect: corrections.Effect
    digest: str

    @property
    def rounds_to_offer(self) -> list[corrections.Later]:
        """Published rounds that may be paired again on request."""
        return [one for one in self.effect.rounds if one.effect == "offered"]


def preview_correction(
    *,
    pod: Pod,
    kind: str = Kind.PLAYED,
    scores: Sequence[int] | None = None,
    places: Sequence[int] | None = None,
    absent: Sequence[int] = (),
    deals: int = 0,
    ruling: Sequence[int] | None = None,
) -> PodCorrection:
    """Preview another result, without writing: standings, byes, later rounds, stages, ratings. The arguments are those
    of a result by hand; `ruling` are the points of the seats that officials decide on, in the unit of the stage's
    table.

    Raises Invalid for impossible figures, Refusal when the round is not closed yet (the result is simply entered
    again), or the table has no result."""
    pod = Pod.objects.select_related("round__stage__tournament").get(pk=pod.pk)
    refuse_cancelled(pod.round.stage.tournament)
    if not pod.round.is_over:
        raise Refusal(_("This round is not closed: enter the right result in its grid."), "round_not_closed")
    if pod.state != MatchState.OVER:
        raise Refusal(_("This table has no result yet."), "no_result")
    score = validation.checked(
        pod, kind=kind, scores=scores, places=places, absent=absent, deals=deals, ruling=ruling, by_ruling=True
    )
    after = revised(pod, score)
    seen = PodCorrection(
        pod=pod,
        score=score,
        points=tuple(seat.points for seat in after.seats),
        effect=corrections.effect_of_pod(pod, after),
        digest="",
    )
    return replace(seen, digest=_digest(seen))


@transaction.atomic
def apply_correction(
    *,
    pod: Pod,
    digest: str,
    reason: str,
    now: datetime,
    by: User | None,
    rule: str = "",
    is_rated: bool = True,
    repair: bool = False,
    **result: Any,
) -> Pod:
    """Let another result of a table stand, as `preview_correction` with the same `result` showed it: `digest` must be
    the same, or else raises Conflict. Drafts of later rounds are paired again, published ones with `repair` only.
    Ratings follow by replay, unless `is_rated` is off. Leaves a ruling with its reason and an audit entry.

    Locks stage and tournament, the rounds, and the table. Raises Invalid without a reason, Refusal for a sealed round
    (it must be reopened first), or for whoever plays at the table."""
    refuse_own(pod, by)
    _stage, rounds = consequences.claim(pod, reason)
    Pod.objects.select_for_update(of=("self",)).get(pk=pod.pk)
    seen = preview_correction(pod=pod, **result)
    consequences.check_seen(digest, seen.digest)
    pod, said = seen.pod, {"reason": reason.strip(), "rule": rule.strip()[:20]}
    before = facts_of(pod)
    write_score(pod, seen.score, pod.finished_at or now, MatchState.OVER, by)
    after = facts_of(pod)
    kind = "correction" if seen.score.kind == Kind.PLAYED else seen.score.kind
    ruling = PodRuling.objects.create(
        pod=pod, kind=kind, reason=said["reason"][:500], rule=said["rule"], before=before, after=after,
        is_rated=is_rated, by=by, at=now,
    )  # fmt: skip
    tell_pod(f"pod_ruling:{ruling.pk}", "result_ruled", pod, now, by, reason=said["reason"])
    follow = {"rounds": [[one.round.number, one.effect] for one in seen.effect.rounds], "repair": repair}
    record_pod(pod, "pod.correct", by, now, before=before, after={**after, **follow}, **said)
    rating.hand_down(Pod.objects.filter(pk=pod.pk), now, by)
    consequences.pair_later(seen.effect, rounds, repair, now, by, reason)
    consequences.follow_fed(seen.effect.fed, now, by, reason)
    return pod


def _digest(seen: PodCorrection) -> str:
    return consequences.digest_of(
        seen.effect,
        pod=[seen.pod.public_id, seen.pod.version, facts_of(seen.pod)],
        score=[{**asdict(seen.score), "absent": sorted(seen.score.absent)}, list(seen.points)],
    )
