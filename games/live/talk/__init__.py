"""Talk at a table: who hears it, and how it is stored."""
