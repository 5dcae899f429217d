"""The gin family in words: how a deal is scored and written down, and how a game ends."""

from django.utils.translation import gettext as _

from games import engine
from games.live.presets.point import GAME, SCORE, Points, point


def tell(rules: engine.RuleSet) -> Points:
    """The points of the sheet about the score of a deal and of a game."""
    yield from _deal(rules)
    yield from _game(rules)


def _deal(rules: engine.RuleSet) -> Points:
    royal = rules.kernel.name == "royal"
    has_knock = rules.knock_limit > 0 or rules.knock_limit_source == "upcard"
    if royal:
        low = _("The lowest count wins: the sum of the other two counts, less its own.")
        yield point(SCORE, "knock", _("Knock"), low, "3P-15")
        said = _("A knocker who is not lower than both others scores nothing and loses %(n)d.")
        said %= {"n": rules.undercut_penalty}
        if not rules.undercut_on_tie:
            said += " " + _("Level counts score nothing.")
        if rules.undercut_bonus:
            said += " " + _("The lowest of the others gets %(n)d more.") % {"n": rules.undercut_bonus}
        yield point(SCORE, "undercut", _("Undercut"), said, "3P-16")
    elif has_knock:
        said = _("A knocker with less scores the difference of the loose cards.")
        yield point(SCORE, "knock", _("Knock"), said, "GIN-23")
        yield point(SCORE, "undercut", _("Undercut"), *_undercut(rules))
    yield point(SCORE, "gin_bonus", _("Gin"), *_gin(rules, royal))
    if rules.big_gin_bonus is not None:
        said = _("%(n)d instead of that for gin, and the other’s loose cards.") % {"n": rules.big_gin_bonus}
        yield point(SCORE, "big_gin_bonus", _("Big gin"), said, "GIN-27 BIG-1")
    if rules.hand_win_bonus:
        said = _("%(n)d more for whoever wins the deal, by an undercut too.") % {"n": rules.hand_win_bonus}
        yield point(SCORE, "hand_win_bonus", _("Deal won"), said, "GIN-28 GRD-1")
    if rules.spade_multiplier != 1:
        said = _("A spade as upcard: the whole deal counts %(n)d times, boxes excepted.") % {
            "n": rules.spade_multiplier
        }
        yield point(SCORE, "spades", _("Spades"), said, "OKL-3 GIN-29")
    if rules.doubling:
        said = _("All of it counts as many times as the deal was doubled; boxes and bonuses of the game do not.")
        yield point(SCORE, "factor", _("Doubled"), said, "DBL-4 DBL-5")
    if rules.seating.name == "teams":
        said = _("The points of all members are added up; the team with more scores the difference.")
        yield point(SCORE, "team", _("The team"), said, "PRT-3 PRT-4 PRT-5")


def _undercut(rules: engine.RuleSet) -> tuple[str, str]:
    given = {"n": rules.undercut_bonus}
    if rules.undercut_on_tie:
        said = _("If the other has as little or less, it is an undercut: the other scores the difference and %(n)d.")
        return said % given, "GIN-24"
    said = _(
        "If the other has less, it is an undercut: the other scores the difference and %(n)d. "
        "Level counts score nothing."
    )
    return said % given, "GIN-24 GIN-25"


def _gin(rules: engine.RuleSet, royal: bool) -> tuple[str, str]:
    given = {"n": rules.gin_bonus}
    if royal:
        return _("%(n)d and the loose cards of both others.") % given, "3P-17"
    return _("%(n)d and the other’s loose cards; never an undercut.") % given, "GIN-26"


def _game(rules: engine.RuleSet) -> Points:
    yield point(GAME, "sheet", _("The sheet"), *_sheet(rules))
    yield point(GAME, "target", _("Target"), *_target(rules))
    if rules.stake is not None:
        yield point(GAME, "stake", _("Stake"), _stake(rules), "STR-2")
    yield point(GAME, "boxes", _("Boxes"), *_boxes(rules))
    yield point(GAME, "game_bonus", _("Game bonus"), *_game_bonus(rules))
    if rules.stake is None:
        yield point(GAME, "shutout", _("Shutout"), *_shutout(rules))
        yield point(GAME, "net", _("What is won"), *_net(rules))
    if rules.match_target is not None:
        said = _(
            "Where a match to %(n)d points is chosen as the length, what is won in each game is added up; the first "
            "with %(n)d wins. Without a length one game is played."
        )
        yield point(GAME, "match", _("Match"), said % {"n": rules.match_target}, "GIN-39")


def _stake(rules: engine.RuleSet) -> str:
    if rules.shutout.mode == "none":
        return _("The winner takes the stake that was agreed.")
    if rules.shutout_test == "no_hands":
        return _("The winner takes the stake that was agreed, twice if the loser has won no deal.")
    return _("The winner takes the stake that was agreed, twice on a shutout.")


