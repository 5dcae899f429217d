from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=40, unique=True)),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="DueWork",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=200, unique=True)),
                ("kind", models.CharField(max_length=60)),
                ("due_at", models.DateTimeField()),
                ("payload", models.JSONField(default=dict)),
                ("attempts", models.PositiveIntegerField(default=0)),
                ("last_error", models.TextField(blank=True, default="")),
                ("lease_until", models.DateTimeField(null=True)),
                ("done_at", models.DateTimeField(null=True)),
                ("dead_at", models.DateTimeField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("dead_at", None), ("done_at", None)), fields=["due_at"], name="duework_open"
                    ),
                    models.Index(
                        condition=models.Q(("dead_at__isnull", False)), fields=["dead_at"], name="duework_dead"
                    ),
                ]
            },
        ),
        migrations.CreateModel(
            name="SkippedRow",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("job", models.CharField(max_length=200)),
                ("row", models.CharField(max_length=200)),
                ("error", models.TextField()),
                ("at", models.DateTimeField()),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("job", "row"), name="skipped_once")],
            },
        ),
    ]
