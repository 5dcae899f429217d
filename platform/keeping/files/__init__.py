"""Write and read the files of backups, and the site's own files beside its database."""
