"""Reads for pages that combine several apps: what is on, one's next matches, a player's history."""
