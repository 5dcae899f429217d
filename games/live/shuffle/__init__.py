"""Decks: sealed secrets, the cards that follow from them, decks that tables share, the chain of a tournament."""
