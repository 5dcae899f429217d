"""Reads for arenas and sit-and-gos."""
