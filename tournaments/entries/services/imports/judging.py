"""Find the person that each line of a roster means: somebody known, somebody new, or perhaps the double of somebody
known."""

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts import names
from accounts import services as accounts
from accounts.models import User
from clubs import selectors as club_people
from tournaments.entries.services.roster import Problem, RosterLine
from tournaments.errors import Invalid
from tournaments.event.selectors import sitters
from tournaments.models import Entry, EntryMember, Tournament


@dataclass(frozen=True, slots=True)
class ImportLine:
    """One line of a roster. `status`: new, matched (known by e-mail or name), doubtful (a member of that name has
    another address), alike (perhaps the same person as somebody known, or as in a line before), entered (already in
    this tournament, left alone), bad. The note says why."""

    line: int
    name: str
    rating: int | None
    email: str
    status: str
    note: str = ""
    team: str = ""
    is_there: bool = False  # whom it is like is entered already: it is that person unless somebody says otherwise
    is_double: bool = False  # of the same person it would be one line too many, and enters nobody

    @property
    def is_clear(self) -> bool:
        """Is it certain who is meant?"""
        return self.status in ("new", "matched") or (self.status == "entered" and not self.note)


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What a roster would do, or has done. With any problem it does nothing."""

    lines: tuple[ImportLine, ...]
    problems: tuple[Problem, ...]
    is_done: bool
    entered: int = 0
    guessed: str = ""  # the encoding of the file, where it was not certain
    text: str = ""  # the roster as CSV, to be sent again when it is accepted
    away: tuple[str, ...] = ()  # who of the new ones has no account, and cannot play at a live table
    notes: tuple[Problem, ...] = ()  # what was left out, or read as something else
    made: tuple[Entry, ...] = ()

    @property
    def digest(self) -> str:
        """A digest of the report; it is sent back on acceptance, so that exactly the roster that was shown is
        imported."""
        seen = [(line.line, line.name, line.rating, line.email, line.status, line.note) for line in self.lines]
        return hashlib.sha256(repr(seen).encode()).hexdigest()[:16]

    def count(self, status: str) -> int:
        """The number of lines with this status."""
        return sum(line.status == status for line in self.lines)

    @property
    def is_one(self) -> bool:
        """Does it enter one person who is known for certain, or new?"""
        return self.is_clean and len(self.lines) == 1 and self.lines[0].status in ("new", "matched", "alike")

    @property
    def is_plain(self) -> bool:
        """Does it enter one person, about whom nothing is to be asked?"""
        return self.is_one and self.lines[0].is_clear

    @property
    def is_clean(self) -> bool:
        """Can the roster be accepted?"""
        return not self.problems

    @property
    def to_enter(self) -> int:
        """The number of lines that would be entered: all except those of people who are entered already."""
        return len(self.lines) - self.count("entered")

    @property
    def at_first(self) -> int:
        """The number of lines that would be entered as the ticks are at first: those of whoever is there are set."""
        return self.to_enter - sum(line.is_there for line in self.lines)

    @property
    def by_doubt(self) -> list[ImportLine]:
        """The lines about which something is to be asked or put right, then the others."""
        return sorted(self.lines, key=lambda line: line.is_clear)


@dataclass(frozen=True, slots=True)
class Judged:
    """A line, the person that it means (None: a new person), and `is_in`: it enters nobody, because that person is
    entered already or stands in an earlier line."""

    line: ImportLine
    user: User | None
    is_in: bool = False


def judge(tournament: Tournament, entrants: Sequence[RosterLine], same: Collection[int]) -> list[Judged]:
    """The meaning of each line, and the person that it means. `same` are the lines of those who are the person they are
    like. Raises Invalid for a line there that is like nobody."""
    among = club_people.players(tournament.club)
    found = accounts.find_players([(one.name, one.email) for one in entrants], among)
    users = _apart(entrants, found)
    known = [user for user in users if user]
    entered = set(EntryMember.objects.filter(tournament=tournament, user__in=known).values_list("user", flat=True))
    likes = _Likes(among, tournament)
    judged = []
    for one, who, user in zip(entrants, found, users, strict=True):
        line = ImportLine(one.line, one.name, one.rating, one.email, "new", "", one.team)
        if user is not None or (who.has_namesake and not who.namesakes):
            judged.append(_known(line, user, user is not None and user.pk in entered))
        else:
            judged.append(likes.judge(line, one, is_same=one.line in same, is_another=bool(who.namesakes)))
        likes.note(one, user)
    if wrong := sorted(set(same) - {one.line.line for one in judged if one.line.status == "alike"}):
        raise Invalid("same", _("Line %(n)d is like nobody: look again.") % {"n": wrong[0]})
    return _with_members(tournament, judged)


def is_called(user: User, name: str) -> bool:
    """Is this the name of the person, whatever its case and accents? Otherwise the address has found them."""
    return not name or names.folded(name) == names.folded(user.name)


def entered_words(user: User, name: str) -> str:
    """The sentence on somebody who is entered already: under this name, or found by an address that is given for
    another name."""
    if is_called(user, name):
        return _("%(name)s is already entered.") % {"name": user.name}
    words = _(
        "This address is that of %(owner)s, who is already entered. To enter %(name)s, leave the address out, or give"
        " another one."
    )
    return words % {"owner": user.name, "name": name.strip()}


def _apart(entrants: Sequence[RosterLine], found: Sequence[accounts.Found]) -> list[User | None]:
    """The person of each line; when lines with the same name differ in other data, each gets another namesake, or a new
    person."""
    named: dict[str, list[tuple[RosterLine, User | None]]] = {}
    users = []
    for one, who in zip(entrants, found, strict=True):
        before = named.setdefault(one.name.casefold(), [])
        taken = {user.pk for other, user in before if user and one.is_other_than(other)}
        user = who.user
        if user and user.pk in taken:
            user = next((other for other in who.namesakes if other.pk not in taken), None)
        before.append((one, user))
        users.append(user)
    return users


def _known(line: ImportLine, user: User | None, is_in: bool) -> Judged:
    if user is None:
        note = _("A member of this name has another e-mail address.")
        return Judged(replace(line, status="doubtful", note=note), None)
    if is_in:
        note = "" if is_called(user, line.name) else entered_words(user, line.name)
        return Judged(replace(line, status="entered", note=note), user, is_in=True)
    if user.name.casefold() != line.name.casefold():
        note = _("This address belongs to %(name)s.") % {"name": user.name}
        return Judged(replace(line, status="doubtful", note=note), user)
    return Judged(replace(line, status="matched"), user)


class _Likes:
    """Finds people with similar names: the players of a club, and those of earlier lines."""

    def __init__(self, among: QuerySet[User], tournament: Tournament) -> None:
        self.there = set(EntryMember.objects.filter(tournament=tournament).values_list("user", flat=True))
        self.members: dict[str, User] = {}
        for user in among.filter(house_level="").only("pk", "name", "email", "username").order_by("-pk"):
            self.members |= dict.fromkeys(names.slips(user.name), user)
        self.lines: dict[str, list[RosterLine]] = {}

    def note(self, one: RosterLine, user: User | None) -> None:
        """Remember a line, which later lines may resemble."""
        for key in names.slips(one.name):
            self.lines.setdefault(key, []).append(one)

    def judge(self, line: ImportLine, one: RosterLine, *, is_same: bool, is_another: bool) -> Judged:
        """Judge a line that means nobody known: does it resemble somebody? `is_another`: somebody else has the same
        name, and is told apart."""
        keys = sorted(names.slips(one.name), key=lambda key: "~" in key)  # the nearest first
        found = [other for key in keys for other in self.lines.get(key, ())]
        others = [other for other in found if other.name.casefold() != one.name.casefold()]
        before = next((other for other in others if not one.cannot_be(other)), None)
        if before is not None:
            note = _("Perhaps the same as %(name)s in line %(n)d.") % {"name": before.name, "n": before.line}
            return Judged(replace(line, status="alike", note=note, is_double=True), None, is_in=is_same)
        member = next((self.members[key] for key in keys if key in self.members), None)
        if member is None or is_another or (one.email and member.email and one.email != member.email.lower()):
            return Judged(line, None)
        is_there = member.pk in self.there
        said = _("Perhaps the same as %(name)s, who is known here.")
        if is_there:
            said = _("Perhaps the same as %(name)s, who is entered already.")
        note = said % {"name": member.name}
        alike = replace(line, status="alike", note=note, is_there=is_there, is_double=is_there)
        return Judged(alike, member if is_same else None)


def _with_members(tournament: Tournament, judged: Sequence[Judged]) -> list[Judged]:
    """Judge the lines once more: a line that by choice means a known person enters nobody if that person is entered
    already or stands in another line."""
    chosen = [one.user.pk for one in judged if one.line.status == "alike" and one.user]
    if not chosen:
        return list(judged)
    there = set(EntryMember.objects.filter(tournament=tournament, user__in=chosen).values_list("user", flat=True))
    there |= {one.user.pk for one in judged if one.user and one.line.status != "alike"}
    found = []
    for one in judged:
        if one.line.status == "alike" and one.user is not None:
            one = replace(one, is_in=one.user.pk in there)
            there.add(one.user.pk if one.user else 0)
        found.append(one)
    return found


def kept_away(tournament: Tournament, judged: Sequence[Judged]) -> tuple[str, ...]:
    """The names of new lines whose people would have no account although live tables need one."""
    if not sitters.needs_account(tournament):
        return ()
    fresh = [one for one in judged if not one.is_in]
    return tuple(one.line.name for one in fresh if one.user is None or one.user.is_only_a_name)


def same_person(judged: Sequence[Judged]) -> list[Problem]:
    """Find two lines that mean the same player of the site, such as one by e-mail and one by name."""
    seen: dict[int, int] = {}
    found = []
    for one in judged:
        if one.user is None or (one.is_in and one.line.status == "alike"):
            continue
        other = seen.setdefault(one.user.pk, one.line.line)
        if other != one.line.line:
            said = {"name": one.user.name, "other": other}
            found.append(Problem(one.line.line, _("This is %(name)s, who is also in line %(other)d.") % said))
    return found


def with_bad(
    lines: Sequence[ImportLine], unread: Sequence[RosterLine], wrong: Sequence[Problem]
) -> tuple[ImportLine, ...]:
    """All lines in their order; each line that cannot be accepted has its reasons."""
    why: dict[int, list[str]] = {}
    for problem in wrong:
        why.setdefault(problem.line, []).append(problem.text)
    kept = [replace(one, status="bad", note=" ".join(why[one.line])) if one.line in why else one for one in lines]
    kept += [
        ImportLine(one.line, one.name, one.rating, one.email, "bad", " ".join(why[one.line]), one.team)
        for one in unread
    ]
    return tuple(sorted(kept, key=lambda one: one.line))
