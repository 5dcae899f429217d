"""Pages that show something of every subject."""
