"""The rules of ladders: challenge somebody above you, win, and take the place.

These rules say what a player may do; its effect is a fact of the log (`log`). Moments are whole numbers in
any unit (seconds, days), the same one as in the rules; nothing here reads a clock.
"""

from dataclasses import dataclass

from tournaments.formats.ladders.log import (
    Accepted,
    Came,
    Challenge,
    Challenged,
    Dropped,
    Ended,
    Event,
    Ladder,
    Left,
    Pair,
    happened,
)
from tournaments.formats.refusal import Refused

__all__ = [
    "Challenge",
    "Ladder",
    "Objection",
    "Pair",
    "Rules",
    "accept",
    "challenge",
    "decline",
    "join",
    "keep_time",
    "leave",
    "may_challenge",
    "next_moment",
    "objection",
    "passed",
    "record",
    "take_back",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The rules of a ladder: entries up to `reach` places above may be challenged. `answer_within`, `play_within` and
    `cooldown` (for a pair after its match) are spans of time; an entry that has not challenged, accepted or played for
    longer than `idle_after` moves down `drop` places (0 = to the bottom), and again after each such span. A span of 0
    is no limit. `is_silence_lost`: a challenge declined or not answered in time is lost (else it lapses); one accepted
    and not played lapses."""

    reach: int = 3
    answer_within: int = 0
    play_within: int = 0
    cooldown: int = 0
    idle_after: int = 0
    drop: int = 1
    is_silence_lost: bool = True


@dataclass(frozen=True, slots=True)
class Objection:
    """The reason why a challenge is not allowed: out_of_reach, away, busy or cooldown; the entry it is about (0: both),
    and when it ends, if it ends by time."""

    code: str
    entry: int = 0
    until: int | None = None


def join(ladder: Ladder, entry: int, now: int) -> Ladder:
    """A new entry at the bottom. Refused if it is on the ladder."""
    if entry in ladder.order:
        raise Refused("on_ladder", f"{entry} is on the ladder")
    return happened(ladder, Came(entry, now))


def leave(ladder: Ladder, entry: int, now: int = 0) -> Ladder:
    """Remove an entry and its challenge; those below move up."""
    _place(ladder, entry)
    return happened(ladder, Left(entry, now))


def may_challenge(ladder: Ladder, rules: Rules, by: int, now: int) -> tuple[int, ...]:
    """The entries that this entry may challenge now, from the top."""
    return tuple(to for to in ladder.order if not objection(ladder, rules, by, to, now))


def objection(ladder: Ladder, rules: Rules, by: int, to: int, now: int) -> Objection | None:
    """The reason why this challenge is not allowed; None if it is."""
    if not 1 <= _place(ladder, by) - _place(ladder, to) <= rules.reach:
        return Objection("out_of_reach")
    for entry in (by, to):
        if entry in ladder.away:
            return Objection("away", entry)
    for entry in (by, to):
        if any(entry in one.pair for one in ladder.challenges):
            return Objection("busy", entry)
    met = ladder.met.get(frozenset((by, to)))
    if met is not None and now < met + rules.cooldown:
        return Objection("cooldown", until=met + rules.cooldown)
    return None


def challenge(ladder: Ladder, rules: Rules, by: int, to: int, now: int) -> Ladder:
    """Make a challenge. Refused unless `to` is at most `reach` places above, both are here, neither has an open
    challenge, and the cooldown of the pair is over."""
    if found := objection(ladder, rules, by, to, now):
        raise Refused(found.code, _words(rules, found))
    return happened(ladder, Challenged(by, to, now))


def accept(ladder: Ladder, rules: Rules, to: int, now: int) -> Ladder:
    """Accept a challenge. Refused if the entry was not challenged, has already accepted, or is too late."""
    found = _asked(ladder, to)
    if rules.answer_within and now > found.at + rules.answer_within:
        raise Refused("too_late", f"the answer was due by {found.at + rules.answer_within}")
    return happened(ladder, Accepted(found.by, to, now))


def decline(ladder: Ladder, rules: Rules, to: int, now: int) -> Ladder:
    """Decline a challenge, which counts as not answering."""
    return happened(ladder, _unanswered(rules, _asked(ladder, to), now))


def take_back(ladder: Ladder, by: int, now: int) -> Ladder:
    """Take back an unanswered challenge: nobody moves, and the cooldown of the pair begins."""
    for one in ladder.challenges:
        if one.by == by and one.accepted_at is None:
            return happened(ladder, Ended(by, one.to, now))
    raise Refused("no_challenge", f"no challenge of {by} waits for an answer")


def record(ladder: Ladder, winner: int, loser: int, now: int) -> Ladder:
    """Record the result of an accepted challenge. A winner from below takes the loser's place, and those between move
    down one."""
    for one in ladder.challenges:
        if one.pair == frozenset((winner, loser)) and one.accepted_at is not None:
            return happened(ladder, Ended(one.by, one.to, now, winner, is_played=True))
    raise Refused("no_challenge", f"{winner} and {loser} have no accepted challenge")


def keep_time(ladder: Ladder, rules: Rules, now: int) -> Ladder:
    """The ladder after all changes that time alone has caused by now. Running it twice, or more often in between, gives
    the same ladder."""
    while event := _first_due(ladder, rules, now):
        ladder = happened(ladder, event)
    return ladder


def passed(ladder: Ladder, rules: Rules, now: int) -> tuple[Event, ...]:
    """All changes that time alone has caused by now, in order: challenges not answered, challenges not played, idle
    entries; each with the moment at which it was due."""
    found: list[Event] = []
    while event := _first_due(ladder, rules, now):
        ladder = happened(ladder, event)
        found.append(event)
    return tuple(found)


def next_moment(ladder: Ladder, rules: Rules) -> int | None:
    """The last moment before time changes the ladder; None if it never will in its present state."""
    return min((moment for moment, _, _ in _awaited(ladder, rules)), default=None)


def _first_due(ladder: Ladder, rules: Rules, now: int) -> Event | None:
    due = [one for one in _awaited(ladder, rules) if one[0] < now]
    if not due:
        return None
    moment, _, subject = min(due, key=lambda one: one[:2])
    if isinstance(subject, int):
        return Dropped(subject, moment, rules.drop)
    if subject.accepted_at is None:
        return _unanswered(rules, subject, moment)
    return Ended(subject.by, subject.to, moment)


def _awaited(ladder: Ladder, rules: Rules) -> list[tuple[int, int, Challenge | int]]:
    """The changes that time will cause, as (moment, entry, challenge or idle entry)."""
    found: list[tuple[int, int, Challenge | int]] = []
    busy: set[int] = set()
    for one in ladder.challenges:
        busy |= one.pair
        since, span = (one.at, rules.answer_within) if one.accepted_at is None else (one.accepted_at, rules.play_within)
        if span and not one.has_begun:
            found.append((since + span, one.by, one))
    if rules.idle_after:
        found += [(at + rules.idle_after, one, one) for one, at in ladder.idle_since.items() if one not in busy]
    return found


def _words(rules: Rules, found: Objection) -> str:
    return {
        "out_of_reach": f"a challenge goes up to {rules.reach} places above",
        "away": f"{found.entry} is away",
        "busy": f"{found.entry} has an open challenge",
        "cooldown": f"the two may meet again from {found.until}",
    }[found.code]


def _place(ladder: Ladder, entry: int) -> int:
    if entry not in ladder.order:
        raise Refused("not_on_ladder", f"{entry} is not on the ladder")
    return ladder.order.index(entry)


def _asked(ladder: Ladder, to: int) -> Challenge:
    for one in ladder.challenges:
        if one.to == to and one.accepted_at is None:
            return one
    raise Refused("no_challenge", f"no challenge waits for an answer of {to}")


def _unanswered(rules: Rules, one: Challenge, moment: int) -> Ended:
    return Ended(one.by, one.to, moment, one.by if rules.is_silence_lost else None)
