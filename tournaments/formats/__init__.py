"""Formats of stages, one file each, found by key: the next pairing, and the standings. Pure."""

from games.engine.sheets.lengths import BadLength, Length, length_of
from tournaments.formats.completing import completed, settled_after
from tournaments.formats.estimate import rounds_for
from tournaments.formats.facts import Entrant, Facts, Format, Meeting, Plan, Ranking, SignUp
from tournaments.formats.following import Next, Stand, follows
from tournaments.formats.kinds.teams import FREE, TeamTerms, team_terms
from tournaments.formats.qualifying.feeds import FEED, REST, cut_of
from tournaments.formats.registry import FORMATS
from tournaments.formats.templates import TEMPLATES, Spec, stages_of, template_of
from tournaments.formats.terms import MOST_ROUNDS, BadSetting, Said, Term, applies

__all__ = [
    "FEED",
    "FORMATS",
    "FREE",
    "MOST_ROUNDS",
    "REST",
    "TEMPLATES",
    "BadLength",
    "BadSetting",
    "Entrant",
    "Facts",
    "Format",
    "Length",
    "Meeting",
    "Next",
    "Plan",
    "Ranking",
    "Said",
    "SignUp",
    "Spec",
    "Stand",
    "TeamTerms",
    "Term",
    "applies",
    "completed",
    "cut_of",
    "follows",
    "length_of",
    "rounds_for",
    "settled_after",
    "stages_of",
    "team_terms",
    "template_of",
]
