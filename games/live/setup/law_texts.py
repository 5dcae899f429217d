"""The laws of irregularity in full sentences: one text for the desk and the rulebook (RULES.md §14.2)."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _

from games import engine
from games.engine.laws import catalogue


def law_texts(rules: engine.RuleSet | None = None) -> dict[str, str]:
    """What each law says, by its number; under these rules, else in gin."""
    found = _of_the_deal() | _of_the_turn() | _of_the_knock() | _of_the_score() | _of_conquian()
    if rules is None:
        return found
    return found | OTHERWISE.get(catalogue.game_of(rules), dict)()


def _of_the_deal() -> dict[str, str]:
    return {
        "IRR-0": _("The side that has a right by a law may use it, or waive it."),
        "IRR-1": _(
            "The wrong player has dealt, and the upcard is not turned yet. The opponent may stop the deal. Then the "
            "player whose turn it was to deal deals anew."
        ),
        "IRR-2": _(
            "The wrong player has dealt, and the upcard is turned. The deal stands. The next dealer is the one who "
            "follows the player who really dealt."
        ),
        "IRR-3": _(
            "A card lies face up in the pack, and the upcard is not turned yet. The deal is void, and the same player "
            "deals anew."
        ),
        "IRR-4": _(
            "A card was exposed in dealing, and the upcard is not turned yet. The deal is void, and the same player "
            "deals anew."
        ),
        "IRR-5": _(
            "A face-up card comes to light in the stock after the upcard was turned. The laws are silent, and the "
            "director decides. As a rule the card is turned down, and what is left of the stock is shuffled."
        ),
        "IRR-6": _(
            "A hand has not ten cards, and its player has not drawn yet. The deal is void, and the same player deals "
            "anew."
        ),
        "IRR-7": _(
            "Both hands have a wrong number of cards, and a card has been drawn. The deal is void, and the same "
            "player deals anew."
        ),
        "IRR-8": _(
            "One hand has a wrong number of cards, and its player has drawn. The player whose hand is right chooses: "
            "either the same player deals anew, or the deal goes on and the hand is put right (IRR-9)."
        ),
        "IRR-9": _(
            "A wrong hand is put right by one card in each of its player’s next turns. With too many cards the player "
            "discards without drawing. With too few the player draws, from the stock or the discards, without "
            "discarding. In such a turn the player may not knock. The ban ends at the player’s next turn after the "
            "hand is right."
        ),
        "IRR-33": _(
            "The pack is not complete, or has a card twice. Whenever it is found, the deal is void, and the same "
            "player deals anew. Earlier scores stand."
        ),
    }


def _of_the_turn() -> dict[str, str]:
    return {
        "IRR-13": _(
            "A player draws from the stock before the opponent has discarded. The card stays drawn, and there is no "
            "penalty. It counts as the player’s next draw: the discard that comes now may not be taken."
        ),
        "IRR-14": _(
            "The opponent draws from the stock before the dealer has refused an upcard that was passed. The dealer may "
            "still take the upcard, and then discards. The card that was drawn stays drawn, as in IRR-13: the "
            "opponent, who has eleven cards, discards next."
        ),
        "IRR-15": _(
            "A player takes a card from the discards out of turn. That is no draw: the card goes back, and there is no "
            "penalty."
        ),
        "IRR-16": _(
            "A player whose turn it is sees cards of the stock that are not theirs, as by drawing two. Each lies face "
            "up beside the discards and is no card of the stock any more. The other may take it first (IRR-18), and "
            "the player may not knock before their next turn (IRR-19)."
        ),
        "IRR-17": _(
            "A player whose turn it is not sees cards of the stock. Each lies face up beside the discards, as in "
            "IRR-16. But the one who erred may never take it: they draw the opponent’s discard or the top of the stock."
        ),
        "IRR-18": _(
            "Cards that were seen lie in a row. In each turn the player who did not err may take one as the draw, "
            "until they draw from the stock. After that the one who erred in turn may do so (IRR-16), until they draw "
            "from the stock too. When both have drawn so, the row goes to the discards, under the next discard."
        ),
        "IRR-19": _(
            "Who has seen a card of the stock may not knock before their next turn begins, except with gin. By "
            "its letter the law bans nobody who erred out of turn; where that is agreed, their whole next turn is "
            "banned. A card that only a knock may follow (GIN-11, GIN-31) binds a banned player to gin only where "
            "they have it."
        ),
        "IRR-20": _(
            "Cards in the row are missing from the stock. The deal ends by the cards that are really there (GIN-30): "
            "if two or fewer are left, the turn under way is the last."
        ),
        "IRR-28": _(
            "A player looks at a covered discard, and it was not agreed that the discards are open. They lose their "
            "next draw: in that turn they draw nothing, discard nothing and do not knock, and keep ten cards. In the "
            "middle of a turn it is the turn after."
        ),
        "IRR-29": _("It was agreed that the discards are open. Looking through them is no offence."),
        "IRR-30": _("A player shows a card of the own hand. There is no penalty."),
        "IRR-31": _(
            "A player has not discarded, or has discarded without drawing. The hand has a wrong number of cards now, "
            "and is judged as such: by IRR-8 and IRR-9 while the deal goes on, by IRR-10 and IRR-11 once it is over."
        ),
        "IRR-32": _(
            "A player throws the card just taken from the discards straight back (GIN-11). It is taken back, and "
            "another card is discarded. If play has gone on, it stands."
        ),
    }


def _of_the_knock() -> dict[str, str]:
    return {
        "IRR-21": _(
            "A player knocks with too much deadwood, and it is found before the opponent has shown a card. The "
            "opponent may refuse the knock. Then it is taken off, the discard stays where it is, face up, and the "
            "knocker’s hand lies open until the opponent has made their next play."
        ),
        "IRR-22": _(
            "Where only the count is wrong, the opponent may accept the knock instead, before showing a card. It is "
            "scored as a legal knock with the true counts; laying off and undercut apply."
        ),
        "IRR-23": _(
            "The fault is found after the opponent has shown cards, and before any is laid off. The opponent takes "
            "their cards back, without a penalty, the discard stays where it is, and it is the opponent’s turn. The "
            "opponent chooses: the knocker plays the rest of the deal with the hand face up; or the knocker picks the "
            "hand up and has no bonus for gin or an undercut in this deal; or, where that is agreed, the knock "
            "stands."
        ),
        "IRR-24": _(
            "The fault is found after a card was laid off. The laws are silent: the knock stands, with the true counts."
        ),
        "IRR-25": _(
            "A knock is wrong for another reason. A hand of the wrong size is judged by IRR-10 and IRR-11. A knock "
            "under a ban, or with no suit that is open (CGN-9), is taken off as in IRR-21, and cannot be accepted. "
            "If the last discard was taken without knocking (GIN-31), the deal is dead."
        ),
        "IRR-26": _(
            "A player calls gin and has deadwood. The laws are silent: with no more than the knock limit it is an "
            "ordinary knock; with more it is judged by IRR-21 to IRR-24."
        ),
        "IRR-27": _(
            "A player throws the wrong card in knocking. It cannot be taken back. The ten cards that were kept are "
            "looked at: if the knock is legal, it is scored; if it is not, it is judged by IRR-21 to IRR-24."
        ),
    }


def _of_the_score() -> dict[str, str]:
    return {
        "IRR-10": _(
            "A hand with too few cards is found when the deal is over. For each missing card ten points come off the "
            "player’s score of the deal, even below zero and even in a tie, and the player has no bonus for gin or an "
            "undercut. All else is scored as usual. On a sheet of three columns the points come off each open column "
            "that the player has entered, else off the lowest open one."
        ),
        "IRR-11": _(
            "A hand with too many cards is found when the deal is over. No points come off, but the player cannot win "
            "the deal and has no bonus for an undercut. Where they would have won, there is no score and no box, and "
            "the same player deals again. Where they have lost, the deal is scored as usual."
        ),
        "IRR-12": _(
            "Both hands are found with a wrong number of cards when the deal is over. The laws are silent: the deal is "
            "void, and the same player deals again."
        ),
        "IRR-34": _(
            "A player of a team gives a count without showing the cards. If a partner has acted on it, the count that "
            "was given stands, and the director enters the difference as points. A player who holds eleven cards may "
            "not ask for a count."
        ),
        "IRR-35": _(
            "A slip in the score can be put right until the game is settled. On a sheet of several columns it is put "
            "right in an open one, which is named. Points that end the game are entered between two deals."
        ),
    }


def _of_conquian() -> dict[str, str]:
    return {
        "IRR-40": _(
            "In Conquian: the dealer shows a card of the opponent, or a card lies face up in the pack. The cards are "
            "dealt anew."
        ),
        "IRR-41": _("In Conquian: after drawing, a hand has a wrong number of cards. Its player loses the game."),
        "IRR-42": _(
            "In Conquian: a player touches the top of the stock. The player must turn it and cannot use the card on "
            "offer; they can still be forced to."
        ),
        "IRR-43": _(
            "In Conquian: a player turns two cards. The opponent picks the one that is in play, and the other goes "
            "back on top of the stock."
        ),
        "IRR-44": _(
            "In Conquian: a player leaves an invalid table, or takes a card to the hand. The table is put back as it "
            "was; if that cannot be done, the director decides."
        ),
    }


def _in_colonel() -> dict[str, str]:
    return {
        "IRR-9": _(
            "A wrong hand is put right by one card in each of its player’s next turns. With too many cards the player "
            "discards without drawing; with too few the player draws without discarding. In such a turn the player "
            "may not go out."
        ),
        "IRR-10": _(
            "A hand with too few cards is found when the deal is over. Ten points for each missing card come off its "
            "player’s score."
        ),
        "IRR-11": _(
            "A hand with too many cards is found when the deal is over. No points come off, but its player cannot go "
            "out."
        ),
        "IRR-19": _("Who has seen a card of the stock may not go out before their next turn begins."),
        "IRR-21": _(
            "A player goes out, or lays cards, though they are no melds. The cards go back to the hand, and the turn "
            "goes on."
        ),
    }


def _in_conquian() -> dict[str, str]:
    return {
        "IRR-1": _(
            "The wrong player has dealt, and no card is turned yet. The opponent may stop the deal. Then the player "
            "whose turn it was to deal deals anew."
        ),
        "IRR-2": _(
            "The wrong player has dealt, and a card is turned. The deal stands. The next dealer is the one who "
            "follows the player who really dealt."
        ),
        "IRR-3": _(
            "A card lies face up in the pack, and no card is turned yet. The deal is void, and the same player deals "
            "anew."
        ),
        "IRR-4": _(
            "A card was exposed in dealing, and no card is turned yet. The deal is void, and the same player deals "
            "anew."
        ),
        "IRR-13": _(
            "A player turns a card too early. It stays in the centre for the player whose turn it is, and there is no "
            "penalty."
        ),
        "IRR-28": _(
            "A player looks at a covered card of the waste pile. They lose a turn: the card on offer and the next one "
            "that is turned pass them by."
        ),
    }


OTHERWISE: Mapping[str, Callable[[], dict[str, str]]] = {
    catalogue.COLONEL: _in_colonel,
    catalogue.CONQUIAN: _in_conquian,
}
