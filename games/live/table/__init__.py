"""The owner of one table: commands in order, presence, and public information."""
