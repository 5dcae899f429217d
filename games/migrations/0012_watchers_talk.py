"""Those who watch a table talk among themselves: their lines have no seat."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """A seat may be missing."""

    dependencies = [("games", "0011_the_house_in_analyses")]
    operations = [
        migrations.AlterField(
            model_name="chatline",
            name="seat",
            field=models.PositiveSmallIntegerField(null=True),
        ),
    ]
