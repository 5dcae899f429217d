"""Imported rosters: find the person that each line means."""
