"""A rule set as a sheet in plain words, made from the engine's values: every point with its rules, and the points that
differ from the first preset of its family."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games import engine
from games.live.presets import colonel, conquian, gin, gin_score, slips
from games.live.presets.point import ENDING, GAME, PLAYERS, SCORE, TURN, Point, Points, Teller

PRESETS = frozenset(engine.VARIANTS)
FEW = 2  # points that are told in full in one line
FIRST = {"gin": "gin-pagat", "royal": "gin-pagat", "colonel": "colonel-fosdick", "conquian": "conquian"}
TELLERS: dict[str, tuple[Teller, ...]] = {
    "gin": (gin.tell, gin_score.tell),
    "royal": (gin.tell, gin_score.tell),
    "colonel": (colonel.tell,),
    "conquian": (conquian.tell,),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A point of a sheet, and the same point in the first preset of the family if it differs (empty where that has no
    such point)."""

    point: Point
    differs: bool
    usual: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A rule set in words: its name and its text (`engine.rules_text`), a sentence about its game, the first preset of
    its family (None if it is that itself), or the preset that a house rule set is laid over, the differences from it,
    and all points by section."""

    name: str
    word: str
    about: str
    first: engine.RuleSet | None
    different: list[Told]
    sections: list[tuple[str, list[Told]]]


def sheet(rules: engine.RuleSet, beside: engine.RuleSet | None = None) -> Sheet:
    """The sheet of these rules, in the reader's language; `beside` other rules of the kernel than the usual ones if
    given."""
    first = beside or engine.VARIANTS[FIRST[rules.kernel.name] if rules.key in PRESETS else engine.base_of(rules.key)]
    usual = {one.key: one.text for one in points(first)}
    told = [
        Told(point=one, differs=usual.get(one.key) != one.text, usual=usual.get(one.key, "")) for one in points(rules)
    ]
    gone = [one for one in points(first) if one.key not in {told.point.key for told in told}]
    return Sheet(
        name=rules.name,
        word=engine.rules_text(rules),
        about=about(rules),
        first=None if rules == first else first,
        different=[one for one in told if one.differs]
        + [Told(point=replace(one, text=_("Not here.")), differs=True, usual=one.text) for one in gone],
        sections=[(title, [one for one in told if one.point.section == key]) for key, title in _titles().items()],
    )


def points(rules: engine.RuleSet) -> Points:
    """All points of these rules, in the order of the sheet."""
    for tell in (*TELLERS[rules.kernel.name], slips.tell):
        yield from tell(rules)


def families() -> list[tuple[str, str, list[tuple[engine.RuleSet, str]]]]:
    """The games with a sentence about each and their presets, and for each preset the number of points in which it
    differs."""
    found: dict[str, list[engine.RuleSet]] = {}
    for rules in engine.VARIANTS.values():
        found.setdefault(game(rules), []).append(rules)
    told = {key: (name, words) for key, name, words in games()}
    return [
        (*told[key], [(rules, _short(rules)) for rules in sorted(found[key], key=lambda rules: rules.name)])
        for key in told
    ]


def about(rules: engine.RuleSet) -> str:
    """The game of these rules in a sentence or two. Where one name stands for several games, it is the one that these
    rules play."""
    named = game(rules)
    if named == "more":
        return _of_three_and_more(rules)
    if named == "straight":
        return _of_grand_and_straight(rules)
    if named == "colonel" and rules.challenge == "on":
        return _(
            "Melds go on the table as you like, and anybody may add to any of them. The deal ends when a hand is "
            "empty, by a challenge, or with the stock."
        )
    return next(words for key, _name, words in games() if key == named)


def _of_three_and_more(rules: engine.RuleSet) -> str:
    return {
        "cutthroat": _("Gin for three: two play, and the loser makes room for the third."),
        "chouette": _("Gin for three to eight: one of them, the box, plays against a side that its captain leads."),
        "battle_royal": _("Gin for three who all play at once, each against the others."),
    }[rules.seating.name]


def _of_grand_and_straight(rules: engine.RuleSet) -> str:
    if rules.stake is not None:
        return _("Gin for a stake: the first to the target takes it, and nothing else.")
    if rules.big_gin_bonus is not None:
        return _("Gin with more for eleven cards melded: big gin.")
    return _("Gin with more for every deal won.") if rules.hand_win_bonus else _("Gin that only gin ends.")


def game(rules: engine.RuleSet) -> str:
    """The first game of docs/rules/README.md that these rules fit."""
    fits = {
        "colonel": rules.kernel.name == "colonel",
        "conquian": rules.kernel.name == "conquian",
        "teams": rules.seating.name == "teams",
        "more": rules.seating.name != "two",
        "color": rules.suit_columns,
        "hollywood": rules.columns == 3,
        "doubling": rules.doubling,
        "oklahoma": rules.knock_limit_source == "upcard",
        "straight": bool(rules.hand_win_bonus or rules.big_gin_bonus or rules.stake) or rules.knock_limit == 0,
    }
    return next((key for key, does in fits.items() if does), "gin")


def apart(rules: engine.RuleSet, others: Sequence[engine.RuleSet]) -> tuple[engine.RuleSet, str]:
    """One of the `others`, and what tells these rules from it: the first of them, or the nearest where that one seats
    its players or moves otherwise. One or two points are told in full (empty if nothing differs), more by their
    titles."""
    found = [(one, sheet(rules, one).different) for one in others]
    is_like_first = (others[0].kernel, others[0].seating) == (rules.kernel, rules.seating)
    other, different = found[0] if is_like_first else min(found, key=lambda pair: len(pair[1]))
    if len(different) <= FEW:
        return other, " ".join(f"{one.point.title}: {one.point.text}" for one in different)
    return other, f"{_titled(different)}."


def _short(rules: engine.RuleSet) -> str:
    """The titles of the points that differ."""
    return _titled(sheet(rules).different)


def _titled(different: Sequence[Told]) -> str:
    return ", ".join(dict.fromkeys(one.point.title for one in different))


def _titles() -> dict[str, str]:
    return {
        PLAYERS: _("Players, cards and deal"),
        TURN: _("A turn"),
        ENDING: _("How a deal ends"),
        SCORE: _("What a deal scores"),
        GAME: _("The game and its sheet"),
    }


def games() -> list[tuple[str, str, str]]:
    """The games of docs/rules/README.md: key, name, and a sentence or two."""
    return [
        (
            "gin",
            _("Gin"),
            _(
                "Draw a card, throw a card, and gather sets and runs. Whoever is left with few points of loose cards "
                "may knock and scores the difference, unless the other lays off enough to undercut."
            ),
        ),
        (
            "oklahoma",
            _("Oklahoma"),
            _("Gin in which the upcard’s value is the most that may knock, and a spade doubles the deal."),
        ),
        (
            "straight",
            _("Grand, Straight, Big Gin"),
            _("Gin with more for every deal won, gin that only gin ends, and gin with eleven cards melded."),
        ),
        ("hollywood", _("Hollywood"), _("Gin on a sheet of three columns that fill at once.")),
        (
            "color",
            _("Color Gin"),
            _("Gin with a column for each suit: the knocker’s sets decide which columns score."),
        ),
        ("doubling", _("Doubling"), _("Gin in which a player may offer to double the deal before drawing.")),
        ("more", _("Three and more"), _("Gin for three and more: in turn, one against a side, or all at once.")),
        ("teams", _("Partnership"), _("Two teams play as many deals at once as they have members; the sum counts.")),
        (
            "colonel",
            _("Colonel"),
            _(
                "Melds go on the table as you like, and anybody may add to any of them. The deal ends when a hand is "
                "empty, or with the stock."
            ),
        ),
        (
            "conquian",
            _("Conquian"),
            _(
                "Nothing is ever drawn into the hand: use the card in the centre with cards of your own or leave it, "
                "and win with exactly eleven cards down."
            ),
        ),
    ]
