"""Decks: sealed secrets, what follows from them, decks that tables share, the chain of a tournament."""
