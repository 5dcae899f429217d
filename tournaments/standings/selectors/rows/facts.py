"""A stage as its format sees it: plain facts from rows, and entries from numbers."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.db.models import F

from tournaments.event.selectors.words import label_words
from tournaments.formats import FORMATS, Entrant, Facts, Next, Ranking, Stand, follows, going_on
from tournaments.formats.ladders.log import Event
from tournaments.models import (
    GONE,
    ROUND_OVER,
    ByeRequest,
    Entry,
    MatchSide,
    MatchState,
    PairRule,
    Round,
    RoundState,
    Stage,
)
from tournaments.pairing import Coming, Crosstable, Kind, Waivers
from tournaments.pairing.bracket import NOBODY, Bracket, Result, misplaced
from tournaments.standings.selectors.rows import ladder_facts, stage_table
from tournaments.standings.selectors.rows.pair_rules import pair_rules, pairs_in_force
from tournaments.standings.selectors.rows.sides import Revised, Side, sides_of


@dataclass(frozen=True, slots=True)
class StageFacts:
    """The facts of a stage, and the entry of each number."""

    facts: Facts
    entries: dict[int, Entry]


def facts_of(
    stage: Stage,
    after: int | None = None,
    to_pair: bool = False,
    with_open: bool = False,
    instead_of: Round | None = None,
    revised: Revised | None = None,
) -> StageFacts:
    """The facts for the format of a stage after its last closed round, or after an earlier one; `to_pair` adds the
    facts that only a pairing needs (of the next round, or again `instead_of` a draft), `with_open` and `revised` work
    as in `crosstables.crosstable`."""
    number = (instead_of.number if instead_of else next_number(stage)) if to_pair else 0
    return _facts(stage, stage_table.crosstable(stage, after, with_open, revised), number, after, revised)


def facts_before(rnd: Round, revised: Revised | None = None) -> StageFacts:
    """The facts for the format at the time when this round was paired, or as they would be with a `revised` match."""
    table = stage_table.crosstable(rnd.stage, rnd.number - 1, with_open=True, revised=revised)
    return _facts(rnd.stage, table, rnd.number, rnd.number - 1, revised)


def _facts(
    stage: Stage, table: stage_table.StageTable, number: int, after: int | None, revised: Revised | None
) -> StageFacts:
    """The facts of a stage with this crosstable; `number` is that of the round to be paired, 0 for none."""
    asked = byes_asked(stage, number) if number else {}
    now = asked.get(number, {})
    entrants = {
        number: Entrant(
            number=number,
            group=table.places[number].group if table.places else 0,
            is_here=entry.status in stage_table.PLAYABLE,
            is_gone=entry.status in GONE,
            bye=now.get(entry.pk, ""),
            late=table.places[number].late if table.places else "",
        )
        for number, entry in table.entries.items()
    }
    rules = pair_rules(stage.tournament) if number else []
    forbidden = pairs_in_force(rules, "hard", number, table.entries)
    numbers = _seats_of(table.entries)
    has_slots = FORMATS[stage.format].has_slots
    facts = Facts(
        settings=stage.settings,
        entrants=entrants,
        crosstable=_without(table.crosstable, {n for n, one in entrants.items() if one.bye}),
        slots=_slots(stage, numbers, after, revised) if has_slots else {},
        through=_through(stage, numbers, after) if has_slots else {},
        log=_log(stage, numbers, after, revised),
        seated=table.seated,
        forbidden=forbidden,
        avoided=pairs_in_force(rules, "soft", number, table.entries),
        waived=_waivers(stage, number, forbidden),
        coming=_coming(stage, number, table, rules, asked) if number else None,
        number=number,
        seed=stage.seed,
    )
    if number and has_slots:
        facts = replace(facts, held=_held(stage, facts, numbers, after))
    return StageFacts(facts, table.entries)


def seated(stage: Stage, numbers: Mapping[int, int], after: int | None = None) -> dict[str, tuple[int, int]]:
    """The entries at the places of a bracket where play has begun, by slot; `numbers` gives the number of each entry.
    What was ruled not to count is left out, and of a place that was played again only the last match stands."""
    sides = MatchSide.objects.filter(match__round__stage=stage, match__is_void=False).exclude(match__slot="")
    sides = sides.filter(match__round__state__in=(*ROUND_OVER, RoundState.RUNNING))
    if after is not None:
        sides = sides.filter(match__round__number__lte=after)
    found: dict[str, dict[int, int]] = {}
    rows = sides.order_by("match__round__number").values_list("match__slot", "match", "seat__entry")
    last: dict[str, int] = {}
    for slot, match, entry in rows:
        if last.get(slot) != match:
            last[slot], found[slot] = match, {}
        found[slot][len(found[slot])] = numbers[entry]
    return {slot: (two[0], two[1]) for slot, two in found.items()}


def _held(stage: Stage, facts: Facts, numbers: Mapping[int, int], after: int | None) -> frozenset[str]:
    """The places of a bracket that wait for a ruling, because the wrong entries have played there."""
    tree = bracket_of(stage, facts)
    return frozenset(misplaced(tree, seated(stage, numbers, after))) if tree else frozenset()


def bracket_of(stage: Stage, facts: Facts) -> Bracket | None:
    """The bracket of a stage; None if it has none, or none yet."""
    make = FORMATS[stage.format].bracket
    return make(facts) if make else None


def stand_of(stage: Stage) -> Stand:
    """The state of a stage, its rounds counted in the stage."""
    states = list(stage.rounds.order_by("number").values_list("state", flat=True))
    return Stand(rounds_of(stage), len(states), states[-1] if states else "")


def next_step(stage: Stage) -> Next:
    """The next step of a stage by its format: pair, publish, start, close a round (counted in the stage), or finish."""
    return follows(stand_of(stage))


def rounds_of(stage: Stage) -> int:
    """The number of rounds that a stage will have: as declared, or as its field (and in a bracket its results)
    requires."""
    form = FORMATS[stage.format]
    if form.has_challenges:
        return stage.rounds.count()
    if not form.is_fixed:
        return int(stage.settings["rounds"])
    return form.rounds(tree_facts(stage) if form.has_slots else facts_of(stage).facts)


def tree_facts(stage: Stage, with_results: bool = True) -> Facts:
    """The facts of a stage that a bracket needs, in few queries: its field, its places, its closed rounds; without
    results only its draw."""
    field = list(stage.field.values_list("entry", "seed", "late"))
    if not field:
        return facts_of(stage).facts
    numbers = {entry: seed for entry, seed, _late in field}
    return Facts(
        settings=stage.settings,
        entrants={n: Entrant(number=n, late=late) for _entry, n, late in field},
        crosstable=Crosstable({}, stage.rounds.filter(state__in=ROUND_OVER).count() if with_results else 0),
        slots=_slots(stage, numbers, None, None) if with_results else {},
        through=_through(stage, numbers, None) if with_results else {},
        seed=stage.seed,
    )


def slot_labels(stage: Stage) -> dict[str, str]:
    """The label of each place in a stage's bracket; empty without a bracket."""
    form = FORMATS[stage.format]
    tree = form.bracket(tree_facts(stage, with_results=False)) if form.bracket else None
    return {tie.key: label_words(tie.label) for tie in tree.matches} if tree else {}


