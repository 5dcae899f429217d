"""Services for results."""
