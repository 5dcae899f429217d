"""The persons who played for each entry of a tournament."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from tournaments.event.selectors.entry_sizes import Size, is_team, size_of
from tournaments.event.selectors.finding import stages
from tournaments.models import EntryMember, LineUpPlace, MatchSide, RoundSeat, RoundState, Tournament
from tournaments.pairing import Kind

People = Mapping[int, Sequence[int]]


def people_of(tournament: Tournament) -> dict[int, list[int]]:
    """The keys of the persons who played, by the key of their entry: for a team those who sat at a board, for a pair
    with a substitute all who sat. House players and people who said “not me” are left out."""
    found = EntryMember.objects.filter(tournament=tournament, refused_at=None, user__house_level="").order_by("order")
    rows = list(found.values_list("pk", "entry", "user"))
    users = {member: user for member, _entry, user in rows}
    of: dict[int, list[int]] = {}
    for member, entry, _user in rows:
        of.setdefault(entry, []).append(member)
    size = size_of(tournament)
    if any(is_team(stage) for stage in stages(tournament)):
        of = _at_boards(tournament, size)
    elif size.is_at_one_table:
        of = _at_one_table(tournament, size, of)
    return {entry: [users[one] for one in dict.fromkeys(members) if one in users] for entry, members in of.items()}


def _at_boards(tournament: Tournament, size: Size) -> dict[int, list[int]]:
    """The persons who sat at the boards of team matches, without those who missed a board by forfeit."""
    sides = MatchSide.objects.filter(match__round__stage__tournament=tournament).exclude(parent=None)
    sides = sides.exclude(match__round__state=RoundState.DRAFT).exclude(match__result_kind=Kind.DOUBLE_FORFEIT)
    of: dict[int, list[int]] = {}
    facts = ("match", "match__result_kind", "member", "member__entry", "points")
    for _board, rows in groupby(sides.order_by("match", "order").values_list(*facts), key=lambda row: row[0]):
        both = list(rows)
        most = max(points or 0 for *_more, points in both)
        for _match, kind, member, entry, points in both:
            is_there = kind != Kind.FORFEIT or (points or 0) == most
            if member is not None and is_there:
                of.setdefault(entry, []).append(member)
    if size.together > 1:
        for (entry, _round), members in _line_ups(tournament).items():
            of.setdefault(entry, []).extend(members)
    return of


def _at_one_table(tournament: Tournament, size: Size, known: People) -> dict[int, list[int]]:
    """The persons who sat for each pair: the first of its list, or, in rounds with a line-up, those of the line-up."""
    named = _line_ups(tournament)
    seats = RoundSeat.objects.filter(round__stage__tournament=tournament).exclude(round__state=RoundState.DRAFT)
    of: dict[int, list[int]] = {}
    for entry, number in seats.values_list("entry", "round__number").order_by("round__number", "pk"):
        of.setdefault(entry, []).extend(named.get((entry, number)) or list(known.get(entry, ()))[: size.least])
    return of


def _line_ups(tournament: Tournament) -> dict[tuple[int, int], list[int]]:
    """The line-ups of the rounds that were paired, by entry and round."""
    rounds = RoundSeat.objects.filter(round__stage__tournament=tournament).values_list("entry", "round__number")
    played = set(rounds.exclude(round__state=RoundState.DRAFT))
    of: dict[tuple[int, int], list[int]] = {}
    places = LineUpPlace.objects.filter(entry__tournament=tournament).order_by("board")
    for entry, number, member in places.values_list("entry", "round_number", "member"):
        if (entry, number) in played:
            of.setdefault((entry, number), []).append(member)
    return of
