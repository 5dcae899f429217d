"""Check-in: find the entry that a typed name or number means; the code of the self-check-in page; the door list; the
list of members to tick."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db.models import Exists, F, OuterRef
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.names import folded, slips
from clubs import selectors as clubs
from tournaments.event.selectors import codes
from tournaments.event.selectors.finding import tournaments
from tournaments.models import (
    GONE,
    ROUND_OVER,
    Entry,
    EntryMember,
    EntryStatus,
    Match,
    MatchSide,
    MatchState,
    Payment,
    Round,
    RoundSeat,
    RoundState,
    Tournament,
    TournamentState,
)

CAN_CHECK_IN = (EntryStatus.ENTERED, EntryStatus.ABSENT)
SUGGESTIONS = 6  # under the field that adds
TICKS = 100  # members on the list to tick who are not ticked yet


def draft_without(entry: Entry) -> int:
    """The number of a draft that was paired while an entry was not here, and so is to be paired again; 0 for none, or
    where the pairs are fixed."""
    drafts = Round.objects.filter(stage__tournament=entry.tournament_id, state=RoundState.DRAFT).select_related("stage")
    for draft in drafts:
        sits = RoundSeat.objects.filter(round=draft, entry=entry).exclude(bye__kind="zero").exists()
        if draft.stage.takes_byes and not sits:
            return draft.number
    return 0


def checkin_code(tournament: Tournament) -> str:
    """The code behind the check-in poster's QR code."""
    return codes.code("checkin", tournament.public_id)


def tournament_by_code(code: str) -> Tournament | None:
    """The tournament whose check-in a code opens."""
    found = tournaments().filter(public_id=codes.identity(code)).first()
    return found if found is not None and codes.is_right(code, checkin_code(found)) else None


def is_open(tournament: Tournament) -> bool:
    """May players check themselves in?"""
    return bool(tournament.settings.get("self_check_in", True)) and not tournament.is_over


def meant(entries: Sequence[Entry], text: str) -> list[Entry]:
    """The entries with a typed start number (`7` or `#7`), or with a name whose words begin like those typed, ignoring
    case and accents; a name typed in full finds only entries of exactly this name."""
    wanted = folded(text)
    if not wanted:
        return []
    number = wanted.removeprefix("#")
    if number.isdecimal():
        return [entry for entry in entries if entry.tpn is not None and str(entry.tpn) == number]
    exact = [entry for entry in entries if folded(entry.name) == wanted]
    return exact or [entry for entry in entries if _begins(folded(entry.name), wanted)]


@dataclass(frozen=True, slots=True)
class DoorLine:
    """An entry at the door, and when it was marked as paid."""

    entry: Entry
    paid_at: datetime | None


@dataclass(frozen=True, slots=True)
class Door:
    """The door list: the entries by name, the number that have paid, and in words the fee and the money taken."""

    lines: tuple[DoorLine, ...]
    paid: int
    fee: str
    taken: str


def door(tournament: Tournament) -> Door:
    """The door list of a tournament: all entries except those that left without having paid."""
    paid = dict(Payment.objects.filter(entry__tournament=tournament).values_list("entry", "at"))
    entries = [one for one in tournament.entries.all() if one.status not in GONE or one.pk in paid]
    lines = [DoorLine(one, paid.get(one.pk)) for one in sorted(entries, key=lambda one: folded(one.name))]
    fee, currency = Decimal(tournament.settings.get("fee") or 0), tournament.settings.get("currency", "")
    words = [f"{amount:.2f} {currency}".strip() if fee else "" for amount in (fee, fee * len(paid))]
    return Door(lines=tuple(lines), paid=len(paid), fee=words[0], taken=words[1])


def leaving(tournament: Tournament, entry: Entry | None = None) -> dict[int, str]:
    """What becomes of the match that an entry still has to play, if it withdraws now; by entry, or of one. Entries
    without such a match are left out."""
    if tournament.state != TournamentState.RUNNING:
        return {}
    matches = Match.objects.paired().filter(round__stage__tournament=tournament).exclude(state=MatchState.OVER)
    sides = MatchSide.objects.filter(match__in=matches.exclude(round__state__in=ROUND_OVER))
    if entry is not None:
        sides = sides.filter(seat__entry=entry)
    sides = sides.select_related("match__round").annotate(entry_key=F("seat__entry")).order_by("match__round__number")
    return {side.entry_key: _becomes_of(side.match) for side in sides}


