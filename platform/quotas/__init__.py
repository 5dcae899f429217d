"""How often what may be done: counted where nobody who is counted can delete it."""
