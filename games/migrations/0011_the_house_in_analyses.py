"""The choice of the house player in an analysis is called `house`: another level than strong may judge."""

from typing import Any

from django.db import migrations

AT_ONCE = 200


def _rename(apps: Any, schema_editor: Any, old: str, new: str) -> None:
    analyses = apps.get_model("games", "Analysis").objects.using(schema_editor.connection.alias)
    changed = []
    for one in analyses.iterator(chunk_size=AT_ONCE):
        one.decisions = [{new if key == old else key: said for key, said in row.items()} for row in one.decisions]
        changed.append(one)
        if len(changed) == AT_ONCE:
            analyses.bulk_update(changed, ["decisions"])
            changed.clear()
    analyses.bulk_update(changed, ["decisions"])


def forwards(apps: Any, schema_editor: Any) -> None:
    """Rename the key in every stored decision."""
    _rename(apps, schema_editor, "strong", "house")


def backwards(apps: Any, schema_editor: Any) -> None:
    """Give the key its old name."""
    _rename(apps, schema_editor, "house", "strong")


class Migration(migrations.Migration):
    dependencies = [("games", "0010_problems")]
    operations = [migrations.RunPython(forwards, backwards)]
