"""Writing what comes in from files."""
