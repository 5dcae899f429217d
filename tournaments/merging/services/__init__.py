"""Services for merging persons, and for claims by a code."""
