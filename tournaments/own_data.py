"""What tournaments know about a person: show it to them, and delete it when they leave."""

import re
from collections.abc import Iterable
from datetime import datetime
from typing import Any, cast

from django.db.models import CharField, F, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.own_data.parts import Blocked, Obstacle, Part
from notices.services import forgetting
from tournaments.entries.services import entering, partner_names
from tournaments.event.selectors import finding, sitters
from tournaments.models import (
    GONE,
    OPEN_JOBS,
    OVER,
    Announcement,
    Arena,
    ArenaPlayer,
    ByeRequest,
    CalendarKey,
    Case,
    EntryMember,
    LineUpPlace,
    Match,
    MatchSide,
    PairingJob,
    Payment,
    SitAndGoPlace,
    TableRuling,
    Tournament,
    Trophy,
)


def tell(user: User) -> dict[str, Any]:
    """The tournaments, matches, tables and trophies of a person, their requests, and the cases that they brought before
    officials. Of a report about them it tells when it was made and how it was handled, not who made it."""
    entries = EntryMember.objects.filter(user=user).select_related("tournament__club", "entry__payment").order_by("pk")
    return {
        "entries": [_entry(member) for member in entries],
        "matches": list(_matches(finding.by_name(finding.matches_of(user)))),
        "boards": list(_matches(_boards(user))),
        "byes_asked_for": list(
            ByeRequest.objects.filter(by=user)
            .order_by("pk")
            .values("kind", "round_number", "reason", "at", of_entry=F("entry__public_id"))
        ),
        "calls_and_reports": list(
            Case.objects.filter(opened_by=user)
            .order_by("pk")
            .values(
                "kind",
                "words",
                "opened_at",
                "handled_at",
                "outcome",
                at_match=F("match__public_id"),
            )
        ),
        "reports_about_me": list(
            Case.objects.filter(about=user).order_by("pk").values("opened_at", "handled_at", "outcome")
        ),
        "calendar_since": CalendarKey.objects.filter(user=user).values_list("made_at", flat=True).first(),
        "announcements": list(
            Announcement.objects.filter(by=user).order_by("pk").values("words", "at", in_=F("tournament__public_id"))
        ),
        "appeals": list(
            TableRuling.objects.filter(appealed_by=user)
            .order_by("pk")
            .values("public_id", "appeal", "appealed_at", "is_upheld", "decision")
        ),
        "trophies": list(
            Trophy.objects.filter(user=user)
            .order_by("pk")
            .values("kind", "place", "figure", of_season=F("season__name"), of_club=F("season__club__name"))
        ),
        "arenas": list(
            ArenaPlayer.objects.filter(user=user)
            .order_by("pk")
            .values("joined_at", "points", "games", "wins", of_arena=F("arena__public_id"), called=F("arena__name"))
        ),
        "waits_for_a_sit_and_go_since": SitAndGoPlace.objects.filter(user=user)
        .values_list("took_at", flat=True)
        .first(),
        "arenas_opened": list(Arena.objects.filter(by=user).order_by("pk").values("public_id", "name", "opened_at")),
    }


def _entry(member: EntryMember) -> dict[str, Any]:
    tournament: Tournament = member.tournament
    payment: Payment | None = getattr(member.entry, "payment", None)
    return {
        "tournament": {"id": tournament.public_id, "name": tournament.name, "club": tournament.club.name},
        "starts_at": tournament.starts_at,
        "entry": member.entry.public_id,
        "name": member.entry.name,
        "club": member.entry.club,
        "label": member.entry.label,
        "status": member.entry.status,
        "entered_at": member.entry.entered_at,
        "paid_at": payment.at if payment else None,
        "accepted_at": member.accepted_at,
        "refused_at": member.refused_at,
    }


def _boards(user: User) -> QuerySet[Match]:
    """The boards of matches of teams at which a person sat, alone or with a partner."""
    sat = Q(member__user=user)
    for place in LineUpPlace.objects.filter(member__user=user).select_related("entry__tournament"):
        if (count := sitters.at_table(place.entry.tournament.variant)) > 1:
            board = {"match__round__number": place.round_number, "match__number": sitters.board_of(place, count)}
            sat |= Q(parent__seat__entry=place.entry_id, **board)
    found = Match.objects.of_boards().filter(pk__in=MatchSide.objects.filter(sat).values("match")).order_by("pk")
    return found.select_related("round__stage__tournament").prefetch_related(finding.BOARD_SIDES)


