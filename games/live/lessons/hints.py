"""Hints at a practice table: what the top level would do for a seat, the worth of the nearest throws, and why.

It decides from the view of that seat and from what everybody has seen in the deal, as every house player does.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from random import Random
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import engine
from games.engine.play.view import View
from games.live.lessons import advice
from games.live.lessons.advice import HasPack
from games.players import Memory, Sight, TopV1
from games.players.judging.reasons import NAMED, Reason, Throw, Why, hopes, throws, why_take

SAME = 0.05  # points of a deal: throws nearer than this are called equal


def hint(view: View, memory: Memory) -> dict[str, Any] | None:
    """The hint for now, for the page: sentence, cards and verb as in `advice.Advice`, and `lines`, each a throw or a
    reason in words. None if the seat is not to act."""
    action = advice.chosen(view, TopV1(), memory)
    if action is None or view.hand is None:
        return None
    now = advice.advice(view, action)
    return asdict(now) | {"lines": _lines(view, Sight(view, view.hand, memory, Random(0)), action)}


def _lines(view: View, sight: Sight, action: engine.Action) -> list[str]:
    """The reasons in words; empty in games whose house players cannot give any."""
    if engine.VARIANTS[view.rules].kernel.name != "gin":
        return []
    lawful = view.actions or ()
    ends = [one for one in lawful if isinstance(one, engine.Knock)]
    discards = tuple(one.card for one in lawful if isinstance(one, engine.Discard))
    if isinstance(action, engine.Discard) or (isinstance(action, engine.Knock) and discards):
        kept = [_knocking(view, sight)] if ends else []
        return [*kept, *(_throw(view, one) for one in throws(sight, discards))]
    if isinstance(action, engine.TakeUpcard | engine.DrawDiscard) and view.top is not None:
        return [in_words(view, why_take(sight, view.top))]
    if isinstance(action, engine.DrawStock):
        return [line for line in [in_words(view, hopes(sight, sight.hand))] if line]
    return []


def _knocking(view: View, sight: Sight) -> str:
    """The worth of playing on instead of knocking, in points of the deal."""
    count = min(engine.deadwood(sight.hand ^ 1 << card) for card in engine.cards_of(sight.hand))
    worth = TopV1().plays_on(sight, count)
    if abs(worth) < SAME:
        return _("To knock and to play on are worth the same.")
    words = (
        _("To play on is worth about %(points)s more than to knock.")
        if worth > 0
        else _("To knock is worth about %(points)s more than to play on.")
    )
    return words % {"points": points_words(abs(worth))}


def _throw(view: View, throw: Throw) -> str:
    """A throw, its distance from the best throw, and the reason."""
    said = {"card": advice.name(throw.card, view), "reasons": in_words(view, throw.reasons)}
    if throw.behind < SAME:
        return _("%(card)s: %(reasons)s") % said
    said["points"] = points_words(throw.behind)
    return _("%(card)s, worse by about %(points)s: %(reasons)s") % said


def points_words(points: float) -> str:
    """Points of a deal in words, with one decimal."""
    return _("%(n)s points") % {"n": number_format(round(points, 1), 1)}


def in_words(where: HasPack, reasons: tuple[Reason, ...]) -> str:
    """Reasons in words; `where` is a view or a rule set that knows the names of the cards."""
    return "; ".join(WORDS[one.why](where, one) for one in reasons)


def _named(view: HasPack, cards: int) -> str:
    return " ".join(advice.name(card, view) for card in engine.cards_of(cards))


def _gin(view: HasPack, reason: Reason) -> str:
    if reason.number <= NAMED:
        return _("gin with %(cards)s") % {"cards": _named(view, reason.cards)}
    return ngettext("%(n)d card gives gin", "%(n)d cards give gin", reason.number) % {"n": reason.number}


WORDS: Mapping[Why, Callable[[HasPack, Reason], str]] = {
    Why.MELDS: lambda view, one: _("makes a meld: %(cards)s") % {"cards": _named(view, one.cards)},
    Why.LEAVES: lambda _view, one: _("deadwood then %(n)d") % {"n": one.number},
    Why.ALONE: lambda _view, _one: _("goes with no other card of yours"),
    Why.USELESS: lambda _view, _one: _("nobody else can meld it"),
    Why.REFUSED: lambda view, one: _("they left %(cards)s") % {"cards": _named(view, one.cards)},
    Why.WANTED: lambda view, one: _("they took %(cards)s") % {"cards": _named(view, one.cards)},
    Why.IMPROVES: lambda _view, one: (
        ngettext("%(n)d card improves your hand", "%(n)d cards improve your hand", one.number) % {"n": one.number}
    ),
    Why.GIN: _gin,
}
