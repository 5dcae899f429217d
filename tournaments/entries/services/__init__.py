"""Services for entries."""
