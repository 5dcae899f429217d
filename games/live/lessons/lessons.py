"""The lessons: the game and deck of each, and its explanations. A sentence is said once, at the first view that it is
about."""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games import engine
from games.engine import deadwood, deadwood_after_discard
from games.engine.cards import shuffle
from games.engine.moves.actions import Gin, Knock
from games.engine.play.view import View
from games.live.lessons.advice import chosen, learner_advice, name
from games.live.shuffle import dealing, shared

HOUSE = 1  # the seat of the house, which deals
LEVEL = "novice"


@dataclass(frozen=True, slots=True)
class Step:
    """A sentence to read. The page remembers by its key that it was read. `shows` is the part of the table that it is
    about (a class of the page without its prefix)."""

    key: str
    says: str
    shows: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A lesson: its rules, the number of its deck (`deck`), and its sentences, each for a certain view."""

    key: str
    rules: str
    number: int
    steps: Callable[[View], Iterator[Step]]

    @property
    def rule_set(self) -> engine.RuleSet:
        """The rules of the lesson, for its one deal."""
        return engine.rule_set(self.rules, **engine.sitting_options(self.rules, engine.length_of("deals:1")))

    @property
    def name(self) -> str:
        """The game in the reader's language."""
        return names()[self.key]


def names() -> dict[str, str]:
    """The games that are taught, by the keys of their lessons, in the order of the page."""
    return {
        "gin": _("Gin in two minutes"),
        "oklahoma": _("Oklahoma"),
        "hollywood": _("Hollywood"),
        "colonel": _("Colonel"),
        "conquian": _("Conquian"),
    }


def context(lesson: Lesson) -> shuffle.Context:
    """What the deck of a lesson is bound to: no table and no tournament, so that everybody gets the same cards."""
    return shuffle.Context(
        attempt=1, board=0, deal=1, dealer=HOUSE, mode="server", pack=dealing.pack_of(engine.VARIANTS[lesson.rules]),
        round=0, rules=lesson.rules, seats=shared.SEATS, table="lesson", tournament="casual",
    )  # fmt: skip


def secret(lesson: Lesson) -> bytes:
    """The secret of a lesson's deck. It is public: it follows from key and number."""
    return hashlib.sha256(f"undercut lesson {lesson.key} {lesson.number}".encode()).digest()


def deck(lesson: Lesson) -> tuple[int, ...]:
    """The cards of a lesson in dealing order."""
    about = context(lesson)
    return dealing.in_pack(shuffle.deck(about, secret(lesson)), about, lesson.rule_set.pack)


def told(lesson: Lesson, view: View) -> dict[str, Any]:
    """What a lesson says at this view, as JSON: `steps` to read in order, then `now` to do (None while the other side
    is to move), and `end` when the deal is over."""
    action = chosen(view)
    steps = [{"key": one.key, "says": one.says, "shows": one.shows} for one in _steps(lesson, view)]
    now = None
    if action is not None:
        found = learner_advice(view, action)
        now = {name: getattr(found, name) for name in ("says", "verb", "cards", "table", "meld")}
    return {"steps": steps, "now": now, "end": _end(view) if view.result is not None else None}


def _steps(lesson: Lesson, view: View) -> Iterator[Step]:
    if view.result is None and view.hand is not None and view.turn == view.seat:
        yield from lesson.steps(view)


def _end(view: View) -> str:
    result = view.result
    if result is None or result.winner is None:
        return _("Nobody wins this deal. You know enough now to play one of your own.")
    said = {"n": str(result.points)}
    if result.winner == view.seat:
        return _("You win the deal and %(n)s points. You can play now.") % said
    return _("The house wins this deal and %(n)s points. You know the moves now: play one of your own.") % said


def _gin(view: View) -> Iterator[Step]:
    assert view.hand is not None
    yield Step("hand", _("These are your cards. You want them in melds."), "hand")
    words = _("A meld is three or four cards of a rank, or three and more of a suit in order. Brackets mark yours.")
    yield Step("meld", words, "hand")
    words = _(
        "Cards in no meld are deadwood. An ace counts 1, a court card 10, any other its number: yours count %(n)s."
    )
    yield Step("deadwood", words % {"n": str(deadwood(view.hand))}, "deadwood")
    yield Step("turn", _("In each turn you take one card from the middle and throw one."), "centre")
    yield from _ending(view)


