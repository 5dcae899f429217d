"""Ladders: challenge somebody above you, win, and take the place (tournaments design §3).

Moments are whole numbers in any unit (seconds, days), the same one as in the rules; nothing here reads a clock.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tournaments.formats.refusal import Refused

Pair = frozenset[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """`reach`: so many places above may be challenged. `answer_within`, `play_within` and `cooldown` (for a pair after
    its match) are spans of time; who has not challenged, accepted or played for longer than `idle_after` moves down
    `drop` places (0 = to the bottom), again after each such span. A span of 0 sets no limit. `is_silence_lost`: a
    challenge declined or not answered in time is lost (else it lapses); one accepted and not played lapses."""

    reach: int = 3
    answer_within: int = 0
    play_within: int = 0
    cooldown: int = 0
    idle_after: int = 0
    drop: int = 1
    is_silence_lost: bool = True


@dataclass(frozen=True, slots=True)
class Challenge:
    """An open challenge: who asked whom and when, and when it was accepted (None while it is not)."""

    by: int
    to: int
    at: int
    accepted_at: int | None = None

    @property
    def pair(self) -> Pair:
        """The two."""
        return frozenset((self.by, self.to))


@dataclass(frozen=True, slots=True)
class Ladder:
    """Entries from the top, open challenges (one for each entry at most), when pairs last met or a challenge between
    them ended, and since when each entry is idle."""

    order: tuple[int, ...] = ()
    challenges: tuple[Challenge, ...] = ()
    met: Mapping[Pair, int] = field(default_factory=dict)
    idle_since: Mapping[int, int] = field(default_factory=dict)


def join(ladder: Ladder, entry: int, now: int) -> Ladder:
    """A new entry at the bottom. Refused if it is on the ladder."""
    if entry in ladder.order:
        raise Refused("on_ladder", f"{entry} is on the ladder")
    return replace(ladder, order=(*ladder.order, entry), idle_since={**ladder.idle_since, entry: now})


def leave(ladder: Ladder, entry: int) -> Ladder:
    """The entry goes, with its challenge; those below move up."""
    _place(ladder, entry)
    return Ladder(
        tuple(one for one in ladder.order if one != entry),
        tuple(one for one in ladder.challenges if entry not in one.pair),
        {pair: at for pair, at in ladder.met.items() if entry not in pair},
        {one: at for one, at in ladder.idle_since.items() if one != entry},
    )


def may_challenge(ladder: Ladder, rules: Rules, by: int, now: int) -> tuple[int, ...]:
    """Whom this entry may challenge now, from the top."""
    return tuple(to for to in ladder.order if not _objection(ladder, rules, by, to, now))


def challenge(ladder: Ladder, rules: Rules, by: int, to: int, now: int) -> Ladder:
    """A challenge. Refused unless `to` stands at most `reach` places above, neither has an open challenge, and the
    cooldown of the pair is over."""
    if objection := _objection(ladder, rules, by, to, now):
        raise Refused(*objection)
    return _active(replace(ladder, challenges=(*ladder.challenges, Challenge(by, to, now))), now, by)


def accept(ladder: Ladder, rules: Rules, to: int, now: int) -> Ladder:
    """The challenged entry accepts. Refused if nobody asked it, it has accepted already, or it is too late."""
    found = _asked(ladder, to)
    if rules.answer_within and now > found.at + rules.answer_within:
        raise Refused("too_late", f"the answer was due by {found.at + rules.answer_within}")
    accepted = replace(found, accepted_at=now)
    changed = tuple(accepted if one is found else one for one in ladder.challenges)
    return _active(replace(ladder, challenges=changed), now, to)


def decline(ladder: Ladder, rules: Rules, to: int, now: int) -> Ladder:
    """The challenged entry declines: as good as silence."""
    return _unanswered(ladder, rules, _asked(ladder, to), now)


def record(ladder: Ladder, winner: int, loser: int, now: int) -> Ladder:
    """An accepted challenge is played. A winner below takes the loser's place, and those between move down one."""
    pair = frozenset((winner, loser))
    if not any(one.pair == pair and one.accepted_at is not None for one in ladder.challenges):
        raise Refused("no_challenge", f"{winner} and {loser} have no accepted challenge")
    return _active(_ended(_taken(ladder, winner, loser), pair, now), now, winner, loser)


