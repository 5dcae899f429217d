"""Pair a Swiss round: FIDE C.04.3 and the rules of card clubs."""
