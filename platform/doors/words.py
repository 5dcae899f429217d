"""Sentences that several apps share."""

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext as _

SUIT_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def asked_language(request: HttpRequest) -> str:
    """The language of a page that knows no visitor: `?lang=`, else as the browser asks."""
    asked = request.GET.get("lang", "")
    return asked if asked in dict(settings.LANGUAGES) else translation.get_language()


def luck_words(first: str, second: str, margin: int, luck: float) -> str:
    """One sentence that says who won by how much, and how much of that was luck. `margin` and `luck` are in points for
    `first` (below 0: for `second`)."""
    if margin < 0 or (margin == 0 and luck < 0):
        first, second, margin, luck = second, first, -margin, -luck
    cards = round(abs(luck))
    said = {"first": first, "second": second, "margin": margin, "luck": cards}
    if margin == 0:
        return _("Nobody is ahead; the cards were worth about %(luck)s to %(first)s.") % said
    if luck < 0:
        return _("%(first)s won by %(margin)s, though the cards were worth about %(luck)s to %(second)s.") % said
    if luck > margin:
        return _("%(first)s won by %(margin)s; the cards alone were worth about %(luck)s.") % said
    return _("%(first)s won by %(margin)s; about %(luck)s of it was the cards.") % said


def own_luck_words(other: str, margin: int, luck: float) -> str:
    """The same sentence to one of the two. `margin` and `luck` are in points for the reader, who plays `other`."""
    said = {"other": other, "margin": abs(margin), "luck": round(abs(luck))}
    if margin == 0:
        if luck < 0:
            return _("Nobody is ahead; the cards were worth about %(luck)s to %(other)s.") % said
        return _("Nobody is ahead; the cards were worth about %(luck)s to you.") % said
    with_winner = luck if margin > 0 else -luck
    if with_winner < 0:
        if margin > 0:
            return _("You won by %(margin)s, though the cards were worth about %(luck)s to %(other)s.") % said
        return _("You lost by %(margin)s, though the cards were worth about %(luck)s to you.") % said
    if with_winner > abs(margin):
        if margin > 0:
            return _("You won by %(margin)s; the cards alone were worth about %(luck)s.") % said
        return _("You lost by %(margin)s; the cards alone were worth about %(luck)s to %(other)s.") % said
    if margin > 0:
        return _("You won by %(margin)s; about %(luck)s of it was the cards.") % said
    return _("You lost by %(margin)s; about %(luck)s of it was the cards.") % said


def card_words(text: str) -> str:
    """A card for a reader, from its two letters: "TD" is 10♦."""
    return ("10" if text[0] == "T" else text[0]) + SUIT_SIGNS[text[1]]
