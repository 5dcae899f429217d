"""Services for stages."""
