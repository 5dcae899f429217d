"""The name and the explanation of a tie-break with its modifiers, for players."""

from collections.abc import Callable
from dataclasses import dataclass

from tournaments.pairing.tiebreaks.families import LOT, TieBreak, gettext_noop, tiebreak
from tournaments.pairing.tiebreaks.modifiers import Modifiers

_ = gettext_noop
LOT_WORDS = (_("Lot"), _("drawn by the seed shown here: the same seed gives the same order"))


@dataclass(frozen=True, slots=True)
class Saying:
    """A text to translate, and the values for its placeholders."""

    text: str
    values: dict[str, int]


def name_of(key: str) -> tuple[Saying, ...]:
    """The name of a tie-break in pieces, to be joined by spaces. Raises BadKey for a bad one."""
    return _said(key, 0)


def sentence_of(key: str) -> tuple[Saying, ...]:
    """The explanation of a tie-break in pieces, to be joined by commas. Raises BadKey for a bad one."""
    return _said(key, 1)


def _said(key: str, which: int) -> tuple[Saying, ...]:
    if key == LOT:
        return (Saying(LOT_WORDS[which], {}),)
    asked = tiebreak(key)
    found = [Saying((asked.family.name, asked.family.sentence)[which], {})]
    for is_meant, name, sentence, values in MARKS:
        if is_meant(asked):
            found.append(Saying((name, sentence)[which], values(asked.how)))
    return tuple(found)


Mark = tuple[Callable[[TieBreak], bool], str, str, Callable[[Modifiers], dict[str, int]]]


def _nothing(how: Modifiers) -> dict[str, int]:
    return {}


def _cut(how: Modifiers) -> dict[str, int]:
    return {"n": how.cut_low}


MARKS: tuple[Mark, ...] = (
    (lambda t: t.how.points == "MP", _("by match points"), _("in match points"), _nothing),
    (lambda t: t.how.points == "GP", _("by board points"), _("in board points"), _nothing),
    (lambda t: t.how.cut_low == 1 and not t.how.cut_high, _("cut 1"), _("without the lowest"), _nothing),
    (lambda t: t.how.cut_low > 1 and not t.how.cut_high, _("cut %(n)d"), _("without the %(n)d lowest"), _cut),
    (lambda t: t.how.cut_high == 1, _("median 1"), _("without the lowest and the highest"), _nothing),
    (lambda t: t.how.cut_high > 1, _("median %(n)d"), _("without the %(n)d lowest and the %(n)d highest"), _cut),
    (lambda t: t.how.forfeits_played, _("with forfeits"), _("forfeits counted as played"), _nothing),
    (lambda t: t.how.fore, _("fore"), _("as if the last round had been tied everywhere"), _nothing),
    (lambda t: t.how.is_reversed, _("turned round"), _("in the opposite order"), _nothing),
    (
        lambda t: t.how.limit != Modifiers().limit,
        _("from %(percent)d %%"),
        _("with %(percent)d %% in place of half"),
        lambda how: {"percent": int(how.limit * 100)},
    ),
    (
        lambda t: bool(t.how.limit_steps),
        _("limit %(steps)+d"),
        _("with %(steps)+d half points to that limit"),
        lambda how: {"steps": how.limit_steps},
    ),
)
