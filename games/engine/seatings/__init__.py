"""Seatings: who sits, deals and waits; one file each."""
