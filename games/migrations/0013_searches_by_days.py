"""A search by days stays without its page, beside one that is not by days."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Until when a search stays, and two searches a person."""

    dependencies = [("games", "0012_watchers_talk"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]
    operations = [
        migrations.AddField(model_name="seek", name="stays_until", field=models.DateTimeField(null=True)),
        migrations.AlterField(
            model_name="seek",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="seeks", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddConstraint(
            model_name="seek",
            constraint=models.UniqueConstraint(
                condition=models.Q(("stays_until", None)), fields=("user",), name="one_search_for_each_person"
            ),
        ),
        migrations.AddConstraint(
            model_name="seek",
            constraint=models.UniqueConstraint(
                condition=models.Q(("stays_until__isnull", False)),
                fields=("user",),
                name="one_search_by_days_for_each",
            ),
        ),
    ]
