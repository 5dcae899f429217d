"""Pages of tables of three and more, one file a subject."""
