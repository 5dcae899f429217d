"""Advice to a seat: one lawful action, the reason in one sentence, and what to press for it. It follows from the view
alone, so a player who has not followed it gets the next advice all the same."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Protocol

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from doors.words import card_words
from games import engine
from games.engine.cards.cards import Pack
from games.engine.play.view import View
from games.live.lessons import reason_words
from games.players import HousePlayer, Memory, Policy, Sight
from games.players.policies.greedy import AtOnce
from games.players.reasons.choice import why
from games.players.reasons.kinds import Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """What to do now: the sentence, the cards to choose first, and the key of the verb at the table (empty if it has
    none). For Conquian also how the player's melds lie afterwards, for Colonel the number of the meld that gets a
    card."""

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


def advice(view: View, action: engine.Action, reasons: Sequence[Reason] = ()) -> Advice:
    """The advice to do this action, and why: the words, and what to press for it."""
    found = WORDS[type(action)](view, action)
    said = {"do": found.says, "why": reason_words.in_words(view.pack, reasons)}
    return replace(found, says=(_("%(do)s: %(why)s.") if said["why"] else _("%(do)s.")) % said)


def learner_advice(view: View, action: engine.Action) -> Advice:
    """The advice to somebody who learns. Its reasons are those that the player's own cards show."""
    sight = Sight(view, view.hand or 0, Memory(), Random(0))
    return advice(view, action, why(sight, action, learner=True))


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
    card = view.top if getattr(action, "card", None) is None else action.card
    return Advice(says=_("Take the %(card)s") % {"card": "" if card is None else name(card, view)}, verb="u")


def _leave(view: View, action: Any) -> Advice:
    del action
    card = "" if view.top is None else name(view.top, view)
    return Advice(says=_("Leave the %(card)s and pass") % {"card": card}, verb="v")


def _stock(view: View, action: Any) -> Advice:
    del action
    if view.top is None or not any(isinstance(one, engine.DrawDiscard) for one in view.actions or ()):
        return Advice(says=_("Draw a card from the stock"), verb="s")
    said = {"card": name(view.top, view)}
    return Advice(says=_("Leave the %(card)s and draw from the stock") % said, verb="s")


def _throw(view: View, action: Any) -> Advice:
    said, cards = {"card": name(action.card, view)}, (engine.card_text(action.card, view.pack),)
    return Advice(says=_("Throw the %(card)s") % said, verb="d", cards=cards)


def _knock(view: View, action: Any) -> Advice:
    said, cards = {"card": name(action.card, view)}, (engine.card_text(action.card, view.pack),)
    return Advice(says=_("Knock and throw the %(card)s") % said, verb="k", cards=cards)


def _gin(view: View, action: Any) -> Advice:
    words = _("Say gin: without the %(card)s all your cards are in melds") % {"card": name(action.card, view)}
    return Advice(says=words, verb="g", cards=(engine.card_text(action.card, view.pack),))


def _meld(view: View, action: Any) -> Advice:
    cards = row(action.cards, view)
    named = " ".join(name(card, view) for card in engine.cards_of(action.cards))
    return Advice(says=_("Lay %(cards)s on the table") % {"cards": named}, verb="n", cards=cards)


def _add(view: View, action: Any) -> Advice:
    lying = view.table[action.meld or 0].cards
    said = {"card": name(action.card, view), "cards": " ".join(name(card, view) for card in engine.cards_of(lying))}
    cards = (engine.card_text(action.card, view.pack),)
    return Advice(says=_("Add the %(card)s to %(cards)s") % said, verb="t", cards=cards, meld=action.meld or 0)


def _lay_off(view: View, action: Any) -> Advice:
    return Advice(says=_("Lay off the %(card)s") % {"card": name(action.card, view)}, verb="")


def _use(view: View, action: Any) -> Advice:
    table = tuple(row(cards, view) for cards in action.table)
    centre = "" if view.centre is None else name(view.centre, view)
    if action.discard is None:
        return Advice(says=_("Use the %(card)s and win the deal") % {"card": centre}, verb="u", table=table)
    said = {"card": centre, "thrown": name(action.discard, view)}
    words = _("Use the %(card)s and throw the %(thrown)s") % said
    return Advice(says=words, verb="u", cards=(engine.card_text(action.discard, view.pack),), table=table)


def _hand(view: View, action: Any) -> Advice:
    table = tuple(row(cards, view) for cards in action.table)
    return Advice(says=_("Lay a meld from your hand"), verb="n", table=table)


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
    engine.BigGin: _on_offer(lambda: _("Say big gin: all eleven cards are in melds"), "i"),
    engine.AcceptDouble: _on_offer(lambda: _("Accept the double"), "y"),
    engine.DeclineDouble: _on_offer(lambda: _("Give the deal up"), "n"),
    engine.ShowHand: _on_offer(lambda: _("Show your hand"), ""),
    engine.LayOff: _lay_off,
    engine.Finish: _on_offer(lambda: pgettext("advice", "Finish"), ""),
    engine.Meld: _meld,
    engine.Add: _add,
    engine.Challenge: _on_offer(lambda: pgettext("advice", "Challenge"), "x"),
    engine.AcceptChallenge: _on_offer(lambda: _("Accept the challenge"), "y"),
    engine.RefuseChallenge: _on_offer(lambda: _("Refuse the challenge"), "n"),
    engine.CqUse: _use,
    engine.CqHand: _hand,
    engine.CqTurn: _on_offer(lambda: _("Turn a card from the stock"), "r"),
    engine.CqReject: _on_offer(lambda: _("Reject the %(card)s and turn the next card"), "r"),
    engine.CqPass: _on_offer(lambda: _("Pass the %(card)s to the other player"), "v"),
    engine.CqForce: _on_offer(lambda: _("Force the other player to use the %(card)s"), "f"),
    engine.CqWaive: _on_offer(lambda: _("Do not force the %(card)s"), "v"),
}
