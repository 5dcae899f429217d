"""Forms of a tournament: for creating it, and for changing it later."""
