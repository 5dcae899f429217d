"""Tie-breaks by key, one file a kind."""
