"""Services for tournaments: create them, send notices, plan due work."""
