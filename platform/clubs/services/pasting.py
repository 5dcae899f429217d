"""Paste a list of members: each line has a name, or a name and an address. The list is checked first, and then taken as
a whole or not at all."""

import hashlib
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils.translation import gettext as _

from accounts import mail, names
from accounts import services as accounts
from accounts.models import User
from audit import services as audit
from clubs import selectors, services
from clubs.models import Club, Invitation, Membership
from clubs.services import mailing
from clubs.services.rights import ClubClosed, require_director, require_open
from quotas import services as quotas
from quotas.acts import PASTE_MEMBERS

MOST_LINES = 10_000
MOST_LETTERS = 2_000_000
LONGEST_ADDRESS = 254
BATCH = 1_000
LINE_END = re.compile("\r\n|\r|\n")  # and no other: editors count so
UNPARTED = re.compile(r"^(?P<name>[^@]*\S)\s+(?P<email>[^\s@]+@[^\s@]+)$")  # no sign between name and address
RATING = re.compile(r"^\d{1,4}$")
BRACKETED = re.compile(r"^(?P<name>[^<>]*)<(?P<email>[^<>]*)>\s*$")

INVITE, GUEST, MEMBER, INVITED, ALIKE, BAD = "invite", "guest", "member", "invited", "alike", "bad"
HEADING = "heading"
# What a first line says that only names the columns below it.
HEADINGS = frozenset({
    "name", "names", "full name", "player", "players", "member", "members", "email", "e-mail", "mail", "address",
    "nombre", "nombres", "nombre completo", "jugador", "jugadores", "socio", "socios", "miembro", "miembros", "correo",
    "correo electronico", "rating", "clasificacion",
})  # fmt: skip


