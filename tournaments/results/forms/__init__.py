"""Forms of results, one file a subject."""
