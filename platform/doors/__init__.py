"""Habits that every door shares: keyset pages, problem+json, rows to look at, sentences. Knows no app."""
