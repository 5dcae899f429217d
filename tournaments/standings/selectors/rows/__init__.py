"""Rows as plain facts: what crosstables, brackets and ladders of the cores are made from."""
