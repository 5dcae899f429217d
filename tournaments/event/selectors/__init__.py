"""Reading about tournaments."""
