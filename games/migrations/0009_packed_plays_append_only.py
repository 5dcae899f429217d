"""Triggers on both databases: a play may go once its table has a packed row that covers it, but for a director's; a
packed row is added, never changed or removed."""

from django.db import migrations

POSTGRES = [
    """CREATE OR REPLACE FUNCTION games_play_append_only() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN
         IF TG_OP = 'DELETE' AND OLD.kind <> 'director' AND EXISTS (
           SELECT 1 FROM games_packedplays p
           WHERE p.table_id = OLD.table_id AND OLD.seq BETWEEN p.first_seq AND p.last_seq
         ) THEN RETURN OLD; END IF;
         RAISE EXCEPTION 'plays are append-only';
       END $$""",
    """CREATE FUNCTION games_packedplays_append_only() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'packed plays are append-only'; END $$""",
    """CREATE TRIGGER games_packedplays_append_only BEFORE UPDATE OR DELETE ON games_packedplays
       FOR EACH ROW EXECUTE FUNCTION games_packedplays_append_only()""",
    # it is compressed already: PostgreSQL need not try
    "ALTER TABLE games_packedplays ALTER COLUMN content SET STORAGE EXTERNAL",
]
SQLITE = [
    "DROP TRIGGER games_play_append_only_DELETE",
    """CREATE TRIGGER games_play_append_only_DELETE BEFORE DELETE ON games_play
       WHEN OLD.kind = 'director' OR NOT EXISTS (
         SELECT 1 FROM games_packedplays p
         WHERE p.table_id = OLD.table_id AND OLD.seq BETWEEN p.first_seq AND p.last_seq
       ) BEGIN SELECT RAISE(ABORT, 'plays are append-only'); END""",
    *(
        f"""CREATE TRIGGER games_packedplays_append_only_{verb} BEFORE {verb} ON games_packedplays
            BEGIN SELECT RAISE(ABORT, 'packed plays are append-only'); END"""
        for verb in ("UPDATE", "DELETE")
    ),
]


def forbid(apps, schema_editor):
    for statement in POSTGRES if schema_editor.connection.vendor == "postgresql" else SQLITE:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("games", "0008_packed_plays")]
    operations = [migrations.RunPython(forbid, migrations.RunPython.noop)]
