"""Services for teams, their line-ups and their boards."""
