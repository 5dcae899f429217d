"""Why a round cannot be paired, in words, and which ways out there are: read before anything is done about it."""

from dataclasses import dataclass

from tournaments.formats import FORMATS
from tournaments.models import Stage, StageState, TournamentState
from tournaments.pairing import CannotPair
from tournaments.selectors import facts, whys


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


def blocked(stage: Stage) -> Blocked | None:
    """The answer for the next round of a stage if it cannot be paired now, None where it can or none is due."""
    stage = Stage.objects.select_related("tournament").get(pk=stage.pk)
    is_running = stage.state == StageState.RUNNING and stage.tournament.state == TournamentState.RUNNING
    if not is_running or stage.rounds.filter(state__in=("draft", "published", "running")).exists():
        return None
    found = facts.facts_of(stage, to_pair=True)
    answer = FORMATS[stage.format].pairs(found.facts)
    if not isinstance(answer, CannotPair):
        return None
    witness, words = whys.cannot_pair(answer, found.entries)
    ways = tuple(WayOut(way, numbers, text) for (way, numbers), text in zip(answer.ways_out, words, strict=True))
    return Blocked(found.facts.number, tuple(witness), (*ways[:-1], _by_hand(), ways[-1]))


def _by_hand() -> WayOut:
    return WayOut("manual", (), whys.by_hand_words())
