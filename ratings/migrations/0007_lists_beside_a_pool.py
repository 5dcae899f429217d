"""Lists beside a pool: its matches without their luck, and those of duplicate rounds, rated in their own way."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

# Key, words, system, and which matches; as ratings.systems.tracks has them.
TRACKS = (
    ("luck", "luck taken out", "margin_luck", {"luck__isnull": False}),
    ("duplicate", "duplicate", "margin", {"kind": "duplicate"}),
)


def open_tracks(apps: Any, schema_editor: Any) -> None:
    """For what has been played; the next fold of the pool fills them."""
    Pool = apps.get_model("ratings", "Pool")
    for pool in list(Pool.objects.all()):
        for track, name, system, taken in TRACKS:
            if pool.rated_matches.filter(weight__gt=0, annulled=False, **taken).exists():
                named = {"key": f"{pool.key}-{track}", "name": f"{pool.name}, {name}"}
                Pool.objects.create(beside=pool, track=track, system=system, **named)


class Migration(migrations.Migration):
    dependencies = [
        ("ratings", "0006_fair_lists"),
    ]

    operations = [
        migrations.AddField(
            model_name="pool",
            name="beside",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="tracks",
                to="ratings.pool",
            ),
        ),
        migrations.AddField(
            model_name="pool",
            name="track",
            field=models.CharField(blank=True, db_default="", default="", max_length=20),
        ),
        migrations.AlterField(
            model_name="pool",
            name="key",
            field=models.SlugField(max_length=60, unique=True),
        ),
        migrations.AddConstraint(
            model_name="pool",
            constraint=models.UniqueConstraint(fields=("beside", "track"), name="one_list_a_track"),
        ),
        migrations.RunPython(open_tracks, migrations.RunPython.noop),
    ]
