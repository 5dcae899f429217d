"""Habits that every door of the API shares: keyset pages, problem+json. Knows no app."""
