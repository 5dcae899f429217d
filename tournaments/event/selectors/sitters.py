"""Who sits where: for an entry in a round, at a match, at the boards of a team match; and which people cannot sit at a
live table."""

from collections.abc import Sequence

from django.db.models import Prefetch, prefetch_related_objects
from django.utils.translation import gettext as _

from accounts.models import User
from games import engine
from tournaments.models import (
    GONE,
    Entry,
    EntryMember,
    LineUpPlace,
    Match,
    MatchSide,
    Mode,
    Round,
    Tournament,
)
from tournaments.pairing import FORFEITS

MOST_NAMED = 20  # in one sentence
BOARD_SIDES = Prefetch("sides", MatchSide.objects.select_related("member__user", "member__entry").order_by("order"))


def people(path: str = "") -> "Prefetch[str]":
    """A prefetch of the members of entries with their users; `path` leads to the entries, such as "seat__entry". The
    users come by a join: for more than a thousand of them a prefetch would be too large an expression for SQLite."""
    lookup = f"{path}__members" if path else "members"
    return Prefetch(lookup, EntryMember.objects.select_related("user").order_by("order"))


def at_table(variant: str) -> int:
    """The number of people who sit for one side at a table by these rules: partners (PRT-1), else one."""
    rules = engine.VARIANTS[variant]
    return rules.team_size if rules.seating.name == "teams" else 1


def board_of(place: LineUpPlace, count: int) -> int:
    """The number of the board at which a place of a line-up sits, where `count` people sit for one side at a table."""
    return (place.board - 1) // count + 1


def line_up(entry: Entry, round_number: int, count: int) -> list[EntryMember | None]:
    """The members who play for an entry in a round, from the top board: as named, else the first of its list; None for
    an empty seat. Prefetch members and users."""
    members: list[EntryMember | None] = list(entry.members.all())
    if len(members) > 1:
        places = entry.line_up_places.filter(round_number=round_number).values_list("board", "member")
        if named := dict(places):
            by_pk = {member.pk: member for member in members if member is not None}
            return [by_pk.get(named.get(board, 0)) for board in range(1, count + 1)]
    return members[:count] + [None] * (count - len(members))


def away_from(match: Match) -> tuple[int, ...]:
    """The sides (from 0) without which a match is played, as it is noted there; none where it was not played because of
    them."""
    if match.result_kind in FORFEITS:
        return ()
    return tuple(side.order for side in match.sides.all() if side.is_absent)


def at_match(match: Match) -> list[list[EntryMember]]:
    """The people who sit for each side of a match at one table, nobody for an absent side; in other matches all
    members."""
    count = at_table(match.round.stage.tournament.variant)
    found = []
    for side in match.sides.all():
        members = [] if side.is_absent else list(side.entry.members.all())
        if 1 < count < len(members):
            members = [one for one in line_up(side.entry, match.round.number, count) if one is not None]
        found.append(members)
    return found


def seat_partners(boards: Sequence[Match], rnd: Round, variant: str) -> None:
    """Attach to each side of these boards of a round the partners of its player. One query; none where nobody has a
    partner."""
    count = at_table(variant)
    if count == 1 or not boards:
        return
    prefetch_related_objects(boards, BOARD_SIDES)
    entries = {side.member.entry_id for board in boards for side in board.sides.all() if side.member is not None}
    if not entries:
        return
    places = LineUpPlace.objects.filter(entry__in=entries, round_number=rnd.number).select_related("member__user")
    seated: dict[tuple[int, int], list[EntryMember]] = {}
    for place in places.order_by("board"):
        seated.setdefault((place.entry_id, board_of(place, count)), []).append(place.member)
    for board in boards:
        for side in board.sides.all():
            if (lead := side.member) is not None:
                others = seated.get((lead.entry_id, board.number), ())
                side.partners = tuple(one for one in others if one.pk != lead.pk)


def only_names(entry: Entry) -> list[User]:
    """The people of an entry who have no account."""
    return [member.user for member in entry.members.all() if member.user.is_only_a_name]


def needs_account(tournament: Tournament, *, is_remote: bool = False) -> bool:
    """Do the players of this tournament meet other people at live tables? There nobody plays without an account."""
    is_live = tournament.mode == Mode.ONLINE or (tournament.mode == Mode.MIXED and is_remote)
    return is_live and not tournament.settings.get("house_level")


def kept_away(entry: Entry) -> list[User]:
    """The people of an entry who should play at a live table but have no account."""
    if entry.status in GONE or not needs_account(entry.tournament, is_remote=entry.is_remote):
        return []
    return only_names(entry)


def away_words(entry: Entry) -> list[str]:
    """The people of `kept_away`, in a sentence."""
    said = _("%(name)s has no account and cannot play at a live table.")
    return [said % {"name": user.name} for user in kept_away(entry)]


def away_together(names: Sequence[str]) -> str:
    """A sentence about the people of several entries whom `kept_away` names, the first twenty by name; empty for
    none."""
    if len(names) < 2:
        return "".join(_("%(name)s has no account and cannot play at a live table.") % {"name": one} for one in names)
    named = ", ".join(names[:MOST_NAMED]) + (" …" if len(names) > MOST_NAMED else "")
    said = {"n": len(names), "names": named}
    return _("%(n)d players have no account and cannot play at a live table: %(names)s") % said


def all_kept_away(tournament: Tournament) -> list[Entry]:
    """The entries of a tournament with a person who should play at a live table but has no account."""
    if tournament.mode == Mode.IN_PERSON:
        return []
    found = tournament.entries.exclude(status__in=GONE).prefetch_related(people())
    return [entry for entry in found.select_related("tournament").order_by("name") if kept_away(entry)]


def without_account(rnd: Round) -> list[Entry]:
    """The entries at live tables of a round with a person who has no account."""
    tournament = rnd.stage.tournament
    if tournament.mode == Mode.IN_PERSON or tournament.settings.get("house_level"):
        return []
    sides = MatchSide.objects.filter(seat__round=rnd)
    if tournament.mode == Mode.MIXED:
        sides = sides.filter(match__is_live=True)
    found = Entry.objects.filter(seats__in=sides.values("seat")).distinct().prefetch_related(people()).order_by("name")
    return [entry for entry in found if only_names(entry)]
