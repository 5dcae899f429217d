"""Deals of real cards entered by hand, and the score sheets of their sittings."""
