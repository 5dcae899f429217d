"""Reads of the effects of corrections."""
