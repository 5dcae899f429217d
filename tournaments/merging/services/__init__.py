"""Services for merging persons, and for claims by code."""
