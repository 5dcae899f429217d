"""Read what is exported to files."""
