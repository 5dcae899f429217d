"""Fields so large that their pairing is a job, and how far such a job is."""

from django.db.models import Q

from tournaments.formats import FORMATS
from tournaments.models import EntryStatus, JobState, PairingJob, Round, Stage, Tournament

LARGE = 300  # entries beyond which a pairing is a job with progress


def is_large(stage: Stage) -> bool:
    """Does the pairing of this stage take so long that it is a job: a Swiss of more than 300?"""
    if stage.has_bracket or stage.is_round_robin:
        return False
    if stage.source_id or FORMATS[stage.format].is_fixed:
        return stage.field.filter(entry__status=EntryStatus.CHECKED_IN).count() > LARGE
    return stage.tournament.entries.filter(status=EntryStatus.CHECKED_IN).count() > LARGE


def pairing_job(tournament: Tournament) -> PairingJob | None:
    """The pairing that is being done in a tournament, or the last one where it came to nothing and no round was paired
    since."""
    found = PairingJob.objects.filter(stage__tournament=tournament).select_related("stage__tournament")
    last = found.order_by("-pk").first()
    if last is None or last.is_open:
        return last
    later = Q(paired_at__gte=last.asked_at) | Q(published_at__gte=last.asked_at)
    is_over = Round.objects.filter(later, stage__tournament=tournament).exists()
    return last if last.state == JobState.FAILED and not is_over else None
