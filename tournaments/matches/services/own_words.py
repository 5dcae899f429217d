"""Own words: who must confirm a report, and when a result rests on the word of one who plays in it."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.second_factor import services as second_factor
from audit.models import AuditEntry
from clubs import selectors as clubs
from tournaments.errors import Refusal
from tournaments.event.services.notices import tell_match
from tournaments.matches.selectors import to_play
from tournaments.models import (
    Entry,
    EntryStatus,
    Match,
    MatchSide,
    MatchState,
    RoundState,
    Tournament,
)
from tournaments.pairing import FORFEITS

OTHER, DESK, NONE = "other", "desk", "none"


def chosen_confirmation(tournament: Tournament) -> str:
    """Who confirms the results that players report, by the setting of the tournament."""
    return str(tournament.settings.get("confirmation", OTHER))


def confirmation(match: Match, *, by_slip: bool = False) -> str:
    """Who confirms a result that a player reports for this match: another side (or an official), the desk only, or
    nobody.

    Where an official plays, slips prove nothing, because officials print those of all sides: the desk confirms what
    comes `by_slip`, and that is another official. In a club without another one the other side stands in for the desk.
    """
    if takes_one_report(match):
        return NONE
    chosen = chosen_confirmation(match.round.stage.tournament)
    if not _officials_at(match):
        return DESK if chosen == DESK else OTHER
    return DESK if (by_slip or chosen == DESK) and _has_another_official(match) else OTHER


def refuse_alone(match: Match, *said: User | None) -> bool:
    """Would the result rest on the word of an official who plays here, while the club has nobody else to ask? `said`
    are those who entered and confirmed it signed in; None: by a slip, which is nobody's word where an official plays.
    Raises Refusal where another official can be asked."""
    if not is_alone(match, *said):
        return False
    if _has_another_official(match):
        raise own_refusal()
    return True


def is_alone(match: Match, *said: User | None) -> bool:
    """Does an official play here, while neither another side nor an official who does not play has said that the result
    is right? Never where nobody was to confirm results since the round was published."""
    return not _asks_nobody(match) and _rests_on(match, said, _officials_at(match))


def _rests_on(match: Match, said: Iterable[User | None], officials: Iterable[int]) -> bool:
    """Was a fact about a match stated only by one of these sides, on which officials play?"""
    sides = _seated(match)
    by = [sides.get(user.pk) for user in said if user is not None]
    return any(all(side == own for side in by) for own in officials)


def mark_unwitnessed(match: Match, now: datetime, by: User | None) -> None:
    """Mark the result of a match as resting on the word of an official who plays in it, and tell its players; a board
    is announced with the result of its match. Called with it locked."""
    match.is_unwitnessed = True
    match.save(update_fields=["is_unwitnessed"])
    if match.parent_id is None:
        tell_match(f"match:{match.public_id}:unwitnessed:{match.version}", "result_unwitnessed", match, now, by)


def follow_boards(match: Match) -> None:
    """Mark a match of teams as unwitnessed if one of its boards is. Called with it locked."""
    if match.boards.filter(is_unwitnessed=True).exists():
        match.is_unwitnessed = True
        match.save(update_fields=["is_unwitnessed"])


def mark_own_walk_over(match: Match, gone: Iterable[MatchSide], now: datetime) -> None:
    """Mark a match that ended because these sides have left, if an official who plays here has taken one of them out.
    Called with it locked."""
    officials = _officials_at(match)
    for side in gone:
        by = side.entry.left_by
        if by is not None and _rests_on(match, [by], officials) and side_of(match, by) != side.order:
            mark_unwitnessed(match, now, by)
            return


def mark_own_no_show(match: Match, absent: Iterable[int], now: datetime) -> None:
    """Mark a match that ended because these sides did not come, if an official who plays on another side was the one
    who flagged them or marked them as absent. Called with it locked."""
    gone = set(absent)
    officials = _officials_at(match) - gone
    people = [pk for pk, side in _seated(match).items() if side in officials]
    if not people:
        return
    said = AuditEntry.objects.filter(actor__in=people)
    tournament = match.round.stage.tournament
    entries = {side.entry.public_id for side in match.sides.all() if side.order in gone}
    away = said.filter(target=f"tournament:{tournament.public_id}", action=f"entry.{EntryStatus.ABSENT}")
    if said.filter(target=f"match:{match.public_id}", action="match.no_show").exists() or any(
        (one.after or {}).get("entry") in entries for one in away
    ):
        mark_unwitnessed(match, now, None)


def refuse_own_walk_over(entry: Entry, by: User | None) -> None:
    """Raise Refusal if an official would withdraw an opponent whose match with them is still to be played, while the
    club has another official to ask. Where it has none the walk-over says whose word it is."""
    if by is None or entry.members.filter(user=by).exists():
        return
    for match in to_play(entry).select_related("round__stage__tournament__club"):
        judges_alone(match, by)


def mark_merged(entries: Sequence[Entry], person: User) -> None:
    """Mark results of these entries that rest only on the word of this person, who, as a merge has shown, played in
    them as an official; with a board also its match."""
    of_entries = Q(sides__seat__entry__in=entries) | Q(sides__parent__seat__entry__in=entries)
    found = Match.objects.filter(of_entries, state=MatchState.OVER, is_unwitnessed=False, boards__isnull=True)
    listed = found.select_related("round__stage__tournament__club", "entered_by", "confirmed_by").distinct()
    own = [match.pk for match in listed if _is_word_of(match, person)]
    Match.objects.filter(Q(pk__in=own) | Q(boards__in=own, state=MatchState.OVER)).update(is_unwitnessed=True)


def _is_word_of(match: Match, person: User) -> bool:
    """Did this person play here as an official, and has nobody else said that the result is right? What a live table
    has counted is nobody's word."""
    if (match.table and match.entered_by is None) or _asks_nobody(match):
        return False
    if not who_may_direct(match, match.finished_at).filter(pk=person.pk).exists():
        return False
    own = side_of(match, person)
    if match.entered_by is None and match.result_kind in FORFEITS:
        gone = match.sides.exclude(seat__entry__left_by=None).select_related("seat__entry__left_by")
        return any(side_of(match, side.entry.left_by) == own != side.order for side in gone)
    return own is not None and _rests_on(match, (match.entered_by, match.confirmed_by), [own])


