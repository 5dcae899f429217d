"""Reasons in words: one place for hints, lessons and the problem of the day.

Each sentence names its cards and numbers, so that `games/players/checking` can read it again and count.
"""

from collections.abc import Callable, Mapping, Sequence

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from doors.words import card_words
from games import engine
from games.engine.cards.cards import Pack
from games.players.reasons.kinds import Reason, Why

Words = Callable[[Mapping[str, object], Reason], str]


def in_words(pack: Pack, reasons: Sequence[Reason]) -> str:
    """Reasons in words, one after the other; "" if there is none."""
    return "; ".join(said for said in (one_in_words(pack, reason) for reason in reasons) if said)


def one_in_words(pack: Pack, reason: Reason) -> str:
    """A reason in words. Those that an earlier version stored name one throw alone; what they cannot say is ""."""
    said = {
        "cards": named(reason.cards, pack),
        "card": card_words(engine.card_text(reason.card, pack)) if reason.card >= 0 else "",
        "other": card_words(engine.card_text(reason.other, pack)) if reason.other >= 0 else "",
        "n": reason.number,
        "m": reason.than,
        "some": reason.than or pgettext("cards", "none"),
    }
    words = EARLIER if reason.why in EARLIER and reason.card < 0 else WORDS
    return words[reason.why](said, reason) if reason.why in words else ""


def named(cards: int, pack: Pack) -> str:
    """The cards of a mask: 7♥ 10♠."""
    return " ".join(card_words(engine.card_text(card, pack)) for card in engine.cards_of(cards))


def _leaves(said: Mapping[str, object], reason: Reason) -> str:
    if reason.other < 0:
        return _("your deadwood is then %(n)d, now it is %(m)d") % said
    return _("your deadwood is %(n)d after the %(card)s, %(m)d after the %(other)s") % said


def _of_unseen(said: Mapping[str, object], none: Callable[[], str], some: Callable[[], str], reason: Reason) -> str:
    return (some() if reason.number else none()) % said


def _counted(said: Mapping[str, object], reason: Reason) -> str:
    """What both count at a challenge; `than` is ten times what a card of the other hand is taken to count."""
    each = reason.than / 10
    theirs = {"n": reason.number, "cards": reason.card, "each": number_format(each, 0 if each == int(each) else 1),
              "theirs": number_format(each * reason.card, 0 if (each * reason.card) % 1 == 0 else 1)}  # fmt: skip
    words = ngettext(
        "you count %(n)d; %(cards)d card that counts %(each)s is %(theirs)s",
        "you count %(n)d; %(cards)d cards that count %(each)s each are %(theirs)s",
        reason.card,
    )
    return words % theirs


def _mates(said: Mapping[str, object], reason: Reason) -> str:
    if not reason.number:
        return _("the %(card)s goes with no card of yours, the %(other)s with %(m)d") % said
    words = ngettext(
        "the %(card)s goes with %(n)d card of yours, the %(other)s with %(m)d",
        "the %(card)s goes with %(n)d cards of yours, the %(other)s with %(m)d",
        reason.number,
    )
    return words % said


def _open(said: Mapping[str, object], reason: Reason) -> str:
    """A run open on both sides, and what it waits for: two clauses."""
    return _("%(cards)s stay a run open on both sides") % said + "; " + WORDS[Why.WAITS](said, reason)


