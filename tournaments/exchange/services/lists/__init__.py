"""Import pairings and results from a list: first a preview of each line, then all or nothing."""
