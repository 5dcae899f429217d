"""The names of partners who sit at one table for an entry: in words beside its name, or as its name."""

from collections.abc import Sequence

from accounts import names
from accounts.models import User
from tournaments.event.selectors.entry_sizes import Size, size_of
from tournaments.models import Entry

MOST_LETTERS = 500


def own_name(users: Sequence[User]) -> str:
    """The name of a pair without one: “Ana & Ali”, of three “Ana, Ali & Abe”; cut where it is too long."""
    return joined([str(user) for user in users])


def joined(called: Sequence[str]) -> str:
    """The names of partners as one name."""
    return " & ".join([*([", ".join(called[:-1])] if called[1:] else []), *called[-1:]])[: names.LONGEST].strip()


def beside(name: str, users: Sequence[User], size: Size) -> str:
    """The partners of an entry in words, to stand beside its name; empty where the name says it, or each plays
    alone."""
    if not size.is_at_one_table or name == own_name(users):
        return ""
    return ", ".join(str(user) for user in users)[:MOST_LETTERS]


def write_beside(entry: Entry, before: Sequence[User]) -> None:
    """Write again who sits for an entry, whose members have changed from those `before`; a pair that was called by its
    members is called by its new ones. Called with it locked."""
    size = size_of(entry.tournament)
    users = [member.user for member in entry.members.select_related("user").order_by("order")[: size.least]]
    if size.is_at_one_table and entry.name == own_name(before):
        entry.name = own_name(users)
    entry.partners = beside(entry.name, users, size)
    entry.save(update_fields=["name", "partners"])


def rename_member(entry: Entry, user: User, name: str) -> None:
    """Call one of an entry's members by another name, wherever the entry names them: by itself, as a pair that is
    called by its members, or beside its name. The name of a team stays."""
    size = size_of(entry.tournament)
    members = [member.user for member in entry.members.select_related("user").order_by("order")]
    before = own_name(members[: size.least])
    for member in members:
        member.name = name if member.pk == user.pk else member.name
    users = members[: size.least]
    if len(members) == 1:
        entry.name = name
    elif entry.name == before:
        entry.name = own_name(users)
    entry.partners = beside(entry.name, users, size)
    entry.save(update_fields=["name", "partners"])
