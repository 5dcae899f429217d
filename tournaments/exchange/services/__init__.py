"""Services that import files."""
