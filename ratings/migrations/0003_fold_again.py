"""Changes in a table that PostgreSQL keeps in parts, a large run in its own; what runs had worked out is worked out
again: the digest of inputs is taken in another way from here on."""

from datetime import timedelta
from typing import Any

from django.db import migrations
from django.utils import timezone

PARTED = """
ALTER TABLE ratings_change RENAME TO ratings_change_rest;
ALTER TABLE ratings_change_rest RENAME CONSTRAINT ratings_change_pkey TO ratings_change_rest_pkey;
ALTER INDEX change_history RENAME TO change_history_rest;
CREATE TABLE ratings_change (LIKE ratings_change_rest INCLUDING DEFAULTS INCLUDING CONSTRAINTS)
    PARTITION BY LIST (run_id);
ALTER TABLE ratings_change ADD CONSTRAINT ratings_change_pkey PRIMARY KEY (match_id, run_id, player_id);
CREATE INDEX change_history ON ratings_change (run_id, player_id, seq);
ALTER TABLE ratings_change ATTACH PARTITION ratings_change_rest DEFAULT;
"""


def part(apps: Any, schema_editor: Any) -> None:
    """PostgreSQL only."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(PARTED)


def forget(apps: Any, schema_editor: Any) -> None:
    """Every pool starts over; the sweep folds it again."""
    pool, work = apps.get_model("ratings", "Pool"), apps.get_model("duework", "DueWork")
    pool.objects.update(run=None)
    apps.get_model("ratings", "RatingRun").objects.all().delete()
    apps.get_model("ratings", "RatedMatch").objects.update(is_pending=True)
    for key in pool.objects.values_list("key", flat=True):
        due_at = timezone.now() + timedelta(seconds=3)
        work.objects.create(key=f"ratings.rate:2:{key}", kind="ratings.rate", due_at=due_at, payload={"pool": key})


class Migration(migrations.Migration):
    dependencies = [("ratings", "0002_runs_in_segments"), ("duework", "0001_initial")]

    operations = [
        migrations.RunPython(part, migrations.RunPython.noop),
        migrations.RunPython(forget, migrations.RunPython.noop),
    ]
