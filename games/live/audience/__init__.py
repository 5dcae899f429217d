"""The viewers of a table, and what each class of viewer is sent."""
