"""Limits on how often people may do things; the people who are counted cannot delete the counts."""
