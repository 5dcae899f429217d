"""Deals of real cards that people enter by hand, and the score sheets of their sittings."""