def is_own_decision(match: Match, by: User | None) -> bool:
    """Would this official, who plays here, be the only person to confirm the waiting result, while another official
    could?"""
    return is_alone(match, match.entered_by, by) and _has_another_official(match)


def _seated(match: Match) -> dict[int, int]:
    """The side, from 0, of each person (by key) who plays here."""
    people = match.whole.sides.exclude(seat__entry__members__user=None)
    return dict(people.values_list("seat__entry__members__user", "order"))


def _officials_at(match: Match) -> set[int]:
    """The sides with a player who can direct here, or could at some time since the round was paired, and so may have
    seen the slips of all sides."""
    sides = _seated(match)
    return {sides[pk] for pk in who_may_direct(match).filter(pk__in=list(sides)).values_list("pk", flat=True)}


def who_may_direct(match: Match, until: datetime | None = None) -> QuerySet[User]:
    """Administrators, and everybody who was an official of the club at any moment from the pairing of the round to
    `until` (default: now)."""
    officials = clubs.who_directed(match.round.stage.tournament.club, match.round.paired_at, until).values("pk")
    return User.objects.filter(Q(pk__in=second_factor.administrators().values("pk")) | Q(pk__in=officials))


def _has_another_official(match: Match) -> bool:
    """Has the club an official who does not play here and can sign in?"""
    others = clubs.officials(match.round.stage.tournament.club).exclude(pk__in=list(_seated(match)))
    return any(user.can_act for user in others)


def takes_one_report(match: Match) -> bool:
    """Is one report enough for a result of this match, even one's own that already waits? Where an official plays, and
    the club has another one, only if that was so when the round was published: nobody changes the setting for the own
    match."""
    if chosen_confirmation(match.round.stage.tournament) != NONE:
        return False
    return _asks_nobody(match) or not _officials_at(match) or not _has_another_official(match)


def _asks_nobody(match: Match) -> bool:
    """Did nobody have to confirm results when the round was published, and is it so now?"""
    return {match.round.confirmation, chosen_confirmation(match.round.stage.tournament)} == {NONE}


def side_of(match: Match, user: User | None) -> int | None:
    """The side (from 0) for which this person plays in the match; None for other people."""
    if user is None:
        return None
    return match.whole.sides.filter(seat__entry__members__user=user).values_list("order", flat=True).first()


def refuse_own(match: Match, by: User | None) -> None:
    """Raise Refusal if somebody would decide about a match in which they play."""
    if side_of(match, by) is not None:
        raise own_refusal()


def judges_alone(match: Match, by: User) -> bool:
    """Does this person play here, while the club has no other official to ask? Raises Refusal where it has one."""
    if by.pk not in _seated(match):
        return False
    if _has_another_official(match):
        raise own_refusal()
    return True


def refuse_own_entry(entry: Entry, by: User | None) -> None:
    """Raise Refusal if somebody would decide about their own entry."""
    if by is not None and entry.members.filter(user=by).exists():
        raise own_refusal()


def refuse_leaving(entry: Entry, user: User) -> None:
    """Raise Refusal if an official would leave the members of a side in a round that is published and not over: until
    then they play here, and their word about the match is that of a player."""
    running = Match.objects.filter(
        sides__seat__entry=entry, round__state__in=(RoundState.PUBLISHED, RoundState.RUNNING)
    )
    for match in running.select_related("round__stage__tournament__club"):
        if who_may_direct(match).filter(pk=user.pk).exists():
            words = _(
                "%(name)s is an official, and could decide about this match: they stay until round %(n)d is over."
            )
            raise Refusal(words % {"name": user.name, "n": match.round.number}, "own_match")


def own_refusal() -> Refusal:
    return Refusal(
        _(
            "You play in this match yourself: another official decides this. An organiser can make any member a "
            "director."
        ),
        "own_match",
    )
