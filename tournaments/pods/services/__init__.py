"""Services for tables of three and more, one file a subject."""
