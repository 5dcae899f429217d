"""A person's data in the games: show it to them, and delete it when they leave."""

from datetime import datetime
from typing import Any

from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.own_data.parts import Blocked, Obstacle, Part
from games import selectors
from games.models import (
    Challenge,
    ChatLine,
    ConductReport,
    DailyTry,
    Follow,
    Gathering,
    Mute,
    Place,
    ProblemAnswer,
    Seat,
    Seek,
    Silence,
    Table,
    Unchallenged,
)

TALLIED = (
    "rules",
    "sittings",
    "won",
    "deals",
    "deals_won",
    "gins",
    "undercuts",
    "wins_in_a_row",
    "gins_in_a_row",
    "best_deal",
    "best_win",
    "best_total",
)


def tell(user: User) -> dict[str, Any]:
    """All data that games hold: where the person sat and how it ended, what they said there, and whom they have muted.
    Of a report about them, only its time and outcome, not who made it."""
    return {
        "tables": list(
            Seat.objects.filter(user=user)
            .order_by("pk")
            .values(
                "seat",
                at_table=F("table__public_id"),
                rules=F("table__rules"),
                label=F("table__label"),
                opened_at=F("table__opened_at"),
                finished_at=F("table__finished_at"),
                result=F("table__result"),
            )
        ),
        "records": list(user.tallies.order_by("rules").values(*TALLIED)),
        "said": list(
            ChatLine.objects.filter(by=user)
            .order_by("pk")
            .values("at", "phrase", "text", "heard_by", at_table=F("table__public_id"))
        ),
        "does_not_hear": list(Mute.objects.filter(by=user).order_by("pk").values("at", whom=F("of__public_id"))),
        "asked_not_to_talk": list(
            Silence.objects.filter(user=user)
            .order_by("pk")
            .values("at", "reason", "lifted_at", at_table=F("table__public_id"))
        ),
        "reports_made": list(
            ConductReport.objects.filter(by=user)
            .order_by("pk")
            .values("at", "words", "handled_at", "outcome", whom=F("about__public_id"))
        ),
        "reports_about_me": list(
            ConductReport.objects.filter(about=user).order_by("pk").values("at", "handled_at", "outcome")
        ),
        "tables_opened": list(
            Gathering.objects.filter(by=user).order_by("pk").values("public_id", "rules", "opened_at", "closed_at")
        ),
        "looks_for_an_opponent": list(
            Seek.objects.filter(user=user).values("rules", "length", "is_rated", "least", "most", "began_at")
        ),
        "challenges": [
            _challenge(one, user)
            for one in Challenge.objects.filter(Q(by=user) | Q(to=user)).select_related("by", "to").order_by("pk")
        ],
        "follows": list(Follow.objects.filter(by=user).order_by("pk").values("since", whom=F("of__public_id"))),
        "deals_of_the_day": list(
            DailyTry.objects.filter(user=user).order_by("pk").values(day=F("deal__day"), at_table=F("table__public_id"))
        ),
        "problems_of_the_day": list(
            ProblemAnswer.objects.filter(user=user).order_by("pk").values("card", "at", day=F("problem__day"))
        ),
        "takes_no_challenges": Unchallenged.objects.filter(user=user).exists(),
    }


def _challenge(one: Challenge, user: User) -> dict[str, Any]:
    """One challenge, from the side of one of the two."""
    whom = {"to": one.to.public_id} if one.by_id == user.pk else {"by": one.by.public_id}
    return whom | {"rules": one.rules, "is_rated": one.is_rated, "made_at": one.made_at, "answer": one.answer}


def obstacles(user: User) -> list[Obstacle]:
    """An obstacle for each table at which the person is still playing."""
    words = _("You sit at a table that is being played: finish the game, or resign it.")
    return [Obstacle(words, reverse("games:table", args=[table.public_id])) for table in selectors.playing_for(user)]


def forget(user: User, alias: str, now: datetime) -> None:
    """Delete what the person said, and what they wrote about others. Tables stay and show the alias. A report about
    them that still waits for an official stays, too. Locks the seats of the person. Raises Blocked."""
    seats = list(Seat.objects.select_for_update().filter(user=user).values_list("table_id", flat=True))
    if found := obstacles(user):
        raise Blocked(found)
    for table in Table.objects.filter(pk__in=seats, ref="").exclude(label="").prefetch_related("seats__user"):
        table.label = " – ".join(alias if seat.user_id == user.pk else str(seat.user) for seat in table.seats.all())
        table.save(update_fields=["label"])
    ChatLine.objects.filter(by=user).delete()
    Mute.objects.filter(Q(by=user) | Q(of=user)).delete()
    Silence.objects.filter(user=user).delete()
    ConductReport.objects.filter(Q(by=user) | Q(about=user, handled_at__isnull=False)).delete()
    Place.objects.filter(user=user, gathering__table=None).delete()
    Seek.objects.filter(user=user).delete()
    Challenge.objects.filter(Q(by=user) | Q(to=user)).delete()
    Unchallenged.objects.filter(user=user).delete()
    Follow.objects.filter(Q(by=user) | Q(of=user)).delete()
    DailyTry.objects.filter(user=user).delete()
    ProblemAnswer.objects.filter(user=user).delete()
    Gathering.objects.filter(by=user, table=None, closed_at=None).update(closed_at=now)


PART = Part(name="games", tell=tell, forget=forget, obstacles=obstacles)
