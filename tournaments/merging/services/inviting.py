"""Invite the people behind names without a login who are to play at a live table, with the code that claims the
name."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import User
from clubs import services as clubs
from clubs.models import Club, Invitation
from clubs.services.mailing import Occasion
from clubs.services.rights import ClubClosed
from tournaments.errors import Refusal
from tournaments.event.selectors import sitters
from tournaments.merging.selectors import claim_code, to_invite
from tournaments.models import Entry, Tournament

AT_ONCE = 25  # mails that are sent while the organiser waits


def invite_people(*, entry: Entry, by: User, now: datetime) -> list[Invitation]:
    """Invite the people of an entry who have no account to its club: by mail if an address is known, else by a link to
    pass on. The mail contains the code with which they take over their name; an open invitation stays. Raises Refusal
    if all have an account or the club is closed, LimitReached."""
    people = sitters.only_names(entry)
    if not people:
        raise Refusal(_("%(name)s has an account.") % {"name": entry.name}, "has_account")
    return _all_invited([(entry, user) for user in people], by, now)


def invite_all(*, tournament: Tournament, by: User, now: datetime) -> list[Invitation]:
    """Invite by mail everybody in a tournament who has an address but no account, as `invite_people` does; at most
    `AT_ONCE`, as each is a mail; the next call goes on with the rest. Raises Refusal if nobody is left to invite."""
    found = to_invite(tournament, now)[:AT_ONCE]
    if not found:
        raise Refusal(_("Everybody here has an account, was invited, or has no address."), "nobody_to_invite")
    return _all_invited(found, by, now)


def _all_invited(people: Sequence[tuple[Entry, User]], by: User, now: datetime) -> list[Invitation]:
    try:
        return [_invited(entry, user, by, now) for entry, user in people]
    except ClubClosed as closed:
        raise Refusal(str(closed), "closed") from closed


def _invited(entry: Entry, user: User, by: User, now: datetime) -> Invitation:
    club = entry.tournament.club
    known = None if user.email else _by_link(club, user, now)
    if known is not None:
        return known
    said = {"tournament": entry.tournament.name, "code": claim_code(user)}
    full = _("You are entered in %(tournament)s by name. With the code %(code)s the name becomes your account.") % said
    in_general = _("You are entered in a tournament by name. With the code %(code)s the name becomes your account.")
    why = Occasion(full, in_general % said)
    return clubs.invite(club=club, name=user.name, email=user.email or "", by=by, now=now, why=why)


def _by_link(club: Club, user: User, now: datetime) -> Invitation | None:
    """The open invitation by link for this name."""
    found = club.invitations.filter(accepted_at=None, name=user.name, email="")
    return next((one for one in found if one.is_open(now)), None)
