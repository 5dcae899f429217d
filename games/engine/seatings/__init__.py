"""Seatings: they decide who sits, deals and waits; one file each."""