def _becomes_of(match: Match) -> str:
    said = {"n": match.table_no, "round": match.round.number}
    if match.round.state == RoundState.DRAFT:
        return _("The draft of round %(round)d has them at table %(n)d: pair it again.") % said
    if match.state == MatchState.REPORTED:
        return _("Table %(n)d: the result that was sent in still has to be confirmed.") % said
    if match.table:
        return _("Table %(n)d goes on: what is played there counts.") % said
    return _("Table %(n)d still needs a result: what was played, or a walk-over.") % said


def _begins(name: str, wanted: str) -> bool:
    words = name.replace(",", " ").replace("-", " ").split()
    return all(any(word.startswith(part) for word in words) for part in wanted.replace(",", " ").split())


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A member of the club whom a typed name may mean: whether they are entered, whether they have left, and whether
    their name is only like the typed one."""

    user: User
    is_in: bool
    is_gone: bool
    is_alike: bool


@dataclass(frozen=True, slots=True)
class Suggestions:
    """The members whom a `typed` name may mean; `is_exact` if one of them is called exactly so."""

    typed: str
    lines: tuple[Suggestion, ...]
    is_exact: bool

    @property
    def is_alike(self) -> bool:
        """Is a member's name only like the typed one?"""
        return any(line.is_alike for line in self.lines)


def suggested(tournament: Tournament, typed: str) -> Suggestions:
    """The members whose names begin like the typed name, word by word, ignoring case and accents; then those whose
    names are like it, but for a letter. What stands after a comma, such as a rating, is no part of the name."""
    name = typed.split(",")[0].strip()
    wanted, keys = folded(name), slips(name)
    people = list(clubs.players(tournament.club).order_by("name", "pk")) if wanted else []
    begin = [user for user in people if _begins(folded(user.name), wanted)]
    like = [user for user in people if user not in begin and keys & slips(user.name)]
    listed = [(user, False) for user in begin] + [(user, True) for user in like]
    entered = dict(EntryMember.objects.filter(tournament=tournament).values_list("user", "entry__status"))
    lines = [
        Suggestion(user, user.pk in entered, entered.get(user.pk) in GONE, is_alike)
        for user, is_alike in listed[:SUGGESTIONS]
    ]
    return Suggestions(name, tuple(lines), any(user.name.casefold() == name.casefold() for user in begin))


@dataclass(frozen=True, slots=True)
class Tick:
    """A member of the club on the list of tonight's players: whether the box is ticked, whether they are entered,
    whether they have left."""

    user: User
    is_ticked: bool
    is_in: bool
    is_gone: bool = False


@dataclass(frozen=True, slots=True)
class Ticks:
    """The list of members: the ticked ones first, then others that match the search, of which `more` are not shown.
    `last` is the event that “last time” means, None for a club's first."""

    lines: tuple[Tick, ...]
    more: int
    last: Tournament | None
    search: str

    @property
    def ticked(self) -> int:
        """The number of ticked members."""
        return sum(line.is_ticked for line in self.lines)


def ticks(tournament: Tournament, search: str, ticked: Collection[str], of_last_time: bool = False) -> Ticks:
    """The members of the club to tick whose name contains `search`, ignoring case and accents; the `ticked` ones
    (public ids) stay on the list whatever the search is, and with `of_last_time` so do those who played the last
    time."""
    people = list(clubs.players(tournament.club).order_by("name", "pk"))
    entered = dict(EntryMember.objects.filter(tournament=tournament).values_list("user", "entry__status"))
    last, wanted = last_time(tournament), set(ticked)
    if of_last_time and last is not None:
        came = EntryMember.objects.filter(tournament=last).exclude(entry__status__in=[*GONE, EntryStatus.WAITING])
        wanted |= set(came.values_list("user__public_id", flat=True))
    chosen = [user for user in people if user.public_id in wanted and user.pk not in entered]
    found = [user for user in people if folded(search) in folded(user.name)] if search else people
    taken = {user.pk for user in chosen}
    others = [user for user in found if user.pk not in taken]
    lines = [Tick(user, True, False) for user in chosen]
    lines += [Tick(user, False, user.pk in entered, entered.get(user.pk) in GONE) for user in others[:TICKS]]
    return Ticks(tuple(lines), max(0, len(others) - TICKS), last, search)


def last_time(tournament: Tournament) -> Tournament | None:
    """The latest other event of the club to which somebody came, which “last time” refers to."""
    others = Tournament.objects.filter(club=tournament.club_id).exclude(pk=tournament.pk)
    somebody = Exists(EntryMember.objects.filter(tournament=OuterRef("pk")))
    return others.filter(somebody).exclude(state=TournamentState.OPEN).order_by("-starts_at", "-pk").first()
