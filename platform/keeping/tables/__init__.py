"""Rows of every table, read and written the same way on both databases."""
