"""Services for corrections."""
