"""Facts from rows, crosstables, standings, tie-breaks in words, a player's card."""
