"""Advice to a seat: one lawful action, the reason in one sentence, and what to press for it. It follows from the view
alone, so it exists however far a player has strayed from it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from django.utils.translation import gettext as _

from doors.words import card_words
from games import engine
from games.engine import best_spread, deadwood, deadwood_after_discard
from games.engine.cards.cards import Pack, value
from games.engine.play.view import View
from games.players import HousePlayer, Memory, Policy
from games.players.policies.greedy import AtOnce


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """What to do now: the sentence, the cards to choose first, and the key of the verb at the table. For Conquian also
    how the player's melds lie afterwards, for Colonel the number of the meld that gets a card."""

    says: str
    verb: str
    cards: tuple[str, ...] = ()
    table: tuple[tuple[str, ...], ...] = ()
    meld: int | None = None


def chosen(view: View, policy: Policy | None = None, memory: Memory | None = None) -> engine.Action | None:
    """The action that a policy (None: a learner's) would choose for the seat; None if it is not its turn."""
    if not view.actions or view.hand is None or view.turn != view.seat:
        return None
    return HousePlayer(policy or AtOnce(), 0, memory).choose(view)


def advice(view: View, action: engine.Action) -> Advice:
    """The advice to do this action: the words, and what to press for it."""
    return WORDS[type(action)](view, action)


class HasPack(Protocol):
    """A view or a rule set: something that knows its pack of cards."""

    @property
    def pack(self) -> Pack:
        """The pack of cards."""


def name(card: int, view: HasPack) -> str:
    """A card in a sentence: 7♥, 10♠."""
    return card_words(engine.card_text(card, view.pack))


def row(cards: int, view: View) -> tuple[str, ...]:
    """The cards of a mask as the page names them."""
    return tuple(engine.card_text(card, view.pack) for card in engine.cards_of(cards))


def _take(view: View, action: Any) -> Advice:
    del action
    assert view.top is not None
    assert view.hand is not None
    said = {"card": name(view.top, view)}
    if engine.VARIANTS[view.rules].kernel.name == "colonel":
        return Advice(says=_("Take the %(card)s: you can lay it down at once.") % said, verb="u")
    said |= {"now": str(deadwood(view.hand)), "then": str(deadwood_after_discard(view.hand | 1 << view.top))}
    return Advice(says=_("Take the %(card)s: it brings your deadwood from %(now)s down to %(then)s.") % said, verb="u")


def _leave(view: View, action: Any) -> Advice:
    del action
    card = "" if view.top is None else name(view.top, view)
    return Advice(says=_("Leave the %(card)s: it does not help your hand. Pass.") % {"card": card}, verb="v")


def _stock(view: View, action: Any) -> Advice:
    del action
    if view.top is None or not any(isinstance(one, engine.DrawDiscard) for one in view.actions or ()):
        return Advice(says=_("Draw a card from the stock."), verb="s")
    said = {"card": name(view.top, view)}
    return Advice(says=_("The %(card)s does not help you: draw from the stock instead.") % said, verb="s")


def _throw(view: View, action: Any) -> Advice:
    assert view.hand is not None
    said, cards = {"card": name(action.card, view)}, (engine.card_text(action.card, view.pack),)
    if engine.VARIANTS[view.rules].kernel.name != "gin":
        words = _("Throw the %(card)s: it counts much and goes with little else.") % said
        return Advice(says=words, verb="d", cards=cards)
    left = deadwood(view.hand & ~(1 << action.card))
    said |= {"count": str(value(action.card)), "left": str(left)}
    if any(meld >> action.card & 1 for meld in best_spread(view.hand).melds):
        words = _("Throw the %(card)s: it costs you least. Your deadwood is then %(left)s.") % said
        return Advice(says=words, verb="d", cards=cards)
    words = _("Throw the %(card)s: it counts %(count)s and is in no meld. Your deadwood is then %(left)s.") % said
    return Advice(says=words, verb="d", cards=cards)


def _knock(view: View, action: Any) -> Advice:
    assert view.hand is not None
    said = {"count": str(deadwood(view.hand & ~(1 << action.card))), "card": name(action.card, view)}
    words = _("Knock: throw the %(card)s, and your deadwood is only %(count)s.") % said
    return Advice(says=words, verb="k", cards=(engine.card_text(action.card, view.pack),))


