"""The Conquian kernel: a player wins with eleven cards on the table, and nobody draws cards into the hand."""
