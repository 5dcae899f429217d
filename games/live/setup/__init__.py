"""What is fixed at a table before its first card: its terms, clock, delay, who may talk."""
