"""Who gets which prize, by the present standings."""

from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.awards import Award, Category, Prize, assign
from tournaments.event.selectors import finding
from tournaments.models import Entry, EntryStatus, PrizeList, Tournament
from tournaments.standings.selectors import standings

Held = dict[str, Any]
OVERALL = gettext_noop("Overall")  # the category with which the form begins


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeLine:
    """A prize that somebody gets, and its places among those of the category (`is_shared`: several have them);
    `stands` is the place in the standings where that is another one, else None."""

    place: str
    is_shared: bool
    entry: Entry
    money: str
    words: tuple[str, ...]
    stands: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryTable:
    """A category: who is eligible, in words, and its lines."""

    name: str
    who: str
    lines: tuple[PrizeLine, ...]

    @property
    def title(self) -> str:
        """The name as a page has it."""
        return category_name(self.name)

    @property
    def is_shared(self) -> bool:
        """Is a prize of it shared?"""
        return any(line.is_shared for line in self.lines)


def category_name(name: str) -> str:
    """The name of a category; the one that the form begins with in the language of whoever reads it."""
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            if name == _(OVERALL):
                break
    else:
        return name
    return _(OVERALL)


def prizes_of(tournament: Tournament) -> PrizeList | None:
    """The prizes of a tournament, if there are any."""
    found = PrizeList.objects.filter(tournament=tournament).first()
    return found if found is not None and found.categories else None


def tables(held: PrizeList) -> list[CategoryTable]:
    """Who gets what, category by category. House players and those who were sent away get nothing. Equal points share
    if that was chosen; in a bracket and over several stages, equal places share."""
    rows = [row for row in standings.standings(held.tournament) if _may_win(row.entry)]
    known = {row.entry.pk: row.entry for row in rows}
    places = {row.entry.pk: row.place for row in rows}
    stages = finding.stages(held.tournament)
    by_points = held.is_shared and len(stages) == 1 and not stages[0].has_bracket
    together = groupby(rows, key=lambda row: row.points_text if by_points else str(row.place))
    groups = [[row.entry.pk for row in equals] for _key, equals in together]
    categories = [_category(str(n), one, known) for n, one in enumerate(held.categories)]
    empty = rows[0].place - 1 if rows and not by_points else 0
    awards = assign(groups, categories, is_one_each=held.is_one_each, empty=empty)
    return [
        CategoryTable(
            name=one["name"], who=who_words(one),
            lines=tuple(
                _line(award, known[award.entry], places[award.entry], held.currency)
                for award in awards
                if award.category == str(n)
            ),
        )
        for n, one in enumerate(held.categories)
    ]  # fmt: skip


def shown(held: PrizeList | None) -> dict[str, Any]:
    """What `tournaments/prizes/_tables.html` shows: the tables, and how the prizes were given."""
    told = tables(held) if held else []
    return {"tables": told, "how": how_words(held, told) if held else []}


def how_words(held: PrizeList, told: list[CategoryTable]) -> list[str]:
    """How the prizes were given, in sentences: only what concerns those who win here."""
    shared = any(table.is_shared for table in told)
    words = []
    if held.is_shared and shared:
        words.append(_("Equal points share the money of their places; a cup goes by the tie-breaks."))
    if not held.is_shared:
        words.append(_("Money and cups go by the tie-breaks."))
    if held.is_one_each and len(told) > 1:
        words.append(_("Everybody gets one prize: the one of most worth."))
    return words


def who_words(one: Held) -> str:
    """Who is eligible, in words; empty if everybody is."""
    if one["kind"] == "rating":
        words = (
            _("rated from %(low)d to %(high)d, or not rated")
            if one.get("unrated")
            else _("rated from %(low)d to %(high)d")
        )
        return words % one
    return str(one["value"]) if one["kind"] in ("club", "label") else ""


def amount(cents: int, currency: str) -> str:
    """Money as people write it."""
    whole, rest = divmod(cents, 100)
    figure = f"{whole}.{rest:02d}" if rest else str(whole)
    return f"{figure} {currency}".strip()


def prize_text(prize: Held) -> str:
    """A prize as the form writes it: `50 + Cup`."""
    return " + ".join(part for part in (amount(prize["cents"], "") if prize["cents"] else "", prize["words"]) if part)


def _may_win(entry: Entry) -> bool:
    if entry.status == EntryStatus.EXPELLED:
        return False
    return not any(member.user.house_level for member in entry.members.select_related("user"))


def _category(key: str, one: Held, known: dict[int, Entry]) -> Category:
    prizes = tuple(Prize(prize["cents"], prize["words"]) for prize in one["prizes"])
    return Category(key, prizes, frozenset(pk for pk, entry in known.items() if _is_eligible(one, entry)))


def _is_eligible(one: Held, entry: Entry) -> bool:
    if one["kind"] == "rating":
        if entry.rating_at_entry is None:
            return bool(one.get("unrated"))
        return bool(one["low"] <= entry.rating_at_entry <= one["high"])
    if one["kind"] in ("club", "label"):
        held = entry.club if one["kind"] == "club" else entry.label
        return held.casefold() == str(one["value"]).casefold()
    return True


def _line(award: Award, entry: Entry, stands: int, currency: str) -> PrizeLine:
    place = str(award.first) if award.first == award.last else f"{award.first}–{award.last}"
    return PrizeLine(
        place=place,
        is_shared=award.first != award.last,
        entry=entry,
        money=amount(award.cents, currency) if award.cents else "",
        words=award.words,
        stands=None if award.first <= stands <= award.last else stands,
    )
