"""The gin family in words: players and pack, a turn, how a deal ends."""

from django.utils.translation import gettext as _

from games import engine
from games.live.presets.point import ENDING, PLAYERS, TURN, Points, point


def tell(rules: engine.RuleSet) -> Points:
    """The points of the sheet about play, before scoring."""
    yield from _players(rules)
    yield from _turn(rules)
    yield from _ending(rules)


def _players(rules: engine.RuleSet) -> Points:
    seats, royal = rules.seating.name, rules.kernel.name == "royal"
    who = {
        "two": (_("Two play against each other."), "GIN-1"),
        "cutthroat": (
            _("Three sit at the table and two play. The loser of a deal makes room for the third."),
            "3P-1 3P-2",
        ),
        "chouette": (
            _(
                "Three to eight: one, the box, plays against the others, whose captain decides. A captain who loses "
                "goes to the back of the queue."
            ),
            "3P-7 3P-8",
        ),
        "battle_royal": (_("Three play at once, each against the others."), "3P-12"),
        "teams": (
            _("Two teams of %(n)d. Each member plays one of the other team, all at once.") % {"n": rules.team_size},
            "PRT-1",
        ),
    }
    yield point(PLAYERS, "players", _("Players"), *who[seats])
    if seats == "chouette":
        box = {
            "fixed": _("The box plays every deal, whoever wins."),
            "winner_stays": _("A box that loses sits out, and the captain becomes the box."),
        }
        yield point(PLAYERS, "box", _("The box"), box[rules.chouette_box], "3P-8")
    if seats == "teams":
        turns = rules.team_rotation == "alternate" if rules.team_rotation is not None else rules.team_size <= 2
        said = _("Opponents change with every deal.") if turns else _("Opponents stay the same.")
        yield point(PLAYERS, "opponents", _("Opponents"), said, "PRT-2")
    cards = _("52 cards. The ace is low: ace, 2, 3 is a run; queen, king, ace is not.")
    yield point(PLAYERS, "cards", _("Cards"), cards, "GIN-1 GIN-2")
    values = _("An ace counts 1, a court card 10, any other card its number.")
    yield point(PLAYERS, "values", _("Values"), values, "GIN-3")
    yield point(PLAYERS, "deal", _("The deal"), *_dealt(rules, royal))
    yield point(PLAYERS, "first_dealer", _("First dealer"), *_first_dealer(rules))
    yield point(PLAYERS, "next_dealer", _("Next dealer"), *_next_dealer(rules))


def _dealt(rules: engine.RuleSet, royal: bool) -> tuple[str, str]:
    if rules.deal == "eleven":
        said = _("Eleven cards to the non-dealer, ten to the dealer, no upcard; 31 are left as stock.")
        first = (
            _("The first turn has no draw: a discard, or a knock.")
            if rules.eleven_first_knock
            else _("The first turn has no draw and no knock: a discard.")
        )
        return f"{said} {first}", "GIN-7"
    if royal:
        return _("Ten cards each. The next card is turned up; 21 are left as stock."), "3P-12"
    return _("Ten cards each. The next card is turned up; 31 are left as stock."), "GIN-6"


def _first_dealer(rules: engine.RuleSet) -> tuple[str, str]:
    if rules.seating.name == "cutthroat" and rules.three_dealer == "sitting_out":
        return _("Each draws a card. The lowest sits out and deals to the others."), "3P-1"
    if rules.seating.name == "cutthroat":
        return _("Each draws a card. The lowest sits out, the second lowest deals to the highest."), "3P-1"
    if rules.seating.name == "chouette":
        return _("Each draws a card. The highest is the box, the next its captain; the rest queue."), "3P-7"
    return who_deals_first(rules), "GIN-4"


def who_deals_first(rules: engine.RuleSet) -> str:
    """GIN-4: how the draw decides who deals first."""
    said = {
        "low_deals": _("Each draws a card; the lower one deals."),
        "high_chooses": _(
            "Each draws a card; the player with the higher card deals first. With real cards that player may choose "
            "the seat and who deals; at a live table nobody is asked."
        ),
        "random": _("Chance decides."),
    }
    return said[rules.first_dealer]


def _next_dealer(rules: engine.RuleSet) -> tuple[str, str]:
    if rules.seating.name == "cutthroat" and rules.three_dealer == "sitting_out":
        return _("The loser of a deal sits out and deals the next one."), "3P-3 3P-4"
    if rules.seating.name == "cutthroat":
        return _("The player who comes in deals to the winner."), "3P-3 3P-4"
    if rules.seating.name == "teams":
        return _("All members of the team that won the deal."), "PRT-8"
    return f"{who_deals_next(rules)} {_('After a deal without points the same one.')}", "GIN-38"


def who_deals_next(rules: engine.RuleSet) -> str:
    """GIN-38: who deals after a deal that somebody won."""
    said = {
        "loser": _("The loser of a deal deals the next one."),
        "winner": _("The winner of a deal deals the next one."),
        "alternate": _("The players deal in turn."),
    }
    return said[rules.next_dealer]


