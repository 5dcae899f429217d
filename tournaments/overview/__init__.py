"""Pages that combine all subjects: a tournament, and an entry's card."""
