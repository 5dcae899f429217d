"""Players who come and go: each change is audited once, and an act that changes nothing is not."""

import pytest

from audit.models import AuditEntry
from tournaments.entries.services import entering

pytestmark = pytest.mark.django_db


def recorded(entry) -> list[tuple[str, str]]:
    """How the status of an entry changed, as the audit has it."""
    said = AuditEntry.objects.filter(action__startswith="entry.").order_by("pk")
    changes = [one for one in said if one.before and one.before.get("entry") == entry.public_id]
    return [(one.before["status"], one.after["status"]) for one in changes]


def test_each_change_is_recorded_once(make_tournament, organiser, clock):
    entry = make_tournament(players=4).entries.first()
    facts = {"entry": entry, "by": organiser}
    before = recorded(entry)
    entering.undo_check_in(**facts, now=clock())
    entering.undo_check_in(**facts, now=clock())
    entering.check_in(**facts, now=clock())
    entering.check_in(**facts, now=clock())
    assert recorded(entry)[len(before) :] == [("checked_in", "entered"), ("entered", "checked_in")]
