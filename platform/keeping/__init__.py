"""Safe keeping: backups of a whole site, their restore, and the move from one database to another."""