def _sheet(rules: engine.RuleSet) -> tuple[str, str]:
    if rules.suit_columns:
        return (
            _(
                "A column for each suit. A score goes into the suits that all sets of the knocker have and none of the "
                "other cards has; without sets, into the suits that the hand lacks."
            ),
            "CGN-4 CGN-5 CGN-6 CGN-7 CGN-8",
        )
    if rules.columns == 3:
        said = _("Three columns. A first win goes into one, a second into two, every later one into three.")
        late = {
            "shift": _("A player whose first win comes late begins in the lowest open column."),
            "literal": _("A win for a column that is closed already is lost there."),
        }
        return f"{said} {late[rules.column_open]}", "HOL-1 HOL-2 HOL-3"
    sums = {
        "two": (_("One sum for each player."), "GIN-32"),
        "cutthroat": (_("One sum for each player."), "3P-5"),
        "battle_royal": (_("One sum for each player."), "3P-19"),
        "chouette": (_("Two sums, of the box and of the side, whoever sits there."), "3P-9"),
        "teams": (_("One sum for each team."), "PRT-3"),
    }
    return sums[rules.seating.name]


def _target(rules: engine.RuleSet) -> tuple[str, str]:
    if rules.suit_columns:
        said = _("A suit in which somebody has %(n)d is closed. When all four are, the higher sum wins.")
        return said % {"n": rules.suit_target}, "CGN-10 CGN-11"
    if rules.target is None or rules.target >= engine.NO_TARGET:
        return _("None: deals are counted."), "GIN-32"
    given = {"n": rules.target}
    if rules.columns == 3 and rules.column_settlement == "best_of":
        return _("A column with %(n)d is closed and won; two columns win the game.") % given, "HOL-4 HOL-5"
    if rules.columns == 3:
        said = _("A column with %(n)d is closed; when all three are, each is settled like a game and all are added up.")
        return said % given, "HOL-4 HOL-6"
    who = {
        "teams": (_("The first team with %(n)d points after a deal ends the game."), "PRT-6"),
        "chouette": (_("The first side with %(n)d points after a deal ends the game."), "3P-9"),
        "battle_royal": (_("The first player with %(n)d points after a deal ends the game."), "3P-19"),
        "cutthroat": (_("The first player with %(n)d points after a deal ends the game."), "3P-5"),
        "two": (_("The first player with %(n)d points after a deal ends the game."), "GIN-32"),
    }
    said, ids = who[rules.seating.name]
    return f"{said % given} {_('Boxes do not count for it.')}", ids


def _game_bonus(rules: engine.RuleSet) -> tuple[str, str]:
    if not rules.game_bonus:
        return _("There is no bonus for the game."), "GIN-33"
    given = {"n": rules.game_bonus}
    if rules.columns == 3:
        return _("%(n)d for whoever closes a column.") % given, "HOL-6 GIN-33"
    return _("%(n)d for whoever wins the game.") % given, "GIN-33"


def _boxes(rules: engine.RuleSet) -> tuple[str, str]:
    if not rules.box_value:
        return _("There are no boxes."), "GIN-35"
    given = {"n": rules.box_value}
    if rules.columns == 3:
        said, ids = _("%(n)d for each entry in a column, for both sides, when it is settled.") % given, "HOL-6 GIN-35"
    elif rules.seating.name == "teams":
        said, ids = _("%(n)d for each deal that a team wins, when the game is added up.") % given, "PRT-4 GIN-35"
    else:
        said, ids = _("%(n)d for each deal won, for both sides, when the game is added up.") % given, "GIN-35"
    if rules.extra_boxes == "none":
        return said, ids
    more = _("One box more for an undercut and two for gin; twice as many after a spade.")
    return f"{said} {more}", f"{ids} OKL-4"


def _shutout(rules: engine.RuleSet) -> tuple[str, str]:
    when = {
        "no_points": _("If the loser has no points:"),
        "no_hands": _("If the loser has won no deal:"),
    }[rules.shutout_test]
    if rules.columns == 3:
        when = _("If the loser of a column has no entry in it:")
    if rules.shutout.mode == "none":
        return _("It is worth nothing more."), "GIN-34"
    if rules.shutout.mode == "double_total":
        return f"{when} {_('the winner’s whole sum counts twice.')}", "GIN-34"
    return f"{when} {_('%(n)d more.') % {'n': rules.shutout.value}}", "GIN-34"


def _net(rules: engine.RuleSet) -> tuple[str, str]:
    if rules.columns == 3 and rules.column_settlement == "best_of":
        return _("The difference of the columns won."), "HOL-5"
    if rules.columns == 3 or rules.suit_columns:
        return _("The difference of the sums."), "CGN-11" if rules.suit_columns else "HOL-6"
    more = rules.shutout.value if rules.shutout.mode == "add" else 0
    sums = {
        "two": (_("The difference of the sums; it may go against the player who reached the target."), "GIN-37"),
        "teams": (_("The difference of the sums; it may go against the team that reached the target."), "GIN-37"),
        "cutthroat": (
            _("Each two settle their difference; a loser who is shut out pays the winner %(n)d more.") % {"n": more}
            if more
            else _("Each two settle their difference."),
            "3P-6",
        ),
        "battle_royal": (_("Each two settle their difference."), "3P-19"),
        "chouette": (_("The box settles the difference with each of the side."), "3P-9"),
    }
    return sums[rules.seating.name]
