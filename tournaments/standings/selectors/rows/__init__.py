"""Rows as plain facts: the input of crosstables, brackets and ladders in the pure cores."""
