"""Reading standings and what they follow from."""
