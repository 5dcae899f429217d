"""Ladders: challenges, places, the log."""
