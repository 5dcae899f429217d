"""Writing entries."""
