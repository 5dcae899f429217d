"""Words and figures of tournaments for templates."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from django import template
from django.db.models import prefetch_related_objects
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _

from accounts.models import User
from clubs.selectors import joins_by_taking_part
from doors.fields import error_lines
from doors.words import SUIT_SIGNS, card_words
from games import engine
from games.live.setup import talk
from games.live.setup.clock import control
from games.live.setup.delay import delay_in, delay_words
from games.models import rules_name
from tournaments.evening.selectors.rows import Menus
from tournaments.event.selectors import entry_sizes, sitters, words
from tournaments.event.selectors.consent import event_words
from tournaments.event.selectors.words import points_text, value_text
from tournaments.event.settings import DEFAULTS, words_of
from tournaments.merging.selectors import Double
from tournaments.models import GONE as LEFT
from tournaments.models import Bye, ByeRequest, Entry, EntryStatus, Match, MatchSide, Stage, Tournament
from tournaments.pairing import counted_by
from tournaments.rounds.services.requests import Offer
from tournaments.standings.selectors import words as standings_words
from tournaments.standings.selectors.words import TieBreakWords, bye_name

register = template.Library()
register.filter(error_lines)


register.filter("rules_name", rules_name)
register.filter("joins", joins_by_taking_part)  # a person by entering an evening of a club


def _size(tournament: Tournament) -> entry_sizes.Size:
    """Who an entry is; its stages are read once for a page."""
    prefetch_related_objects([tournament], "stages")
    return entry_sizes.size_of(tournament)


@register.filter
def who_plays(tournament: Tournament) -> str:
    """The word for one of those who play: Player, Pair or Team."""
    return _size(tournament).one


@register.filter
def who_play(tournament: Tournament) -> str:
    """The word for those who play: Players, Pairs or Teams."""
    return _size(tournament).many


@register.filter
def of_who_play(n: int, tournament: Tournament) -> str:
    """So many of those who play: 5 players, 5 pairs, 5 teams."""
    return _size(tournament).counted(n)


@register.filter
def watching_words(settings: Mapping[str, Any]) -> str:
    """The rule for watching the live tables of a tournament, by its settings, in words."""
    return delay_words(delay_in(settings)) if settings.get("spectators", True) else _("not at all")


@register.filter
def beside(values: Sequence[object], others: Sequence[object]) -> list[tuple[object, object]]:
    """Each value paired with the value at the same place of another list."""
    return list(zip(values, others, strict=False))


@register.filter
def in_unit(points: int | None, stage: Stage) -> str:
    """Match points as people write them, by the points table of their stage."""
    return "" if points is None else points_text(points, counted_by(stage.settings).unit)


@register.filter
def bye_words(bye: Bye) -> str:
    """The name of a bye."""
    return bye_name(bye.kind)


@register.filter
def bye_kind(kind: str) -> str:
    """The name of a kind of bye."""
    return bye_name(kind)


@register.filter
def kind_words(kind: str) -> str:
    """The kind of a result in words; empty for a match played to its end."""
    words = {
        "forfeit": _("forfeit"),
        "double_forfeit": _("double forfeit"),
        "abandoned": _("not played to the end"),
        "adjusted": _("adjusted"),
        "annulled": _("annulled"),
    }
    return words.get(kind, "")


@register.filter
def ruling_words(kind: str) -> str:
    """The kind of a ruling in words."""
    of_places = {
        "correction": _("Corrected"),
        "stands": _("Stands"),
        "replay": _("Played again by others"),
        "annul": _("Annulled"),
    }
    return of_places.get(kind) or kind_words(kind).capitalize()


@register.filter
def signed(number: int) -> str:
    """A margin with its sign."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


@register.filter
def suit_signs(suits: str) -> str:
    """Suits by their signs."""
    return " ".join(SUIT_SIGNS[suit] for suit in suits)


@register.filter
def card_signs(cards: str) -> str:
    """Cards by their signs: "AD TC" is A♦ 10♣."""
    return " ".join(card_words(card) for card in cards.split())


@register.filter
def person(side: MatchSide) -> object:
    """The first person of a side's entry."""
    return side.entry.members.all()[0].user


@register.filter
def named(entry: Entry) -> str:
    """The name of an entry as lists show it, with its partners if the name does not contain them."""
    if not entry.partners:
        return format_html("<bdi>{}</bdi>", entry)
    return format_html('<bdi>{}</bdi> <span class="muted partners"><bdi>{}</bdi></span>', entry, entry.partners)


@register.filter
def sides_named(match: Match) -> str:
    """The names of all sides of a match, as lists show them."""
    return format_html_join(" – ", "{}", ((named(entry),) for entry in match.entries))


@register.filter
def others_named(match: Match, entry: Entry) -> str:
    """The names of those whom an entry meets in a match, as lists show them."""
    return format_html_join(" – ", "{}", ((named(one),) for one in match.entries if one.pk != entry.pk))


@register.filter
def ratings_against(match: Match, entry: Entry) -> str:
    """The ratings of those whom an entry meets in a match, in the same order; empty where nobody has one."""
    known = [one.rating_at_entry for one in match.entries if one.pk != entry.pk]
    return " – ".join("?" if one is None else str(one) for one in known) if any(known) else ""


