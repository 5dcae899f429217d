"""Read ratings: lists, a player's standing and history, and the details of one change."""