def rankings(
    stage: Stage, after: int | None = None, revised: Revised | None = None
) -> tuple[tuple[Ranking, ...], StageFacts]:
    """The standings of a stage, one group after the other, by number, with the facts behind them; with a `revised`
    match as they would be."""
    found = facts_of(stage, after, revised=revised)
    return FORMATS[stage.format].rankings(found.facts), found


def next_number(stage: Stage) -> int:
    """The number that the next round of this stage will have: rounds are numbered through the whole tournament."""
    last = stage.tournament.stages.order_by("-rounds__number").exclude(rounds=None)
    return (last.values_list("rounds__number", flat=True).first() or 0) + 1


def byes_asked(stage: Stage, number: int) -> dict[int, dict[int, str]]:
    """The byes asked for or given in a round and in those after it: by round, then by entry."""
    asked = ByeRequest.objects.filter(entry__tournament=stage.tournament, round_number__gte=number)
    found: dict[int, dict[int, str]] = {}
    for entry, rnd, kind in asked.values_list("entry", "round_number", "kind"):
        found.setdefault(rnd, {})[entry] = kind
    return found


def _coming(
    stage: Stage, number: int, table: stage_table.StageTable, rules: list[PairRule], asked: dict[int, dict[int, str]]
) -> tuple[Coming, ...] | None:
    """The entries and hard pairs that are expected in each round after the next; None if the number of rounds is not
    declared."""
    if stage.settings.get("rounds") is None:
        return None
    here = {n: entry.pk for n, entry in table.entries.items() if entry.status in stage_table.PLAYABLE}
    left = int(stage.settings["rounds"]) - table.crosstable.rounds - 1
    return tuple(
        Coming(
            frozenset(n for n, entry in here.items() if entry not in asked.get(later, {})),
            pairs_in_force(rules, "hard", later, table.entries),
        )
        for later in range(number + 1, number + 1 + left)
    )


