"""Drawn matches of a bracket or a ladder in words: the consequence, and who advances."""

from django.utils.translation import gettext as _

from tournaments.event.selectors.lengths import comes_level, drawn_way, may_tie
from tournaments.formats import going_on
from tournaments.models import Match, MatchState


def drawn_words(match: Match) -> str:
    """The consequence of a draw in this match, or who advanced after one; empty where a draw has no consequence."""
    stage = match.round.stage
    if not (match.slot or stage.has_challenges) or not comes_level(match):
        return ""
    way = drawn_way(match)
    if match.state != MatchState.OVER:
        return _("If the match is drawn, %(way)s.") % {"way": _(going_on.WORDS[way])}
    return _gone_on(match, way) if match.slot else ""


def level_refusal(match: Match) -> str:
    """The reason why this match may not end level, in words; empty if it may."""
    if may_tie(match):
        return ""
    return played_on_words(match) if comes_level(match) else _("A game has a winner: the points cannot be equal.")


def played_on_words(match: Match) -> str:
    """How a level match is played on, in words."""
    if drawn_way(match) == going_on.NEXT:
        return _(
            "One side goes on here. They are level, so they play on, another game: enter the result when one has won."
        )
    return _("One side goes on here. They are level, so one more deal decides: enter the result when one side has won.")


def _gone_on(match: Match, way: str) -> str:
    """The side that advanced from a drawn match without playing on."""
    sides = list(match.sides.all())
    if sides[0].points != sides[1].points or match.is_void or match.result_kind not in going_on.WITH_PLAY:
        return ""
    seeds = dict(match.round.stage.field.values_list("entry", "seed"))
    numbers = (seeds[sides[0].entry.pk], seeds[sides[1].entry.pk])
    through = going_on.goes_on(way, numbers, match.slot, match.round.stage.seed)
    said = {"name": sides[numbers.index(through)].entry.name, "seed": match.round.stage.seed}
    if way == going_on.LOT:
        return _("Drawn: %(name)s goes on, by a lot from the seed %(seed)s.") % said
    return _("Drawn: %(name)s goes on, as the better seed.") % said
