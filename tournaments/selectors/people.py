"""The people behind entries, read with them in one query."""

from django.db.models import Prefetch

from tournaments.models import EntryMember


def people(path: str = "") -> Prefetch:
    """To be prefetched: the members of entries with their users; `path` leads to the entries, such as "seat__entry"."""
    lookup = f"{path}__members" if path else "members"
    return Prefetch(lookup, EntryMember.objects.select_related("user").order_by("order"))
