"""Whether all rounds of a Swiss can surely be paired, for its organiser; and whether there are two entries to pair."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tournaments.event.selectors.entry_sizes import size_of
from tournaments.event.selectors.planning import sure_words
from tournaments.formats.kinds.swiss import rules_of
from tournaments.models import Entry, EntryStatus, Round, RoundState, Stage, StageState, TournamentState
from tournaments.pairing import Crosstable, Kind, Row, Rules, left_after, prospects
from tournaments.pairing.drafts import Draft
from tournaments.standings.selectors.rows import facts
from tournaments.standings.selectors.rows.pair_rules import pair_rules, pairs_in_force

LEAST = 2
OPEN_ROUNDS = (RoundState.DRAFT, RoundState.PUBLISHED, RoundState.RUNNING)


@dataclass(frozen=True, slots=True)
class Fit:
    """Whether the planned rounds fit the field: a sentence if they do not, and the number of rounds that would (0 if
    the number cannot be changed any more)."""

    words: str = ""
    rounds: int = 0


def fit(stage: Stage) -> Fit:
    """Whether the planned rounds of a Swiss fit its present field; no warning while a published round is open. What was
    said before a round was paired is said as long as it is a draft."""
    is_done = not _is_swiss(stage) or stage.state == StageState.FINISHED
    open_round = stage.rounds.filter(state__in=OPEN_ROUNDS).order_by("number").first()
    if is_done or (open_round is not None and open_round.state != RoundState.DRAFT):
        return Fit()
    if not _is_tight(stage):
        return Fit()
    if stage.tournament.state == TournamentState.OPEN:
        crosstable, rules = _before(stage)
    elif stage.state == StageState.RUNNING:
        found = (facts.facts_before(open_round) if open_round else facts.facts_of(stage, to_pair=True)).facts
        crosstable, rules = found.crosstable, rules_of(found)
    else:
        return Fit()
    ahead = prospects(crosstable, rules)
    is_fixed = stage.rounds.exclude(state=RoundState.DRAFT).exists()
    count = sum(row.is_available for row in crosstable.rows.values())
    words = sure_words(ahead, count, size=size_of(stage.tournament), is_fixed=is_fixed)
    return Fit(words, 0 if is_fixed or not words else ahead.sure)


def _is_tight(stage: Stage) -> bool:
    """Can the rounds run out? Not where they are at most half of the players and no pair is forbidden: whoever has met
    whom, each can then meet half of the others (Dirac 1952)."""
    if stage.tournament.state == TournamentState.OPEN:
        count = len(_coming(stage))
    else:
        count = stage.tournament.entries.filter(status=EntryStatus.CHECKED_IN).count()
    return stage.settings["rounds"] * 2 > count or stage.tournament.pair_rules.exists()


def _coming(stage: Stage) -> list[Entry]:
    """Who is counted before the start: all who are entered, until more than half of them are here; then these."""
    entered = stage.tournament.entries.filter(status__in=(EntryStatus.ENTERED, EntryStatus.CHECKED_IN)).order_by("pk")
    found = list(entered)
    here = [entry for entry in found if entry.status == EntryStatus.CHECKED_IN]
    return here if len(here) * 2 > len(found) else found


def warning(stage: Stage) -> str:
    """A sentence for the organiser if not all rounds of a Swiss can surely be paired, else empty (`fit`)."""
    return fit(stage).words


def can_follow(stage: Stage) -> bool:
    """Can another round be paired after all planned ones? In a Swiss not where all who are here have met."""
    if not _is_swiss(stage):
        return True
    found = facts.facts_of(stage, to_pair=True).facts
    rules = replace(rules_of(found), rounds=found.crosstable.rounds + 1, coming=None)
    return prospects(found.crosstable, rules).possible > 0


def shortened(rnd: Round, before: Draft, after: Draft) -> str:
    """A warning for the organiser if an edit of a Swiss draft (`before`, `after`) reduces the number of coming rounds
    that can be paired; else empty."""
    if not _is_swiss(rnd.stage) or before == after:
        return ""
    found = facts.facts_before(rnd).facts
    rules = rules_of(found)
    then, now = (_left_after(found.crosstable, rules, draft) for draft in (before, after))
    if now >= then:
        return ""
    said = {"then": then, "now": now, "left": len(rules.coming or ())}
    text = _(
        "Of the %(left)d rounds after this one only %(now)d can still be played with this change, and %(then)d without."
    )
    return text % said


def _left_after(crosstable: Crosstable, rules: Rules, draft: Draft) -> int:
    byes = [number for number, kind in draft.byes.items() if kind in (Kind.PAB, Kind.FULL)]
    pairs = [(one, other) for one, other in (table.seats for table in draft.tables)]
    return left_after(crosstable, rules, pairs, byes)


def _is_swiss(stage: Stage) -> bool:
    return "system" in stage.settings and stage.settings.get("fixtures", "swiss") == "swiss"


def _before(stage: Stage) -> tuple[Crosstable, Rules]:
    """The field before its entries are numbered."""
    numbered = dict(enumerate(_coming(stage), 1))
    forbidden = pairs_in_force(pair_rules(stage.tournament), "hard", 1, numbered)
    rules = Rules(system=stage.settings["system"], rounds=stage.settings["rounds"], forbidden=forbidden)
    return Crosstable({n: Row(number=n) for n in numbered}, 0), rules


def too_few(stage: Stage, found: facts.StageFacts) -> str:
    """A sentence that says why nobody can be paired; empty for two or more entries, and where nobody is ever paired."""
    here = _here(stage, found)
    if len(here) >= LEAST or stage.has_challenges:
        return ""
    if here:
        return _("Only %(name)s can be paired for round %(n)d.") % {"name": here[0].name, "n": found.facts.number}
    return _("Nobody can be paired for round %(n)d.") % {"n": found.facts.number}


def _here(stage: Stage, found: facts.StageFacts) -> list[Entry]:
    """The entries that can play in the next round; where the schedule has a match for everybody, all that have not
    left."""
    known, rows = found.facts.entrants, found.facts.crosstable.rows
    if stage.has_schedule:
        return [entry for n, entry in found.entries.items() if not known[n].is_gone]
    return [entry for n, entry in found.entries.items() if rows[n].is_available]
