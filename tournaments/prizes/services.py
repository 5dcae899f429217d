"""Write the prizes of a tournament."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.errors import Invalid
from tournaments.event.services.acts import record_tournament
from tournaments.event.services.cancelled import refuse_cancelled
from tournaments.models import PrizeList, Tournament

KINDS = ("all", "rating", "club", "label")
MOST_CATEGORIES, MOST_PLACES = 12, 50
MOST_CENTS = 100_000_000


@transaction.atomic
def write_prizes(
    *,
    tournament: Tournament,
    categories: Sequence[Mapping[str, Any]],
    is_one_each: bool,
    currency: str,
    now: datetime,
    by: User | None,
    is_shared: bool = True,
) -> PrizeList:
    """Replace the prizes of a tournament; who gets them follows from the standings. Locks the tournament. Raises
    Invalid; Refusal for a cancelled tournament."""
    tournament = Tournament.objects.select_for_update(of=("self",)).select_related("club").get(pk=tournament.pk)
    refuse_cancelled(tournament)
    kept = [_checked(one) for one in categories]
    if len(kept) > MOST_CATEGORIES:
        raise Invalid("categories", _("At most %(n)d categories.") % {"n": MOST_CATEGORIES})
    if len({one["name"].casefold() for one in kept}) < len(kept):
        raise Invalid("categories", _("Two categories have the same name."))
    facts = {"categories": kept, "is_one_each": is_one_each, "is_shared": is_shared, "currency": currency.strip()[:8]}
    old = PrizeList.objects.filter(tournament=tournament).first()
    before = {key: getattr(old, key) for key in facts} if old else None
    made, _new = PrizeList.objects.update_or_create(tournament=tournament, defaults=facts)
    record_tournament(tournament, "tournament.prizes", by, now, before=before, after=facts)
    return made


def _checked(one: Mapping[str, Any]) -> dict[str, Any]:
    """Check a category and return it in its stored form. Raises Invalid."""
    name, kind = " ".join(str(one.get("name", "")).split())[:60], one.get("kind", "all")
    if not name or kind not in KINDS:
        raise Invalid("name", _("Each category needs a name."))
    kept: dict[str, Any] = {"name": name, "kind": kind, "prizes": [_prize(prize) for prize in one.get("prizes", ())]}
    if not 1 <= len(kept["prizes"]) <= MOST_PLACES:
        raise Invalid("prizes", _("“%(name)s” needs from 1 to %(n)d prizes.") % {"name": name, "n": MOST_PLACES})
    if kind == "rating":
        kept["low"], kept["high"] = one.get("low") or 0, one.get("high") or 9_999
        kept |= {"unrated": True} if one.get("unrated") else {}
        if kept["low"] > kept["high"]:
            raise Invalid("low", _("“%(name)s”: the lower rating comes first.") % {"name": name})
    if kind in ("club", "label"):
        kept["value"] = " ".join(str(one.get("value", "")).split())[:60]
        if not kept["value"]:
            raise Invalid("value", _("“%(name)s”: say which club or label.") % {"name": name})
    return kept


def _prize(prize: Mapping[str, Any]) -> dict[str, Any]:
    cents, words = prize.get("cents", 0), " ".join(str(prize.get("words", "")).split())[:80]
    if type(cents) is not int or not 0 <= cents <= MOST_CENTS or not (cents or words):
        raise Invalid("prizes", _("A prize is an amount, a thing, or both."))
    return {"cents": cents, "words": words}
