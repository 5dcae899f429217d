"""Who may see the decks of a duplicate round, and their scores."""

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from tournaments.event.permissions import Somebody, may_direct, plays_in, require_director
from tournaments.event.selectors import finding
from tournaments.models import Match, Mode, Round


def may_see_deck_scores(user: Somebody, match: Match) -> bool:
    """May this person see a table's scores? Everybody may after the round; before that only the players of the match
    and officials."""
    is_over = match.round.is_over
    return is_over or plays_in(user, match) or may_direct(user, match.round.stage.tournament)


def may_lay_out(user: Somebody, rnd: Round) -> bool:
    """May this person see the decks of a round (and in a mirror their order) before it is over? Only an official who
    does not play in the tournament, and only where decks are laid out by hand."""
    tournament = rnd.stage.tournament
    is_out = tournament.mode != Mode.ONLINE and finding.entry_of(user, tournament) is None
    return is_out and may_direct(user, tournament)


def require_deal_sheets(user: Somebody, rnd: Round) -> None:
    """Raise PermissionDenied unless this person may see the decks of a round that is not over."""
    require_director(user, rnd.stage.tournament)
    if not may_lay_out(user, rnd):
        raise PermissionDenied(
            _("Officials who play here may not see the decks, and nobody may see those of live tables.")
        )