WORDS: Mapping[Why, Words] = {
    Why.MELDS: lambda said, _r: _("it makes the meld %(cards)s") % said,
    Why.LEAVES: _leaves,
    Why.GIN: lambda said, r: ngettext(
        "%(n)d unseen card gives gin after the %(card)s, %(some)s after the %(other)s",
        "%(n)d unseen cards give gin after the %(card)s, %(some)s after the %(other)s",
        r.number,
    ) % said,
    Why.IMPROVES: lambda said, r: ngettext(
        "%(n)d unseen card lowers your deadwood after the %(card)s, %(some)s after the %(other)s",
        "%(n)d unseen cards lower your deadwood after the %(card)s, %(some)s after the %(other)s",
        r.number,
    ) % said,
    Why.WAITS: lambda said, r: ngettext(
        "the %(other)s waits for %(n)d unseen card, the %(card)s for %(some)s",
        "the %(other)s waits for %(n)d unseen cards, the %(card)s for %(some)s",
        r.number,
    ) % said,
    Why.OPEN: _open,
    Why.WAYS: lambda said, r: ngettext(
        "they could meld the %(card)s in %(n)d way, the %(other)s in %(m)d",
        "they could meld the %(card)s in %(n)d ways, the %(other)s in %(m)d",
        r.number,
    ) % said,
    Why.USELESS: lambda said, r: ngettext(
        "they cannot meld the %(card)s at all, the %(other)s in %(m)d way",
        "they cannot meld the %(card)s at all, the %(other)s in %(m)d ways",
        r.than,
    ) % said,
    Why.WANTED: lambda said, r: ngettext(
        "they took %(cards)s, which goes with the %(other)s",
        "they took %(cards)s, which go with the %(other)s",
        r.number,
    ) % said,
    Why.THREW: lambda said, r: ngettext(
        "they threw %(cards)s, which goes with the %(card)s",
        "they threw %(cards)s, which go with the %(card)s",
        r.number,
    ) % said,
    Why.REFUSED: lambda said, r: ngettext(
        "they left %(cards)s, which goes with the %(card)s",
        "they left %(cards)s, which go with the %(card)s",
        r.number,
    ) % said,
    Why.EQUAL: lambda said, _r: _("the %(other)s would be as good") % said,
    Why.TAKEN: lambda said, r: _of_unseen(
        said,
        lambda: _("of %(m)d unseen cards none would do as well"),
        lambda: _("of %(m)d unseen cards %(n)d would do as well"),
        r,
    ),
    Why.NO_MELD: lambda said, _r: _("it makes no meld with your cards") % said,
    Why.COMES: lambda said, r: _of_unseen(
        said,
        lambda: _("of %(m)d unseen cards none would make a meld"),
        lambda: _("of %(m)d unseen cards %(n)d would make a meld"),
        r,
    ),
    Why.NO_GAIN: lambda said, _r: _("with it your deadwood would be %(n)d, now it is %(m)d") % said,
    Why.LEFT_OVER: lambda said, _r: _("your melds are best without it") % said,
    Why.LONG: lambda said, _r: _("both of you have taken %(n)d discards in a row") % said,
    Why.TURN: lambda said, _r: _("this is your turn number %(n)d") % said,
    Why.COUNT: lambda said, _r: _("a knock keeps %(n)d") % said,
    Why.HOPE: lambda said, r: ngettext(
        "%(n)d unseen card would give gin", "%(n)d unseen cards would give gin", r.number
    ) % said,
    Why.LOWERS: lambda said, r: ngettext(
        "%(n)d unseen card would lower your deadwood", "%(n)d unseen cards would lower your deadwood", r.number
    ) % said,
    Why.FITS: lambda said, r: ngettext(
        "%(n)d unseen card could be laid off on your melds",
        "%(n)d unseen cards could be laid off on your melds",
        r.number,
    ) % said,
    Why.THROWS: lambda said, r: _("they last threw %(cards)s") % said if r.cards else _("they have thrown nothing yet"),
    Why.HOLDS: lambda said, r: ngettext(
        "they hold %(n)d card that they took", "they hold %(n)d cards that they took", r.number
    ) % said,
    Why.STOCK: lambda said, r: ngettext(
        "%(n)d card is left in the stock", "%(n)d cards are left in the stock", r.number
    ) % said,
    Why.CAUGHT: lambda said, _r: _("you are then caught with %(n)d, not with %(m)d") % said,
    Why.ENOUGH: lambda said, _r: _("you would be caught with %(n)d, and no card that fits lowers that") % said,
    Why.DOUBLE: lambda said, _r: _("your deadwood is %(n)d; the house accepts with up to %(m)d") % said,
    Why.DEAR: lambda said, _r: _("the %(card)s counts %(n)d, the %(other)s %(m)d") % said,
    Why.MATES: _mates,
    Why.LAST: lambda said, _r: _("it is your last card") % said,
    Why.FITS_ON: lambda said, _r: _("it fits %(cards)s on the table") % said,
    Why.PILE: lambda said, _r: _("the pile has %(n)d cards") % said,
    Why.NO_PLACE: lambda said, _r: _("it makes no meld with your cards and fits none on the table") % said,
    Why.HELD: lambda said, _r: _("your hand then counts %(n)d, now it counts %(m)d") % said,
    Why.COUNTED: _counted,
    Why.THEIRS: lambda said, _r: _("they have %(n)d of eleven cards down") % said,
    Why.NO_USE: lambda said, _r: _("you cannot lay it down with any cards of yours") % said,
    Why.DOWN: lambda said, _r: _("you then have %(n)d cards down, now %(m)d") % said,
    Why.GIFT: lambda said, _r: _("the %(other)s would fit their %(cards)s") % said,
}  # fmt: skip
EARLIER: Mapping[Why, Words] = {
    Why.LEAVES: lambda said, _r: _("deadwood then %(n)d") % said,
    Why.ALONE: lambda said, _r: _("goes with no other card of yours") % said,
    Why.USELESS: lambda said, _r: _("nobody else can meld it") % said,
    Why.REFUSED: lambda said, _r: _("they left %(cards)s") % said,
    Why.WANTED: lambda said, _r: _("they took %(cards)s") % said,
    Why.GIN: lambda said, r: (
        ngettext("%(n)d card gives gin", "%(n)d cards give gin", r.number) % said
        if r.number > 4
        else _("gin with %(cards)s") % said
    ),
    Why.IMPROVES: lambda _said, _r: "",
}
