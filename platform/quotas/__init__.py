"""Limits on how often people may do things, counted where nobody who is counted can delete it."""