def _waivers(stage: Stage, number: int, forbidden: frozenset[frozenset[int]]) -> Waivers:
    """The waivers of a round that could not be paired (`rounds.services.ways_out`)."""
    held = stage.tournament.settings.get("waived", {}).get(str(number), {})
    lifted = forbidden if held.get("all_hard") else frozenset(frozenset(pair) for pair in held.get("lifted", ()))
    return Waivers(
        again=frozenset(held.get("again", ())),
        lifted=lifted,
        second_bye=bool(held.get("second_bye")),
        same_turn=bool(held.get("same_turn")),
        no_acceleration=bool(held.get("no_acceleration")),
        games_left=bool(held.get("games_left")),
    )


def _without(table: Crosstable, away: set[int]) -> Crosstable:
    """The crosstable with these entries marked as not to be paired."""
    rows = {n: replace(row, is_available=False) if n in away else row for n, row in table.rows.items()}
    return replace(table, rows=rows) if away else table


def _seats_of(by_number: dict[int, Entry]) -> dict[int, int]:
    return {entry.pk: n for n, entry in by_number.items()}


def _log(stage: Stage, numbers: dict[int, int], after: int | None, revised: Revised | None) -> tuple[Event, ...]:
    """The log of a ladder, by numbers."""
    if not FORMATS[stage.format].has_challenges:
        return ()
    return ladder_facts.numbered(ladder_facts.log_of(stage, after, revised), numbers)


def _through(stage: Stage, numbers: dict[int, int], after: int | None) -> dict[str, int]:
    """The entries that advance from a place without playing there, because its match was annulled."""
    sides = MatchSide.objects.filter(match__round__stage=stage, match__is_void=True, order=F("match__advances"))
    if after is not None:
        sides = sides.filter(match__round__number__lte=after)
    rows = sides.order_by("match__round__number").values_list("match__slot", "seat__entry")
    return {slot: numbers[entry] for slot, entry in rows}


def _slots(stage: Stage, numbers: dict[int, int], after: int | None, revised: Revised | None) -> dict[str, Result]:
    """The results of a bracket's places in closed rounds; a match that was played again counts with its last result."""
    found = MatchSide.objects.filter(match__round__stage=stage, match__state=MatchState.OVER)
    found = found.filter(match__round__state__in=ROUND_OVER, match__is_void=False).exclude(match__slot="")
    if after is not None:
        found = found.filter(match__round__number__lte=after)
    sides: dict[int, list[Side]] = {}
    for side in sides_of(found.order_by("match__round__number", "match", "order"), revised):
        sides.setdefault(side.match, []).append(side)
    return {two[0].slot: _slot(stage, two, numbers) for two in sides.values()}


def _slot(stage: Stage, sides: list[Side], numbers: dict[int, int]) -> Result:
    """The winner of a place and the entry that advances from it; after a draw the stage's rule chooses the winner;
    after a double forfeit both are out."""
    first, second = (numbers[side.entry] for side in sides)
    points = [side.points or 0 for side in sides]
    goes_on = sides[0].advances
    advances = NOBODY if goes_on is None else (first, second)[goes_on]
    if points[0] == points[1] and sides[0].kind in going_on.WITH_PLAY:
        way = going_on.way_of(stage.settings, is_in_bracket=True)
        through = going_on.goes_on(way, (first, second), sides[0].slot, stage.seed)
        return Result(sides=(first, second), winner=through, kind=Kind(sides[0].kind), advances=advances)
    if points[0] == points[1]:
        return Result(sides=(first, second), winner=NOBODY, kind=Kind.DOUBLE_FORFEIT, advances=advances)
    winner = second if points[1] > points[0] else first
    return Result(sides=(first, second), winner=winner, kind=Kind(sides[0].kind), advances=advances)
