"""Open the live tables of a tournament, for a match or one board, and say which matches have one."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from audit import services as audit
from games.live.setup import talk
from games.live.setup.terms import CLAIM
from games.services import tables
from tournaments.duplicate import selectors as duplicate_selectors
from tournaments.duplicate import services as duplicate_services
from tournaments.entries.services.entering import require_mixed
from tournaments.errors import Refusal
from tournaments.event.selectors import finding, lengths, sitters
from tournaments.matches.selectors import reference
from tournaments.models import EntryMember, Match, MatchState, Round, RoundState
from tournaments.results.services import hand_over


def open_for_match(match: Match, now: datetime) -> None:
    """Open the live table of a match, or in duplicate by teams those of its two boards. Called with its round
    locked."""
    if duplicate_selectors.has_boards(match.round.stage):
        duplicate_services.set_up_boards(match)
        for board in finding.boards_of(match):
            open_for_board(board, now)
        return
    users = _by_turns(sitters.at_match(match))
    label = _("%(name)s, round %(n)d, table %(table)d") % _said(match)
    match.table, match.state = _opened(match, users, reference(match), label, now), MatchState.PLAYING
    match.save(update_fields=["table", "state"])


def open_for_board(board: Match, now: datetime) -> None:
    """Open the live table of a board for which both teams have a player. Called with its round locked."""
    users = _by_turns(board.people)
    label = _("%(name)s, round %(n)d, table %(table)d, board %(board)d") % (
        _said(board.whole) | {"board": board.number}
    )
    board.table = _opened(board.whole, users, reference(board), label, now, board.number)
    board.state = MatchState.PLAYING
    board.save(update_fields=["table", "state"])


def _by_turns(sides: Sequence[Sequence[EntryMember]]) -> list[User]:
    """PRT-1: the users in the order of their seats, from seat A on; the sides alternate."""
    return [user for user, _side in hand_over.seats_by_turns([[one.user for one in side] for side in sides])]


def _opened(match: Match, users: Sequence[User], ref: str, label: str, now: datetime, board: int = 1) -> str:
    """Open the live table of a match, from its players and settings as plain data: with given decks if there are any,
    and with the minutes of its round. Returns its public id."""
    tournament, decks = match.round.stage.tournament, duplicate_selectors.given_decks(match.round, board)
    chosen = tournament.settings
    house = chosen.get("house_level", "")
    seats = [tables.SeatSpec(user=user, house_level=house or user.house_level) for user in users]
    table = tables.open_table(
        rules_key=tournament.variant,
        seats=seats,
        options=None if chosen.get("laws", "strict") == "strict" else {"laws": chosen["laws"]},
        ref=ref,
        label=label,
        settings={
            "aids": chosen.get("aids", "full"),
            "clock": chosen.get("clock"),
            "gone": chosen.get("gone", CLAIM),
            "pace": chosen.get("pace", "people"),
            "chat": chosen.get("chat", talk.DEFAULT),
            "spectators": chosen.get("spectators", True),
            "delay": chosen.get("delay", "none"),
            "shuffle": "server" if decks or all(seat.house_level for seat in seats) else "players",
            "tournament": tournament.public_id,
            "round": match.round.number,
            **lengths.played_to(match),
            **({"rules_called": tournament.rules_called} if tournament.rules_called else {}),
        },
        decks=decks,
        now=now,
    )
    return table.public_id


def _said(match: Match) -> dict[str, object]:
    return {"name": match.round.stage.tournament.name, "n": match.round.number, "table": match.table_no}


@transaction.atomic
def set_live(*, match: Match, is_live: bool, now: datetime, by: User | None = None) -> None:
    """Set whether this match is played at a live table or in person. Locks the round.

    Raises Refusal where the tournament is not mixed, or once the round runs.
    """
    rnd = Round.objects.select_for_update(of=("self",)).select_related("stage__tournament").get(pk=match.round_id)
    require_mixed(rnd.stage.tournament.mode)
    if rnd.state not in (RoundState.DRAFT, RoundState.PUBLISHED):
        raise Refusal(_("The round has begun: its tables are set up."), "running")
    if Match.objects.filter(pk=match.pk).exclude(is_live=is_live).update(is_live=is_live):
        audit.record(actor=by, action="match.venue", target=reference(match), now=now, after={"is_live": is_live})
