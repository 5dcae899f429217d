"""What time does to a round besides pairing, starting and closing it: sealing."""

from datetime import datetime

from django.db import transaction

from duework.models import DueWork
from tournaments.models import Round, RoundState
from tournaments.services import clockwork, pairings


@transaction.atomic
def seal_round(*, rnd: Round, now: datetime) -> Round:
    """The correction window of a closed round is over: its results are final. Sealing it again, or a round that is not
    closed, changes nothing. Locks the round."""
    rnd = Round.objects.select_for_update(of=("self",)).select_related("stage__tournament").get(pk=rnd.pk)
    if rnd.state != RoundState.CLOSED:
        return rnd
    rnd.state, rnd.sealed_at = RoundState.SEALED, now
    rnd.save(update_fields=["state", "sealed_at"])
    pairings.record_round(rnd, "round.seal", None, now)
    return rnd


def do_seal(work: DueWork, now: datetime) -> None:
    """The time to seal a round has come; one that is open again is left alone, its own promise follows."""
    rnd = Round.objects.filter(pk=work.payload["round"], state=RoundState.CLOSED).first()
    if rnd is not None and work.key == clockwork.seal_key(rnd):
        seal_round(rnd=rnd, now=now)


HANDLERS = {clockwork.SEAL: do_seal}
