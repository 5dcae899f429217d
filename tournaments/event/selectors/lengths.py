"""The length of a match: games or deals, minutes, and the games with which its sides start."""

from typing import Any

from django.utils.translation import gettext as _

from games import engine
from games.engine.sheets.lengths import Length, Tally, length_of
from tournaments.event.selectors.words import length_words
from tournaments.formats import going_on
from tournaments.models import Match
from tournaments.pairing import bracket


def length_of_match(match: Match) -> Length:
    """The length of a match: its own, else its stage's."""
    return length_of(_key(match))


def counts_games(match: Match) -> bool:
    """Is the match the best of several games, so that games won can be noted?"""
    length = length_of_match(match)
    return length.kind == "best_of" and length.is_by_games


def may_tie(match: Match) -> bool:
    """Can the match end level? Not where a drawn one is played on, as in a bracket unless said."""
    return comes_level(match) and drawn_way(match) not in going_on.PLAYED_ON


def drawn_way(match: Match) -> str:
    """The rule for a drawn match (formats.going_on)."""
    return going_on.way_of(match.round.stage.settings, is_in_bracket=bool(match.whole.slot))


def comes_level(match: Match) -> bool:
    """Can both sides be level when the match has been played? By its length, by rules that know a drawn game, or
    because it has a time, as long as nothing more decides."""
    length = length_of_match(match)
    rules = engine.VARIANTS[match.round.stage.tournament.variant]
    return length.may_tie(games_may_draw=rules.sheet.may_draw(rules)) or (is_timed(match) and not length.decides)


def is_timed(match: Match) -> bool:
    """Can time be called in the match?"""
    return bool(minutes_of(match))


def minutes_of(match: Match) -> int | None:
    """The minutes until time is called: the round's, else the stage's; None without a time."""
    return match.round.minutes or match.round.stage.settings.get("minutes")


def head_start_of(match: Match) -> tuple[int, int]:
    """The games with which the sides of the match start."""
    return bracket.head_start(match.whole.slot, match.round.stage.settings.get("grand_final", ""))


def played_to(match: Match) -> dict[str, Any]:
    """The whole length of a match as plain data: length, minutes, the games with which its sides start. Where a drawn
    match is played on, the length says how."""
    minutes, start = minutes_of(match), head_start_of(match)
    key = _key(match)
    if comes_level(match):
        key = going_on.length_played(key, drawn_way(match))
    found: dict[str, Any] = {} if key == "game" else {"length": key}
    return found | ({"minutes": minutes} if minutes else {}) | ({"head_start": list(start)} if any(start) else {})


def stands_in_words(length: Length, tally: Tally) -> str:
    """The standing of a match in words: “Game 2 of 3, 1–0”, or the credited points in a match to points; empty for a
    single game."""
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
    """The facts about a match's length for a page; a single plain game has no words."""
    key = _key(match)
    return {
        "length_words": length_words(key) if key != "game" else "",
        "head_start": any(head_start_of(match)),
        "minutes": minutes_of(match),
        "counts_games": counts_games(match),
    }


def _key(match: Match) -> str:
    key: str = match.whole.length or match.round.stage.settings.get("length", "game")
    return key
