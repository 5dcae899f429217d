"""Late sign-up: entries besides its losers join a consolation or a last chance while it keeps lines for them."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import services as accounts
from accounts.models import User
from audit import services as audit
from clubs import selectors as club_people
from tournaments.entries.services import acceptance, entering
from tournaments.errors import Invalid, Refusal
from tournaments.models import GONE, Entry, EntryStatus, Stage, StageEntry, StageState
from tournaments.stages import selectors as stages


@transaction.atomic
def sign_up(
    *,
    stage: Stage,
    contest: str,
    now: datetime,
    by: User | None = None,
    entry: Entry | None = None,
    name: str = "",
    rating: int | None = None,
) -> Entry:
    """Sign up for the consolation or last chance of a stage an entry of the tournament that does not play in it, or
    somebody new by name; the entry counts as present. Losers come by themselves. Locks stage and tournament.

    Raises Invalid for another contest, ValueError for a bad name, Refusal where the stage does not run, is not open to
    late sign-up, all its lines are taken, the wave that closes it is paired, or the entry plays there or has left.
    """
    stage = Stage.objects.select_for_update(of=("self", "tournament")).select_related("tournament").get(pk=stage.pk)
    if stage.state != StageState.RUNNING:
        raise Refusal(_("Late sign-up is for a stage that is being played."), "not_running")
    offers = {one.contest: one for one in stages.sign_ups(stage)}
    if not offers:
        raise Refusal(_("This stage is not open to late sign-up."), "no_sign_up")
    if contest not in offers:
        raise Invalid("contest", _("One of: %(contests)s.") % {"contests": ", ".join(offers)})
    offer = offers[contest]
    if stage.rounds.count() >= offer.closes:
        raise Refusal(_("The sign-up is closed: its first matches are paired."), "sign_up_closed")
    if offer.taken >= offer.lines:
        raise Refusal(_("All places for late sign-up are taken: %(n)d.") % {"n": offer.lines}, "full")
    entry = _known(stage, entry) if entry is not None else _new(stage, name, rating, now, by)
    acceptance.check_in(stage.tournament, [entry.pk], now, by)
    seed = (stage.field.order_by("-seed").values_list("seed", flat=True).first() or 0) + 1
    StageEntry.objects.create(stage=stage, entry=entry, seed=seed, late=contest)
    target = f"tournament:{stage.tournament.public_id}"
    after = {"stage": stage.number, "contest": contest, "entry": entry.public_id}
    audit.record(actor=by, action="stage.sign_up", target=target, now=now, after=after)
    return entry


def _known(stage: Stage, entry: Entry) -> Entry:
    entry = Entry.objects.select_for_update().get(pk=entry.pk, tournament=stage.tournament)
    if entry.status in GONE:
        raise Refusal(_("%(name)s has left this tournament.") % {"name": entry.name}, "gone")
    if stage.field.filter(entry=entry).exists():
        raise Refusal(_("%(name)s plays in this stage already.") % {"name": entry.name}, "entered")
    entry.status = EntryStatus.CHECKED_IN
    entry.save(update_fields=["status"])
    return entry


def _new(stage: Stage, name: str, rating: int | None, now: datetime, by: User | None) -> Entry:
    tournament = stage.tournament
    user, _is_new = accounts.player_for(name=name, email="", among=club_people.players(tournament.club))
    if tournament.entries.filter(members__user=user).exists():
        raise Refusal(_("%(name)s is already entered.") % {"name": user.name}, "entered")
    entry = entering.new_entry(tournament, [user], user.name, rating, now, by=by)
    entering.tell_entered(tournament, [entry], now, by)
    last = tournament.entries.exclude(tpn=None).order_by("-tpn").values_list("tpn", flat=True).first() or 0
    entry.tpn = entry.seed = last + 1
    entry.status = EntryStatus.CHECKED_IN
    entry.save(update_fields=["tpn", "seed", "status"])
    return entry
