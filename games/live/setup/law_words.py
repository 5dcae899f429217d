"""The laws of irregularity in words: rulings, remedies, choices."""

from typing import Any

from django.utils.translation import gettext as _

from games.live.setup.terms import Terms


def ruled(fixed: Terms, event: dict[str, Any]) -> str:
    """A ruling: the law, against whom, and its remedy."""
    said = {"irr": event["irr"], "remedy": remedies().get(event["remedy"], event["remedy"])}
    if event["offender"] is None:
        return _("Ruling by %(irr)s: %(remedy)s.") % said
    return _("Ruling by %(irr)s, %(name)s: %(remedy)s.") % (said | {"name": fixed.names[event["offender"]]})


def choices() -> dict[str, str]:
    """What can be chosen where a law gives a choice, by its command."""
    return {
        "reject_knock": _("the knock is taken off"),
        "accept_knock": _("the knock stands"),
        "force_exposed": _("the knocker plays on with the hand face up"),
        "permit_pickup": _("the knocker picks the hand up without bonuses"),
        "choose_redeal": _("a new deal"),
        "choose_continue": _("the deal goes on"),
        "stop_deal": _("the deal is stopped"),
    }


def remedies() -> dict[str, str]:
    """The remedies of the laws, as the engine names them."""
    return {
        "cards back to hand": _("the cards go back to the hand"),
        "choose": _("the other side chooses"),
        "dead": _("the deal is dead"),
        "exposed": _("the cards seen lie open"),
        "loses his next draw": _("loses the next draw"),
        "loses his next turn": _("loses the next turn"),
        "loses the game": _("loses the game"),
        "must turn": _("must turn a card"),
        "new deal": _("a new deal"),
        "none": _("no penalty"),
        "one card a turn": _("put right by one card a turn"),
        "opponent picks": _("the opponent picks the card"),
        "put right": _("put right"),
        "redeal": _("a new deal"),
        "reshuffle": _("the stock is shuffled"),
        "restored": _("restored"),
        "returned": _("the card goes back, no penalty"),
        "stands": _("it stands"),
        "taken back": _("the card is taken back, another is thrown"),
        "the stock counts as it is": _("the stock counts as it is"),
        "void": _("the deal is void"),
        "waived": _("the remedy is waived"),
    }
