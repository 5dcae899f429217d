"""How long a match is: length, minutes, the games that its sides start with; for tables, results and readers."""

from typing import Any

from django.utils.translation import gettext as _

from games import engine
from games.engine.sheets.lengths import Length, Tally, length_of
from tournaments.event.selectors.words import length_words
from tournaments.models import Match
from tournaments.pairing import bracket


def length_of_match(match: Match) -> Length:
    """How long a match is: its own length, else its stage's."""
    return length_of(_key(match))


def counts_games(match: Match) -> bool:
    """Is it the best of several games, so that games won may be noted?"""
    length = length_of_match(match)
    return length.kind == "best_of" and length.is_by_games


def may_tie(match: Match) -> bool:
    """Can it end level? Never in a bracket, where somebody goes on: one deal or one game more decides."""
    return not match.slot and comes_level(match)


def comes_level(match: Match) -> bool:
    """Can both sides be level when it is played? By its length, by rules that know a drawn game, or because it has a
    time, as long as nothing more decides."""
    length = length_of_match(match)
    rules = engine.VARIANTS[match.round.stage.tournament.variant]
    return length.may_tie(games_may_draw=rules.sheet.may_draw(rules)) or (is_timed(match) and not length.decides)


def is_timed(match: Match) -> bool:
    """Can time be called in it?"""
    return bool(minutes_of(match))


def minutes_of(match: Match) -> int | None:
    """How many minutes it lasts until time is called: its round's, else its stage's; None without a time."""
    return match.round.minutes or match.round.stage.settings.get("minutes")


def head_start_of(match: Match) -> tuple[int, int]:
    """The games that its sides start with."""
    return bracket.head_start(match.slot, match.round.stage.settings.get("grand_final", ""))


def played_to(match: Match) -> dict[str, Any]:
    """How long its live table plays, as plain data: length, minutes, the games that its sides start with. Where it
    cannot end level, one deal more decides."""
    key, minutes = _key(match), minutes_of(match)
    start = head_start_of(match)
    found: dict[str, Any] = {} if key == "game" else {"length": key}
    may_be_level = minutes or key != "game" or comes_level(match)
    if may_be_level and not may_tie(match) and not length_of_match(match).decides:
        found["length"] = f"{key}/more"
    return found | ({"minutes": minutes} if minutes else {}) | ({"head_start": list(start)} if any(start) else {})


def stands_in_words(length: Length, tally: Tally) -> str:
    """Where a match stands: “Game 2 of 3, 1–0”; what is credited in a match to points; nothing for one game."""
    if length.kind == "deals":
        return _("Deal %(deal)d of %(n)d") % {"n": length.n, "deal": min(tally.deals + 1, length.n)}
    if length.kind == "match":
        return _("%(a)d–%(b)d of %(n)d points") % {"n": length.n, "a": tally.credits[0], "b": tally.credits[1]}
    if length.kind != "best_of":
        return ""
    wins = tally.games if length.is_by_games else tally.deals_won
    said = {"n": length.n, "a": wins[0], "b": wins[1], "game": min(sum(wins) + 1, length.n)}
    words = _("Game %(game)d of %(n)d, %(a)d–%(b)d") if length.is_by_games else _("Best of %(n)d deals, %(a)d–%(b)d")
    return words % said


def length_facts(match: Match) -> dict[str, Any]:
    """What a page says about the length of a match; nothing in words about one plain game."""
    key = _key(match)
    return {
        "length_words": length_words(key) if key != "game" else "",
        "head_start": any(head_start_of(match)),
        "minutes": minutes_of(match),
        "counts_games": counts_games(match),
    }


def _key(match: Match) -> str:
    key: str = match.length or match.round.stage.settings.get("length", "game")
    return key
