"""A trigger on both databases: a play in the log is added, never changed or removed."""

from django.db import migrations

POSTGRES = [
    """CREATE FUNCTION games_play_append_only() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'plays are append-only'; END $$""",
    """CREATE TRIGGER games_play_append_only BEFORE UPDATE OR DELETE ON games_play
       FOR EACH ROW EXECUTE FUNCTION games_play_append_only()""",
]
SQLITE = [
    f"""CREATE TRIGGER games_play_append_only_{verb} BEFORE {verb} ON games_play
        BEGIN SELECT RAISE(ABORT, 'plays are append-only'); END"""
    for verb in ("UPDATE", "DELETE")
]


def forbid(apps, schema_editor):
    for statement in POSTGRES if schema_editor.connection.vendor == "postgresql" else SQLITE:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]
    operations = [migrations.RunPython(forbid, migrations.RunPython.noop)]
