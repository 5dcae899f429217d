"""The names of partners who sit at one table for an entry: in words beside its name, or as its name."""

from collections.abc import Sequence

from accounts import names
from accounts.models import User
from tournaments.event.selectors.entry_sizes import Size, size_of
from tournaments.models import Entry

MOST_LETTERS = 500


def own_name(users: Sequence[User]) -> str:
    """The name of a pair that has none of its own: “Ana & Ali”, of three “Ana, Ali & Abe”; shortened if it is too
    long."""
    return joined([str(user) for user in users])


def joined(called: Sequence[str]) -> str:
    """The names of partners as one name."""
    return " & ".join([*([", ".join(called[:-1])] if called[1:] else []), *called[-1:]])[: names.LONGEST].strip()


def beside(name: str, users: Sequence[User], size: Size) -> str:
    """The partners of an entry in words, to be shown after its name; empty if the name contains them, or if everybody
    plays alone."""
    if not size.is_at_one_table or name == own_name(users):
        return ""
    return ", ".join(str(user) for user in users)[:MOST_LETTERS]


def write_beside(entry: Entry, before: Sequence[User]) -> None:
    """Update the names of an entry whose members were those of `before`: a pair that is named after its members gets a
    new name. Called with it locked."""
    size = size_of(entry.tournament)
    users = [member.user for member in entry.members.select_related("user").order_by("order")[: size.least]]
    if size.is_at_one_table and entry.name == own_name(before):
        entry.name = own_name(users)
    entry.partners = beside(entry.name, users, size)
    entry.save(update_fields=["name", "partners"])


def rename_member(entry: Entry, user: User, name: str) -> None:
    """Replace the name of one member wherever the entry shows it: as its own name, in the name of a pair, or beside its
    name. The name of a team stays."""
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
