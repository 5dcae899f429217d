"""Entries: one by one or by roster, checked in, absent, withdrawn."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import services as accounts
from accounts.models import User
from audit import services as audit
from clubs import selectors as club_people
from clubs import services as clubs
from games.players import LEVELS
from games.services import tables
from tournaments.entries.services import acceptance, partner_names, roster, team_lines, waiting
from tournaments.entries.services.imports import judging
from tournaments.entries.services.imports.judging import ImportLine, ImportReport
from tournaments.entries.services.roster import Problem
from tournaments.errors import Conflict, Invalid, Refusal
from tournaments.event.selectors import finding
from tournaments.event.selectors.entry_sizes import size_of
from tournaments.event.services import announcing
from tournaments.event.services.acts import record_tournament
from tournaments.event.services.notices import tell_entries
from tournaments.formats.kinds.ladders import KEY as LADDER
from tournaments.ladders.services import log
from tournaments.matches.services import own_words
from tournaments.models import (
    GONE,
    Entry,
    EntryMember,
    EntryStatus,
    Mode,
    Round,
    RoundState,
    Tournament,
    TournamentState,
)


@transaction.atomic
def import_entries(
    *,
    tournament: Tournament,
    text: str | bytes,
    dry_run: bool,
    now: datetime,
    by: User | None = None,
    seen: str = "",
    same: Collection[int] = (),
) -> ImportReport:
    """Read a roster and say what each line means; without `dry_run` and without problems enter all of it, else nothing.

    `seen` is the digest of the report that was accepted, `same` the lines of those who are the same person as the one
    that they are like; the others who are like somebody are new people. Whoever is entered while the tournament runs is
    here. Locks the tournament row. Raises Refusal when it is too late to enter, Conflict when the roster would do
    something else by now, Invalid for a line of `same` that is like nobody, LimitReached where it brings more addresses
    than the club may.
    """
    tournament = open_to_enter(tournament, now, by)
    found = roster.read(team_lines.one_a_line(text) if size_of(tournament).is_team else text)
    judged = judging.judge(tournament, found.lines, same)
    teams = team_lines.grouped(tournament, found.lines, {one.line.line for one in judged if one.is_in})
    wrong = [*found.problems, *judging.same_person(judged), *teams.problems]
    problems = tuple(sorted(wrong, key=lambda problem: problem.line))
    lines = judging.with_bad([one.line for one in judged], found.bad, wrong)
    brought = sum(bool(one.line.email) for one in judged if one.user is None)
    too_many = clubs.too_many_addresses(tournament.club, brought, by, now) if dry_run else ""
    if too_many:
        problems = (Problem(0, too_many), *problems)
    report = ImportReport(
        lines, problems, is_done=False, guessed=found.guessed, text=found.text, notes=tuple(found.notes),
        away=judging.kept_away(tournament, judged),
    )  # fmt: skip
    if dry_run or problems:
        return report
    if seen and seen != report.digest:
        raise Conflict(_("The list or its players have changed since you looked: look again."))
    fresh = [one for one in judged if not one.is_in]
    people = {one.line.line: one.user for one in fresh if one.user is not None}
    unknown = [one.line for one in fresh if one.user is None]
    clubs.take_addresses(tournament.club, brought, by, now)
    new = accounts.newcomers([(line.name, line.email) for line in unknown])
    people |= {line.line: user for line, user in zip(unknown, new, strict=True)}
    entries = [([people[line] for line in team.lines], team.name, team.rating) for team in teams.teams]
    if not size_of(tournament).is_team:  # under the name by which the person is known
        entries = [(users, users[0].name, rating) for users, _typed, rating in entries]
    made = new_entries(tournament, entries, now, by=by)
    tell_entered(tournament, made, now, by)
    record_tournament(tournament, "entries.import", by, now, after={"entered": len(fresh), "lines": len(lines)})
    made = late_are_here(tournament, made, now, by)
    return replace(report, is_done=True, entered=len(fresh), made=tuple(made))


@transaction.atomic
def enter(
    *,
    tournament: Tournament,
    now: datetime,
    user: User | None = None,
    name: str = "",
    email: str = "",
    rating: int | None = None,
    house: str = "",
    by: User | None = None,
) -> Entry:
    """Enter a person, a guest by name (and e-mail), or a house player of a level (`house`), who is checked in at once,
    so that nobody needs a bye; late entries are possible while rounds are still to be paired. On a ladder that runs a
    late one stands on the bottom place at once.

    Locks the tournament row. Raises Refusal when it is over or nearly so, the person is in already, or the house cannot
    play, ValueError for a bad name.
    """
    tournament = open_to_enter(tournament, now, by)
    if size_of(tournament).is_team:
        raise Refusal(_("Teams enter here: with a name and their members."), "teams_only")
    if house:
        user = _of_the_house(tournament, house)
    elif user is None:
        among = club_people.players(tournament.club)
        user, is_new = accounts.player_for(name=name, email=email, among=among)
        clubs.take_addresses(tournament.club, int(is_new and bool(email)), by, now)
    if EntryMember.objects.filter(tournament=tournament, user=user).exists():
        code = "entered" if judging.is_called(user, name) else "address_taken"
        raise Refusal(judging.entered_words(user, name), code)
    entry = new_entry(tournament, [user], user.name, rating, now, by=by)
    tell_entered(tournament, [entry], now, by)
    record_tournament(tournament, "entry.enter", by, now, after={"entry": entry.public_id})
    is_ladder = tournament.state == TournamentState.RUNNING and tournament.stages.filter(format=LADDER).exists()
    is_here = (is_ladder or house) and entry.status != EntryStatus.WAITING
    return check_in(entry=entry, now=now, by=by) if is_here else entry


def _of_the_house(tournament: Tournament, level: str) -> User:
    """A house player of this level who is not entered yet."""
    if level not in LEVELS:
        raise Invalid("house", _("Allowed here: %(allowed)s.") % {"allowed": ", ".join(LEVELS)})
    if tournament.mode == Mode.IN_PERSON:
        raise Refusal(_("The house plays at live tables only."), "in_person")
    if finding.is_full(tournament):
        raise Refusal(_("All places are taken."), "full")
    entered = set(EntryMember.objects.filter(tournament=tournament).values_list("user", flat=True))
    known = [spec.user for spec in tables.of_the_house(level, len(tables.HOUSE_NAMES[level]))]
    free = next((user for user in known if user.pk not in entered), None)
    if free is None:
        raise Refusal(_("All players of the house at this level are entered."), "entered")
    return free


@transaction.atomic
def check_in(*, entry: Entry, now: datetime, by: User | None = None) -> Entry:
    """Check an entry in, so that it is paired. One that had withdrawn comes back as a new one enters: at the end of the
    waiting list when all places are taken, and by its own act only while entries are open. Locks the tournament then,
    and its row. Raises Refusal for one that has left for good, or that comes back too late."""
    status, refuse = EntryStatus.CHECKED_IN, list(GONE)
    if Entry.objects.filter(pk=entry.pk, status=EntryStatus.WITHDRAWN).exists():
        tournaments = Tournament.objects.select_for_update(of=("self",)).select_related("club")
        status = waiting.status_of_returning(tournaments.get(pk=entry.tournament_id), now, by)
        refuse = [EntryStatus.EXPELLED]
    entry = _set_status(entry, status, now, by, refuse=refuse)
    acceptance.check_in(entry.tournament, [entry.pk], now, by)
    return entry


@transaction.atomic
def undo_check_in(*, entry: Entry, now: datetime, by: User | None = None) -> Entry:
    """Undo a check-in: the entry is not paired any more. Locks its row."""
    return _set_status(entry, EntryStatus.ENTERED, now, by, refuse=GONE)


@transaction.atomic
def check_in_all(*, tournament: Tournament, now: datetime, by: User | None = None) -> int:
    """Check in everybody who is entered; returns the number. A ladder that runs notes each. Locks the tournament
    row."""
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    to_come = tournament.entries.filter(status__in=(EntryStatus.ENTERED, EntryStatus.ABSENT))
    acceptance.check_in(tournament, list(to_come.values_list("pk", flat=True)), now, by)
    if log.lock(tournament.pk) is None:
        count = to_come.update(status=EntryStatus.CHECKED_IN)
    else:
        count = len([check_in(entry=entry, now=now, by=by) for entry in to_come.order_by("pk")])
    record_tournament(tournament, "entries.check_in_all", by, now, after={"checked_in": count})
    return count


@transaction.atomic
def withdraw(*, entry: Entry, now: datetime, by: User | None = None, reason: str = "") -> Entry:
    """Withdraw an entry: its results so far stay, and it gets nothing for later rounds. A match being played goes on.

    Locks the tournament and its row. Whoever waits longest for a place gets it. Raises Refusal where an official would
    win the own match by it, and the club has another official.
    """
    return _set_status(entry, EntryStatus.WITHDRAWN, now, by, refuse=GONE, reason=reason)


@transaction.atomic
def mark_absent(*, entry: Entry, now: datetime, by: User | None = None) -> Entry:
    """Mark an entry as absent: it gets a zero bye until it is checked in again. Locks its row."""
    return _set_status(entry, EntryStatus.ABSENT, now, by, refuse=GONE)


@transaction.atomic
def expel(*, entry: Entry, reason: str, now: datetime, by: User | None, rule: str = "") -> Entry:
    """Exclude an entry for good, for a reason and by a rule: its results so far stay, and it cannot come back. Locks
    the tournament and its row; whoever waits longest gets the place. Raises Invalid without a reason, Refusal as
    `withdraw`."""
    if not reason.strip():
        raise Invalid("reason", _("Give a reason: it is public."))
    cited = rule.strip()[:20]
    return _set_status(
        entry, EntryStatus.EXPELLED, now, by, refuse=(EntryStatus.EXPELLED,), reason=reason.strip(), rule=cited
    )


def number_entries(tournament: Tournament, round_number: int) -> None:
    """Give start numbers: in the order of the given seeds, then by rating (then in order of entry) until round 4 is
    paired, after that at the end. Called by the pairing, with the stage locked."""
    entries = list(tournament.entries.exclude(status__in=[*GONE, EntryStatus.WAITING], tpn=None).order_by("pk"))
    fresh = [entry for entry in entries if entry.tpn is None]
    if not fresh:
        return
    if round_number < 4:
        entries.sort(key=finding.start_order)
    else:
        entries.sort(key=lambda entry: (entry.tpn is None, entry.tpn or 0, entry.pk))
    tournament.entries.filter(pk__in=[entry.pk for entry in entries]).update(tpn=None)
    for number, entry in enumerate(entries, 1):
        entry.tpn = entry.seed = number
    Entry.objects.bulk_update(entries, ["tpn", "seed"])


def open_to_enter(tournament: Tournament, now: datetime, by: User | None) -> Tournament:
    """The tournament, locked, if entries are still possible. Raises Refusal when it is over or nearly over, and for a
    person who is no official after the entries have closed, or where it does not admit them."""
    tournament = Tournament.objects.select_for_update(of=("self",)).select_related("club").get(pk=tournament.pk)
    if tournament.is_over:
        raise Refusal(_("The entries of this tournament are closed."), "closed")
    waiting.refuse_stranger(tournament, by)
    waiting.refuse_late(tournament, now, by)
    if not finding.takes_entries(tournament, tournament.stages.all()):
        raise Refusal(_("The last round is paired: it is too late to enter."), "too_late")
    return tournament


def late_are_here(tournament: Tournament, made: Sequence[Entry], now: datetime, by: User | None) -> list[Entry]:
    """Check in the entries that an official has just made, if the tournament runs: they have come. Whoever waits for a
    place goes on waiting. Called with the tournament locked; returns all of them."""
    if tournament.state != TournamentState.RUNNING:
        return list(made)
    return [one if one.status == EntryStatus.WAITING else check_in(entry=one, now=now, by=by) for one in made]


def new_entry(
    tournament: Tournament,
    users: Sequence[User],
    name: str,
    rating: int | None,
    now: datetime,
    captain: int = 0,
    by: User | None = None,
) -> Entry:
    """Write an entry with its members in the given order; `captain` is a place in that order. Called with the
    tournament locked."""
    return new_entries(tournament, [(users, name, rating)], now, captain, by)[0]


def new_entries(
    tournament: Tournament,
    asked: Sequence[tuple[Sequence[User], str, int | None]],
    now: datetime,
    captain: int = 0,
    by: User | None = None,
) -> list[Entry]:
    """Write an entry for each group of people with a name and a rating, as `new_entry` does; in their order, so that
    the last ones wait if places run out."""
    rounds = Round.objects.filter(stage__tournament=tournament)
    last = rounds.exclude(state=RoundState.DRAFT).order_by("-number").first()  # a draft can be paired again
    size, statuses = size_of(tournament), waiting.statuses_of_new(tournament, len(asked), by)
    entries = Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            name=name,
            partners=partner_names.beside(name, users, size),
            rating_at_entry=rating,
            status=status,
            entered_at=now,
            joined_round=last.number + 1 if last else 1,
        )
        for (users, name, rating), status in zip(asked, statuses, strict=True)
    )
    clubs.enrol_players(club=tournament.club, users=[user for users, _name, _rating in asked for user in users], by=by)
    EntryMember.objects.bulk_create(
        EntryMember(
            tournament=tournament, entry=entry, user=user, order=order,
            is_captain=len(users) > 1 and order == captain,
            accepted_at=now if acceptance.accepts_by_entering(user, by) else None,
        )
        for entry, (users, _name, _rating) in zip(entries, asked, strict=True)
        for order, user in enumerate(users)
    )  # fmt: skip
    announcing.announce_entries(entries, "entry.added", now)
    return entries


def tell_entered(tournament: Tournament, made: Sequence[Entry], now: datetime, by: User | None) -> None:
    """Tell people that somebody else has entered them."""
    if by is None:
        return
    found = Entry.objects.filter(pk__in=[entry.pk for entry in made]).select_related("tournament")
    entries = list(found.prefetch_related(finding.people()))
    waits = [entry for entry in entries if entry.status == EntryStatus.WAITING]
    key = f"entries:{made[0].public_id}" if made else ""
    tell_entries(f"{key}:waiting", "entered.waiting", waits, now, by, entered_by=str(by))
    tell_entries(key, "entered", [entry for entry in entries if entry not in waits], now, by, entered_by=str(by))


def _set_status(
    entry: Entry,
    status: str,
    now: datetime,
    by: User | None,
    *,
    refuse: Sequence[str],
    reason: str = "",
    rule: str = "",
) -> Entry:
    frees = status in GONE  # a place: the next of the waiting list gets it
    if frees:
        Tournament.objects.select_for_update(of=("self",)).get(pk=entry.tournament_id)
    ladder = log.lock(entry.tournament_id)
    entry = Entry.objects.select_for_update(of=("self",)).select_related("tournament").get(pk=entry.pk)
    if entry.tournament.is_over:
        raise Refusal(_("This tournament is over."), "finished")
    if entry.status in refuse:
        raise Refusal(_("%(name)s has left this tournament.") % {"name": entry.name}, "gone")
    if frees:
        own_words.refuse_own_walk_over(entry, by)
    else:
        waiting.refuse_waiting(entry)
    before, entry.status, entry.left_by = entry.status, status, by if frees else None
    if status == EntryStatus.WAITING:
        entry.entered_at = now  # at the end of the line
    entry.save(update_fields=["status", "entered_at", "left_by"])
    if before != status:
        change = {"entry": entry.public_id, "status": before}
        record_tournament(
            entry.tournament,
            f"entry.{status}",
            by,
            now,
            before=change,
            after={**change, "status": status},
            reason=reason,
            rule=rule,
        )
        if frees:
            announcing.announce_entry(entry, "entry.withdrawn", now)
        if ladder is not None and status != EntryStatus.WAITING:
            log.note_status(ladder, entry, now, by, reason)
    if frees:
        waiting.move_up(entry.tournament, now, by)
    return entry


__all__ = [
    "ImportLine",
    "ImportReport",
    "check_in",
    "check_in_all",
    "enter",
    "expel",
    "import_entries",
    "mark_absent",
    "new_entries",
    "new_entry",
    "number_entries",
    "open_to_enter",
    "undo_check_in",
    "withdraw",
]


@transaction.atomic
def set_remote(*, entry: Entry, is_remote: bool, now: datetime, by: User | None = None) -> Entry:
    """Set whether an entry plays online or in the hall: from the next pairing on its matches are played at live tables,
    or not.

    Locks its row. Raises Refusal where the tournament is not mixed.
    """
    entry = Entry.objects.select_for_update(of=("self",)).select_related("tournament").get(pk=entry.pk)
    require_mixed(entry.tournament.mode)
    if entry.is_remote != is_remote:
        entry.is_remote = is_remote
        entry.save(update_fields=["is_remote"])
        change = {"entry": entry.public_id, "is_remote": is_remote}
        target = f"tournament:{entry.tournament.public_id}"
        audit.record(actor=by, action="entry.venue", target=target, now=now, after=change)
    return entry


def require_mixed(mode: str) -> None:
    if mode != Mode.MIXED:
        raise Refusal(_("Only a tournament that mixes online and in person has both."), "not_mixed")
