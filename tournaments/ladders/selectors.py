"""A ladder as people see it: its rules, its places, the possible challenges, the latest changes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from tournaments.event.selectors.finding import challenges, people
from tournaments.event.selectors.words import length_words, span_words, zone_of
from tournaments.formats.kinds.ladders import LOST
from tournaments.formats.ladders import rules
from tournaments.models import (
    GOING_ON,
    Challenge,
    ChallengeState,
    Entry,
    EntryStatus,
    LadderEvent,
    Stage,
    StageState,
)
from tournaments.standings.selectors.rows import ladder_facts
from tournaments.standings.selectors.rows.stage_table import entries_of

Moved = Sequence[tuple[Entry, int, int]]  # who, from which place, to which


def rule_sentences(stage: Stage) -> list[str]:
    """The rules of a ladder, one plain sentence each."""
    chosen = stage.settings
    reach, days = chosen["reach"], {key: span_words(24 * chosen[f"{key}_days"]) for key in ("answer", "play")}
    found = [
        ngettext(
            "You may challenge the player directly above you.",
            "You may challenge anybody up to %(n)d places above you.",
            reach,
        )
        % {"n": reach},
        _("Win from below and you take the place; those between move down one. Win from above and nothing moves."),
        _("Each player has one open challenge at a time, made or received."),
        _("A challenge is answered within %(span)s.") % {"span": days["answer"]} + " " + _silence(chosen),
        _("An accepted match is played within %(span)s, else it lapses and nobody moves.") % {"span": days["play"]},
        _("A match is %(length)s.") % {"length": length_words(chosen["length"])},
    ]
    if chosen["cooldown_days"]:
        span = span_words(24 * chosen["cooldown_days"])
        found.append(_("After a challenge the same two may meet again when %(span)s have passed.") % {"span": span})
    if chosen["idle_days"]:
        found.append(_idle(chosen))
    return [
        *found,
        _("A player who is away keeps the place and cannot be challenged."),
        _("Players who join later start at the bottom."),
    ]


def _silence(chosen: Mapping[str, object]) -> str:
    if chosen["silence"] == LOST:
        return _("A player who declines, or does not answer, loses the place to the challenger.")
    return _("A player who declines, or does not answer, keeps the place.")


def _idle(chosen: Mapping[str, int]) -> str:
    said = {"span": span_words(24 * chosen["idle_days"]), "n": chosen["drop"]}
    if not chosen["drop"]:
        return _("A player who does not challenge, accept or play for %(span)s goes to the bottom.") % said
    text = ngettext(
        "A player who does not challenge, accept or play for %(span)s goes down %(n)d place.",
        "A player who does not challenge, accept or play for %(span)s goes down %(n)d places.",
        chosen["drop"],
    )
    return text % said


def event_words(row: LadderEvent, moved: Moved) -> str:
    """One line of the log in words; `moved` are the entries whose places it changed."""
    if row.challenge is None:
        assert row.entry is not None
        to = next((after for entry, _then, after in moved if entry.pk == row.entry_id), 0)
        words = {
            "came": _("%(name)s comes in on place %(to)d.") if to else _("%(name)s is back."),
            "went": _("%(name)s is away."),
            "left": _("%(name)s leaves the ladder."),
            "dropped": _("%(name)s was idle and goes down.") if to else _("%(name)s was idle."),
            "placed": _("The director puts %(name)s on place %(to)d."),
        }
        return words[row.kind] % {"name": row.entry.name, "to": to or row.place}
    said = {"a": row.challenge.by.name, "b": row.challenge.to.name}
    if row.kind == "ended":
        return _ending(row, row.challenge, moved) % said
    words = {
        "challenged": _("%(a)s challenges %(b)s."),
        "accepted": _("%(b)s accepts the challenge of %(a)s."),
        "annulled": _("The challenge of %(a)s to %(b)s is annulled."),
    }
    return words[row.kind] % said


def _ending(row: LadderEvent, one: Challenge, moved: Moved) -> str:
    if one.state == ChallengeState.PLAYED:
        took = any(entry.pk == one.by_id and then and after < then for entry, then, after in moved)
        return _("%(a)s beats %(b)s and takes the place.") if took else _("%(a)s plays %(b)s: the places stay.")
    return {
        ChallengeState.DECLINED: _("%(b)s declines the challenge of %(a)s."),
        ChallengeState.LAPSED: _("%(b)s did not answer the challenge of %(a)s in time."),
        ChallengeState.UNPLAYED: _("%(a)s and %(b)s did not play in time."),
        ChallengeState.TAKEN_BACK: _("%(a)s takes the challenge to %(b)s back."),
        ChallengeState.ANNULLED: _("The challenge of %(a)s to %(b)s ended; it is annulled."),
    }.get(ChallengeState(one.state), _("The challenge of %(a)s to %(b)s is over."))


SHOWN_MOVES = 15


@dataclass(frozen=True, slots=True, kw_only=True)
class Rung:
    """One place of a ladder: the entry, its open challenge, and for the reader whether it may be challenged (`may`), or
    why not (`why_not`, only for entries in reach)."""

    place: int
    entry: Entry
    is_away: bool
    open: Challenge | None
    is_mine: bool
    may: bool
    why_not: str


@dataclass(frozen=True, slots=True)
class Move:
    """An event in words; `places` are the entries that moved, from where to where (0: not on the ladder)."""

    at: datetime
    words: str
    by: str
    reason: str
    places: tuple[tuple[Entry, int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderPage:
    """A ladder for one reader: its rungs from the top, the reader's own rung and open challenge, all open challenges,
    the latest moves first, until when the own place is safe without any action, and the time zone."""

    stage: Stage
    rungs: tuple[Rung, ...]
    mine: Rung | None
    challenge: Challenge | None
    open: tuple[Challenge, ...]
    moves: tuple[Move, ...]
    drops_at: datetime | None
    zone: ZoneInfo

    @property
    def reachable(self) -> list[Rung]:
        """The entries that the reader may challenge now."""
        return [rung for rung in self.rungs if rung.may]

    @property
    def out_of_turn(self) -> list[Rung]:
        """The entries in reach that cannot be challenged now."""
        return [rung for rung in self.rungs if rung.why_not and not rung.may]


def ladder_page(stage: Stage, user: User | AnonymousUser, now: datetime, most_moves: int = SHOWN_MOVES) -> LadderPage:
    """A ladder as this reader sees it now."""
    tournament = stage.tournament
    entries = {entry.pk: entry for entry in tournament.entries.prefetch_related(people())}
    mine = next((one for one in entries.values() if any(it.user_id == user.pk for it in one.members.all())), None)
    lines = ladder_facts.history(stage)
    ladder, chosen = ladder_facts.ladder_of(stage, lines), ladder_facts.ladder_rules(stage)
    order = ladder.order if lines else [one.pk for one in entries_of(stage).values()]
    open_ones = tuple(challenges(stage).filter(state__in=GOING_ON))
    by_entry = {key: one for one in open_ones for key in (one.by_id, one.to_id)}
    is_on = mine is not None and mine.pk in ladder.order and stage.state == StageState.RUNNING
    rungs = []
    for place, key in enumerate(order, 1):
        objection = rules.objection(ladder, chosen, mine.pk, key, ladder_facts.moment(now)) if is_on and mine else None
        rungs.append(
            Rung(
                place=place,
                entry=entries[key],
                is_away=key in ladder.away,
                open=by_entry.get(key),
                is_mine=mine is not None and key == mine.pk,
                may=is_on and objection is None,
                why_not=_why_not(objection, stage, entries, key),
            )
        )
    own = next((rung for rung in rungs if rung.is_mine), None)
    return LadderPage(
        stage=stage,
        rungs=tuple(rungs),
        mine=own,
        challenge=own.open if own else None,
        open=open_ones,
        moves=tuple(_moves(lines, entries)[-most_moves:][::-1]),
        drops_at=_drops_at(ladder, chosen, own),
        zone=zone_of(user, tournament.zone),
    )


def places_over_time(stage: Stage, entry: Entry) -> list[tuple[datetime, int]]:
    """The places of an entry over time: when it came, and whenever it moved; 0 when it left."""
    found: list[tuple[datetime, int]] = []
    for line in ladder_facts.history(stage):
        place = line.order.index(entry.pk) + 1 if entry.pk in line.order else 0
        if place != (found[-1][1] if found else 0):
            found.append((line.row.at, place))
    return found


def _why_not(objection: rules.Objection | None, stage: Stage, entries: Mapping[int, Entry], to: int) -> str:
    if objection is None or objection.code == "out_of_reach":
        return ""
    return ladder_facts.objection_words(objection, stage, {key: entry.name for key, entry in entries.items()}, to)


def _drops_at(ladder: rules.Ladder, chosen: rules.Rules, own: Rung | None) -> datetime | None:
    """When the reader's entry moves down for being idle; None if it does not, or has an open challenge."""
    if own is None or not chosen.idle_after or own.open is not None or own.entry.pk not in ladder.idle_since:
        return None
    return ladder_facts.time_of(ladder.idle_since[own.entry.pk]) + timedelta(seconds=chosen.idle_after)