def _gin(view: View, action: Any) -> Advice:
    words = _("Say gin: without the %(card)s all your cards are in melds.") % {"card": name(action.card, view)}
    return Advice(says=words, verb="g", cards=(engine.card_text(action.card, view.pack),))


def _meld(view: View, action: Any) -> Advice:
    cards = row(action.cards, view)
    named = " ".join(name(card, view) for card in engine.cards_of(action.cards))
    return Advice(says=_("Lay %(cards)s on the table as a meld.") % {"cards": named}, verb="n", cards=cards)


def _add(view: View, action: Any) -> Advice:
    said = {"card": name(action.card, view), "n": str((action.meld or 0) + 1)}
    cards = (engine.card_text(action.card, view.pack),)
    words = _("Add the %(card)s to meld %(n)s on the table.") % said
    return Advice(says=words, verb="t", cards=cards, meld=action.meld or 0)


def _use(view: View, action: Any) -> Advice:
    table = tuple(row(cards, view) for cards in action.table)
    centre = "" if view.centre is None else name(view.centre, view)
    if action.discard is None:
        words = _("Use the %(card)s: it brings your eleventh card down.") % {"card": centre}
        return Advice(says=words, verb="u", table=table)
    said = {"card": centre, "thrown": name(action.discard, view)}
    words = _("Use the %(card)s: lay it down in a meld, and throw the %(thrown)s.") % said
    return Advice(says=words, verb="u", cards=(engine.card_text(action.discard, view.pack),), table=table)


def _hand(view: View, action: Any) -> Advice:
    table = tuple(row(cards, view) for cards in action.table)
    return Advice(says=_("Lay a meld from your hand."), verb="n", table=table)


def _on_offer(words: Callable[[], str], verb: str) -> Callable[[View, Any], Advice]:
    def say(view: View, action: Any) -> Advice:
        del action
        card = "" if view.centre is None else name(view.centre, view)
        return Advice(says=words() % {"card": card}, verb=verb)

    return say


WORDS: Mapping[type[Any], Callable[[View, Any], Advice]] = {
    engine.TakeUpcard: _take,
    engine.DrawDiscard: _take,
    engine.PassUpcard: _leave,
    engine.DeclineLast: _leave,
    engine.DrawStock: _stock,
    engine.Discard: _throw,
    engine.Knock: _knock,
    engine.Gin: _gin,
    engine.BigGin: _on_offer(lambda: _("Say big gin: all eleven cards are in melds."), "i"),
    engine.AcceptDouble: _on_offer(lambda: _("Accept: your hand is good enough to play for double."), "y"),
    engine.DeclineDouble: _on_offer(lambda: _("Give the deal up: your hand is too costly to play for double."), "n"),
    engine.ShowHand: _on_offer(lambda: _("Show your hand."), ""),
    engine.LayOff: _on_offer(lambda: _("Lay a card off on the knocker’s melds."), ""),
    engine.Finish: _on_offer(lambda: _("Nothing more fits: finish."), ""),
    engine.Meld: _meld,
    engine.Add: _add,
    engine.Challenge: _on_offer(lambda: _("Challenge: you count less than the other hand is likely to."), "x"),
    engine.AcceptChallenge: _on_offer(lambda: _("Accept: you are likely to count less."), "y"),
    engine.RefuseChallenge: _on_offer(lambda: _("Play on: you are likely to count more now."), "n"),
    engine.CqUse: _use,
    engine.CqHand: _hand,
    engine.CqTurn: _on_offer(lambda: _("Turn a card from the stock. It does not go into your hand."), "r"),
    engine.CqReject: _on_offer(lambda: _("The %(card)s is of no use to you: reject it and turn the next card."), "r"),
    engine.CqPass: _on_offer(lambda: _("The %(card)s is of no use to you: pass it to the other player."), "v"),
    engine.CqForce: _on_offer(lambda: _("Force the other player to use the %(card)s: that may spoil a plan."), "f"),
    engine.CqWaive: _on_offer(lambda: _("Do not force the %(card)s."), "v"),
}