class CannotPaste(Exception):
    """The list was refused; the text says why. Nothing was changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PastedLine:
    """The meaning of a line. `status`: invite (a new invitation), guest (a new name without a login), member and
    invited (nothing to do), heading (names of columns), alike (resembles somebody on the list), bad. `note` says
    why."""

    number: int
    name: str
    email: str
    status: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Pasted:
    """What a list would do, or has done (`is_done`): all its lines by number, and problems of the list as a whole. With
    `takes_alike` people who resemble somebody on the list are new persons all the same; else they are left out."""

    lines: tuple[PastedLine, ...]
    problems: tuple[str, ...] = ()
    takes_alike: bool = False
    is_done: bool = False

    def of(self, *statuses: str) -> list[PastedLine]:
        """The lines with one of these statuses."""
        return [line for line in self.lines if line.status in statuses]

    @property
    def invites(self) -> list[PastedLine]:
        """The lines that become invitations."""
        return [line for line in self._taken if line.email]

    @property
    def guests(self) -> list[PastedLine]:
        """The lines that become names without a login."""
        return [line for line in self._taken if not line.email]

    @property
    def _taken(self) -> list[PastedLine]:
        return self.of(INVITE, GUEST, *([ALIKE] if self.takes_alike else []))

    @property
    def is_clean(self) -> bool:
        """Can the list be accepted?"""
        return not self.problems and not self.of(BAD)

    @property
    def digest(self) -> str:
        """A short hash of the preview; it is sent back on acceptance, so that exactly the list that was shown is
        entered."""
        seen = [(line.number, line.name, line.email, line.status) for line in self.lines]
        return hashlib.sha256(repr(seen).encode()).hexdigest()[:16]


@transaction.atomic
def paste(
    *,
    club: Club,
    text: str,
    dry_run: bool,
    by: User,
    now: datetime,
    seen: str = "",
    takes_alike: bool = False,
) -> Pasted:
    """Read a list and say what each line means; without `dry_run` and without problems take all of it, else nothing.
    Lines with an address become invitations, mailed one after the other; names alone become members without a login.
    `seen` is the digest of what was shown. For directors; locks the club. Raises PermissionDenied, CannotPaste,
    LimitReached: each check of a list counts."""
    require_director(club, by)
    quotas.take(PASTE_MEMBERS, now=now, account=by.pk)
    club = Club.objects.select_for_update().get(pk=club.pk)
    try:
        require_open(club)
    except ClubClosed as closed:
        raise CannotPaste(str(closed)) from closed
    found = _judged(club, _read(text), by, now, takes_alike)
    if dry_run or not found.is_clean:
        return found
    if seen and seen != found.digest:
        raise CannotPaste(_("The club’s list has changed since you looked: look again."))
    services.take_addresses(club, len(found.invites), by, now)
    people = accounts.newcomers([(line.name, "") for line in found.guests])
    Membership.objects.bulk_create([Membership(club=club, user=user) for user in people], batch_size=BATCH)
    Invitation.objects.bulk_create(
        [
            Invitation(club=club, name=line.name, email=line.email, invited_by=by, invited_at=now)
            for line in found.invites
        ],
        batch_size=BATCH,
    )
    if found.invites and mail.is_configured():
        mailing.plan_mails(club, now)
    after = {"guests": len(found.guests), "invitations": len(found.invites), "lines": len(found.lines)}
    audit.record(actor=by, action="club.paste", target=f"club:{club.slug}", after=after, now=now)
    return Pasted(found.lines, takes_alike=takes_alike, is_done=True)


def _read(text: str) -> list[PastedLine]:
    """The non-empty lines with their numbers; bad ones with the reason. Raises CannotPaste."""
    if len(text) > MOST_LETTERS:
        raise CannotPaste(_("This list is too long: paste it in parts."))
    numbered = [(number, line) for number, line in enumerate(LINE_END.split(text), 1) if line.strip()]
    if not numbered:
        raise CannotPaste(_("There is no name in this list."))
    if len(numbered) > MOST_LINES:
        said = {"n": len(numbered), "most": MOST_LINES}
        raise CannotPaste(_("This list has %(n)d lines. At most %(most)d go at a time: paste it in parts.") % said)
    found = [_line(number, line) for number, line in numbered]
    if _is_heading(numbered[0][1]):
        found[0] = _with(replace(found[0], name=_shown(numbered[0][1]), email=""), HEADING)
    return found


def _is_heading(text: str) -> bool:
    """Is this first line a heading, or a separator line for Excel?"""
    plain = [names.folded(part).strip(' ".:') for part in re.split("[,;\t]", text)]
    return text.strip().strip('"').lower().startswith("sep=") or set(filter(None, plain)) <= HEADINGS


def _line(number: int, text: str) -> PastedLine:
    name, email = text, ""
    try:
        name, email = _parts(text)
        email = _address(email)
        name = names.person_name(names.without_mark(name))
        if names.is_reserved(name):
            raise names.BadName(_("this name is kept for the site and its officials: choose another one"))
    except ValueError as bad:
        return PastedLine(number=number, name=_shown(name), email=_shown(email), status=BAD, note=str(bad))
    return PastedLine(number=number, name=name, email=email, status=INVITE if email else GUEST)


def _parts(text: str) -> tuple[str, str]:
    """Name and address of a line: `Ana`, `Ana, ana@example.org` (or with a semicolon, a tab or only a space),
    `Ana <ana@…>`. A rating, which the roster of a tournament has, is left out."""
    if bracketed := BRACKETED.match(text.strip().rstrip(",;")):
        return bracketed["name"].strip().strip('"'), bracketed["email"]
    sign = next((one for one in "\t;," if one in text), None)
    fields = [field.strip().strip('"') for field in text.split(sign)] if sign else [text]
    fields[1:] = [field for field in fields[1:] if field and not RATING.match(field)]
    if len(fields) == 1:
        if unparted := UNPARTED.match(fields[0]):
            return unparted["name"], unparted["email"]
        if "@" in fields[0]:
            raise names.BadName(_("a name is missing before the address"))
        return fields[0], ""
    if len(fields) > 2:
        raise names.BadName(_("a line holds a name and an address, and no more"))
    return fields[0], fields[1]


def _address(text: str) -> str:
    email = text.strip().lower()
    if not email:
        return ""
    try:
        validate_email(email)
    except ValidationError as bad:
        raise names.BadName(_("“%(text)s” is no e-mail address") % {"text": _shown(email)}) from bad
    if len(email) > LONGEST_ADDRESS:
        raise names.BadName(_("this address is too long"))
    return email


def _shown(text: str) -> str:
    """The text of a bad line in a form that can be shown: short, and without characters that hide or turn it."""
    plain = "".join(sign if unicodedata.category(sign)[0] != "C" else "�" for sign in text.strip())
    return plain if len(plain) <= 60 else f"{plain[:60]}…"


def _judged(club: Club, lines: Sequence[PastedLine], by: User, now: datetime, takes_alike: bool) -> Pasted:
    """The lines with their meaning for this club."""
    known = _Known.of(club, now)
    first: dict[str, int] = {}
    judged = tuple(known.judge(_once(line, first)) for line in lines)
    found = Pasted(judged, takes_alike=takes_alike)
    problem = services.too_many_addresses(club, len(found.invites), by, now)
    return Pasted(judged, (problem,) if problem else (), takes_alike)


def _once(line: PastedLine, first: dict[str, int]) -> PastedLine:
    """The line; bad if an earlier one says the same."""
    if line.status in (BAD, HEADING):
        return line
    other = first.setdefault(line.email or line.name.casefold(), line.number)
    if other == line.number:
        return line
    words = _("the same address as in line %(n)d") if line.email else _("the same name as in line %(n)d")
    return _with(line, BAD, words % {"n": other})


def _with(line: PastedLine, status: str, note: str = "") -> PastedLine:
    return PastedLine(number=line.number, name=line.name, email=line.email, status=status, note=note)


@dataclass(frozen=True, slots=True)
class _Known:
    """The people a club knows: names as written, names by likeness, addresses; and who is invited."""

    names: dict[str, str]
    looks: dict[str, str]
    emails: frozenset[str]
    invited: dict[str, str]
    invited_looks: frozenset[str]

    @classmethod
    def of(cls, club: Club, now: datetime) -> "_Known":
        people = selectors.on_the_list(club)
        known = list(people.order_by("pk").values_list("name", "email"))
        proved = EmailAddress.objects.filter(user__in=people, verified=True).values_list("email", flat=True)
        emails = {email.lower() for _name, email in known if email} | {email.lower() for email in proved}
        invited = selectors.open_invitations(club, now).values_list("pk", "email", "name")
        return cls(
            names={name.casefold(): name for name, _email in known},
            looks={names.likeness(name): name for name, _email in known},
            emails=frozenset(emails),
            invited={email or f"link {pk}": name for pk, email, name in invited},
            invited_looks=frozenset(names.likeness(name) for _pk, _email, name in invited),
        )

    def judge(self, line: PastedLine) -> PastedLine:
        """The line with its meaning."""
        if line.status in (BAD, HEADING):
            return line
        if line.email and line.email in self.emails:
            return _with(line, MEMBER)
        if line.email and line.email in self.invited:
            return _with(line, INVITED)
        if not line.email and line.name.casefold() in self.names:
            return _with(line, MEMBER)
        if like := self.looks.get(names.likeness(line.name)):
            return _with(line, ALIKE, _("looks like %(name)s, who is on the list") % {"name": like})
        if names.likeness(line.name) in self.invited_looks:
            return _with(line, ALIKE, _("somebody of this name is invited"))
        return line
