"""Writing ladders."""
