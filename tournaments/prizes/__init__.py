"""Prizes of a tournament: what there is to win, and who gets it."""