def _ending(view: View) -> Iterator[Step]:
    """The sentence for the first moment at which the deal can be ended."""
    actions = view.actions or ()
    if any(isinstance(one, Gin) for one in actions):
        yield Step("gin", _("All your cards fit in melds: that is gin, the best end. It earns a bonus."), "hand")
    elif any(isinstance(one, Knock) for one in actions):
        said = {"n": str(deadwood_after_discard(view.hand or 0)), "limit": str(view.limit)}
        words = _("With %(limit)s deadwood or less you may end the deal: that is to knock. You can have %(n)s.")
        yield Step("knock", words % said, "deadwood")
        words = _("Then both hands are laid open. Who has less deadwood wins the difference in points.")
        yield Step("open", words, "hand")


def _oklahoma(view: View) -> Iterator[Step]:
    yield Step("same", _("Oklahoma is gin with one thing changed: how low you must be to knock."), "hand")
    if view.upcard is not None:
        said = {"card": name(view.upcard, view), "limit": str(view.limit)}
        words = _("The first card turned up sets the limit: the %(card)s lets you knock with %(limit)s or less.")
        yield Step("limit", words % said, "centre")
    is_one = engine.VARIANTS[view.rules].ace_upcard == "one"
    words = _("An ace lets 1 knock.") if is_one else _("After an ace only gin ends the deal.")
    yield Step("ace", words, "centre")
    yield from _ending(view)


def _hollywood(view: View) -> Iterator[Step]:
    yield Step("same", _("Hollywood is played like gin. Only the score is kept in another way."), "hand")
    yield Step("columns", _("Three games run at once, each in a column of the score sheet."), "sheet")
    words = _("Your first win is written in column 1, your second in 1 and 2, each later one in all three.")
    yield Step("wins", words, "sheet")
    yield Step("win", _("So a single win counts several times. This deal shows the first."), "sheet")
    yield from _ending(view)


def _colonel(view: View) -> Iterator[Step]:
    assert view.hand is not None
    words = _("Colonel has the melds of gin, but you lay them on the table as soon as you have them.")
    yield Step("lay", words, "hand")
    yield Step("turn", _("In each turn you draw, lay and add what you like, and throw a card."), "centre")
    yield Step("out", _("Who has no card left wins what the other still holds."), "hand")
    if any(isinstance(one, engine.Meld) for one in view.actions or ()):
        yield Step("meld", _("You hold a meld. Choose its cards, then lay them."), "hand")
    if any(isinstance(one, engine.Add) for one in view.actions or ()):
        yield Step("add", _("You may add cards to any meld on the table, the other player’s too."), "table")


def _conquian(view: View) -> Iterator[Step]:
    yield Step("pack", _("Conquian is played with 40 cards: after the 7 comes the jack."), "hand")
    yield Step("goal", _("You win with eleven cards in melds on the table. You hold ten, so one must come."), "hand")
    yield Step(
        "offer", _("A card turned from the stock never goes into a hand: use it in a meld now, or pass."), "centre"
    )
    if any(isinstance(one, engine.CqUse) for one in view.actions or ()):
        words = _("This card makes a meld with cards of your hand. Use it, arrange the meld, then throw a card.")
        yield Step("use", words, "centre")
    if any(isinstance(one, engine.CqForce) for one in view.actions or ()):
        yield Step("force", _("A card that fits the other player’s melds can be forced on that player."), "centre")


LESSONS = {
    one.key: one
    for one in (
        Lesson(key="gin", rules="gin-rummy-com", number=143, steps=_gin),
        Lesson(key="oklahoma", rules="oklahoma", number=108, steps=_oklahoma),
        Lesson(key="hollywood", rules="hollywood", number=61, steps=_hollywood),
        Lesson(key="colonel", rules="colonel-fosdick", number=121, steps=_colonel),
        Lesson(key="conquian", rules="conquian", number=44, steps=_conquian),
    )
}


def lesson_for(rules: str) -> Lesson | None:
    """The lesson that fits these rules, by their kind of play and score."""
    if rules not in engine.VARIANTS:
        return None
    found = engine.VARIANTS[rules]
    if found.seating.name != "two":
        return None
    if found.kernel.name != "gin":
        return LESSONS.get(found.kernel.name)
    if found.sheet.name == "columns":
        return LESSONS["hollywood"]
    if found.knock_limit_source == "upcard":
        return LESSONS["oklahoma"]
    return LESSONS["gin"] if found.sheet.name == "pad" and found.knock_limit > 0 else None
