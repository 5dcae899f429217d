"""One row a deck in place of one secret a round; the decks of rounds that are under way stay what they are."""

import django.db.models.deletion
from django.db import migrations, models

from games.engine import shuffle
from games.live import seal

PACK = "A23456789TJQK"


def about(round_decks, number):
    """What a deck of the old form was bound to."""
    rnd = round_decks.round
    tournament = rnd.stage.tournament
    return shuffle.Context(
        attempt=1, board=0, deal=number, dealer=(number - 1) % 2, mode="server", pack=PACK, round=rnd.number,
        rules=tournament.variant, seats=("first", "second"), table="shared", tournament=tournament.public_id,
    )  # fmt: skip


def a_row_for_each_deck(apps, schema_editor):
    """Seal the secret of a round anew for each of its decks."""
    round_deck = apps.get_model("tournaments", "RoundDeck")
    for old in apps.get_model("tournaments", "RoundDecks").objects.select_related("round__stage__tournament"):
        secret = seal.unseal(old.sealed, about(old, 1).encoded)
        for number in range(1, old.number + 1):
            ctx = about(old, number)
            round_deck.objects.create(
                round=old.round,
                number=number,
                ctx=ctx.encoded.decode("ascii"),
                sealed=seal.seal(secret, ctx.encoded),
                commitment=shuffle.server_commitment(ctx, secret).hex(),
            )


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0010_duplicate")]

    operations = [
        migrations.AlterField(
            model_name="rounddecks",
            name="round",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.round"
            ),
        ),
        migrations.CreateModel(
            name="RoundDeck",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("ctx", models.TextField()),
                ("sealed", models.BinaryField()),
                ("commitment", models.CharField(max_length=64)),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="decks", to="tournaments.round"
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [models.UniqueConstraint(fields=("round", "number"), name="one_deck_of_a_number")],
            },
        ),
        migrations.RunPython(a_row_for_each_deck, migrations.RunPython.noop),
        migrations.DeleteModel(name="RoundDecks"),
    ]
