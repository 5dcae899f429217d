"""Conquian in words."""

from django.utils.translation import gettext as _

from games import engine
from games.live.presets.gin import laws, who_deals_first, who_deals_next
from games.live.presets.point import ENDING, GAME, PLAYERS, TURN, Points, point


def tell(rules: engine.RuleSet) -> Points:
    """All points of the sheet: CNQ-1 to 24."""
    yield from _players(rules)
    yield from _turn(rules)
    yield from _ending(rules)
    yield point(GAME, "stake", _("Stake"), *_stake(rules))


def _players(rules: engine.RuleSet) -> Points:
    yield point(PLAYERS, "players", _("Players"), _("Two play against each other."), "CNQ-3")
    if rules.pack.ranks[-1] == "T":
        cards = _("40 cards: ace to ten, without courts. The ace is low.")
    else:
        cards = _("40 cards: ace to 7, jack, queen, king. The ace is low, and the jack follows the 7.")
    yield point(PLAYERS, "cards", _("Cards"), cards, "CNQ-1 CNQ-2")
    yield point(
        PLAYERS, "deal", _("The deal"), _("Ten cards each; 20 are left as stock. No card is turned up."), "CNQ-3"
    )
    yield point(PLAYERS, "first_dealer", _("First dealer"), who_deals_first(rules), "CNQ-21")
    yield point(PLAYERS, "next_dealer", _("Next dealer"), who_deals_next(rules), "CNQ-21")
    melds = _("Three or four cards of a rank, or three to eight of a suit in order.")
    yield point(PLAYERS, "melds", _("Melds"), melds, "CNQ-4")
    aim = _("Eleven cards in your own melds on the table, so one more than you were dealt.")
    yield point(PLAYERS, "aim", _("Aim"), aim, "CNQ-5")


def _turn(rules: engine.RuleSet) -> Points:
    first = _("The non-dealer turns the top card of the stock, and uses it or passes it on.")
    yield point(TURN, "opening", _("Opening"), first, "CNQ-6")
    later = _(
        "After that use the card in the centre; or reject it, turn the next card of the stock, and use that one or "
        "pass it on. No card of the centre ever goes into a hand."
    )
    yield point(TURN, "turn", _("Your turn"), later, "CNQ-7 CNQ-9")
    use = _(
        "To use a card is to lay it with cards of your hand or on your melds, which you may rearrange; all must be "
        "valid afterwards. Then throw one card, unless eleven lie or your hand is empty."
    )
    yield point(TURN, "use", _("Using a card"), use, "CNQ-8 CNQ-10 CNQ-11")
    if rules.hand_meld_alone:
        said = _("After turning a card and before passing it on, cards of the hand alone may be laid.")
        yield point(TURN, "hand_meld", _("From the hand"), said, "CNQ-23")
    else:
        said = _("Cards of the hand are laid only together with the card in the centre.")
        yield point(TURN, "hand_meld", _("From the hand"), said, "CNQ-8")
    yield point(TURN, "force", _("Force"), *_force(rules))
    fold = _("A player may fold: reject, turn and pass for the rest of the deal.") if rules.fold else _("Nobody folds.")
    yield point(TURN, "fold", _("Fold"), fold, "CNQ-20")


def _force(rules: engine.RuleSet) -> tuple[str, str]:
    if rules.force == "off":
        return _("Nobody is forced to use a card."), "CNQ-12"
    fits = {
        "rearrange": _(
            "A declined card that fits a player’s melds, rearranged if need be, may be forced on that player."
        ),
        "extend": _("A declined card that extends one of a player’s melds as it lies may be forced on that player."),
    }[rules.force_scope]
    how = {
        "on_demand": _("The opponent decides whether to force."),
        "automatic": _("It is always forced."),
    }[rules.force]
    return f"{fits} {how}", "CNQ-12 CNQ-13 CNQ-14"


def _ending(rules: engine.RuleSet) -> Points:
    win = _("The player who lays the eleventh card wins. Ten cards down and an empty hand is not enough.")
    yield point(ENDING, "win", _("Winning"), win, "CNQ-15 CNQ-16")
    drawn = _("When the stock is empty and the card on offer is not used, the deal is drawn.")
    yield point(ENDING, "drawn", _("A drawn deal"), drawn, "CNQ-17")
    yield point(ENDING, "laws", _("Slips"), *laws(rules))


def _stake(rules: engine.RuleSet) -> tuple[str, str]:
    said = {
        "none": _("The loser of a deal pays one unit. A drawn deal costs nothing."),
        "double": _("The loser of a deal pays one unit, two after a drawn deal."),
        "pool": _("The loser of a deal pays one unit. After a drawn deal each puts one aside for the next winner."),
    }
    return said[rules.draw_carry], "CNQ-18 CNQ-19"
