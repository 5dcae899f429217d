"""Corrected results and their consequences."""
