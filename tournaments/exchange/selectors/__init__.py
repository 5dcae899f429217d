"""Reading what goes out to files."""
