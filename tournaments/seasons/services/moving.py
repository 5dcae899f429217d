"""Move a name's part in closed seasons to the person it turns out to be."""

from dataclasses import replace

from accounts.models import User
from tournaments.models import Season
from tournaments.seasons.selectors.facts import Facts, kept_facts


def move_person(of: User, to: User) -> None:
    """Let the tables and trophies of closed seasons name `to` instead of `of`. A season in which both appear stays as
    it was, and is shown as stale, because its places would change. Locks the seasons."""
    clubs = (of.entry_members.all() | to.entry_members.all()).values("tournament__club")
    for season in Season.objects.select_for_update().filter(club__in=clubs).exclude(kept=None).order_by("pk"):
        assert season.kept is not None
        facts = kept_facts(season.kept)
        people = {one.person for one in facts.played}
        if of.pk not in people or to.pk in people:
            continue
        season.kept = _renamed(facts, of.pk, to.pk).kept()
        season.save(update_fields=["kept"])
        season.trophies.filter(user=of).update(user=to)


def _renamed(facts: Facts, of: int, to: int) -> Facts:
    """The facts with one person's key replaced by another's."""
    new: dict[int | None, int] = {of: to}
    played = tuple(replace(one, person=new.get(one.person, one.person)) for one in facts.played)
    meetings = tuple(
        replace(
            one,
            first=new.get(one.first, one.first),
            second=new.get(one.second, one.second),
            winner=new.get(one.winner, one.winner),
        )
        for one in facts.meetings
    )
    return Facts(facts.evenings, played, meetings)
