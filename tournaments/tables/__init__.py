"""Live tables of matches."""
