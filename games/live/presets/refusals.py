"""Why a rule set cannot be played, in the reader's language, with what goes there."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import engine
from games.engine.play.options import Either, OneOf, Whole, options_of
from games.live.presets.options import Option, options, value_in_words

# What an option goes with, by the reason that the engine gives (games.engine.play.applying).
WITH: Mapping[str, str | Promise] = {
    "cutthroat": gettext_lazy("cutthroat"),
    "chouette": gettext_lazy("chouette"),
    "teams": gettext_lazy("games of teams"),
    "teams of two and more": gettext_lazy("teams of two and more"),
    "two seats": gettext_lazy("games for two"),
    "battle royal": gettext_lazy("battle royal"),
    "deal: eleven": gettext_lazy("eleven cards for the non-dealer"),
    "deal: upcard": gettext_lazy("a card that is turned up after the deal"),
    "knock_limit_source: fixed": gettext_lazy("a limit that is a fixed number"),
    "knock_limit_source: upcard": gettext_lazy("a limit that comes from the upcard"),
    "a knock limit above 0, or laws other than strict": gettext_lazy("a knock limit above 0"),
    "a knock limit above 0, doubling, or laws other than strict": gettext_lazy("a knock limit above 0, or doubling"),
    "doubling: true": gettext_lazy("doubling"),
    "a pad, or columns settled as totals": gettext_lazy("one sum for a game, or columns that are each a game"),
    "a pad, or columns settled as totals, without a stake": gettext_lazy("a game that is not for a stake"),
    "a pad with a shutout": gettext_lazy("one sum for a game, and something that is won by a shutout"),
    "columns: 3": gettext_lazy("three columns"),
    "suit_columns: true": gettext_lazy("a column for each suit"),
    "every sheet but that of suits, which has suit_target": gettext_lazy(
        "games without a column for each suit; those close at so many points"
    ),
    "pickup: top; a pile that is taken whole lies open": gettext_lazy("taking the top card of the discards alone"),
    "force: on_demand or automatic": gettext_lazy("cards that may be forced"),
}
# Refusals of values that exclude each other have no field of their own: the one that is named first in their text.
TOGETHER = {
    "deal": gettext_lazy("Eleven cards turn no upcard that could set the limit: choose one of the two."),
    "columns": gettext_lazy("Three columns do not go with a column for each suit: choose one of the two."),
    "seats": gettext_lazy("Several columns are for two players: choose one sum here."),
}


def field_of(refused: engine.Impossible) -> str:
    """The option that a refusal of the engine is about."""
    if isinstance(refused, engine.Unplayable):
        return refused.field
    name = refused.text.partition(":")[0]
    return "columns" if name == "seats" else name


def in_words(refused: engine.Impossible, preset: str) -> str:
    """A refusal of the engine for options over this preset, as a sentence."""
    rules = engine.VARIANTS[preset]
    if not isinstance(refused, engine.Unplayable):
        return str(TOGETHER[refused.text.partition(":")[0]])
    if refused.field == "option":
        return _("%(name)s has no such option.") % {"name": rules.name}
    one = next((one for one in options(rules) if one.name == refused.field), None)
    if one is None:
        return _("This is not chosen here: it goes with %(where)s.") % {"where": _where(refused)}
    if isinstance(refused, engine.Inert):
        said = _("It changes nothing in these rules: it goes with %(where)s. Choose that too, or leave this as it was.")
        return said % {"where": _where(refused)}
    return _("Allowed here: %(allowed)s.") % {"allowed": _allowed(rules, one)}


def _where(refused: engine.Unplayable) -> str:
    return str(WITH.get(refused.allowed, refused.allowed))


def _allowed(rules: engine.RuleSet, one: Option) -> str:
    allowed = options_of(rules.kernel.name).get(one.name)
    if isinstance(allowed, OneOf):
        return ", ".join(value_in_words(one, value) for value in allowed.values)
    bounds = allowed.other if isinstance(allowed, Either) else allowed
    if isinstance(bounds, Whole):
        return _("a whole number from %(least)d to %(most)d") % {"least": bounds.least, "most": bounds.most}
    return ", ".join(str(word) for word in one.values.values())
