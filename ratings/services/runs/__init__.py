"""Runs: folding matches into the lists of a pool."""