def keep_time(ladder: Ladder, rules: Rules, now: int) -> Ladder:
    """All that time alone has brought about by now, in its order: challenges not answered, not played, and entries that
    are idle. Run twice, or at every moment between, it comes to the same."""
    while due := _due(ladder, rules, now):
        moment, _, subject = min(due, key=lambda one: one[:2])
        if isinstance(subject, int):
            ladder = _dropped(ladder, rules, subject)
        elif subject.accepted_at is None:
            ladder = _unanswered(ladder, rules, subject, moment)
        else:
            ladder = _ended(ladder, subject.pair, moment)
    return ladder


def _due(ladder: Ladder, rules: Rules, now: int) -> list[tuple[int, int, Challenge | int]]:
    """What has come due, as (moment, entry, challenge or idle entry)."""
    found: list[tuple[int, int, Challenge | int]] = []
    busy: set[int] = set()
    for one in ladder.challenges:
        busy |= one.pair
        since, span = (one.at, rules.answer_within) if one.accepted_at is None else (one.accepted_at, rules.play_within)
        if span:
            found.append((since + span, one.by, one))
    if rules.idle_after:
        found += [(at + rules.idle_after, one, one) for one, at in ladder.idle_since.items() if one not in busy]
    return [one for one in found if one[0] < now]


def _objection(ladder: Ladder, rules: Rules, by: int, to: int, now: int) -> tuple[str, str] | None:
    """Why this challenge may not be, as code and words."""
    steps = _place(ladder, by) - _place(ladder, to)
    if not 1 <= steps <= rules.reach:
        return "out_of_reach", f"a challenge goes up to {rules.reach} places above"
    for entry in (by, to):
        if any(entry in one.pair for one in ladder.challenges):
            return "busy", f"{entry} has an open challenge"
    met = ladder.met.get(frozenset((by, to)))
    if met is not None and now < met + rules.cooldown:
        return "cooldown", f"the two may meet again from {met + rules.cooldown}"
    return None


def _place(ladder: Ladder, entry: int) -> int:
    if entry not in ladder.order:
        raise Refused("not_on_ladder", f"{entry} is not on the ladder")
    return ladder.order.index(entry)


def _asked(ladder: Ladder, to: int) -> Challenge:
    for one in ladder.challenges:
        if one.to == to and one.accepted_at is None:
            return one
    raise Refused("no_challenge", f"no challenge waits for an answer of {to}")


def _unanswered(ladder: Ladder, rules: Rules, one: Challenge, moment: int) -> Ladder:
    if rules.is_silence_lost:
        ladder = _taken(ladder, one.by, one.to)
    return _ended(ladder, one.pair, moment)


def _taken(ladder: Ladder, winner: int, loser: int) -> Ladder:
    """The winner on the loser's place, if it stood below."""
    below, above = _place(ladder, winner), _place(ladder, loser)
    if below < above:
        return ladder
    rest = [one for one in ladder.order if one != winner]
    return replace(ladder, order=(*rest[:above], winner, *rest[above:]))


def _dropped(ladder: Ladder, rules: Rules, entry: int) -> Ladder:
    """An idle entry some places further down; its time starts anew."""
    rest = [one for one in ladder.order if one != entry]
    place = _place(ladder, entry) + rules.drop if rules.drop else len(rest)
    since = {**ladder.idle_since, entry: ladder.idle_since[entry] + rules.idle_after}
    return replace(ladder, order=(*rest[:place], entry, *rest[place:]), idle_since=since)


def _ended(ladder: Ladder, pair: Pair, moment: int) -> Ladder:
    left = tuple(one for one in ladder.challenges if one.pair != pair)
    return replace(ladder, challenges=left, met={**ladder.met, pair: moment})


def _active(ladder: Ladder, now: int, *entries: int) -> Ladder:
    return replace(ladder, idle_since={**ladder.idle_since, **dict.fromkeys(entries, now)})
