"""Reads of results."""
