"""Ranks are for players of whom enough is known; casual matches over the limit of a pair are marked."""

from typing import Any

from django.conf import settings
from django.db import migrations, models


def without_rank(apps: Any, schema_editor: Any) -> None:
    """Until the next fold numbers the ranks anew."""
    apps.get_model("ratings", "PlayerRating").objects.filter(provisional=True).update(rank=None)


class Migration(migrations.Migration):
    dependencies = [
        ("ratings", "0005_published_lists"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="playerrating",
            name="rating_leaderboard",
        ),
        migrations.AddField(
            model_name="ratedmatch",
            name="over_limit",
            field=models.BooleanField(default=False),
        ),
        migrations.AddIndex(
            model_name="playerrating",
            index=models.Index(
                models.F("pool"),
                models.OrderBy(models.F("rating"), descending=True),
                models.F("player"),
                condition=models.Q(("rank__isnull", False)),
                name="rating_leaderboard",
            ),
        ),
        migrations.AddIndex(
            model_name="playerrating",
            index=models.Index(
                models.F("pool"),
                models.OrderBy(models.F("rating"), descending=True),
                models.F("player"),
                condition=models.Q(("provisional", True)),
                name="rating_provisional",
            ),
        ),
        migrations.RunPython(without_rank, migrations.RunPython.noop),
    ]
