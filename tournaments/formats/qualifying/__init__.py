"""Who goes on from one stage to the next, and in which seeds."""
