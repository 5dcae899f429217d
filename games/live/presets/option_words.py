"""The words of every option of RULES.md §2, by its name: where it stands, its label, a sentence, the names of its
values (none for a number)."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from games.live.presets.point import ENDING, GAME, PLAYERS, SCORE, TURN

Told = tuple[str, object, object, Mapping[object, object]]
LAW = "laws"
YES_OR_NO: Mapping[object, object] = {True: _("yes"), False: _("no")}
NUMBER: Mapping[object, object] = {}
FIRST_DEALER: Told = (
    PLAYERS,
    _("First dealer"),
    _("How it is decided who deals first."),
    {"low_deals": _("the lower card deals"), "high_chooses": _("the higher card chooses"), "random": _("chance")},
)
NEXT_DEALER: Told = (
    PLAYERS,
    _("Next dealer"),
    _("Who deals after a deal that somebody won."),
    {"loser": _("the loser"), "winner": _("the winner"), "alternate": _("in turn")},
)
DISCARDS: Told = (
    TURN,
    _("The discards"),
    _("Which discards may be looked at."),
    {"top_only": _("the top one"), "open": _("all of them")},
)
GIN: Mapping[str, Told] = {
    "deal": (
        PLAYERS,
        _("The deal"),
        _("Whether a card is turned up after the deal, or the non-dealer begins with eleven cards."),
        {"upcard": _("a card is turned up"), "eleven": _("eleven cards for the non-dealer")},
    ),
    "eleven_first_knock": (
        PLAYERS,
        _("Knock in the first turn"),
        _("With eleven cards: whether the very first turn may end the deal."),
        YES_OR_NO,
    ),
    "first_dealer": FIRST_DEALER,
    "next_dealer": NEXT_DEALER,
    "three_dealer": (
        PLAYERS,
        _("Third player"),
        _("Who deals where two of three play."),
        {"entering": _("whoever comes in"), "sitting_out": _("the loser, who sits out")},
    ),
    "chouette_box": (
        PLAYERS,
        _("The box"),
        _("Whether a box that loses keeps its place."),
        {"fixed": _("it plays every deal"), "winner_stays": _("it sits out after a loss")},
    ),
    "team_size": (PLAYERS, _("Members of a team"), _("So many play on each side, all at once."), NUMBER),
    "team_rotation": (
        PLAYERS,
        _("Opponents"),
        _("Whether the members of two teams meet other opponents in the next deal."),
        {
            None: _("as is usual for teams of this size"),
            "alternate": _("they change with every deal"),
            "fixed": _("they stay the same"),
        },
    ),
    "advice": (PLAYERS, _("Advice"), _("Whether partners see each other’s cards and advise."), YES_OR_NO),
    "after_double_pass": (
        TURN,
        _("After two passes"),
        _("What the non-dealer may draw after both have passed the upcard."),
        {"stock_only": _("the stock"), "either": _("either pile")},
    ),
    "same_card": (
        TURN,
        _("Throwing it back"),
        _("Whether a card taken from the discards may be thrown in the same turn."),
        {"forbid": _("no"), "gra": _("yes; it is then taken again only to knock")},
    ),
    "discard_view": DISCARDS,
    "doubling": (TURN, _("Doubling"), _("Whether a player may offer to double the deal before drawing."), YES_OR_NO),
    "double_cap": (TURN, _("Highest factor"), _("The most times that a deal can count; empty: no limit."), NUMBER),
    "decline_bonus": (
        TURN,
        _("For a declined offer"),
        _("Points besides the difference where an offer to double is declined."),
        NUMBER,
    ),
    "knock_limit": (
        ENDING,
        _("Knocking"),
        _("The most that loose cards may count for a knock; with 0 only gin ends a deal."),
        NUMBER,
    ),
    "knock_limit_source": (
        ENDING,
        _("Where the limit comes from"),
        _("The limit is a fixed number, or the value of the upcard."),
        {"fixed": _("a fixed number"), "upcard": _("the upcard")},
    ),
    "ace_upcard": (
        ENDING,
        _("An ace as upcard"),
        _("What may end the deal where the limit comes from an ace."),
        {"one": _("a knock with 1"), "gin_only": _("only gin")},
    ),
    "stock_floor": (ENDING, _("End of the stock"), _("So many cards of the stock are not drawn."), {2: "2", 3: "3"}),
    "last_discard": (
        ENDING,
        _("The last discard"),
        _("Whether the very last discard may still be taken."),
        {
            "dead": _("no: the deal has no points"),
            "take_to_knock": _("to knock, throwing another card"),
            "take_to_knock_same": _("to knock, also throwing it back"),
        },
    ),
    "showdown": (
        ENDING,
        _("At the showdown"),
        _("Who arranges melds and lay-offs at a live table."),
        {"best": _("the site, in the best way"), "manual": _("the players")},
    ),
    "gin_bonus": (SCORE, _("Gin bonus"), _("Points for gin, besides the other’s loose cards."), NUMBER),
    "undercut_bonus": (SCORE, _("Undercut bonus"), _("Points for an undercut, besides the difference."), NUMBER),
    "undercut_on_tie": (
        SCORE,
        _("Level counts"),
        _("What equal counts after a knock are."),
        {True: _("an undercut for the defender"), False: _("nothing for anybody")},
    ),
    "undercut_penalty": (
        SCORE,
        _("Undercut knocker"),
        _("Points that a knocker loses who is not the lowest of three."),
        NUMBER,
    ),
    "big_gin_bonus": (
        SCORE,
        _("Big gin bonus"),
        _("Points for eleven melded cards, instead of those for gin; empty: there is no big gin."),
        NUMBER,
    ),
    "hand_win_bonus": (
        SCORE,
        _("Deal won"),
        _("Points for every deal won, by an undercut too."),
        {0: _("none"), 15: "15"},
    ),
    "spade_multiplier": (
        SCORE,
        _("Spades"),
        _("How many times a deal counts whose upcard is a spade."),
        {1: _("once"), 2: _("twice")},
    ),
    "target": (GAME, _("Target"), _("The points that end a game."), NUMBER),
    "team_target": (
        GAME,
        _("Target of the teams"),
        _("The points that end a game of teams; empty: by the size of the teams."),
        NUMBER,
    ),
    "match_target": (
        GAME,
        _("Match"),
        _("The points that win a match of several games, where that length is chosen; empty: none."),
        NUMBER,
    ),
    "game_bonus": (GAME, _("Game bonus"), _("Points for winning the game."), NUMBER),
    "box_value": (
        GAME,
        _("Boxes"),
        _("Points for each deal won, when the game is added up."),
        {0: _("none"), 20: "20", 25: "25"},
    ),
    "extra_boxes": (
        GAME,
        _("Extra boxes"),
        _("Whether an undercut is worth one box more and gin two."),
        {"none": _("no"), "oklahoma": _("yes")},
    ),
    "shutout": (
        GAME,
        _("Shutout"),
        _("What is won besides where the loser has nothing."),
        {"add": _("so many points"), "double_total": _("the whole sum counts twice"), "none": _("nothing")},
    ),
    "shutout_test": (
        GAME,
        _("When it is a shutout"),
        _("What the loser of a shutout lacks."),
        {"no_points": _("points"), "no_hands": _("a deal won")},
    ),
    "columns": (GAME, _("Columns"), _("One sum for a game, or the three of Hollywood."), {1: "1", 3: "3"}),
    "column_open": (
        GAME,
        _("A late first win"),
        _("Where a player begins whose first win comes when a column is closed."),
        {"shift": _("in the lowest open column"), "literal": _("in the first; what is closed takes nothing")},
    ),
    "column_settlement": (
        GAME,
        _("What columns are worth"),
        _("Whether columns are counted, or each is added up like a game."),
        {"best_of": _("two of three win"), "totals": _("each is a game")},
    ),
    "suit_columns": (
        GAME,
        _("A column for each suit"),
        _("Color Gin: a score goes into the suits that the knocker’s sets have and the other cards lack."),
        YES_OR_NO,
    ),
    "suit_target": (GAME, _("A suit closes at"), _("The points that close the column of a suit."), NUMBER),
}
COLONEL: Mapping[str, Told] = {
    "first_dealer": FIRST_DEALER,
    "next_dealer": NEXT_DEALER,
    "pickup": (
        TURN,
        _("Taking discards"),
        _("How much of the discard pile is taken instead of a draw."),
        {"top": _("the top card"), "pile": _("the whole pile")},
    ),
    "discard_view": DISCARDS,
    "col_same_card": (
        TURN,
        _("Throwing it back"),
        _("Whether a card taken from the discards may be thrown in the same turn."),
        {"forbid": _("no"), "allow": _("yes")},
    ),
    "challenge": (
        ENDING,
        _("Challenge"),
        _("Whether a player may challenge the other to end the deal and count."),
        {"off": _("no"), "on": _("yes")},
    ),
    "exhaustion": (
        ENDING,
        _("End of the stock"),
        _("When the deal ends after the last card of the stock."),
        {"end_of_turn": _("when that turn is over"), "immediate": _("at once")},
    ),
    "scoring": (
        SCORE,
        _("Score"),
        _("What a deal is worth."),
        {
            "hand_left": _("the winner scores the other’s hand"),
            "meld_minus_hand": _("each scores the cards laid less the cards held"),
        },
    ),
    "target": (GAME, _("Target"), _("The points that end a game; empty: deals are counted."), NUMBER),
}
CONQUIAN: Mapping[str, Told] = {
    "first_dealer": FIRST_DEALER,
    "next_dealer": NEXT_DEALER,
    "hand_meld_alone": (
        TURN,
        _("From the hand"),
        _("Whether cards of the hand may be laid without the card in the centre."),
        YES_OR_NO,
    ),
    "force": (
        TURN,
        _("Force"),
        _("Whether a declined card that fits a player’s melds must be used."),
        {"off": _("never"), "on_demand": _("when the opponent asks for it"), "automatic": _("always")},
    ),
    "force_scope": (
        TURN,
        _("What is forced"),
        _("Which cards fit a player’s melds."),
        {"rearrange": _("those that fit after rearranging"), "extend": _("those that extend a meld as it lies")},
    ),
    "fold": (TURN, _("Fold"), _("Whether a player may give up using cards for the rest of the deal."), YES_OR_NO),
    "draw_carry": (
        GAME,
        _("A drawn deal"),
        _("What a deal that nobody wins changes."),
        {"none": _("nothing"), "double": _("the next one is for two"), "pool": _("each pays into a pool")},
    ),
}
LAWS: Mapping[str, Told] = {
    "short_penalty": (
        LAW,
        _("Too few cards at the end"),
        _("What each missing card costs."),
        {"deduct": _("ten points"), "add_to_count": _("ten more in the count")},
    ),
    "correct_at_once": (
        LAW,
        _("A wrong number of cards"),
        _("How quickly it is put right."),
        {False: _("a card each turn"), True: _("all in one turn")},
    ),
    "accept_after_exposure": (
        LAW,
        _("A knock over the limit"),
        _("Whether it may still be accepted once cards have been shown."),
        YES_OR_NO,
    ),
    "seen_ban_out_of_turn": (
        LAW,
        _("A card seen out of turn"),
        _("Whether the player who saw it may knock in the next turn."),
        {"literal": _("yes"), "next_turn": _("no, only go gin")},
    ),
    "cnq_laws": (
        LAW,
        _("Foster’s laws"),
        _("Whether the laws of 1913 for slips hold."),
        {"foster": _("yes"), "none": _("no")},
    ),
}
