"""The log of a table is read by the key of its versions; an index of the table alone was one more to write at every move.

Only the index goes: Django would make the table anew on SQLite, and lose the triggers that keep the log append-only.
"""

import django.db.models.deletion
from django.db import migrations, models

INDEX = "games_play_table_id_343b58f2"


class Migration(migrations.Migration):
    dependencies = [("games", "0014_talk")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name="play",
                    name="table",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="plays",
                        to="games.table",
                    ),
                ),
            ],
            database_operations=[
                migrations.RunSQL(
                    sql=f"DROP INDEX IF EXISTS {INDEX}",
                    reverse_sql=f"CREATE INDEX {INDEX} ON games_play (table_id)",
                ),
            ],
        ),
    ]
