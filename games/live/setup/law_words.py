"""The laws of irregularity in words: rulings, remedies, choices."""

from typing import Any

from django.utils.translation import gettext as _

from games.live.setup.terms import Terms


def ruled(fixed: Terms, event: dict[str, Any]) -> str:
    """A ruling in words: the law, the offender, and the remedy."""
    said = {"irr": event["irr"], "remedy": remedies().get(event["remedy"], event["remedy"])}
    if event["offender"] is None:
        return _("Ruling by %(irr)s: %(remedy)s.") % said
    return _("Ruling by %(irr)s, %(name)s: %(remedy)s.") % (said | {"name": fixed.names[event["offender"]]})


def choices() -> dict[str, str]:
    """The choices that a law gives, by command."""
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
    """The words for remedies, by the engine's names."""
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


def titles() -> dict[str, str]:
    """The irregularity in a few words, by the number of its law (RULES.md §14)."""
    return {
        "IRR-1": _("the wrong player dealt, stopped"),
        "IRR-2": _("the wrong player dealt, the deal stood"),
        "IRR-3": _("a face-up card in the pack"),
        "IRR-4": _("a card exposed in dealing"),
        "IRR-5": _("a face-up card met in the stock later"),
        "IRR-6": _("a wrong number of cards before the first draw"),
        "IRR-7": _("both hands with a wrong number of cards"),
        "IRR-8": _("one hand with a wrong number of cards"),
        "IRR-9": _("a wrong number of cards put right, one card a turn"),
        "IRR-10": _("too few cards found at the end"),
        "IRR-11": _("too many cards found at the end"),
        "IRR-12": _("both hands wrong at the end"),
        "IRR-13": _("drew from the stock out of turn"),
        "IRR-14": _("drew before the dealer had left the upcard"),
        "IRR-15": _("took the discard out of turn, put back"),
        "IRR-16": _("saw a card of the stock"),
        "IRR-17": _("saw a card of the stock out of turn"),
        "IRR-18": _("took a card that had been seen"),
        "IRR-19": _("knocked under a ban"),
        "IRR-20": _("the stock shortened by cards that were seen"),
        "IRR-21": _("knocked with too much deadwood, refused"),
        "IRR-22": _("knocked with too much deadwood, accepted"),
        "IRR-23": _("knocked with too much deadwood, found when the hand lay open"),
        "IRR-24": _("knocked with too much deadwood, found after laying off"),
        "IRR-25": _("knocked though it was not allowed for another reason"),
        "IRR-26": _("called gin with deadwood"),
        "IRR-27": _("threw the wrong card when knocking"),
        "IRR-28": _("looked at a covered discard"),
        "IRR-29": _("looked through a pile that lies open"),
        "IRR-30": _("showed a card of the own hand"),
        "IRR-31": _("did not draw, or did not discard"),
        "IRR-32": _("threw the card just taken straight back"),
        "IRR-33": _("an imperfect pack"),
        "IRR-34": _("a count given without showing the cards"),
        "IRR-35": _("points given or taken by ruling"),
        "IRR-40": _("a card shown in dealing"),
        "IRR-41": _("a wrong number of cards loses the game"),
        "IRR-42": _("touched the stock"),
        "IRR-43": _("turned two cards"),
        "IRR-44": _("an invalid table, restored"),
    }
