"""Tables and byes of a round as rows: those who stay together keep their match, its table and times."""

from collections.abc import Mapping

from tournaments.models import Bye, Entry, Match, MatchSide, Round, RoundSeat
from tournaments.pairing.drafts import Draft, Table

ASIDE = 1_000_000  # table numbers while they change places, since no two matches of a round share one


Lengths = Mapping[int, str]


def write_tables(rnd: Round, draft: Draft, by_number: Mapping[int, Entry], lengths: Lengths | None = None) -> None:
    """Write the draft into the rows of a round. Those who stay together keep their match; `lengths` are those of new
    matches that differ from the stage's, by table. Expects the round claimed or new, and no match of it begun."""
    pks = {number: entry.pk for number, entry in by_number.items()}
    byes = {pks[number]: kind for number, kind in draft.byes.items()}
    placed = {pks[number] for table in draft.tables for number in table.seats} | set(byes)
    kept, turned = _kept_matches(rnd, draft, pks)
    rnd.matches.paired().exclude(pk__in=[match.pk for match in kept.values()]).delete()
    Bye.objects.filter(seat__round=rnd).delete()
    RoundSeat.objects.filter(round=rnd).exclude(entry__in=placed).delete()
    seats = {seat.entry_id: seat for seat in RoundSeat.objects.filter(round=rnd)}
    fresh = [entry for entry in placed if entry not in seats]
    for seat in RoundSeat.objects.bulk_create(RoundSeat(round=rnd, entry_id=entry) for entry in fresh):
        seats[seat.entry_id] = seat
    _number(kept)
    remote = {number for number, entry in by_number.items() if entry.is_remote}
    made = {table: _match(rnd, table, lengths or {}, remote) for table in draft.tables if table not in kept}
    Match.objects.bulk_create(made.values())
    MatchSide.objects.filter(match__in=turned.values()).delete()
    MatchSide.objects.bulk_create(
        MatchSide(match=match, seat=seats[pks[number]], order=order)
        for table, match in (made | turned).items()
        for order, number in enumerate(table.seats)
    )
    Bye.objects.bulk_create(Bye(seat=seats[entry], kind=kind) for entry, kind in byes.items())


def _kept_matches(rnd: Round, draft: Draft, pks: Mapping[int, int]) -> tuple[dict[Table, Match], dict[Table, Match]]:
    """The matches of those who stay together, by table; and which of them get another order of the seats."""
    sitting: dict[int, list[int]] = {}
    sides = MatchSide.objects.filter(seat__round=rnd).order_by("order")
    for match, entry in sides.values_list("match", "seat__entry"):
        sitting.setdefault(match, []).append(entry)
    matches = {frozenset(sitting.get(match.pk, ())): match for match in rnd.matches.paired()}
    wanted = {table: [pks[number] for number in table.seats] for table in draft.tables}
    kept = {table: matches[who] for table, seats in wanted.items() if (who := frozenset(seats)) in matches}
    return kept, {table: match for table, match in kept.items() if sitting[match.pk] != wanted[table]}


def _number(kept: Mapping[Table, Match]) -> None:
    moved = [(match.pk, table.no) for table, match in kept.items() if match.table_no != table.no]
    for at, (match, _no) in enumerate(moved):
        Match.objects.filter(pk=match).update(table_no=ASIDE + at)
    for match, no in moved:
        Match.objects.filter(pk=match).update(table_no=no)


def _match(rnd: Round, table: Table, lengths: Lengths, remote: set[int]) -> Match:
    is_live = bool(remote & table.who)
    return Match(round=rnd, table_no=table.no, slot=table.slot, length=lengths.get(table.no, ""), is_live=is_live)
