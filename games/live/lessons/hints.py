"""Hints at a practice table: what top-v1, which counts in points, would do for a seat, why, and the worth of the near
throws.

It decides from the view of that seat and from what everybody has seen in the deal, as every house player does.
"""

from dataclasses import asdict
from random import Random
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games import engine
from games.engine.play.view import View
from games.live.lessons import advice, reason_words
from games.players import Memory, Sight, TopV1
from games.players.policies.house import PLAIN
from games.players.reasons.choice import why
from games.players.reasons.throws import SAME, Throw, throws
from games.players.reasons.turns import best_knock, why_end


def hint(view: View, memory: Memory) -> dict[str, Any] | None:
    """The hint for now, for the page: sentence, cards and verb as in `advice.Advice`, and `lines`: what a knock is
    worth, and the nearest throws. None if the seat is not to act."""
    action = advice.chosen(view, TopV1(), memory)
    if action is None or view.hand is None:
        return None
    sight = Sight(view, view.hand, memory, Random(0))
    return asdict(advice.advice(view, action, why(sight, action))) | {"lines": _lines(view, sight, action)}


def _lines(view: View, sight: Sight, action: engine.Action) -> list[str]:
    """What the other choices are worth; empty where nothing is weighed in points."""
    if engine.VARIANTS[view.rules].kernel.name in PLAIN:
        return []
    lawful = view.actions or ()
    ends = [one for one in lawful if isinstance(one, engine.Knock)]
    discards = [one.card for one in lawful if isinstance(one, engine.Discard)]
    if not discards or not isinstance(action, engine.Discard | engine.Knock):
        return []
    found = throws(sight, discards)
    kept = [_ending(view, sight, isinstance(action, engine.Knock))] if ends else []
    if isinstance(action, engine.Knock):
        return kept
    return [*kept, *filter(None, (_throw(view, one, number) for number, one in enumerate(found) if number))]


def _ending(view: View, sight: Sight, knocks: bool) -> str:
    """The worth of playing on instead of knocking, in points of the deal, and where it is right, why."""
    worth = TopV1().plays_on(sight, engine.deadwood(sight.hand ^ 1 << best_knock(sight)))
    if abs(worth) < SAME:
        return _("To knock and to play on are worth the same.")
    said = {"points": points_words(abs(worth))}
    if knocks:
        return _("To knock is worth about %(points)s more than to play on.") % said
    said["why"] = reason_words.in_words(view.pack, why_end(sight, knocks=False))
    return _("To play on is worth about %(points)s more than to knock: %(why)s.") % said


def _throw(view: View, throw: Throw, number: int) -> str:
    """A throw and its distance from the best one; why that is better, where the sentence does not say it (`number`:
    1 is the second)."""
    if throw.behind is None:
        return ""
    said = {"card": advice.name(throw.card, view), "points": points_words(throw.behind)}
    if throw.behind < SAME:
        return _("%(card)s: equal") % said
    said["why"] = reason_words.in_words(view.pack, throw.reasons) if number > 1 else ""
    if not said["why"]:
        return _("%(card)s: worse by about %(points)s") % said
    return _("%(card)s: worse by about %(points)s; %(why)s") % said


def points_words(points: float) -> str:
    """Points of a deal in words, with one decimal."""
    return _("%(n)s points") % {"n": number_format(round(points, 1), 1)}
