"""Open, join and leave arenas and sit-and-gos."""
