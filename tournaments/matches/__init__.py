"""A match: locked, whose it is, what it ends with, its live table."""
