"""The score of a hand: the effect of the upcard, the arrangements, and the showdown."""