def _moves(lines: Sequence[ladder_facts.Line], entries: Mapping[int, Entry]) -> list[Move]:
    """The log in words, without the start, which is one fact for each entry."""
    found: list[Move] = []
    before: Sequence[int] = ()
    for line in lines:
        moved = tuple(_moved(before, line.order, entries))
        before = line.order
        by = line.row.by.name if line.row.by and line.row.kind in ("placed", "annulled") else ""
        found.append(Move(line.row.at, event_words(line.row, moved), by, line.row.reason, moved))
    return found


def _moved(before: Sequence[int], after: Sequence[int], entries: Mapping[int, Entry]) -> list[tuple[Entry, int, int]]:
    then = {key: place for place, key in enumerate(before, 1)}
    now = {key: place for place, key in enumerate(after, 1)}
    return [
        (entries[key], then.get(key, 0), now.get(key, 0))
        for key in (*after, *(one for one in before if one not in now))
        if then.get(key, 0) != now.get(key, 0)
    ]


def challenges_to_answer(user: User) -> QuerySet[Challenge]:
    """The challenges that wait for a person's answer, the most urgent first."""
    return challenges().filter(to__members__user=user, state=ChallengeState.OPEN).order_by("answer_by")


def recent_challenges(stage: Stage, most: int = 20) -> list[Challenge]:
    """The challenges that are over, the latest first, for the director."""
    over = ~Q(state__in=(*GOING_ON, ChallengeState.ANNULLED, ChallengeState.CALLED_OFF, ChallengeState.TAKEN_BACK))
    return list(challenges(stage).filter(over)[:most])


def away_status(entry: Entry | None) -> str:
    """The status of the player's own entry: "here", "away", or "" if it has left."""
    if entry is None or entry.status in (EntryStatus.WITHDRAWN, EntryStatus.EXPELLED):
        return ""
    return "here" if entry.status == EntryStatus.CHECKED_IN else "away"
