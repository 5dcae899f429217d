"""Qualify entries of one stage for the next, with their seeds."""