def _matches(found: Iterable[Match]) -> Iterable[dict[str, Any]]:
    for match in found:
        yield {
            "id": match.public_id,
            "tournament": match.round.stage.tournament.public_id,
            "round": match.round.number,
            "state": match.state,
            "kind": match.result_kind,
            "finished_at": match.finished_at,
            "sides": [
                {"entry": side.entry.public_id, "points": side.points, "game_points": side.game_points}
                for side in match.sides.all()
            ],
        }


def obstacles(user: User) -> list[Obstacle]:
    """An obstacle for each tournament that is not over in which a match waits for the person, or in which
    others play with them."""
    waiting = {
        *(match.round.stage.tournament for match in finding.current_matches(user)),
    }
    found = []
    for member in _unfinished(user):
        tournament = member.tournament
        if tournament in waiting:
            words = _("A match waits for you in %(name)s: play it, or withdraw there.")
        elif len(member.entry.members.all()) > 1:
            words = _("You play with others in %(name)s: ask an official for a substitute, or withdraw there.")
        else:
            continue
        link = reverse("tournaments:detail", args=[tournament.slug])
        found.append(Obstacle(words % {"name": tournament.name}, link))
    return found


def _unfinished(user: User) -> QuerySet[EntryMember]:
    """The person's entries in tournaments that are not over, without those that have left."""
    found = EntryMember.objects.filter(user=user).exclude(tournament__state__in=OVER)
    found = found.exclude(entry__status__in=GONE).select_related("tournament", "entry").order_by("pk")
    return found.prefetch_related("entry__members")


def forget(user: User, alias: str, now: datetime) -> None:
    """Withdraw the person from all tournaments that are not over. Entries, results, places and trophies stay and name
    the alias; what the person wrote to officials, and how they named their arenas, is deleted, and so are the quotes in
    reports about them once these are handled. Locks each entry that is withdrawn. Raises Blocked."""
    if found := obstacles(user):
        raise Blocked(found)
    for member in _unfinished(user):
        entering.withdraw(entry=member.entry, now=now, by=user)
    _unname_at_desks(user, alias)
    for member in EntryMember.objects.filter(user=user).select_related("entry__tournament"):
        partner_names.rename_member(member.entry, user, alias)
    for case in Case.objects.filter(opened_by=user).exclude(words=""):
        forgetting.take_back(key=f"case:{case.public_id}")
    Case.objects.filter(opened_by=user).update(words="")
    Case.objects.filter(Q(about=user, handled_at__isnull=False) | Q(opened_by=user)).update(lines=[])
    ByeRequest.objects.filter(by=user).update(reason="")
    CalendarKey.objects.filter(user=user).delete()
    ArenaPlayer.objects.filter(user=user).update(waits_since=None)
    Arena.objects.filter(by=user).update(name="Arena")
    SitAndGoPlace.objects.filter(user=user).delete()
    played = EntryMember.objects.filter(user=user).values("tournament")
    over = PairingJob.objects.filter(stage__tournament__in=played).exclude(state__in=OPEN_JOBS)
    over.update(text="", answer={})  # why no pairing could be made, with the names of who blocked it


def _unname_at_desks(user: User, alias: str) -> None:
    """Let what the site itself wrote before rulings, calls and appeals (a name and a colon) name the alias."""
    own = [member.entry for member in EntryMember.objects.filter(user=user).select_related("entry")]
    names = {user.name, *(one.name for one in own if one.members.count() == 1)}
    begins = re.compile(rf"(^|: )(?:{'|'.join(map(re.escape, names))}): ")  # "Board 2: Ana: …"

    def unname(row: Case | TableRuling, *fields: str) -> None:
        for field in fields:
            said = begins.sub(lambda found: f"{found[1]}{alias}: ", getattr(row, field), count=1)
            most = cast("CharField[str, str]", row._meta.get_field(field)).max_length
            setattr(row, field, said[:most])

    cases = Case.objects.filter(match__sides__seat__entry__in=own).prefetch_related("rulings").distinct()
    for case in cases:
        unname(case, "outcome", *(["words"] if case.opened_by_id is None else []))
        case.save(update_fields=["outcome", "words"])
        for one in case.rulings.all():
            unname(one, "words", "appeal")
            if one.chosen and one.chosen["name"] in names:
                one.chosen = {**one.chosen, "name": alias}
            one.save(update_fields=["words", "appeal", "chosen"])


PART = Part(name="tournaments", tell=tell, forget=forget, obstacles=obstacles)
