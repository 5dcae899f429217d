"""Ladders: the rules of challenges, and the log from which the places follow."""
