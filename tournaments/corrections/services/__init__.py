"""Writing corrections."""
