"""Places of a bracket where, after a correction, the wrong entries have played, and the rulings possible for each."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.event.selectors.finding import SIDES
from tournaments.event.selectors.words import label_words
from tournaments.models import ROUND_OVER, Entry, Match, MatchState, Round, RoundState, Stage, Tournament
from tournaments.pairing.bracket import NOBODY, Bracket, Result, State, let_stand, misplaced
from tournaments.pairing.bracket import Match as Tie
from tournaments.standings.selectors.rows import facts
from tournaments.standings.selectors.rows.sides import Revised

STANDS, REPLAY, ANNUL = "stands", "replay", "annul"
BEGUN = (*ROUND_OVER, RoundState.RUNNING)


@dataclass(frozen=True, slots=True, kw_only=True)
class Misplaced:
    """A match that was begun by the wrong entries. `should` are the right ones, as far as they are known;
    `ways` the rulings that can be given now, each in words. For `stands`, `advances` says who goes on from which match
    (its slot) before; for `annul`, `through` is the side (0 or 1) that goes on from here."""

    match: Match
    place: str
    should: tuple[Entry, ...]
    ways: Mapping[str, str]
    advances: Mapping[str, Entry | None]
    through: int | None
    digest: str


def misplaced_in(stage: Stage, revised: Revised | None = None) -> list[Misplaced]:
    """The matches of a stage that need a ruling, in the order of their rounds; empty without a bracket. With a
    `revised` match as it would be."""
    if not stage.has_bracket:
        return []
    found = facts.facts_of(stage, revised=revised)
    tree = facts.bracket_of(stage, found.facts)
    if tree is None:
        return []
    numbers = {entry.pk: number for number, entry in found.entries.items()}
    seated = facts.seated(stage, numbers)
    keys = misplaced(tree, seated)
    if not keys:
        return []
    text = repr(
        (stage.pk, sorted(seated.items()), sorted(found.facts.slots.items()), sorted(found.facts.through.items()))
    )
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    rows = Match.objects.paired().filter(round__stage=stage, slot__in=keys, is_void=False, round__state__in=BEGUN)
    last = {match.slot: match for match in rows.select_related("round__stage__tournament").prefetch_related(SIDES)
            .order_by("round__number")}  # fmt: skip
    ordered = sorted(last.values(), key=lambda match: (match.round.number, match.table_no))
    return [_one(match, tree, found, seated[match.slot], digest) for match in ordered]


def misplaced_by_round(stage: Stage, revised: Revised | None = None) -> dict[int, list[Misplaced]]:
    """The matches that need a ruling, by the number of their round."""
    found: dict[int, list[Misplaced]] = {}
    for one in misplaced_in(stage, revised):
        found.setdefault(one.match.round.number, []).append(one)
    return found


def rulings_due(tournament: Tournament) -> bool:
    """Does anything in a tournament need a ruling because of a correction?"""
    known = list(tournament.stages.all())
    return any(one.disputed for one in known) or any(misplaced_in(one) for one in known if one.has_bracket)


def has_corrections(tournament: Tournament) -> bool:
    """Was a result of this tournament ever corrected, or decided by a ruling?"""
    return Round.objects.filter(stage__tournament=tournament, matches__rulings__isnull=False).exists()


def _one(match: Match, tree: Bracket, found: facts.StageFacts, pair: tuple[int, int], digest: str) -> Misplaced:
    tie = tree.match(match.slot)
    should = tuple(found.entries[side] for side in tie.sides if side)
    stand = let_stand(tree, found.facts.slots, match.slot, pair)
    right = [n for n in pair if n in tie.sides]
    through = _order(match, found.entries[right[0]]) if tie.state is State.READY and len(right) == 1 else None
    return Misplaced(
        match=match,
        place=label_words(tie.label),
        should=should,
        ways=_ways(match, tie, should, stand, through),
        advances={slot: _goes_on(one, found) for slot, one in (stand or {}).items()},
        through=through,
        digest=digest,
    )


def _ways(
    match: Match, tie: Tie, should: tuple[Entry, ...], stand: Mapping[str, Result] | None, through: int | None
) -> dict[str, str]:
    """The possible rulings; a match that is being played at a live table can only stand until it is over."""
    ways = {}
    if stand is not None:
        ways[STANDS] = _("Let it stand: the winner here goes on, in spite of the corrected result.")
    if match.state == MatchState.PLAYING or match.boards.filter(state=MatchState.PLAYING).exists():
        return ways
    if tie.state is State.READY:
        names = {"a": should[0].name, "b": should[-1].name}
        ways[REPLAY] = _("Play it again: %(a)s – %(b)s in the next round; what was played here is annulled.") % names
    elif tie.state is State.WAITING:
        ways[REPLAY] = _("Play it again when both players are known; what was played here is annulled.")
    if through is not None:
        name = match.sides.all()[through].entry.name
        ways[ANNUL] = _("Annul it: %(name)s, who belongs here, goes on without playing.") % {"name": name}
    elif tie.state is State.VOID:
        ways[ANNUL] = _("Annul it: nobody should have played here.")
    return ways


def _goes_on(result: Result, found: facts.StageFacts) -> Entry | None:
    return None if result.advances == NOBODY else found.entries[result.advances]


def _order(match: Match, entry: Entry) -> int:
    return next(side.order for side in match.sides.all() if side.entry.pk == entry.pk)
