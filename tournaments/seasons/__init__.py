"""Seasons of a club: one points table over many evenings, a final night, and trophies."""
