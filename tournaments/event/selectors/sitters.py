"""Who sits where: for an entry in a round, at a match, at the boards of a team match."""

from collections.abc import Iterable, Sequence

from games import engine
from tournaments.models import Entry, EntryMember, LineUpPlace, Match, Round, TeamBoard


def at_table(variant: str) -> int:
    """How many sit for one side at one table by these rules: partners (PRT-1), else one."""
    rules = engine.VARIANTS[variant]
    return rules.team_size if rules.seating.name == "teams" else 1


def line_up(entry: Entry, round_number: int, count: int) -> list[EntryMember | None]:
    """The members who play for an entry in a round, from the top board: as named, else the first of its list; None for
    an empty place. Prefetch members and users."""
    members: list[EntryMember | None] = list(entry.members.all())
    if len(members) > 1:
        places = entry.line_up_places.filter(round_number=round_number).values_list("board", "member")
        if named := dict(places):
            by_pk = {member.pk: member for member in members if member is not None}
            return [by_pk.get(named.get(board, 0)) for board in range(1, count + 1)]
    return members[:count] + [None] * (count - len(members))


def at_match(match: Match) -> list[list[EntryMember]]:
    """Who sits for each side of a match that is played at one table; of other matches all members."""
    count = at_table(match.round.stage.tournament.variant)
    found = []
    for side in match.sides.all():
        members = list(side.entry.members.all())
        if 1 < count < len(members):
            members = [one for one in line_up(side.entry, match.round.number, count) if one is not None]
        found.append(members)
    return found


def seat_partners(boards: Sequence[TeamBoard], rnd: Round, variant: str) -> None:
    """Attach to each board of a round the partners of its two players. One query; none where nobody has a partner."""
    count = at_table(variant)
    entries = {member.entry_id for board in boards for member in (board.first, board.second) if member is not None}
    if count == 1 or not entries:
        return
    places = LineUpPlace.objects.filter(entry__in=entries, round_number=rnd.number).select_related("member__user")
    seated: dict[tuple[int, int], list[EntryMember]] = {}
    for place in places.order_by("board"):
        seated.setdefault((place.entry_id, (place.board - 1) // count + 1), []).append(place.member)
    for board in boards:
        first, second = (
            () if lead is None else tuple(_others(lead, seated.get((lead.entry_id, board.number), ())))
            for lead in (board.first, board.second)
        )
        board.partners = (first, second)


def _others(lead: EntryMember, seated: Iterable[EntryMember]) -> Iterable[EntryMember]:
    return (one for one in seated if one.pk != lead.pk)
