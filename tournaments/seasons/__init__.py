"""Seasons of a club: one points table over many evenings, its final night, and what it leaves behind."""
