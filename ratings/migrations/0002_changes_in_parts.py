"""PostgreSQL keeps the rating changes in parts: a large run has a part of its own, which is dropped with it."""

from typing import Any

from django.db import migrations

PARTED = """
ALTER TABLE ratings_change RENAME TO ratings_change_rest;
ALTER TABLE ratings_change_rest RENAME CONSTRAINT ratings_change_pkey TO ratings_change_rest_pkey;
ALTER INDEX change_history RENAME TO change_history_rest;
CREATE TABLE ratings_change (LIKE ratings_change_rest INCLUDING DEFAULTS INCLUDING CONSTRAINTS)
    PARTITION BY LIST (run_id);
ALTER TABLE ratings_change ADD CONSTRAINT ratings_change_pkey PRIMARY KEY (match_id, run_id, player_id);
CREATE INDEX change_history ON ratings_change (run_id, player_id, seq) INCLUDE (after);
ALTER TABLE ratings_change ATTACH PARTITION ratings_change_rest DEFAULT;
"""


def part(apps: Any, schema_editor: Any) -> None:
    """SQLite has no parts, and needs none."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(PARTED)


class Migration(migrations.Migration):
    dependencies = [("ratings", "0001_initial")]
    operations = [migrations.RunPython(part, migrations.RunPython.noop)]
