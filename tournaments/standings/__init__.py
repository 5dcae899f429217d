"""Rows as facts, crosstables, standings, tie-breaks in words, a player's card."""
