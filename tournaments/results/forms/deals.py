"""The form for a deal of a sitting in person, on the page of its score sheet."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from doors.fields import field_of
from games import engine
from games.engine.laws import catalogue
from games.live.setup import law_words
from tournaments.results.selectors.score_sheets import ScoreSheet

MOST = 999
SEATS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
FACTORS = (1, 2, 4, 8, 16, 32, 64)
BY_SEAT = {"counts": "count", "laid": "laid", "fixes": "fix", "ruled": "ruled"}
PARTS = {"upcard": "upcard_rank", "boards": "how"}
GIN_ENDINGS = {
    "knock": _("Knock"),
    "gin": _("Gin"),
    "big_gin": _("Big gin"),
    "declined": _("Double declined"),
    "dead": _("Dead hand"),
    "void": _("Dealt again"),
}
ENDINGS = {
    "gin": GIN_ENDINGS,
    "royal": GIN_ENDINGS,
    "colonel": {
        "out": _("Went out"),
        "exhausted": _("Stock used up"),
        "challenge": _("Challenge"),
        "void": _("Dealt again"),
    },
    "conquian": {"out": _("Eleven down"), "drawn": _("Drawn"), "void": _("Dealt again")},
}
OF_TEAMS = {engine.BOARDS: _("Played at the boards"), "void": _("Dealt again")}
SUITS = {"C": _("♣ clubs"), "D": _("♦ diamonds"), "H": _("♥ hearts"), "S": _("♠ spades")}
Names = Sequence[tuple[int, str]]  # of seats, by number


class HandForm(forms.Form):
    """One deal of hands, with the fields that its game needs; fields about irregularities are separate. `names` are all
    players who may have erred, `playing` those who hold cards."""

    how = forms.ChoiceField(label=_("How did it end?"))
    seat = forms.TypedChoiceField(label=_("Who ended it?"), coerce=int, required=False, empty_value=None)
    upcard_rank = forms.ChoiceField(label=_("Upcard"), required=False)
    upcard_suit = forms.ChoiceField(label=_("Its suit"), required=False, choices=[("", "–"), *SUITS.items()])
    factor = forms.TypedChoiceField(
        label=_("Doubled to"), coerce=int, required=False, empty_value=None, choices=[(n, f"× {n}") for n in FACTORS]
    )
    suits = forms.MultipleChoiceField(label=_("The knocker scores in"), required=False, choices=list(SUITS.items()))
    irr = forms.ChoiceField(label=_("Irregularity"), required=False)
    offender = forms.TypedChoiceField(label=_("Whose?"), coerce=int, required=False, empty_value=None)
    no_bonus = forms.TypedChoiceField(
        label=_("Has lost gin and undercut bonus"), coerce=int, required=False, empty_value=None
    )

    def __init__(
        self, *args: Any, rules: engine.RuleSet, ways: dict[str, Any], names: Names, playing: Names, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.seats = [order for order, _name in names]
        field_of(self, "how", forms.ChoiceField).choices = list(ways.items())
        ranks = [(rank, "10" if rank == "T" else rank) for rank in rules.pack.ranks]
        field_of(self, "upcard_rank", forms.ChoiceField).choices = [("", "–"), *ranks]
        for field, known in (("seat", playing), ("no_bonus", playing), ("offender", names)):
            field_of(self, field, forms.ChoiceField).choices = [*([] if field == "seat" else [("", "–")]), *known]
        titles = law_words.titles()
        laws = [(irr, f"{irr}: {titles[irr]}") for irr in catalogue.called_at(rules, catalogue.SHEET)]
        field_of(self, "irr", forms.ChoiceField).choices = [("", "–"), *laws]
        for field, least, most, known in (
            ("count", 0, MOST, playing),
            ("laid", 0, MOST, playing),
            ("fix", -9, 9, playing),
        ):
            self._add(field, least, most, known)

    def _add(self, field: str, least: int, most: int, known: Names) -> None:
        for order, name in known:
            made = forms.IntegerField(label=name, required=False, min_value=least, max_value=most)
            self.fields[f"{field}_{SEATS[order]}"] = made

    def of(self, field: str) -> list[forms.BoundField]:
        """The fields with this name, one for each seat."""
        return [self[name] for name in self.fields if name.startswith(f"{field}_") and name[len(field) + 1 :] in SEATS]

    @property
    def counts(self) -> list[forms.BoundField]:
        """The values left in hand, by seat."""
        return self.of("count")

    @property
    def laid(self) -> list[forms.BoundField]:
        """The values laid on the table, by seat."""
        return self.of("laid")

    @property
    def fixes(self) -> list[forms.BoundField]:
        """Cards too many or too few, by seat."""
        return self.of("fix")

    @property
    def went_wrong(self) -> bool:
        """Has a field about an irregularity a value or an error?"""
        names = ["irr", "offender", "no_bonus", *(field.name for field in self.fixes)]
        return any(self[name].errors or self[name].value() not in (None, "", 0) for name in names)

    def field_of(self, name: str) -> str:
        """The form field for a field of `DealEntry`."""
        if name in BY_SEAT:
            return next((one.name for one in self.of(BY_SEAT[name])), "how")
        found = PARTS.get(name, name)
        return found if found in self.fields else "how"

    def facts(self) -> dict[str, Any]:
        """The fields of `DealEntry` about the hands; the seat that ended the deal is left out where nobody did."""
        data = self.cleaned_data
        seat = None if data["how"] in engine.ENDED_BY_NOBODY else data["seat"]
        card = data["upcard_rank"] + data["upcard_suit"]
        laid = self._by_seat("laid", 0)
        return {
            "how": data["how"],
            "seat": seat,
            "counts": self._counts(seat),
            "laid": None if laid is None else tuple(value or 0 for value in laid),
            "upcard": engine.parse_card(card) if len(card) == 2 else None,
            "factor": data["factor"] or 1,
            "suits": "".join(data["suits"]),
            "fixes": self._given("fix"),
            "no_bonus": data["no_bonus"],
            "irr": data["irr"],
            "offender": data["offender"],
        }

    def _counts(self, seat: int | None) -> tuple[int | None, ...] | None:
        """The counts by seat; a seat with gin or out counts 0, and may be left empty."""
        said = {order: self.cleaned_data.get(f"count_{SEATS[order]}") for order in self.seats}
        if seat is not None and said[seat] is None and self.cleaned_data["how"] in ("gin", "big_gin", "out"):
            said[seat] = 0
        asked = [order for order in self.seats if f"count_{SEATS[order]}" in self.fields]
        return None if any(said[order] is None for order in asked) else tuple(said.values())

    def _by_seat(self, field: str, otherwise: int | None = None) -> tuple[int | None, ...] | None:
        """Values by seat; None where a seat that holds cards is left empty."""
        names = {order: f"{field}_{SEATS[order]}" for order in self.seats}
        if any(name in self.fields and self.cleaned_data.get(name) is None for name in names.values()):
            return None
        return tuple(self.cleaned_data.get(name, otherwise) for name in names.values())

    def _given(self, field: str) -> tuple[int, ...]:
        """Points given or taken by seat; empty where there are none."""
        found = tuple(self.cleaned_data.get(f"{field}_{SEATS[order]}") or 0 for order in self.seats)
        return found if any(found) else ()


class DealForm(HandForm):
    """One deal of a sheet; of teams a form for each of its boards."""

    key = forms.CharField(max_length=40)
    version = forms.IntegerField(min_value=0)
    order = forms.CharField(max_length=20, required=False)
    dealer = forms.TypedChoiceField(label=_("Who dealt?"), coerce=int, required=False, empty_value=None)
    points = forms.IntegerField(label=_("Points as you make them"), required=False, min_value=-MOST, max_value=9_999)
    words = forms.CharField(label=_("In words"), max_length=200, required=False)

    def __init__(self, *args: Any, sheet: ScoreSheet, order: Sequence[int] = (), **kwargs: Any) -> None:
        rules, kernel = sheet.rules, sheet.rules.kernel.name
        names = list(enumerate(sheet.sitters))
        playing = names
        pairs = sheet.book.boards_after(order) if order else sheet.book.boards
        if sheet.is_for_teams:
            ways, playing = OF_TEAMS, []
        else:
            ways = {way: ENDINGS[kernel][way] for way in engine.ways(rules)}
            playing = [(seat, name) for seat, name in names if not pairs or seat in pairs[0]]
        super().__init__(*args, rules=rules, ways=ways, names=names, playing=playing, **kwargs)
        is_first = not sheet.book.deals
        dealers = sheet.book.may_deal_first(order) if is_first else range(len(sheet.names))
        known = [(seat, sheet.names[seat]) for seat in dealers]
        field_of(self, "dealer", forms.ChoiceField).choices = [*([] if is_first else [("", "–")]), *known]
        self._add("ruled", -9_999, 9_999, list(enumerate(sheet.names)))
        self.is_for_teams = sheet.is_for_teams
        self.sides = list(range(len(sheet.names)))
        self.boards = self._of_boards(sheet, pairs) if sheet.is_for_teams else []

    def _of_boards(self, sheet: ScoreSheet, pairs: Sequence[tuple[int, int]]) -> list[HandForm]:
        rules = sheet.rules
        words = ENDINGS[rules.kernel.name]
        ways = {way: words[way] for way in engine.board_ways(rules)}
        made = []
        for at, pair in enumerate(pairs):
            names = [(side, sheet.sitters[seat]) for side, seat in enumerate(pair)]
            facts: dict[str, Any] = {"rules": rules, "ways": ways, "names": names, "playing": names}
            facts["initial"] = _at_board(self.initial.get("carries", {}), pair)
            made.append(HandForm(self.data if self.is_bound else None, prefix=f"b{at}", **facts))
        return made

    @property
    def ruled(self) -> list[forms.BoundField]:
        """Points of a ruling, by side."""
        return self.of("ruled")

    @property
    def went_wrong(self) -> bool:
        """Has a field about an irregularity, a wrong dealer or a ruling a value or an error?"""
        names = ["dealer", "words", *(field.name for field in self.ruled)]
        is_said = any(self[name].errors or (name != "dealer" and self[name].value()) for name in names)
        return is_said or super().went_wrong

    def is_valid(self) -> bool:
        """The deal and, where they were played, all its boards."""
        is_fine = super().is_valid()
        if not is_fine or self.cleaned_data["how"] != engine.BOARDS:
            return is_fine
        wrong = [board for board in self.boards if not board.is_valid()]
        return not wrong

    def say(self, field: str, words: str) -> None:
        """Show a refusal beside its field: `boards.0.counts` is a field of the first board."""
        at, form = field, self
        if field.startswith("boards."):
            _boards, number, at = field.split(".")
            board = self.boards[int(number)]
            board.add_error(board.field_of(at), words)
            return
        form.add_error(form.field_of(at), words)

    def drawn_order(self) -> tuple[int, ...]:
        """The draw that the form was made for (GIN-4); empty after the first deal."""
        said = self.cleaned_data["order"].split(",")
        return tuple(int(seat) for seat in said if seat.isascii() and seat.isdigit())

    def entry(self) -> engine.DealEntry:
        """The deal for `enter_deal`."""
        data = self.cleaned_data
        facts = self.facts()
        if self.is_for_teams:
            is_played = data["how"] == engine.BOARDS
            boards = tuple(engine.DealEntry(**board.facts()) for board in self.boards) if is_played else ()
            facts |= {"counts": None, "laid": None, "fixes": (), "boards": boards}
        elif facts["laid"] is not None and not any(field.value() for field in self.laid):
            facts["laid"] = None
        found = tuple(data.get(f"ruled_{SEATS[side]}") or 0 for side in self.sides)
        return engine.DealEntry(
            **facts,
            points=data["points"],
            dealer=data["dealer"],
            ruled=found if any(found) else (),
            words=data["words"],
            order=self.drawn_order(),
        )


def _at_board(carries: Mapping[str, Any], pair: Sequence[int]) -> dict[str, Any]:
    """What the board of a `pair` of seats carries by a ruling about one of them, by the fields of its form."""
    if carries.get("offender") not in pair:
        return {}
    seats = {seat: at for at, seat in enumerate(pair)}
    initial: dict[str, Any] = {"irr": carries.get("irr", ""), "offender": seats[carries["offender"]]}
    if carries.get("no_bonus") in seats:
        initial["no_bonus"] = seats[carries["no_bonus"]]
    fixes = carries.get("fixes") or ()
    return initial | {f"fix_{SEATS[at]}": fixes[seat] for seat, at in seats.items() if fixes and fixes[seat]}


def blank_deal(sheet: ScoreSheet, order: Sequence[int] = (), carries: Mapping[str, Any] | None = None) -> DealForm:
    """The form for the next deal, with a key of its own; only for the first one it asks who deals (GIN-4), after the
    draw where that seats the players (`order`). It begins with what the deal `carries` by a ruling."""
    initial: dict[str, Any] = {"key": uuid4().hex, "version": sheet.version}
    if sheet.is_for_teams:  # whoever erred did so at one of the boards
        initial["carries"] = dict(carries or {})
        carries = {name: said for name, said in (carries or {}).items() if name == "ruled"}
    for name, said in (carries or {}).items():
        if name in BY_SEAT:
            initial |= {f"{BY_SEAT[name]}_{SEATS[at]}": value for at, value in enumerate(said) if value}
        elif said is not None:
            initial[name] = said
    if not sheet.book.deals:
        initial["dealer"] = sheet.book.first_dealer(order)
        initial["order"] = ",".join(map(str, order))
    return DealForm(sheet=sheet, order=order, initial=initial)
