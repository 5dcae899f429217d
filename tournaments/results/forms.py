"""A deal of a match in person, as the page of its score sheet takes it in."""

from collections.abc import Iterable
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from doors.fields import field_of
from games import engine
from games.engine.laws import catalogue
from games.live.setup import law_words
from tournaments.models import MatchSide
from tournaments.results.selectors.score_sheets import ScoreSheet

MOST = 999
SIDES = ("first", "second")
FACTORS = (1, 2, 4, 8, 16, 32, 64)
PARTS = {
    "counts": "count_first",
    "laid": "laid_first",
    "fixes": "fix_first",
    "ruled": "ruled_first",
    "upcard": "upcard_rank",
}
ENDINGS = {
    "gin": {
        "knock": _("Knock"),
        "gin": _("Gin"),
        "big_gin": _("Big gin"),
        "declined": _("Double declined"),
        "dead": _("Dead hand"),
        "void": _("Dealt again"),
    },
    "colonel": {
        "out": _("Went out"),
        "exhausted": _("Stock used up"),
        "challenge": _("Challenge"),
        "void": _("Dealt again"),
    },
    "conquian": {"out": _("Eleven down"), "drawn": _("Drawn"), "void": _("Dealt again")},
}
SUITS = {"C": _("♣ clubs"), "D": _("♦ diamonds"), "H": _("♥ hearts"), "S": _("♠ spades")}


class DealForm(forms.Form):
    """One deal of a sheet: only what its game asks for; irregularities apart."""

    key = forms.CharField(max_length=40)
    version = forms.IntegerField(min_value=0)
    dealer = forms.TypedChoiceField(label=_("Who dealt?"), coerce=int, required=False, empty_value=None)
    how = forms.ChoiceField(label=_("How did it end?"))
    seat = forms.TypedChoiceField(label=_("Who ended it?"), coerce=int, required=False, empty_value=None)
    upcard_rank = forms.ChoiceField(label=_("Upcard"), required=False)
    upcard_suit = forms.ChoiceField(label=_("Its suit"), required=False, choices=[("", "–"), *SUITS.items()])
    count_first = forms.IntegerField(min_value=0, max_value=MOST, required=False)
    count_second = forms.IntegerField(min_value=0, max_value=MOST, required=False)
    laid_first = forms.IntegerField(min_value=0, max_value=MOST, required=False)
    laid_second = forms.IntegerField(min_value=0, max_value=MOST, required=False)
    factor = forms.TypedChoiceField(
        label=_("Doubled to"), coerce=int, required=False, empty_value=None, choices=[(n, f"× {n}") for n in FACTORS]
    )
    suits = forms.MultipleChoiceField(label=_("The knocker scores in"), required=False, choices=list(SUITS.items()))
    points = forms.IntegerField(label=_("Points as you make them"), required=False, min_value=-MOST, max_value=9_999)
    irr = forms.ChoiceField(label=_("Irregularity"), required=False)
    offender = forms.TypedChoiceField(label=_("Whose?"), coerce=int, required=False, empty_value=None)
    no_bonus = forms.TypedChoiceField(
        label=_("Has lost gin and undercut bonus"), coerce=int, required=False, empty_value=None
    )
    fix_first = forms.IntegerField(required=False, min_value=-9, max_value=9)
    fix_second = forms.IntegerField(required=False, min_value=-9, max_value=9)
    ruled_first = forms.IntegerField(required=False, min_value=-9_999, max_value=9_999)
    ruled_second = forms.IntegerField(required=False, min_value=-9_999, max_value=9_999)
    words = forms.CharField(label=_("In words"), max_length=200, required=False)

    def __init__(self, *args: Any, sheet: ScoreSheet, sides: Iterable[MatchSide], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rules = sheet.rules
        words = ENDINGS[rules.kernel.name]
        names = [(side.order, side.entry.name) for side in sides]
        field_of(self, "how", forms.ChoiceField).choices = [(way, words[way]) for way in engine.ways(rules)]
        ranks = [(rank, "10" if rank == "T" else rank) for rank in rules.pack.ranks]
        field_of(self, "upcard_rank", forms.ChoiceField).choices = [("", "–"), *ranks]
        is_first = not sheet.book.deals
        for field in ("seat", "dealer", "offender", "no_bonus"):
            is_sure = field == "seat" or (field == "dealer" and is_first)
            field_of(self, field, forms.ChoiceField).choices = [*([] if is_sure else [("", "–")]), *names]
        titles = law_words.titles()
        laws = [(irr, f"{irr}: {titles[irr]}") for irr in catalogue.called_at(rules, catalogue.SHEET)]
        field_of(self, "irr", forms.ChoiceField).choices = [("", "–"), *laws]
        for (_order, name), side in zip(names, SIDES, strict=True):
            for field in ("count", "laid", "fix", "ruled"):
                self.fields[f"{field}_{side}"].label = name

    @staticmethod
    def field_of(name: str) -> str:
        """The field of this form that holds what `DealEntry` calls so."""
        return PARTS.get(name, name)

    def entry(self) -> engine.DealEntry:
        """The deal that `enter_deal` takes. Who ended it is left out where nobody did."""
        data = self.cleaned_data
        nobody = data["how"] in engine.ENDED_BY_NOBODY
        card = data["upcard_rank"] + data["upcard_suit"]
        return engine.DealEntry(
            how=data["how"],
            seat=None if nobody else data["seat"],
            counts=self._counts(None if nobody else data["seat"]),
            laid=self._pair("laid"),
            upcard=engine.parse_card(card) if len(card) == 2 else None,
            factor=data["factor"] or 1,
            suits="".join(data["suits"]),
            points=data["points"],
            dealer=data["dealer"],
            fixes=self._pair("fix", 0) or (0, 0),
            no_bonus=data["no_bonus"],
            ruled=self._pair("ruled", 0) or (0, 0),
            irr=data["irr"],
            offender=data["offender"],
            words=data["words"],
        )

    def _counts(self, seat: int | None) -> tuple[int, int] | None:
        """Both counts; who has gin or is out counts nothing, and need not say so."""
        said = [self.cleaned_data[f"count_{side}"] for side in SIDES]
        if seat is not None and said[seat] is None and self.cleaned_data["how"] in ("gin", "big_gin", "out"):
            said[seat] = 0
        first, second = said
        return None if first is None or second is None else (first, second)

    def _pair(self, field: str, empty: int | None = None) -> tuple[int, int] | None:
        first, second = (self.cleaned_data[f"{field}_{side}"] for side in SIDES)
        first, second = empty if first is None else first, empty if second is None else second
        return None if first is None or second is None else (first, second)


def blank_deal(sheet: ScoreSheet, sides: Iterable[MatchSide]) -> DealForm:
    """The form for the next deal, with a key of its own; only for the first one it asks who deals (GIN-4)."""
    initial: dict[str, Any] = {"key": uuid4().hex, "version": sheet.version}
    if not sheet.book.deals:
        initial["dealer"] = sheet.book.next_dealer
    return DealForm(sheet=sheet, sides=sides, initial=initial)
