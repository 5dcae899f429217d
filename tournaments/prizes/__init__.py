"""Prizes of a tournament: what there is, and who gets it."""
