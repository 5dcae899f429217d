"""Writing teams, their line-ups and their boards."""
