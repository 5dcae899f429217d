"""Services of seasons: making, choosing the evenings, closing, the final night."""
