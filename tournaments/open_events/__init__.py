"""Events that players open themselves: arenas (as many games as one likes within a time) and sit-and-gos (small
tournaments that begin once all seats are taken)."""
