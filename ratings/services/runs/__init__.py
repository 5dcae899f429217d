"""Runs: they fold matches into the lists of a pool."""
