"""Boards and byes of a round as rows: pairs that stay keep their row, table and times."""

from collections.abc import Mapping

from tournaments.models import Bye, Entry, Match, MatchSide, Round, RoundSeat
from tournaments.pairing.drafts import Board, Draft

ASIDE = 1_000_000  # table numbers while they change places, since no two matches of a round share one


Lengths = Mapping[int, str]


def write_boards(rnd: Round, draft: Draft, by_number: Mapping[int, Entry], lengths: Lengths | None = None) -> None:
    """Write the draft into the rows of a round. A pair that stays keeps its match; `lengths` are those of new
    matches that differ from the stage's, by table. Expects the round claimed or new, and no match of it begun."""
    pks = {number: entry.pk for number, entry in by_number.items()}
    places = {pks[number] for board in draft.boards for number in (board.first, board.second)}
    byes = {pks[number]: kind for number, kind in draft.byes.items()}
    seats = {seat.entry_id: seat for seat in RoundSeat.objects.filter(round=rnd)}
    kept = _kept_matches(rnd, draft, pks)
    Match.objects.paired().filter(round=rnd).exclude(pk__in=[match.pk for match in kept.values()]).delete()
    Bye.objects.filter(seat__round=rnd).delete()
    RoundSeat.objects.filter(round=rnd).exclude(entry__in=places | set(byes)).delete()
    fresh = [entry for entry in [*places, *byes] if entry not in seats]
    for seat in RoundSeat.objects.bulk_create(RoundSeat(round=rnd, entry_id=entry) for entry in fresh):
        seats[seat.entry_id] = seat
    remote = frozenset(number for number, entry in by_number.items() if entry.is_remote)
    _write_matches(rnd, draft, pks, seats, kept, lengths or {}, remote)
    Bye.objects.bulk_create(Bye(seat=seats[entry], kind=kind) for entry, kind in byes.items())


def _kept_matches(rnd: Round, draft: Draft, pks: Mapping[int, int]) -> dict[Board, Match]:
    """The matches whose pair stays, by board."""
    sitting: dict[int, set[int]] = {}
    for match, entry in MatchSide.objects.filter(seat__round=rnd).values_list("match", "seat__entry"):
        sitting.setdefault(match, set()).add(entry)
    matches = {frozenset(sitting.get(match.pk, ())): match for match in rnd.matches.paired()}
    return {
        board: matches[pair]
        for board in draft.boards
        if (pair := frozenset((pks[board.first], pks[board.second]))) in matches
    }


def _write_matches(
    rnd: Round,
    draft: Draft,
    pks: Mapping[int, int],
    seats: Mapping[int, RoundSeat],
    kept: Mapping[Board, Match],
    lengths: Lengths,
    remote: frozenset[int],
) -> None:
    moved = [match for board, match in kept.items() if match.table_no != board.table]
    for n, match in enumerate(moved):
        Match.objects.filter(pk=match.pk).update(table_no=ASIDE + n)
    for board, match in kept.items():
        if match in moved:
            Match.objects.filter(pk=match.pk).update(table_no=board.table)
    new = [board for board in draft.boards if board not in kept]
    made = Match.objects.bulk_create(
        Match(
            round=rnd,
            table_no=board.table,
            slot=board.slot,
            length=lengths.get(board.table, ""),
            is_live=bool({board.first, board.second} & remote),
        )
        for board in new
    )
    turned = [board for board, match in kept.items() if not _sits_so(match, pks[board.first])]
    MatchSide.objects.filter(match__in=[kept[board] for board in turned]).delete()
    matches = dict(zip(new, made, strict=True)) | {board: kept[board] for board in turned}
    MatchSide.objects.bulk_create(
        MatchSide(match=match, seat=seats[pks[number]], order=order)
        for board, match in matches.items()
        for order, number in enumerate((board.first, board.second))
    )


def _sits_so(match: Match, first: int) -> bool:
    return match.sides.filter(order=0, seat__entry=first).exists()
