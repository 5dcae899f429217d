"""The rounds that are left: whether they can all be paired, and a round that keeps them possible."""
