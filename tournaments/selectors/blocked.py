"""Why a round cannot be paired, in words, and which ways out there are: read before anything is done about it."""

from dataclasses import asdict, dataclass
from typing import Any

from tournaments.formats import FORMATS
from tournaments.models import Stage, StageState, TournamentState
from tournaments.pairing import CannotPair
from tournaments.selectors import facts, whys
from tournaments.selectors.pairing_jobs import is_large


@dataclass(frozen=True, slots=True)
class WayOut:
    """A way out that works: its key, the numbers that it concerns, and what it does in words."""

    way: str
    numbers: tuple[int, ...]
    words: str

    @property
    def value(self) -> str:
        """As a form sends it: rematch-2."""
        return "-".join((self.way, *map(str, self.numbers)))


@dataclass(frozen=True, slots=True)
class Blocked:
    """A round without a legal pairing: who blocks, in words, and the ways out."""

    number: int
    witness: tuple[str, ...]
    ways: tuple[WayOut, ...]

    def plain(self) -> dict[str, Any]:
        """The same as plain JSON."""
        return asdict(self)


def blocked(stage: Stage) -> Blocked | None:
    """The answer for the next round of a stage if it cannot be paired now, None where it can or none is due."""
    stage = Stage.objects.select_related("tournament").get(pk=stage.pk)
    is_running = stage.state == StageState.RUNNING and stage.tournament.state == TournamentState.RUNNING
    if not is_running or stage.rounds.filter(state__in=("draft", "published", "running")).exists():
        return None
    if is_large(stage):
        return _found_out(stage)
    found = facts.facts_of(stage, to_pair=True)
    answer = FORMATS[stage.format].pairs(found.facts)
    return answer_of(answer, found) if isinstance(answer, CannotPair) else None


def answer_of(answer: CannotPair, found: facts.StageFacts) -> Blocked:
    """That a round cannot be paired, in words; by hand it always can."""
    witness, words = whys.cannot_pair(answer, found.entries)
    ways = tuple(WayOut(way, numbers, text) for (way, numbers), text in zip(answer.ways_out, words, strict=True))
    return Blocked(found.facts.number, tuple(witness), (*ways[:-1], _by_hand(), ways[-1]))


def _found_out(stage: Stage) -> Blocked | None:
    """What the last job of a large stage said, if it was about the round that comes next."""
    last = stage.pairing_jobs.order_by("-pk").first()
    if last is None or last.code != "cannot_pair" or last.number != facts.next_number(stage):
        return None
    ways = tuple(WayOut(one["way"], tuple(one["numbers"]), one["words"]) for one in last.answer["ways"])
    return Blocked(last.number, tuple(last.answer["witness"]), ways)


def _by_hand() -> WayOut:
    return WayOut("manual", (), whys.by_hand_words())
