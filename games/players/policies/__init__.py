"""Policies: how a house player decides, one file each, and what one remembers of a deal."""
