"""Read seasons: the evenings that count, their facts, the table, and all of it in words."""
