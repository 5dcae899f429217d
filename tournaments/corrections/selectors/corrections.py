"""The effects of correcting the result of a finished match: standings, floats, byes, later rounds, ratings."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from ratings.services import results as rating_results
from tournaments.corrections.selectors import fed_stages
from tournaments.corrections.selectors.misplaced import Misplaced, misplaced_by_round
from tournaments.event.selectors.words import contest_words
from tournaments.formats import FORMATS
from tournaments.models import (
    ROUND_OVER,
    Entry,
    Match,
    Round,
    RoundState,
    Stage,
    StageState,
    Tournament,
)
from tournaments.pairing import FORFEITS, CannotPair, Crosstable, Float, Kind, drafts
from tournaments.rounds.selectors import Changed, difference_words, draft_from, draft_of
from tournaments.standings.selectors.rows import facts, stage_table
from tournaments.standings.selectors.rows.sides import Revised
from tournaments.standings.selectors.standings import StandingRow, stage_tables, tiebreak_keys
from tournaments.standings.selectors.words import tiebreak_in_words

UNRATED = (*FORFEITS, Kind.ANNULLED)


@dataclass(frozen=True, slots=True)
class Moved:
    """A line of the standings that would change: place and points before and after, with the tie-breaks as text, whose
    keys are `keys`; `contest` names a contest beside the main one."""

    entry: Entry
    place: tuple[int, int]
    points: tuple[str, str]
    values: tuple[tuple[str, ...], tuple[str, ...]]
    contest: str = ""
    keys: tuple[str, ...] = ()

    @property
    def parted(self) -> list[tuple[str, str, str]]:
        """The tie-breaks that would change: the name of each, before and after."""
        both = zip(self.keys, *self.values, strict=False)
        return [(tiebreak_in_words(key).name, then, now) for key, then, now in both if then != now]


@dataclass(frozen=True, slots=True)
class Later:
    """The effect of a correction on a later round. `effect`: same (its pairing does not change), paired_again (a draft,
    paired again), offered (published, not begun: paired again on request, pairs that stay keep table and time),
    reseated (the same in a bracket, where it must be), stands (running or over), to_rule (the same in a bracket, where
    others should sit in some matches: each needs a ruling), dropped (not begun, and nobody is to play in it now),
    unpairable (no legal pairing any more: it stays as it is). `change` says what would be gone and new."""

    round: Round
    effect: str
    change: Changed


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """All effects of another result. `is_reopened`: the stage was over, and something must be played again."""

    standings: tuple[Moved, ...]
    floats: tuple[str, ...]
    byes: tuple[str, ...]
    rounds: tuple[Later, ...]
    is_reopened: bool
    fed: tuple[fed_stages.Fed, ...]
    rating: str


def effect_of_margin(entry: Entry, points: int) -> tuple[tuple[Moved, ...], tuple[fed_stages.Fed, ...]]:
    """The effects of adding `points` to an entry's margin, in every stage that has begun: lines of the standings, and
    the stages that they feed. Reads only."""
    revised = Revised(margins={entry.pk: points})
    moved: list[Moved] = []
    concerned: list[fed_stages.Fed] = []
    for stage in entry.tournament.stages.exclude(state=StageState.WAITING).select_related("tournament"):
        moved += _moved(stage, revised)
        concerned += fed_stages.fed_by(
            stage, fed_stages.cut_previews(stage), fed_stages.cut_previews(stage, revised), False
        )
    return tuple(moved), tuple(concerned)


def margin_words(standings: Sequence[Moved], concerned: Sequence[fed_stages.Fed]) -> tuple[str, ...]:
    """The effects of a margin correction in words, a line each."""
    return (*(_moved_words(one) for one in standings), *fed_stages.fed_words(concerned))


def effect_of(match: Match, revised: Revised, board: Match | None = None, board_kind: str = "") -> Effect:
    """The effects of replacing the result of a match in a closed round, or of one `board` of it, by the `revised` one.
    Reads only."""
    rnd = match.round
    stage = rnd.stage
    if stage.has_challenges:
        return _of_ladder(stage, match, revised)
    before = stage_table.crosstable(stage)
    after = stage_table.crosstable(stage, revised=revised)
    wrong = misplaced_by_round(stage, revised)
    later = stage.rounds.filter(number__gt=rnd.number).order_by("number")
    is_reopened = _is_reopened(stage, revised)
    numbers = list(stage.rounds.filter(state__in=ROUND_OVER).order_by("number").values_list("number", flat=True))
    return Effect(
        standings=tuple(_moved(stage, revised)),
        floats=tuple(_floats(before, after.crosstable, numbers)) if "system" in stage.settings else (),
        byes=() if stage.has_bracket else tuple(_byes(before, after.crosstable)),
        rounds=tuple(_later(one, revised, wrong.get(one.number, [])) for one in later),
        is_reopened=is_reopened,
        fed=fed_stages.fed_by(
            stage, fed_stages.cut_previews(stage), fed_stages.cut_previews(stage, revised), is_reopened
        ),
        rating=_rating(match, revised.kind, board, board_kind),
    )


def _of_ladder(stage: Stage, match: Match, revised: Revised) -> Effect:
    """The effects on a ladder, where only places depend on a result, and no later match does."""
    lines = tuple(_moved(stage, revised))
    rating = _rating(match, revised.kind, None, "")
    return Effect(standings=lines, floats=(), byes=(), rounds=(), is_reopened=False, fed=(), rating=rating)


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
    """An effect in words, one line for each fact."""

    standings: tuple[str, ...]
    floats: tuple[str, ...]
    byes: tuple[str, ...]
    stages: tuple[str, ...]
    rounds: tuple[LaterWords, ...]
    rating: str


def correction_words(effect: Effect) -> EffectWords:
    """All effects of a correction, in words."""
    return EffectWords(
        standings=tuple(_moved_words(one) for one in effect.standings),
        floats=effect.floats,
        byes=effect.byes,
        stages=(*_reopened_words(effect), *fed_stages.fed_words(effect.fed)),
        rounds=tuple(
            LaterWords(one.round.number, one.effect, _later_words(one), one.change.gone, one.change.new)
            for one in effect.rounds
        ),
        rating=_rating_words(effect.rating),
    )


def _reopened_words(effect: Effect) -> tuple[str, ...]:
    return (
        (_("The stage was over: it is reopened, because one of its places is open again."),)
        if effect.is_reopened
        else ()
    )


def _moved_words(one: Moved) -> str:
    said = {"name": one.entry.name, "p0": one.place[0], "p1": one.place[1], "x0": one.points[0], "x1": one.points[1]}
    text = _("%(name)s: place %(p0)d → %(p1)d, points %(x0)s → %(x1)s") % said
    return f"{contest_words(one.contest)}, {text}" if one.contest else text


def _later_words(one: Later) -> str:
    return {
        "same": _("Round %(n)d: its pairing does not change."),
        "paired_again": _("Round %(n)d is a draft and is paired again."),
        "offered": _("Round %(n)d is published and has not begun: it can be paired again, or stands."),
        "reseated": _("Round %(n)d has not begun: its matches get the right players."),
        "stands": _("Round %(n)d has begun and keeps its pairing: the correction counts from the next pairing on."),
        "dropped": _("Round %(n)d has not begun and is removed: nobody can play in it now."),
        "to_rule": _("Round %(n)d has begun with the wrong players in these matches: rule on each, or let it stand."),
        "unpairable": _("Round %(n)d could not be paired any more by the corrected scores: it stays as it is."),
    }[one.effect] % {"n": one.round.number}


def _rating_words(key: str) -> str:
    return {
        "replayed": _("The rating of this match is corrected; later ratings are worked out again."),
        "added": _("The match is rated now, at the time when it ended; later ratings are worked out again."),
        "taken_out": _("The match is taken out of the ratings; later ratings are worked out again."),
        "none": _("The match is not rated."),
        "boards_same": _("The boards stay rated as they are."),
        "boards_out": _("The boards of this match are taken out of the ratings; later ratings are worked out again."),
        "boards_in": _("The boards of this match are rated again; later ratings are worked out again."),
    }[key]


def _moved(stage: Stage, revised: Revised) -> Iterable[Moved]:
    before, keys = stage_tables(stage), tuple(tiebreak_keys(stage))
    then = {(table.group, table.contest, row.entry.pk): row for table in before for row in table.rows}
    for table in stage_tables(stage, revised=revised):
        for row in table.rows:
            old = then.get((table.group, table.contest, row.entry.pk))
            if old is not None and _line(old) != _line(row):
                places, points = (old.place, row.place), (old.points_text, row.points_text)
                yield Moved(row.entry, places, points, (old.values_text, row.values_text), table.contest, keys)


def _line(row: StandingRow) -> tuple[object, ...]:
    return row.place, row.points, row.values_text, row.margin


def _floats(before: stage_table.StageTable, after: Crosstable, numbers: Sequence[int]) -> Iterable[str]:
    """The floats of a round that the corrected scores change; later pairings of a Swiss system use them."""
    words = {Float.DOWN: _("down"), Float.UP: _("up"), Float.NONE: _("not at all")}
    for number, entry in before.entries.items():
        for index, rnd in enumerate(numbers, 1):
            then, now = before.crosstable.float_of(number, index), after.float_of(number, index)
            if then is not now:
                said = {"name": entry.name, "n": rnd, "then": words[then], "now": words[now]}
                yield _("%(name)s floated %(then)s in round %(n)d, now %(now)s.") % said


def _byes(before: stage_table.StageTable, after: Crosstable) -> Iterable[str]:
    for number, entry in before.entries.items():
        then, now = before.crosstable.may_have_bye(number), after.may_have_bye(number)
        if then and not now:
            yield _("%(name)s can have no bye any more.") % {"name": entry.name}
        elif now and not then:
            yield _("%(name)s can have the bye again.") % {"name": entry.name}


def _is_reopened(stage: Stage, revised: Revised) -> bool:
    """Would a bracket have an open place again although its stage was over?"""
    if stage.state != StageState.FINISHED or not stage.has_bracket:
        return False
    found = facts.facts_of(stage, revised=revised)
    return FORMATS[stage.format].rounds(found.facts) > found.facts.crosstable.rounds


def _later(rnd: Round, revised: Revised, wrong: Sequence[Misplaced]) -> Later:
    form = FORMATS[rnd.stage.format]
    is_open = rnd.state in (RoundState.DRAFT, RoundState.PUBLISHED)
    if not is_open:
        return Later(rnd, "to_rule" if wrong else "stands", _wrong_words(wrong))
    found = facts.facts_before(rnd, revised)
    was, plan = form.pairs(facts.facts_before(rnd).facts), form.pairs(found.facts)
    if isinstance(plan, CannotPair):
        return Later(rnd, "unpairable", Changed((), ()))
    if not isinstance(was, CannotPair) and (was.tables, was.byes) == (plan.tables, plan.byes):
        return Later(rnd, "same", Changed((), ()))
    table = stage_table.crosstable(rnd.stage, rnd.number - 1, with_open=True, revised=revised)
    held, wanted = draft_of(rnd, table), draft_from(plan)
    if rnd.state != RoundState.DRAFT:
        wanted = drafts.at_old_tables(held, wanted)
    if form.has_slots and not wanted.tables:
        return Later(rnd, "dropped", difference_words(drafts.difference(held, wanted), table))
    effect = "paired_again" if rnd.state == RoundState.DRAFT else "reseated" if form.has_slots else "offered"
    return Later(rnd, effect, difference_words(drafts.difference(held, wanted), table))


def _wrong_words(wrong: Sequence[Misplaced]) -> Changed:
    """For each place of a bracket begun by the wrong entries: who has begun there, and who should sit there."""
    gone, new = [], []
    for one in wrong:
        first, second = (side.entry.name for side in one.match.sides.all())
        said = {"place": one.place, "a": first, "b": second}
        gone.append(_("%(place)s: %(a)s – %(b)s") % said)
        names = [entry.name for entry in one.should]
        said |= {"a": names[0] if names else _("nobody"), "b": names[1] if len(names) > 1 else _("still open")}
        new.append(_("%(place)s: %(a)s – %(b)s") % said)
    return Changed(tuple(gone), tuple(new))


def _rating(match: Match, kind: str, board: Match | None, board_kind: str) -> str:
    """The effect on the rating of the match, of one board, or of all its boards."""
    tournament = match.round.stage.tournament
    if board is not None:
        return _of_one(f"board:{board.public_id}", kind if kind == Kind.ANNULLED else board_kind, tournament)
    boards = match.boards.exclude(sides__member=None)
    if not boards.exists():
        return _of_one(f"match:{match.public_id}", kind, tournament)
    known = [one for one in boards if rating_results.weight_of(source=f"board:{one.public_id}")]
    if not known or (kind in UNRATED) == (match.result_kind in UNRATED):
        return "boards_same" if known else "none"
    return "boards_out" if kind in UNRATED else "boards_in"


def _of_one(source: str, kind: str, tournament: Tournament) -> str:
    weight = rating_results.weight_of(source=source)
    if kind in UNRATED:
        return "taken_out" if weight else "none"
    if weight is None:
        return "added" if tournament.counts else "none"
    return "replayed" if weight else "none"
