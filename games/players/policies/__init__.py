"""Policies: how a house player decides (one file a policy), and what it remembers of a deal."""
