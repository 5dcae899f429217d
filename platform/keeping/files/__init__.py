"""Write and read the files of backups, and the files that a site has beside its database."""
