"""The effects of reopening a finished tournament on its stages, ratings, prizes and the points of seasons."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ratings.models import RatingList
from tournaments.corrections.services.cancelling import concerned
from tournaments.event.selectors import finding
from tournaments.event.selectors.words import stage_name
from tournaments.models import RoundState, Tournament
from tournaments.prizes import selectors as prizes
from tournaments.seasons.selectors import reading, season_tables
from tournaments.stages.services.reopening import was_left_out


@dataclass(frozen=True, slots=True)
class Reopening:
    """The effects of reopening a tournament, as sentences, and the end that was `seen`."""

    seen: str
    words: tuple[str, ...]


def reopening(tournament: Tournament) -> Reopening:
    """The effects of reopening this tournament. Writes nothing."""
    ended = tournament.finished_at
    words = [*_stages(tournament), *_sealed(tournament), *_ratings(tournament)]
    words += [*_prizes(tournament), *_seasons(tournament)]
    return Reopening(ended.isoformat() if ended else "", tuple(words))


def _stages(tournament: Tournament) -> list[str]:
    last = [one for one in tournament.stages.select_related("tournament") if not one.followers.exists()]
    left_out = [_("“%(name)s” was left out: it waits again for who goes on.") % {"name": stage_name(one)}
                for one in last if was_left_out(one)]  # fmt: skip
    again = _("The standings are open: a result, a round or a knockout can follow until somebody confirms them again.")
    return [again, *left_out]


def _sealed(tournament: Tournament) -> list[str]:
    numbers = tournament.stages.filter(rounds__state=RoundState.SEALED).values_list("rounds__number", flat=True)
    if not numbers:
        return []
    words = ngettext(
        "The results of round %(numbers)s are final until that round is reopened.",
        "The results of rounds %(numbers)s are final until such a round is reopened.",
        len(numbers),
    )
    return [words % {"numbers": ", ".join(map(str, sorted(numbers)))}]


def _ratings(tournament: Tournament) -> list[str]:
    rated = concerned(tournament).rated
    if not rated:
        return [_("Nothing of it is rated, so no rating changes.")]
    stays = ngettext(
        "%(n)d match is rated and stays so; one that changes is rated again, with all since.",
        "%(n)d matches are rated and stay so; one that changes is rated again, with all since.",
        rated,
    )
    published = RatingList.objects.filter(occasion=finding.list_occasion(tournament)).exists()
    following = (
        _("The list of ratings that was published at its end stands until it ends again; then a new one replaces it.")
        if published
        else _("The list of ratings at its end is published when it ends again.")
    )
    return [stays % {"n": rated}, following]


def _prizes(tournament: Tournament) -> list[str]:
    held = prizes.prizes_of(tournament)
    lines = [(one.title, line) for one in prizes.tables(held) for line in one.lines] if held else []
    if not lines:
        return []
    named = "; ".join(
        f"{category}: {line.entry.name} ({', '.join(part for part in (line.money, *line.words) if part)})"
        for category, line in lines
    )
    return [_("The prizes are not shown until it ends again: %(prizes)s.") % {"prizes": named}]


def _seasons(tournament: Tournament) -> list[str]:
    found = []
    for season in reading.around(tournament):
        said = {"name": season.name}
        if season.kept is not None:
            if tournament.pk in season.kept["evenings"]:
                found.append(_("“%(name)s” is closed: its table and its trophies stand.") % said)
            continue
        table = season_tables.table_of(season)
        at = next((n for n, one in enumerate(table.evenings) if one.tournament.pk == tournament.pk), None)
        if at is not None:
            points = ", ".join(f"{row.user} {row.texts[at]}" for row in table.rows if row.cells[at] is not None)
            words = _("In “%(name)s” this evening does not count until it ends again. It has brought: %(points)s.")
            found.append(words % (said | {"points": points}))
    return found
