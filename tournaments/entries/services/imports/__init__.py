"""Rosters as they come in: whom their lines mean."""
