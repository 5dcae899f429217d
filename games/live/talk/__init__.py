"""Talk at a table: who hears it, and its rows."""
