"""Services for ladders."""
