"""Import and export files: lists, reports, dumps."""
