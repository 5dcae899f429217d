"""A trigger on both databases: audit entries are added, never changed or removed."""

from django.db import migrations

POSTGRES = [
    """CREATE FUNCTION audit_append_only() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'audit entries are append-only'; END $$""",
    """CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE ON audit_auditentry
       FOR EACH ROW EXECUTE FUNCTION audit_append_only()""",
]
SQLITE = [
    f"""CREATE TRIGGER audit_append_only_{verb} BEFORE {verb} ON audit_auditentry
        BEGIN SELECT RAISE(ABORT, 'audit entries are append-only'); END"""
    for verb in ("UPDATE", "DELETE")
]


def forbid(apps, schema_editor):
    for statement in POSTGRES if schema_editor.connection.vendor == "postgresql" else SQLITE:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("audit", "0001_initial")]
    operations = [migrations.RunPython(forbid, migrations.RunPython.noop)]
