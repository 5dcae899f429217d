"""The owner of one table: commands in order, presence, public information."""
