"""The number of people in an entry, and whether teams meet."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.event.selectors import sitters
from tournaments.formats import FORMATS, team_terms
from tournaments.formats.kinds.duplicate import TEAMS
from tournaments.models import Stage, Tournament


@dataclass(frozen=True, slots=True)
class Size:
    """The number of people in an entry: at least `least`, and with its reserves at most `most`. So many of them sit
    `together` at a table."""

    least: int
    most: int
    together: int = 1

    @property
    def is_team(self) -> bool:
        """Has an entry more than one person?"""
        return self.most > 1

    @property
    def is_at_one_table(self) -> bool:
        """Do all players of an entry sit at one table: a pair, or a team of the partnership games?"""
        return self.together > 1 and self.together == self.least

    @property
    def is_pair(self) -> bool:
        """Do two sit at one table for an entry?"""
        return self.is_at_one_table and self.least == 2

    @property
    def one(self) -> str:
        """Who plays, one of them, as a heading: player, pair or team."""
        return _("Pair") if self.is_pair else _("Team") if self.is_team else _("Player")

    @property
    def many(self) -> str:
        """Who plays, as a heading: players, pairs or teams."""
        return _("Pairs") if self.is_pair else _("Teams") if self.is_team else _("Players")

    @property
    def of_them(self) -> str:
        """Who plays, within a sentence: players, pairs or teams."""
        return _("pairs") if self.is_pair else _("teams") if self.is_team else _("players")

    @property
    def expected(self) -> str:
        """The label of the number of those who are expected."""
        if self.is_pair:
            return _("Pairs expected, about")
        return _("Teams expected, about") if self.is_team else _("Players expected, about")

    def between(self, least: int, most: int) -> str:
        """For so many of those who play, in the plan of an evening: for 4–6 teams."""
        who = self.counted(most)
        return _("for %(who)s") % {"who": who if least == most else f"{least}–{who}"}

    def counted(self, n: int) -> str:
        """So many of those who play: 5 players, 5 pairs, 5 teams."""
        if self.is_pair:
            words = ngettext("%(n)d pair", "%(n)d pairs", n)
        elif self.is_team:
            words = ngettext("%(n)d team", "%(n)d teams", n)
        else:
            words = ngettext("%(n)d player", "%(n)d players", n)
        return words % {"n": n}

    @property
    def words(self) -> str:
        """A sentence that says how many members an entry has."""
        if self.least == self.most == 2:
            return _("Two play together here: a pair has exactly two members.")
        if self.least == self.most:
            return _("A team has exactly %(n)d members here: all of them play together.") % {"n": self.least}
        return _("A team has from %(least)d to %(most)d members here.") % {"least": self.least, "most": self.most}


def size_of(tournament: Tournament) -> Size:
    """The number of people in an entry of a tournament: one; in the partnership games the members of a side (PRT-1); in
    team stages one for each board of a match, and reserves; in duplicate by teams two."""
    stage = next(iter(sorted(tournament.stages.all(), key=lambda stage: stage.number)))
    return planned_size(stage.format, stage.settings, tournament.variant)


def planned_size(kind: str, settings: Mapping[str, Any], variant: str) -> Size:
    """`size_of` a tournament whose first stage has this format and these settings."""
    together = sitters.at_table(variant)
    if FORMATS[kind].is_team:
        terms = team_terms(settings)
        players = terms.boards * together
        return Size(players, players + terms.reserves, together)
    if settings.get("scoring") == TEAMS:
        return Size(2, 2)
    return Size(together, together, together)


def is_team(stage: Stage) -> bool:
    """Do teams meet on several boards in this tournament?"""
    return FORMATS[stage.format].is_team
