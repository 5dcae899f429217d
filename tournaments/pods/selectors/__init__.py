"""Reads of tables of three and more."""
