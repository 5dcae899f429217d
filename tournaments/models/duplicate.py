"""Duplicate rounds: the sealed secret of their decks, and what every table made of every deck."""

from django.conf import settings
from django.db import models


class RoundDecks(models.Model):
    """The decks of a round, one secret for all: `sealed` with the site's key until the round is closed, `commitment`
    published before anybody plays."""

    round = models.OneToOneField("tournaments.Round", on_delete=models.CASCADE, related_name="decks")
    number = models.PositiveSmallIntegerField()
    sealed = models.BinaryField()
    commitment = models.CharField(max_length=64)

    class Meta:
        verbose_name_plural = "round decks"

    def __str__(self) -> str:
        return f"{self.number} decks of {self.round}"


class DeckScore(models.Model):
    """What a table made of a deck: `points` as its first seat sees them (lost points below 0), none for a void deal.
    `play` 0: the first side has the first seat, 1: the second side has it (the other board, in `teams`)."""

    match = models.ForeignKey("tournaments.Match", on_delete=models.CASCADE, related_name="deck_scores")
    deck = models.PositiveSmallIntegerField()
    play = models.PositiveSmallIntegerField(default=0)
    points = models.IntegerField(null=True)
    entered_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    entered_at = models.DateTimeField()

    class Meta:
        ordering = ["deck", "play"]
        constraints = [models.UniqueConstraint(fields=["match", "deck", "play"], name="one_score_per_deck_and_play")]

    def __str__(self) -> str:
        return f"deck {self.deck} at {self.match}: {self.points}"
