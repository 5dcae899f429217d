"""Forms of a tournament: created, and once it is there."""
