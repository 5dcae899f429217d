"""Reading what a correction changes."""
