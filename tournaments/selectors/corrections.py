"""What another result of a match that is over would change: standings, floats, byes, later rounds, the ratings."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from ratings import services as ratings
from tournaments.formats import FORMATS
from tournaments.models import Entry, Match, Round, RoundState, Stage, StageState
from tournaments.pairing import CannotPair, Crosstable, Float, Kind, drafts
from tournaments.selectors import crosstables, facts
from tournaments.selectors.crosstables import Revised
from tournaments.selectors.drafts import Changed, difference_words, draft_from, draft_of
from tournaments.selectors.standing import GroupTable, StandingRow, stage_tables

UNRATED = (Kind.FORFEIT, Kind.DOUBLE_FORFEIT, Kind.ANNULLED)


@dataclass(frozen=True, slots=True)
class Moved:
    """A line of the standings that would be another: place and points before and after, with the tie-breaks as text."""

    entry: Entry
    place: tuple[int, int]
    points: tuple[str, str]
    values: tuple[tuple[str, ...], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Later:
    """A later round and what becomes of it. `effect`: same (its pairing does not change), anew (a draft, paired anew),
    offered (published, not begun: paired anew on request, pairs that stay keep table and time), reseated (the same in a
    bracket, where it must be), stands (running or over), to_rule (the same in a bracket, where others should sit in
    some matches: each needs a ruling), unpairable (no legal pairing any more: it stays as it is). `change` says what
    would be gone and new."""

    round: Round
    effect: str
    change: Changed


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """All that another result would change."""

    standings: tuple[Moved, ...]
    floats: tuple[str, ...]
    byes: tuple[str, ...]
    rounds: tuple[Later, ...]
    stages: tuple[str, ...]
    rating: str


def effect_of(match: Match, revised: Revised) -> Effect:
    """What would change if this match of a closed round stood as `revised` says. Reads only."""
    rnd = match.round
    stage = rnd.stage
    before = crosstables.crosstable(stage)
    after = crosstables.crosstable(stage, revised=revised)
    numbers = list(stage.rounds.filter(state__in=crosstables.DONE).order_by("number").values_list("number", flat=True))
    return Effect(
        standings=tuple(_moved(stage_tables(stage), stage_tables(stage, revised=revised))),
        floats=tuple(_floats(before, after.crosstable, numbers)),
        byes=tuple(_byes(before, after.crosstable)),
        rounds=tuple(_later(one, revised) for one in stage.rounds.filter(number__gt=rnd.number).order_by("number")),
        stages=tuple(_followers(stage)),
        rating=_rating(match, revised),
    )


@dataclass(frozen=True, slots=True)
class LaterWords:
    """A later round in words; `gone` and `new` as lines."""

    number: int
    effect: str
    words: str
    gone: tuple[str, ...]
    new: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectWords:
    """An effect for people: one line a fact."""

    standings: tuple[str, ...]
    floats: tuple[str, ...]
    byes: tuple[str, ...]
    stages: tuple[str, ...]
    rounds: tuple[LaterWords, ...]
    rating: str


def correction_words(effect: Effect) -> EffectWords:
    """All that a correction changes, in words."""
    return EffectWords(
        standings=tuple(_moved_words(one) for one in effect.standings),
        floats=effect.floats,
        byes=effect.byes,
        stages=effect.stages,
        rounds=tuple(
            LaterWords(one.round.number, one.effect, _later_words(one), one.change.gone, one.change.new)
            for one in effect.rounds
        ),
        rating=_rating_words(effect.rating),
    )


def _moved_words(one: Moved) -> str:
    said = {"name": one.entry.name, "p0": one.place[0], "p1": one.place[1], "x0": one.points[0], "x1": one.points[1]}
    return _("%(name)s: place %(p0)d → %(p1)d, points %(x0)s → %(x1)s") % said


def _later_words(one: Later) -> str:
    return {
        "same": _("Round %(n)d: its pairing does not change."),
        "anew": _("Round %(n)d is a draft and is paired anew."),
        "offered": _("Round %(n)d is published and has not begun: it can be paired anew, or stands."),
        "reseated": _("Round %(n)d has not begun: its matches get the right players."),
        "stands": _("Round %(n)d has begun or is over and stands: the correction counts for the next pairing."),
        "to_rule": _("Round %(n)d has begun with others in these matches: decide each by a ruling, or let it stand."),
        "unpairable": _("Round %(n)d could not be paired any more by the corrected scores: it stays as it is."),
    }[one.effect] % {"n": one.round.number}


def _rating_words(key: str) -> str:
    return {
        "replayed": _("The rating of this match is corrected, and everything since is replayed."),
        "added": _("The match is rated now, at the time when it ended, and everything since is replayed."),
        "taken_out": _("The match is taken out of the ratings, and everything since is replayed."),
        "none": _("The match is not rated."),
    }[key]


def _moved(before: Sequence[GroupTable], after: Sequence[GroupTable]) -> Iterable[Moved]:
    then = {(table.group, table.contest, row.entry.pk): row for table in before for row in table.rows}
    for table in after:
        for row in table.rows:
            old = then.get((table.group, table.contest, row.entry.pk))
            if old is not None and _line(old) != _line(row):
                places, points = (old.place, row.place), (old.points_text, row.points_text)
                yield Moved(row.entry, places, points, (old.values_text, row.values_text))


def _line(row: StandingRow) -> tuple[object, ...]:
    return row.place, row.points, row.values_text, row.margin


def _floats(before: crosstables.StageTable, after: Crosstable, numbers: Sequence[int]) -> Iterable[str]:
    """Who floated in a round, or not, as seen from the corrected scores: later pairings look back at that."""
    words = {Float.DOWN: _("down"), Float.UP: _("up"), Float.NONE: _("not at all")}
    for number, entry in before.entries.items():
        for index, rnd in enumerate(numbers, 1):
            then, now = before.crosstable.float_of(number, index), after.float_of(number, index)
            if then is not now:
                said = {"name": entry.name, "n": rnd, "then": words[then], "now": words[now]}
                yield _("%(name)s floated %(then)s in round %(n)d, now %(now)s.") % said


def _byes(before: crosstables.StageTable, after: Crosstable) -> Iterable[str]:
    for number, entry in before.entries.items():
        then, now = before.crosstable.may_have_bye(number), after.may_have_bye(number)
        if then and not now:
            yield _("%(name)s can have no bye any more.") % {"name": entry.name}
        elif now and not then:
            yield _("%(name)s can have the bye again.") % {"name": entry.name}


def _later(rnd: Round, revised: Revised) -> Later:
    form = FORMATS[rnd.stage.format]
    is_open = rnd.state in (RoundState.DRAFT, RoundState.PUBLISHED)
    if not is_open and not form.has_slots:
        return Later(rnd, "stands", Changed((), ()))
    found = facts.facts_before(rnd, revised)
    was, plan = form.pairs(facts.facts_before(rnd).facts), form.pairs(found.facts)
    if isinstance(plan, CannotPair):
        return Later(rnd, "unpairable", Changed((), ()))
    if not isinstance(was, CannotPair) and (was.boards, was.byes) == (plan.boards, plan.byes):
        return Later(rnd, "same", Changed((), ()))
    table = crosstables.crosstable(rnd.stage, rnd.number - 1, with_open=True, revised=revised)
    held, wanted = draft_of(rnd, table), draft_from(plan)
    if rnd.state != RoundState.DRAFT:
        wanted = drafts.at_old_tables(held, wanted)
    if not is_open:
        return _to_rule(rnd, held, wanted, table)
    effect = "anew" if rnd.state == RoundState.DRAFT else "reseated" if form.has_slots else "offered"
    return Later(rnd, effect, difference_words(drafts.difference(held, wanted), table))


def _to_rule(rnd: Round, held: drafts.Draft, wanted: drafts.Draft, table: crosstables.StageTable) -> Later:
    """The matches of a bracket that have begun although others should sit there; by their places in the bracket."""
    slots = {board.slot: board for board in wanted.boards}
    wrong = [board for board in held.boards if board.slot in slots and slots[board.slot].pair != board.pair]
    if not wrong:
        return Later(rnd, "stands", Changed((), ()))
    should = tuple(replace(slots[board.slot], table=board.table) for board in wrong)
    return Later(rnd, "to_rule", difference_words(drafts.Difference(gone=tuple(wrong), new=should), table))


def _followers(stage: Stage) -> Iterable[str]:
    for one in stage.followers.exclude(state=StageState.WAITING):
        yield _("Stage %(n)d has begun with the standings as they were: its field stands.") % {"n": one.number}


def _rating(match: Match, revised: Revised) -> str:
    is_known = ratings.is_known(source=f"match:{match.public_id}")
    if revised.kind in UNRATED:
        return "taken_out" if is_known else "none"
    return "replayed" if is_known else "added"
