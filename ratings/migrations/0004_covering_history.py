"""A player's graph is read from an index alone; checkpoints, laid out anew, are made again by the next replay."""

from typing import Any

from django.db import migrations, models


def forget(apps: Any, schema_editor: Any) -> None:
    """Without one a correction replays from nothing."""
    apps.get_model("ratings", "Checkpoint").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("ratings", "0003_fold_again")]

    operations = [
        migrations.RunPython(forget, migrations.RunPython.noop),
        migrations.RemoveIndex(model_name="change", name="change_history"),
        migrations.AddIndex(
            model_name="change",
            index=models.Index(fields=["run", "player", "seq"], include=["after"], name="change_history"),
        ),
    ]
