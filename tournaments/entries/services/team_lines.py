"""Turn the lines of a roster into entries: one for each person, or one for each team by the column of teams, in the
order of their lines."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.entries.services import partner_names, spreadsheets
from tournaments.entries.services.roster import Problem, RosterLine, name_and_rating
from tournaments.event.selectors.entry_sizes import Size, size_of
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class Team:
    """A future entry: its name, its rating, and the lines of its people."""

    name: str
    rating: int | None
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Grouped:
    """The entries that a roster makes, and what is wrong with its teams."""

    teams: tuple[Team, ...]
    problems: tuple[Problem, ...]


SEVERAL = re.compile(r"\s+[/+]\s+|\s*&\s*")
NAMED = re.compile(r"(?P<team>[^:/+&]+):\s*(?P<people>.+)")


def one_a_line(text: str | bytes) -> str | bytes:
    """A list in which some lines hold a whole pair or team (`Ana / Ben`, `Ana & Ben, Aces`, `Aces: Ana / Ben`), with
    one player a line and the team behind; a file and a list with a header are left as they are."""
    lines = spreadsheets.lines_of(text) if isinstance(text, str) else []
    if not any(SEVERAL.search(line) for line in lines) or re.match(r"\W*(name|nombre)\b", lines[0], re.IGNORECASE):
        return text
    mark = next((sign for sign in "\t;" if any(sign in line for line in lines)), ",")
    return "\n".join(part for line in lines for part in _people(line, mark))


def _people(line: str, mark: str) -> list[str]:
    """The lines of the people in a line; the line itself if there is one."""
    written, _mark, team = (part.strip() for part in line.partition(mark))
    if found := NAMED.fullmatch(written):
        written, team = found["people"], found["team"].strip()
    people = [one.strip() for one in SEVERAL.split(written) if one.strip()]
    if len(people) < 2 or mark in team:
        return [line]
    team = team or partner_names.joined([name_and_rating(one)[0] for one in people])
    return [mark.join((one, "", "", team)) for one in people]


def grouped(tournament: Tournament, lines: Sequence[RosterLine], entered: Collection[int]) -> Grouped:
    """Make entries of the lines that are not `entered` yet: one for each line, or in a tournament of teams one for each
    team name."""
    size = size_of(tournament)
    fresh = [line for line in lines if line.line not in entered]
    if not size.is_team:
        alone = [Problem(line.line, _("In this tournament everybody plays alone.")) for line in lines if line.team]
        return Grouped(tuple(Team(line.name, line.rating, (line.line,)) for line in fresh), tuple(alone))
    problems = [Problem(line.line, _("Which team does this player belong to?")) for line in lines if not line.team]
    found: dict[str, list[RosterLine]] = {}
    for line in fresh:
        found.setdefault(line.team.casefold(), []).append(line)
    known = {name.casefold() for name in tournament.entries.values_list("name", flat=True)}
    for key, members in found.items():
        problems += _of_team(members, size, key in known) if key else []
    teams = [
        Team(one[0].team, rating_of([line.rating for line in one], size.least), tuple(line.line for line in one))
        for one in found.values()
    ]
    return Grouped(tuple(teams), tuple(problems))


def rating_of(ratings: Sequence[int | None], playing: int) -> int | None:
    """The rating of a team: the mean rating of those of its first players (as many as play) who have one."""
    rated = [rating for rating in ratings[:playing] if rating is not None]
    return round(sum(rated) / len(rated)) if rated else None


def _of_team(members: Sequence[RosterLine], size: Size, is_known: bool) -> list[Problem]:
    """The problems of one team, each at the team's first line."""
    first = members[0]
    if is_known:
        return [Problem(first.line, _("The team “%(name)s” is entered already.") % {"name": first.team})]
    if not size.least <= len(members) <= size.most:
        words = ngettext("“%(name)s” has %(n)d member.", "“%(name)s” has %(n)d members.", len(members))
        said = words % {"name": first.team, "n": len(members)}
        return [Problem(first.line, f"{said} {size.words}")]
    return []
