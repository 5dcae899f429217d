"""Duplicate rounds: sealed decks and their scores."""