@register.filter
def byes_of(entry: Entry, menus: Menus) -> Sequence[ByeRequest]:
    """The byes noted for an entry in rounds to come."""
    return menus.byes.get(entry.pk, ())


@register.filter
def late_offer(entry: Entry, menus: Menus) -> Offer | None:
    """The half points that a late entry can be given."""
    return menus.offers.get(entry.pk)


@register.filter
def leaving_words(entry: Entry, menus: Menus) -> str:
    """What becomes of the match of an entry if it withdraws; empty if it has none to play."""
    return menus.leaving.get(entry.pk, "")


@register.filter
def double_of(entry: Entry, menus: Menus) -> Double | None:
    """The person whom the name of an entry perhaps means."""
    return menus.doubles.get(entry.pk)


@register.filter
def doubled(entries: Sequence[Entry], menus: Menus) -> list[Entry]:
    """The entries whose names perhaps mean somebody else."""
    return [entry for entry in entries if entry.pk in menus.doubles]


@register.filter
def said_of(words: Mapping[int, str], entry: Entry) -> str:
    """What is said of an entry, empty if nothing is."""
    return words.get(entry.pk, "")


@register.filter
def cannot_play(entry: Entry) -> Sequence[User]:
    """The people of an entry who should play at a live table but have no account."""
    return sitters.kept_away(entry)


@register.filter
def of(key: str, words_by_key: Mapping[str, str]) -> str:
    """The name of a key, empty if it has none."""
    return words_by_key.get(key, "")


@register.filter
def gone_among(entries: Sequence[Entry]) -> int:
    """The number of these entries that have left the tournament."""
    return sum(entry.status in LEFT for entry in entries)


@register.filter
def in_line(entry: Entry, entries: Sequence[Entry]) -> int:
    """The place of an entry on the waiting list, among all entries in their order."""
    return [one.pk for one in entries if one.status == EntryStatus.WAITING].index(entry.pk) + 1


@register.filter
def official(user: User | None) -> str:
    """The official who decided something: their name, or words if it is no longer known."""
    return str(user) if user is not None else _("an official")


@register.filter
def stage_name(stage: Stage) -> str:
    """The name of a stage."""
    return words.stage_name(stage)


@register.filter
def stage_sentence(stage: Stage) -> str:
    """How a stage is played."""
    return words.stage_sentence(stage)


@register.filter
def schedule_words(stage: Stage) -> str:
    """The rule by which a format's rounds are paired."""
    return words.schedule_words(stage)


@register.filter
def clock_words(settings: Mapping[str, Any]) -> str:
    """The clock at the live tables of a tournament, by its settings."""
    found = control({"clock": DEFAULTS["clock"]} | dict(settings))
    if found is None:
        return _("nobody's time runs")
    said: list[str] = []
    if found.bank is not None:
        said.append(_("%(minutes)s min for each player") % {"minutes": f"{found.bank / 60_000:.4g}"})
        if found.increment:
            said.append(_("%(n)d s more for each turn") % {"n": found.increment // 1000})
    if found.move is not None:
        said.append(_("%(n)d s for one decision") % {"n": found.move // 1000})
    return ", ".join(said)


@register.filter
def admits_words(settings: Mapping[str, Any]) -> object:
    """Who may enter a tournament, by its settings."""
    return words_of("admits", settings.get("admits", DEFAULTS["admits"]))


@register.filter
def gone_words(settings: Mapping[str, Any]) -> object:
    """The rule for a player who loses the connection to a live table, by the tournament's settings."""
    return words_of("gone", settings.get("gone", DEFAULTS["gone"]))


@register.filter
def talk_words(tournament: Tournament) -> object:
    """The rule for talk at live tables, in words."""
    rules, chosen = engine.VARIANTS[tournament.variant], tournament.settings.get("chat", talk.DEFAULT)
    return talk.NAMES[talk.kind_at(chosen, rules, people=2)]


@register.filter
def contest_words(contest: str) -> str:
    """The name of a contest beside the main one."""
    return words.contest_words(contest)


@register.filter
def length_words(key: str) -> str:
    """A match length as players say it."""
    return words.length_words(key)


@register.filter
def in_units(points: int | None, unit: int) -> str:
    """Points in a unit as people write them, a dash where there are none."""
    return "–" if points is None else points_text(points, unit)


@register.filter
def fraction(value: Fraction | None) -> str:
    """An exact figure as people write it, a dash where there is none."""
    return value_text(value)


@register.filter
def has_wins(tiebreaks: Sequence[TieBreakWords] | None) -> bool:
    """Do the tie-breaks show the wins already, so that they need no column of their own?"""
    return any(one.key == "WIN" for one in tiebreaks or ())


@register.filter
def unrated_words(tournament: Tournament) -> str:
    """The reason why no match of a tournament is rated; empty if its matches are rated."""
    return event_words(tournament)


@register.simple_tag
def every_tiebreak() -> list[tuple[str, list[TieBreakWords]]]:
    """All tie-breaks in words, by what they look at."""
    return standings_words.every_tiebreak()
