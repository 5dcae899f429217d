"""Keep a site safe: backups of all of it, restoring them, and the move from one database to another."""
