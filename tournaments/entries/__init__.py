"""Entries, rosters, check-in."""
