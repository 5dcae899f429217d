"""Who sits for an entry at one table, in words."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="partners",
            field=models.CharField(blank=True, db_default="", default="", max_length=500),
        ),
    ]