def _turn(rules: engine.RuleSet) -> Points:
    royal = rules.kernel.name == "royal"
    if royal:
        said = _(
            "From the dealer’s left each may take the upcard or pass. If all pass, the first draws from the stock, and "
            "the upcard is out of play."
        )
        yield point(TURN, "opening", _("Opening"), said, "3P-12")
    elif rules.deal != "eleven":
        said = _("The non-dealer may take the upcard or pass; then the dealer may.")
        after = (
            _("If both pass, the non-dealer draws from the stock.")
            if rules.after_double_pass == "stock_only"
            else _("If both pass, the non-dealer may still take it, or draws from the stock.")
        )
        yield point(TURN, "opening", _("Opening"), f"{said} {after}", "GIN-8 GIN-9")
    draw = (
        _(
            "Draw the top card of the stock, or the last discard of either opponent that nobody has taken; "
            "then throw one card."
        )
        if royal
        else _("Draw the top card of the stock or the top discard; then throw one card.")
    )
    yield point(TURN, "draw", _("Draw and discard"), draw, "3P-13 GIN-11" if royal else "GIN-10 GIN-11")
    back = {
        "forbid": _("A card taken from the discards may not be thrown in the same turn."),
        "gra": _(
            "A card taken from the discards may be thrown back; the player who first threw it may take it again only "
            "to knock."
        ),
    }
    yield point(TURN, "same_card", _("Throwing it back"), back[rules.same_card], "GIN-11")
    seen = {
        "top_only": _("Only the top discard may be looked at."),
        "open": _("All discards may be looked through."),
    }
    ids = "GIN-12 IRR-28" if rules.discard_view == "top_only" else "GIN-12 IRR-29"
    yield point(TURN, "discards", _("The discards"), seen[rules.discard_view], ids)
    melds = _("Three or four cards of a rank, or three and more of a suit in order. A card counts in one meld.")
    yield point(TURN, "melds", _("Melds"), melds, "GIN-13 GIN-14")
    if rules.doubling:
        yield point(TURN, "doubling", _("Doubling"), *_doubling(rules))


def _doubling(rules: engine.RuleSet) -> tuple[str, str]:
    said = _(
        "Before drawing you may offer to double. A player who accepts plays for twice as much and alone may offer "
        "next; a player who declines ends the deal and pays %(n)d and the difference, at the stake before the offer."
    ) % {"n": rules.decline_bonus}
    if rules.double_cap is None:
        return said, "DBL-1 DBL-2 DBL-3"
    cap = _("A deal counts at most %(n)d times.") % {"n": rules.double_cap}
    return f"{said} {cap}", "DBL-1 DBL-2 DBL-3 DBL-6"


def _ending(rules: engine.RuleSet) -> Points:
    yield point(ENDING, "limit", _("Knocking"), *_limit(rules))
    if rules.suit_columns:
        said = _("A knock or gin must score in a suit that is still open.")
        yield point(ENDING, "open_suit", _("Open suit"), said, "CGN-9")
    gin = _("Ten cards in melds after throwing one: gin.")
    yield point(ENDING, "gin", _("Gin"), gin, "GIN-17")
    if rules.big_gin_bonus is not None:
        big = _("All eleven cards in melds, without throwing one: big gin. You may also throw one and go gin.")
        yield point(ENDING, "big_gin", _("Big gin"), big, "GIN-18 BIG-1")
    if rules.knock_limit > 0 or rules.knock_limit_source == "upcard":
        off = _("After a knock the other shows melds and may lay off on the knocker’s. After gin nobody lays off.")
        yield point(
            ENDING, "lay_off", _("Laying off"), off, "3P-14" if rules.kernel.name == "royal" else "GIN-20 GIN-21"
        )
        how = {
            "best": _("The site arranges melds and lay-offs in the best way."),
            "manual": _("The players arrange melds and lay-offs themselves."),
        }
        yield point(ENDING, "showdown", _("At the showdown"), how[rules.showdown], "GIN-22")
    stock = _(
        "The last %(n)d cards of the stock are not drawn. If nobody has knocked by then, the deal has no points."
    ) % {"n": rules.stock_floor}
    yield point(ENDING, "stock", _("End of the stock"), stock, "3P-18" if rules.stock_floor == 3 else "GIN-30")
    last = {
        "take_to_knock": _("The very last discard may be taken, but only to knock or go gin with another discard."),
        "take_to_knock_same": _(
            "The very last discard may be taken, but only to knock or go gin; it may be thrown back to do so."
        ),
    }
    if rules.last_discard in last:
        yield point(ENDING, "last_discard", _("The last discard"), last[rules.last_discard], "GIN-31")
    yield point(ENDING, "laws", _("Slips"), *laws(rules))


def _limit(rules: engine.RuleSet) -> tuple[str, str]:
    if rules.knock_limit_source == "upcard":
        said = _("The upcard’s value is the most that loose cards may count for a knock; courts and tens are 10.")
        ace = {
            "one": _("An ace lets 1 knock."),
            "gin_only": _("After an ace only gin ends the deal."),
        }
        return f"{said} {ace[rules.ace_upcard]}", "OKL-1 OKL-2 OKL-6"
    if rules.knock_limit == 0:
        return _("There is no knock: only gin ends a deal."), "GIN-19 STR-1"
    said = _(
        "A player whose loose cards count %(n)d or less after throwing one may knock, on any turn, but never has to."
    )
    return said % {"n": rules.knock_limit}, "GIN-15 GIN-16"


def laws(rules: engine.RuleSet) -> tuple[str, str]:
    """IRR-0: what happens when a player breaks a rule."""
    said = {
        "strict": _("A live table refuses everything that the rules forbid."),
        "table_laws": _("Players can break a rule, and the laws apply once somebody notices."),
        "recorded": _("A director writes down what happens at a table of real cards."),
    }
    return said[rules.laws], "IRR-0"
