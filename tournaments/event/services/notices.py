"""Tell the people of a tournament something: each person once for a key, in the caller's transaction
(`notices.services.telling.tell`)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from django.urls import reverse

from accounts.models import User
from clubs import selectors as clubs
from notices.services import forgetting, reading, telling
from notices.services.telling import Letter
from tournaments.event.selectors import finding
from tournaments.models import (
    GONE,
    OVER,
    Case,
    CaseKind,
    Challenge,
    Entry,
    EntryMember,
    Match,
    Round,
    Tournament,
)

OF_A_LADDER = {"challenged", "accepted", "answer_soon", "play_soon", "declined", "dropped"}


def tell(key: str, text: str, rnd: Round, now: datetime, match: Match | None = None, by: User | None = None) -> None:
    """Tell the people of a round, or of one match, once per `key`; the person who acted (`by`) is not told."""
    parts = of_tournament(rnd.stage.tournament) | {"round": rnd.number}
    if text == "overdue" and match is not None:
        tournament = rnd.stage.tournament
        names = " – ".join(entry.name for entry in _match(match).entries)
        link = reverse("tournaments:times", args=[tournament.slug])
        tell_directors(f"{key}:directors", "overdue.director", tournament, now, link, players=names, round=rnd.number)
    if match is not None:
        appointment = getattr(match, "appointment", None)
        starts_at = appointment.at if appointment is not None and appointment.at else rnd.starts_at
        to = list(_of_matches([_match(match)], _with_time(parts, starts_at)))
        _tell(rnd.stage.tournament, key, text, to, now, by)
        return
    if rnd.stage.has_windows and text == "started":
        return  # each match has its own time
    parts = _with_time(parts, rnd.starts_at)
    if text == "moved" and rnd.starts_at is None:
        text = "moved.open"
    found = _matches(rnd)
    has_tables = text in ("published", "started") and not rnd.stage.is_of_two
    _tell(rnd.stage.tournament, key, f"{text}.pod" if has_tables else text, _of_matches(found, parts), now, by)
    if text == "published":
        link = _round_link(rnd)
        to = letters([bye.seat.entry for bye in finding.round_byes(rnd)], link, parts)
        _tell(rnd.stage.tournament, key, "published.bye", to, now, by)


def take_back(rnd: Round) -> None:
    """Delete the notices of a published round and of its matches from all inboxes, and stop their mail that still
    waits. When the round is published again, everything is told again."""
    assert rnd.published_at is not None
    things = {f"round:{rnd.public_id}"}
    things |= {f"match:{public_id}" for public_id in rnd.matches.paired().values_list("public_id", flat=True)}
    forgetting.take_back_about(things=things, since=rnd.published_at)


def tell_entry(
    key: str, kind: str, entry: Entry, now: datetime, challenge: Challenge | None = None, by: User | None = None
) -> None:
    """Tell the people of one entry of a ladder, once per `key`."""
    parts = of_tournament(entry.tournament)
    link = reverse("tournaments:ladder", args=[entry.tournament.slug])
    if challenge is not None:
        other = challenge.to if entry.pk == challenge.by_id else challenge.by
        parts |= {"opponent": other.name, "answer_at": challenge.answer_by.isoformat()}
        parts["play_at"] = (challenge.play_by or challenge.answer_by).isoformat()
    text = kind if kind in OF_A_LADDER else "challenge_ended"
    _tell(entry.tournament, key, text, letters([entry], link, parts), now, by)


def tell_match(key: str, text: str, match: Match, now: datetime, by: User | None = None, **parts: Any) -> int:
    """Tell the people of one match something, once per `key`; returns how many."""
    found = [_match(match)]
    return _tell(match.round.stage.tournament, key, text, _of_matches(found, parts), now, by)


def tell_other_sides(match: Match, order: int, now: datetime, by: User | None = None) -> int:
    """Ask all other sides of a match, after side `order` has reported, to confirm its result; at a board of a team
    match those who sit there, and their captain. Returns the number of people asked."""
    found = _match(match.whole)
    asked = [entry for at, entry in enumerate(found.entries) if at != order]
    letters_to = _of_match(found, asked, {})
    key = f"match:{found.public_id}:to_confirm:{match.version}"
    if match.parent_id:
        here = {one.user_id for people in match.people for one in people}
        here |= {one.user_id for entry in asked for one in entry.members.all() if one.is_captain}
        letters_to = (letter for letter in letters_to if letter.user.pk in here)
        key = f"match:{found.public_id}:to_confirm:{match.number}:{match.version}"
    return _tell(found.round.stage.tournament, key, "result_to_confirm", letters_to, now, by)


def tell_directors(
    key: str, text: str, tournament: Tournament, now: datetime, link: str, by: User | None = None, **parts: Any
) -> int:
    """Tell the officials of a tournament something, once per `key`; returns how many."""
    said = of_tournament(tournament) | parts
    to = [Letter(user, link, said) for user in clubs.officials(tournament.club)]
    return telling.tell(key=key, text=text, to=to, now=now, by=by)


def case_key(case: Case) -> str:
    """The key of the notice by which the officials hear of a case."""
    return f"case:{case.public_id}"


def settle_case(case: Case, now: datetime) -> None:
    """The officials need not look at a case any more: what told them of it is not new any more, for any of them."""
    keys = [case_key(case)]
    if case.kind == CaseKind.NO_SHOW:
        sides = range(1, case.match.sides.count() + 1)
        keys += [f"match:{case.match.public_id}:{text}:{n}" for text in ("side_missing", "nobody_came") for n in sides]
        boards = case.match.boards.filter(table=case.table) if case.table else case.match.boards.all()
        keys += [f"board:{public_id}:nobody_came" for public_id in boards.values_list("public_id", flat=True)]
    reading.settle(keys=keys, now=now)


def tell_missing(match: Match, now: datetime, by: User | None = None) -> None:
    """Tell the officials which sides are missing at a match; if all are, also that the match waits for the
    officials."""
    sides = list(_match(match).sides.all())
    missing = [one.entry.name for one in sides if one.missing_since is not None]
    text = "nobody_came" if len(missing) == len(sides) else "side_missing"
    rnd = match.round
    tournament = rnd.stage.tournament
    case = match.cases.filter(kind=CaseKind.NO_SHOW, handled_at=None).first() if text == "nobody_came" else None
    where = ("case", [tournament.slug, case.public_id]) if case else ("desk", [tournament.slug])
    tell_directors(
        f"match:{match.public_id}:{text}:{len(missing)}", text, tournament, now,
        reverse(f"tournaments:{where[0]}", args=where[1]), by,
        round=rnd.number, table=match.table_no, players=", ".join(missing),
    )  # fmt: skip


def tell_empty_board(board: Match, now: datetime) -> None:
    """Tell the officials that nobody has played at a board of a team match, which waits for them."""
    rnd, match = board.round, board.whole
    tournament = rnd.stage.tournament
    case = match.cases.filter(kind=CaseKind.NO_SHOW, table=board.table, handled_at=None).first()
    where = ("case", [tournament.slug, case.public_id]) if case else ("desk", [tournament.slug])
    people = [str(side.member.user) for side in board.sides.all() if side.member is not None]
    tell_directors(
        f"board:{board.public_id}:nobody_came", "nobody_came", tournament, now,
        reverse(f"tournaments:{where[0]}", args=where[1]),
        round=rnd.number, table=match.table_no, players=", ".join(people),
    )  # fmt: skip


def tell_entries(
    key: str, text: str, entries: Iterable[Entry], now: datetime, by: User | None = None, **parts: Any
) -> int:
    """Tell the people of entries of one tournament something, once per `key`; returns how many."""
    found = list(entries)
    if not found:
        return 0
    tournament = found[0].tournament
    link = reverse("tournaments:detail", args=[tournament.slug])
    to = letters(found, link, of_tournament(tournament) | parts)
    return _tell(tournament, key, text, to, now, by)


def tell_deleted(deleted: Sequence[Tournament], now: datetime, by: User | None = None) -> int:
    """Tell everybody entered in these tournaments of one club that they will not be played, before they are deleted;
    each person gets one notice, however many there are. Returns how many. Of a cancelled one they know."""
    entries = Entry.objects.filter(tournament__in=deleted).exclude(tournament__state__in=OVER)
    entries = entries.exclude(status__in=GONE).select_related("tournament__club")
    found: dict[int, list[Letter]] = defaultdict(list)
    for entry in entries.prefetch_related(finding.people()).order_by("tournament__starts_at", "pk"):
        link = reverse("pages:club", args=[entry.tournament.club.slug])
        for letter in letters([entry], link, _with_time(of_tournament(entry.tournament), entry.tournament.starts_at)):
            found[letter.user.pk].append(letter)
    told = 0
    for text, to in _by_number(found.values()).items():
        told += _tell(deleted[0], f"tournament:{deleted[0].public_id}:deleted", text, to, now, by)
    return told


def _by_number(found: Iterable[list[Letter]]) -> dict[str, list[Letter]]:
    """One letter for each person, grouped by text: about one tournament, with or without a day, or about several."""
    chosen: dict[str, list[Letter]] = {"deleted": [], "deleted.open": [], "deleted.several": []}
    for own in found:
        first = own[0]
        if len(own) > 1:
            several = Letter(first.user, first.link, {**first.parts, "count": len(own)})
            chosen["deleted.several"].append(several)
        else:
            chosen["deleted" if "starts_at" in first.parts else "deleted.open"].append(first)
    return chosen


def _tell(tournament: Tournament, key: str, text: str, to: Iterable[Letter], now: datetime, by: User | None) -> int:
    """Tell people something in the name of a club. One that site staff have not approved calls those alone who said
    themselves that they take part, and writes to no address that nobody has confirmed: else whoever founds a club could
    write to everybody."""
    asked, club = list(to), tournament.club
    called = None if club.is_approved else _who_take_part(tournament, [one.user for one in asked])
    return telling.tell(key=key, text=text, to=asked, now=now, by=by, called=called, to_strangers=club.is_approved)


def _who_take_part(tournament: Tournament, people: Sequence[User]) -> set[int]:
    """The keys of the people who have said, to the club or for this tournament, that they take part."""
    entered = EntryMember.objects.filter(tournament=tournament, user__in=people).exclude(accepted_at=None)
    return clubs.who_take_part(tournament.club, people) | set(entered.values_list("user", flat=True))


def of_tournament(tournament: Tournament) -> dict[str, Any]:
    """The parts of a notice that name its tournament."""
    return {"tournament": tournament.name, "zone": tournament.timezone}


def letters(entries: Iterable[Entry], link: str, parts: dict[str, Any]) -> list[Letter]:
    """The same letter to all members of these entries who have not said “not me”."""
    return [Letter(user, link, parts) for entry in entries for user in _people(entry)]


def _people(entry: Entry) -> list[User]:
    return [member.user for member in entry.members.all() if member.refused_at is None]


def _with_time(parts: dict[str, Any], starts_at: datetime | None) -> dict[str, Any]:
    return parts | ({"starts_at": starts_at.isoformat()} if starts_at else {})


def _matches(rnd: Round) -> Sequence[Match]:
    return list(rnd.matches.paired().select_related("round__stage__tournament").prefetch_related(finding.SIDES))


def _match(match: Match) -> Match:
    found = Match.objects.select_related("round__stage__tournament").prefetch_related(finding.SIDES)
    return found.get(pk=match.pk)


def _of_matches(matches: Iterable[Match], parts: dict[str, Any]) -> Iterator[Letter]:
    """A letter to each player of each match, with the opponents and the table."""
    for match in matches:
        yield from _of_match(match, match.entries, parts)


def _of_match(match: Match, to: Iterable[Entry], parts: dict[str, Any]) -> Iterator[Letter]:
    link = reverse("tournaments:match", args=[match.public_id])
    at = of_tournament(match.round.stage.tournament) | {"round": match.round.number, "table": match.table_no}
    for entry in to:
        others = ", ".join(other.name for other in match.entries if other.pk != entry.pk)
        yield from letters([entry], link, at | parts | {"opponent": others})


def _round_link(rnd: Round) -> str:
    return reverse("tournaments:round", args=[rnd.stage.tournament.slug, rnd.number])
