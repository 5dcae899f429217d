"""Reads for export to files."""
