"""Decks: sealed secrets, the cards they determine, decks that tables share, and the chain of a tournament's
shuffles."""
