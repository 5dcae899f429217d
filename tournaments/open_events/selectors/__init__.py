"""Read arenas and sit-and-gos."""
