"""Writing the times of matches."""
