"""What is fixed at a table before its first card: its terms, its clock, the watchers' delay, and who may talk."""
