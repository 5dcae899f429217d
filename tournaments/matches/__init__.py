"""A match: its lock, its players, its score, its live table."""
