"""Colonel in words."""

from django.utils.translation import gettext as _

from games import engine
from games.live.presets.gin import laws, who_deals_first, who_deals_next
from games.live.presets.point import ENDING, GAME, PLAYERS, SCORE, TURN, Points, point


def tell(rules: engine.RuleSet) -> Points:
    """All points of the sheet: COL-1 to 18."""
    yield from _players(rules)
    yield from _turn(rules)
    yield from _ending(rules)
    yield from _score(rules)


def _players(rules: engine.RuleSet) -> Points:
    yield point(PLAYERS, "players", _("Players"), _("Two play against each other."), "COL-3")
    cards = _("52 cards. The ace is high: queen, king, ace is a run; ace, 2, 3 is not.")
    yield point(PLAYERS, "cards", _("Cards"), cards, "COL-1")
    values = _("Aces, courts and tens count 10, any other card its number.")
    yield point(PLAYERS, "values", _("Values"), values, "COL-10")
    deal = _("Ten cards each. The next card is turned up; 31 are left as stock.")
    yield point(PLAYERS, "deal", _("The deal"), deal, "COL-3")
    yield point(PLAYERS, "first_dealer", _("First dealer"), who_deals_first(rules), "COL-2")
    yield point(PLAYERS, "next_dealer", _("Next dealer"), who_deals_next(rules), "COL-2")


def _turn(rules: engine.RuleSet) -> Points:
    draw = {
        "top": _("The non-dealer begins. Draw the top card of the stock or the top discard."),
        "pile": _("The non-dealer begins. Draw the top card of the stock, or take the whole discard pile."),
    }
    yield point(TURN, "draw", _("Draw"), draw[rules.pickup], "COL-4 COL-5")
    lay = _(
        "Then lay any number of melds, or none: three or four cards of a rank, or three and more of a suit in order. "
        "Melds on the table are not rearranged."
    )
    yield point(TURN, "lay", _("Lay"), lay, "COL-6 COL-8")
    add = _("Add cards to any meld on the table, whoever laid it. A card is credited to the player who lays it.")
    yield point(TURN, "add", _("Add"), add, "COL-7")
    throw = {
        "forbid": _("Throw one card to end the turn. The card just taken from the discards may not be thrown."),
        "allow": _("Throw one card to end the turn; the card just taken may be thrown, too."),
    }
    yield point(TURN, "discard", _("Discard"), throw[rules.col_same_card], "COL-9 COL-17")


def _ending(rules: engine.RuleSet) -> Points:
    out = _("The deal ends when a hand is empty, by a discard or by laying everything.")
    yield point(ENDING, "out", _("Going out"), out, "COL-9")
    stock = {
        "end_of_turn": _("The player who draws the last card of the stock finishes the turn, and the deal ends."),
        "immediate": _("The deal ends when the last card of the stock is drawn."),
    }
    yield point(ENDING, "stock", _("End of the stock"), stock[rules.exhaustion], "COL-11")
    if rules.challenge == "on":
        said = _(
            "At any time, in the other’s turn too, a player may challenge, but only once until the next own turn "
            "begins. If the other accepts, both count their whole hands and the lower one scores all that the other "
            "holds; else play goes on."
        )
        yield point(ENDING, "challenge", _("Challenge"), said, "COL-15")
    yield point(ENDING, "laws", _("Slips"), *laws(rules))


def _score(rules: engine.RuleSet) -> Points:
    if rules.scoring == "meld_minus_hand":
        said = _("Each player scores the cards laid less the cards still held, in every ending; it may be below zero.")
        yield point(SCORE, "scoring", _("Score"), said, "COL-14 COL-18")
    else:
        said = _(
            "The player who goes out scores the cards left in the other hand. When the stock ends, the lower hand "
            "scores the difference. Cards on the table count nothing."
        )
        yield point(SCORE, "scoring", _("Score"), said, "COL-12 COL-13")
    target = (
        _("None: deals are counted, one where no other length is set.")
        if rules.target is None or rules.target >= engine.NO_TARGET
        else _("A player with %(n)d points after a deal ends the game; the higher sum wins.") % {"n": rules.target}
    )
    yield point(GAME, "target", _("Target"), target, "COL-16")
