"""The score of a hand: the upcard, arrangements, the showdown."""
