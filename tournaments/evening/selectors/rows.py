"""What the rows of players on the organiser's pages offer: byes, half points for late ones, who is perhaps a double."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.entries import selectors as entries
from tournaments.event.selectors import finding
from tournaments.merging import selectors as merging
from tournaments.merging.selectors import Double
from tournaments.models import GONE, ByeRequest, EntryStatus, Round, Tournament, TournamentState
from tournaments.rounds.services.requests import Offer, offered


@dataclass(frozen=True, slots=True)
class Menus:
    """The data for the rows of players: the `rounds` in which a bye can still be noted, and by entry the byes noted for
    coming rounds, half points that can be given for missed rounds, what becomes of a match if it withdraws, and the
    person whom its name perhaps means."""

    rounds: tuple[int, ...] = ()
    byes: Mapping[int, Sequence[ByeRequest]] = field(default_factory=dict)
    offers: Mapping[int, Offer] = field(default_factory=dict)
    leaving: Mapping[int, str] = field(default_factory=dict)
    doubles: Mapping[int, Double] = field(default_factory=dict)


def menus(tournament: Tournament) -> Menus:
    """The menus of the rows on the organiser's pages of players."""
    if tournament.is_over:
        return Menus()
    leaving, doubles = entries.leaving(tournament), merging.doubles(tournament)
    stage = next(iter(finding.stages(tournament)), None)
    if stage is None or not stage.takes_byes:
        return Menus(leaving=leaving, doubles=doubles)
    last = stage.rounds.order_by("-number").values_list("number", flat=True).first() or 0
    byes: dict[int, list[ByeRequest]] = {}
    asked = ByeRequest.objects.filter(entry__tournament=tournament, round_number__gt=last)
    for one in asked.order_by("round_number"):
        byes.setdefault(one.entry_id, []).append(one)
    rounds = tuple(range(last + 1, stage.settings["rounds"] + 1))
    return Menus(rounds=rounds, byes=byes, offers=_offers(tournament), leaving=leaving, doubles=doubles)


def _offers(tournament: Tournament) -> dict[int, Offer]:
    """The half points that late entries can be given for the rounds that they missed, by entry; those who have missed
    none, or may be given none, are left out."""
    if tournament.state != TournamentState.RUNNING or finding.ladder_stage(tournament) is not None:
        return {}
    late = list(tournament.entries.filter(joined_round__gt=1).exclude(status__in=[*GONE, EntryStatus.WAITING]))
    return {pk: offer for pk, offer in offered(late).items() if offer.count}


def is_new(joined_round: int, rnd: Round | None) -> bool:
    """Has a late entry not played to the end of a round yet?"""
    return rnd is None or joined_round >= rnd.number
