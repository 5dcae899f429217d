"""Read and write the rows of every table, in the same way on both databases."""
