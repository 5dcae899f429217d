"""Services for the times of matches."""
