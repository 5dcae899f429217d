"""Look at the remaining rounds: whether all can be paired, and a round that keeps them possible."""
