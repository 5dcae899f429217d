"""The owner of one table: commands in order, who is there, what may be told of it."""
