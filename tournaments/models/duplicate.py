"""Duplicate rounds: their sealed decks, and every table's score for every deck."""

from django.conf import settings
from django.db import models


class RoundDeck(models.Model):
    """A deck of a round: its context (`ctx`), its secret sealed with the site's key, and the `commitment` that
    is published with the pairings."""

    round = models.ForeignKey("tournaments.Round", on_delete=models.CASCADE, related_name="decks")
    number = models.PositiveSmallIntegerField()
    ctx = models.TextField()
    sealed = models.BinaryField()
    commitment = models.CharField(max_length=64)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="one_deck_of_a_number")]

    def __str__(self) -> str:
        return f"deck {self.number} of {self.round}"


class DeckScore(models.Model):
    """A table's score for a deck: `points` as its first seat sees them (lost points below 0), none for a void deal.
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
