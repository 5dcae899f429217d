"""Policies: how a house player decides (one file each), and what it remembers of a deal."""
