"""Services for tournaments: creating them, notices to people, due work."""
