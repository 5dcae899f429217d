"""Who goes on from one stage to the next, and with which seeds."""
